// SPDX-License-Identifier: Apache-2.0
/// Numbers that stand for positions.
#pragma once
#include <cstdint>

#include "rules/chess/position.hpp"

namespace adoube::chess {

/// A 64-bit number that is the same for positions that are the same by 9.2.3 (`same_position`): side to move, pieces,
/// castling rights even while castling is prevented (each by its rook, so that Chess960 is covered), and en passant only
/// where the capture is legal. Different positions have different numbers but for accident; nobody may take two for the
/// same without comparing them. Its numbers are our own: Polyglot's know four castling rights, not the rooks they are
/// for. The same on every machine and in every version.
std::uint64_t repetition_key(const Position& position);

/// The key of the Polyglot opening book format. It counts en passant where an enemy pawn stands beside the one that has
/// just made its double step, even if the capture is illegal; of castling it knows wings, not rooks.
std::uint64_t polyglot_key(const Position& position);

}  // namespace adoube::chess
