// SPDX-License-Identifier: Apache-2.0
/// Lines of legal moves that lead from a position to squares that are occupied.
#pragma once
#include <cstddef>

#include "rules/chess/position.hpp"
#include "rules/core/fixed_list.hpp"

namespace adoube::recognition {

/// Longest line that is looked for. Of a longer one there is never exactly one: pieces may have gone there and back.
inline constexpr std::size_t kLongestLine = 3;
using Line = FixedList<chess::Move, kLongestLine>;

struct Explanations {
  int count = 0;                    ///< of lines, at least one move long; promotions of every kind are one
  FixedList<Line, 64> lines;        ///< the first of them
};

/// Every line of at most `plies` moves after which exactly these squares are occupied. `in_hand`: or that would be occupied
/// but for pieces that the player having the move has taken up for one of his.
Explanations explain(const chess::Position& from, SquareSet occupied, std::size_t plies, bool in_hand = false);

/// Pieces that a player takes up for a legal move, and nothing else, are missing.
bool taken_up(const chess::Position& position, SquareSet missing);

}  // namespace adoube::recognition
