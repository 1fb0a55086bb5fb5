// SPDX-License-Identifier: Apache-2.0
/// What hands do over the board: the one list of it, for games and for scenarios.
#pragma once
#include <cstdint>

#include "sim/hands/table.hpp"

namespace adoube::hands {

enum class Act : std::uint8_t {
  grip, raise, carry, slide, lower, let_go,
  stow,     ///< into the palm
  aside,    ///< beside the board
  reach,    ///< the empty hand goes elsewhere, or a hand stops
  dip,      ///< down to a finger's breadth over a square
  fall,     ///< slips from the fingers and stands where it falls
  sweep,    ///< pushed out of its square and into the palm
  touch,    ///< fingers on a piece and off again
  straighten,  ///< the same, and it stands better
  topple,   ///< falls over, and its magnet is felt no more
  finger,   ///< fingers on the bare board
  sleeve,   ///< the cuff is drawn over the board behind the hand
  say,      ///< the player's button for "j'adoube" is down
  press,    ///< the player's lever goes down
};

/// An act with what it is about; what an act does not need is not looked at.
struct Deed {
  Act act = Act::reach;
  Tick begin = 0;                 ///< us
  Tick end = 0;                   ///< not of grip and press
  sim::Piece piece = 0;
  Square square = Square::off;    ///< where it goes: of carry, slide, lower, dip, fall, straighten and finger; of sleeve: the hand
  Square from = Square::off;      ///< of sleeve: where the hand comes from
  Colour player = Colour::white;  ///< of sleeve, say and press; otherwise whoever does it, where that is known
};

/// Does it on the table.
void perform(const Deed& deed, Table& table);

}  // namespace adoube::hands
