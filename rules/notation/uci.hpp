// SPDX-License-Identifier: Apache-2.0
/// Moves as engines write them: "e2e4", "e7e8q".
#pragma once
#include <string>
#include <string_view>

#include "rules/chess/position.hpp"
#include "rules/core/result.hpp"

namespace adoube::uci {

/// The move's text. Castling is the king's journey ("e1g1"), or king takes rook ("e1h1") with `chess960`.
std::string write(const chess::Position& position, chess::Move move, bool chess960 = false);

/// The legal move with that text; castling is understood in both forms (where a king's step is written alike, the text
/// means the step). Error: `malformed`, one sentence.
[[nodiscard]] Result<chess::Move> parse(const chess::Position& position, std::string_view text);

}  // namespace adoube::uci
