// SPDX-License-Identifier: Apache-2.0
/// What the squares show when the clock is pressed, where what hands did does not explain it.
#pragma once
#include <optional>

#include "rules/chess/position.hpp"
#include "rules/recognition/ownership.hpp"

namespace adoube::recognition {

struct ShownMove {
  chess::Move move;
  SquareSet missing = 0;   ///< taken up for the reply already
  SquareSet surplus = 0;   ///< and set down
  SquareSet bumped = 0;    ///< left their squares in this turn, stand there again, and are no part of the move
};

/// The only legal move that the squares show, where hands at some of its squares (`fallen`) were not sensed and nothing is made
/// otherwise. Of captures that show the same squares the one of which hands took up the victim.
std::optional<ShownMove> shown_though_unfelt(const Ownership& hands, SquareSet shown, SquareSet fallen);

struct UnreadMove {
  ShownMove shown;
  Square unread = Square::off;  ///< where the sensor does not show what the move did
};

/// The legal move at whose squares hands were, in order and last of all, and which all squares show but one of its own: a dead or
/// stuck sensor, or a piece beside it. Nothing where a move is made, or the last contact may be a `brush` of so many us.
std::optional<UnreadMove> shown_but_for_one(const Ownership& hands, Tick brush);

/// On a board without the touch plane, which does not tell a piece that is knocked over from one that is taken up: the legal
/// move that all squares show, where the one that stands by what was lifted and set down leaves some of them unexplained. `appeared`:
/// squares to which a piece came while nobody held one. Of captures that show the same squares the one that came first.
std::optional<ShownMove> shown_by_presence(const Ownership& hands, SquareSet shown, SquareSet appeared);

}  // namespace adoube::recognition
