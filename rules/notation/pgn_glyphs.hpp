// SPDX-License-Identifier: Apache-2.0
/// Glyphs as people write them, and the numbers that PGN gives them (PGN standard, chapter 10).
#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "rules/notation/pgn.hpp"

namespace adoube::pgn {

/// The numbers of a word of glyphs: "!?" is 5, "+-" is 18, "=" is 10, "!!!" is 3 and 1. Nothing for any other word.
std::optional<std::vector<Nag>> parse_glyphs(std::string_view word);
/// "!", "?", "!!", "??", "!?", "?!" for 1 to 6: what may stand right behind a move. Empty for any other number.
std::string_view move_glyph(Nag nag);

}  // namespace adoube::pgn
