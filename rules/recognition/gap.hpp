// SPDX-License-Identifier: Apache-2.0
/// Events are missing: what the squares still tell.
#pragma once
#include <optional>

#include "rules/recognition/line.hpp"

namespace adoube::recognition {

/// The ways in which the squares can have come about since the position that is known.
struct Account {
  int readings = 0;               ///< how many there are; with exactly one the game can go on
  FixedList<Line, 4> lines;       ///< the first of them; an empty line: nothing was moved, pieces are in a hand or none
};

/// From `known` to `occupied`, by lines of legal moves at whose end the player having the move may hold what he takes up for
/// the next. `pressed`: that player has pressed the clock now; he has moved last and holds nothing.
Account account(const chess::Position& known, SquareSet occupied, std::optional<Colour> pressed);

}  // namespace adoube::recognition
