// SPDX-License-Identifier: Apache-2.0
/// The steps of a hand that plays one move: what it takes up, in which order, and how fast each step can be.
#pragma once
#include <vector>

#include "rules/chess/position.hpp"
#include "sim/hands/style.hpp"
#include "sim/hands/table.hpp"

namespace adoube::hands {

/// What a step does, and to which of the pieces of a move.
enum class Act : std::uint8_t { grip, raise, carry, slide, lower, let_go, stow, reach };
enum class Actor : std::uint8_t { mover, victim, rook, promoted };

struct Step {
  Act act;
  Actor actor;
  Square target;  ///< of carry, slide and lower
  Tick least;     ///< us
  Tick usual;     ///< us, >= least
};

/// A move as steps that follow each other without pause, from the first touch to the release that makes it (4.7).
struct Gesture {
  std::vector<Step> steps;
  Tick least() const;
  Tick usual() const;
};

/// Chooses the order (victim or mover first, exchange or not, slide or lift) by the style's habits.
Gesture plan_gesture(const chess::Position& position, chess::Move move, const Style& style, sim::Random& random);

/// Instants of a gesture performed.
struct Performed {
  Tick touch;
  Tick lift;     ///< the first piece leaves its square
  Tick place;    ///< the last piece stands
  Tick release;  ///< end of the last step
  std::vector<sim::Piece> in_hand;  ///< a captured piece, a promoted pawn: still in the palm
};

/// Performs it in [end - length, end), every step stretched alike. A length below least()
/// is a programmer's error and throws std::logic_error.
Performed perform(const Gesture& gesture, const chess::Position& position, chess::Move move, Tick end, Tick length, Table& table);

}  // namespace adoube::hands
