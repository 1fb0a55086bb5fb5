// SPDX-License-Identifier: Apache-2.0
/// Positions that an input chooses by its first byte, and what must hold in every position for the names of its moves.
#pragma once
#include <cstdint>

#include "rules/chess/position.hpp"

namespace adoube::fuzz {

/// 'a' is the first of sixteen, every byte one of them.
chess::Position chosen_position(std::uint8_t letter);

/// The position survives its FEN.
void hold_position(const chess::Position& position);

/// Each legal move leaves no king in check, and leads to a position that survives its FEN.
void hold_moves(const chess::Position& position);

/// Each legal move has a SAN of its own that reads as this move.
void hold_san(const chess::Position& position);

/// Each legal move has UCI texts, with and without Chess960, that read as this move.
void hold_uci(const chess::Position& position);

}  // namespace adoube::fuzz
