// SPDX-License-Identifier: Apache-2.0
/// Writing games as text.
#pragma once
#include <cstdint>
#include <string>

#include "rules/notation/pgn.hpp"

namespace adoube::pgn {

enum class Layout : std::uint8_t {
  export_format,  ///< by the standard: lines below 80 characters, glyphs as $n
  one_line,       ///< as large servers write: all moves on one line, glyphs $1 to $6 as "!", "?", ...
};

/// The game in SAN, ending with a line end. Between two games of a file belongs an empty line. Reading the text gives an
/// equal game, whatever the layout.
///
/// Tags stand as the game has them (`complete_tags` makes them what the export format wants); a game that does not start
/// from the initial position and has no tag FEN gets SetUp and FEN. A comment that holds a closing brace is written on
/// a line of its own behind a semicolon, since braces know no escape. A word, a command or such a comment that is longer
/// than a line is not broken.
/// The game's plies are legal, its tag names differ and are made of letters, digits and "_"; line ends in values and
/// comments become blanks.
std::string write(const Game& game, Layout layout = Layout::export_format);

}  // namespace adoube::pgn
