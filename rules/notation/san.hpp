// SPDX-License-Identifier: Apache-2.0
/// Moves as people write them: Standard Algebraic Notation ("Nf3", "exd6", "O-O", "e8=Q+").
#pragma once
#include <string>
#include <string_view>

#include "rules/chess/position.hpp"
#include "rules/core/result.hpp"

namespace adoube::san {

/// The text of a legal move with the least disambiguation (file, else rank, else both; only against moves that are
/// legal), "+" for check and "#" for mate.
std::string write(const chess::Position& position, chess::Move move);
/// The same for one who has the position's legal moves already.
std::string write(const chess::Position& position, chess::Move move, const chess::MoveList& moves);

/// The legal move with that text. Also understood: castling with zeros, promotion as "e8Q" or "e8(Q)", a hyphen or
/// more of the origin than needed ("Ng1-f3", "e2e4"), ":" for a capture, "e.p.", missing or superfluous "x", "+", "#",
/// and trailing "!" and "?". A pawn's capture names its file: "d5" is a step. Error: `malformed`, one sentence: not a move,
/// not legal here, or ambiguous.
[[nodiscard]] Result<chess::Move> parse(const chess::Position& position, std::string_view text);
/// The same for one who has the position's legal moves already.
[[nodiscard]] Result<chess::Move> parse(const chess::Position& position, std::string_view text, const chess::MoveList& moves);

}  // namespace adoube::san
