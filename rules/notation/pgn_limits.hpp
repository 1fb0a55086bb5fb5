// SPDX-License-Identifier: Apache-2.0
/// What a PGN file may ask of its reader.
#pragma once
#include <cstddef>

namespace adoube::pgn {

/// What a file may ask of the reader's memory and stack. A game beyond is refused; the next one is read.
struct Limits {
  static constexpr std::size_t game_bytes = std::size_t{16} << 20;  ///< text of one game
  static constexpr std::size_t game_parts = std::size_t{1} << 20;   ///< tags, plies, variations, comments and glyphs of one game
  static constexpr std::size_t variation_depth = 100;               ///< variations within variations
  static constexpr std::size_t word_bytes = 255;                    ///< a move, a number, the name of a tag
  static constexpr std::size_t value_bytes = 65535;                 ///< value of a tag
};

}  // namespace adoube::pgn
