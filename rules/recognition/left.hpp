// SPDX-License-Identifier: Apache-2.0
/// What an illegal move leaves on the board, for a game that goes on from it.
#pragma once
#include <vector>

#include "rules/chess/position.hpp"
#include "rules/core/event.hpp"

namespace adoube::recognition {

class Ownership;

struct Left {
  chess::Position position;   ///< the opponent has the move
  Square from = Square::off;  ///< of the piece that was moved; of the king, where a rook went with him
  Square to = Square::off;
  std::vector<Event> reply;   ///< what hands have done of the answer already
  bool swept = false;         ///< the piece swept another aside, which only a hand tells that came there and went
};

/// How the player can have left the board who has just pressed on no legal move: one of his pieces, or his king and a rook as if he
/// castled, went from one square to another, perhaps took a piece, and of the rest every difference is the beginning of a legal
/// answer or, on a board without the touch plane, one piece that may have fallen. Where a piece of the opponent's is gone it may be taken
/// or in his hand: then there are two. Check is no hindrance: a king that was left in it is an illegal move like another (3.9).
std::vector<Left> left_standing(const Ownership& hands);

}  // namespace adoube::recognition
