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

/// The last press of the clock since then. Whoever pressed had moved last and held nothing.
struct Pressed {
  Colour by;
  SquareSet occupied;             ///< as the squares were then
};

/// From `known` to `occupied`, by lines of legal moves at whose end the player having the move may hold what he takes up for
/// the next, but no piece that was gone already when he pressed.
Account account(const chess::Position& known, SquareSet occupied, const std::optional<Pressed>& pressed);

}  // namespace adoube::recognition
