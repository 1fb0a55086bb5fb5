// SPDX-License-Identifier: Apache-2.0
/// A position as a picture: one self-contained SVG, for screen, paper and a screen reader.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "rules/chess/position.hpp"
#include "rules/core/square.hpp"

namespace adoube::svg {

/// Why a square is marked. Each has a form of its own beside its colour, so that a black and white print tells them too.
enum class MarkKind : std::uint8_t {
  last_move,  ///< tinted: where the last move came from or went to
  check,      ///< tinted: the king that is attacked
  allowed,    ///< a dot in the middle: where a move may go
  touched,    ///< a frame: a contact
  adjusted,   ///< a dashed frame: a contact under "j'adoube"
  fault,      ///< a double frame: a contact or a move against the Laws
};

struct Mark {
  Square square;  ///< `Square::off` draws nothing
  MarkKind kind;
  int number = 0;  ///< stands on a badge, for the text beside the picture to refer to; 0 for none
};

enum class Theme : std::uint8_t { light, dark };

/// What the picture shows besides the position.
struct BoardStyle {
  Colour below = Colour::white;  ///< whose side is at the lower edge
  Theme theme = Theme::light;
  int size = 480;              ///< width and height in CSS pixels; the picture scales without loss
  std::string id = "board";    ///< begins every id inside, so that a page may hold several boards: letters, digits, "-"
  std::string title;           ///< plain text, escaped here; empty for "White to move" or "Black to move"
};

/// The picture; equal input gives equal bytes. The pieces, then the marks in the order given, stand in words in its
/// <desc>. On a square with more than nine numbers the ninth badge is a "+".
std::string board(const chess::Position& position, const std::vector<Mark>& marks, const BoardStyle& style);

/// All pieces of a position in words: "White: king e1, pawns a2 b2. Black: king e8. White to move."
std::string board_words(const chess::Position& position);

}  // namespace adoube::svg
