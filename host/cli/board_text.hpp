// SPDX-License-Identifier: Apache-2.0
/// A board on a terminal.
#pragma once
#include <cstdint>
#include <string>

#include "rules/chess/position.hpp"

namespace adoube::cli {

/// How a board is drawn; the default is what every terminal and every file can show.
struct BoardForm {
  enum class Pieces : std::uint8_t {
    letters,  ///< those of FEN
    symbols,  ///< U+2654 to U+265F
  };
  Pieces pieces = Pieces::letters;
  bool colour = false;            ///< painted squares (256 colours) instead of dots and brackets
  Colour below = Colour::white;   ///< whose side is at the lower edge
};

/// Eight lines of the board and one of files, without a line end behind; the squares in `marked` stand in brackets.
std::string board_text(const chess::Position& position, SquareSet marked, const BoardForm& form = {});

/// Whether the user's locale writes UTF-8 (LC_ALL, LC_CTYPE, LANG).
bool locale_is_utf8();

}  // namespace adoube::cli
