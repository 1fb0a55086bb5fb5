// SPDX-License-Identifier: Apache-2.0
/// The steps of a hand that plays one move: what it takes up, in which order, and how fast each step can be.
#pragma once
#include <vector>

#include "rules/chess/position.hpp"
#include "sim/hands/act.hpp"
#include "sim/hands/remark.hpp"
#include "sim/hands/style.hpp"
#include "sim/physics/random.hpp"

namespace adoube::hands {

/// Which of the pieces of a move a step is about.
enum class Actor : std::uint8_t { mover, victim, rook, promoted, bystander };

struct Step {
  Act act;
  Actor actor;
  Square target;  ///< of carry, slide, lower, dip and fall
  Tick least;     ///< us
  Tick usual;     ///< us, >= least
  /// Follows the step before it (alone), or goes on during that step by another hand: begins so many eighths of it later
  /// and ends with it, or after `usual` where that is sooner and not 0.
  static constexpr int alone = -1;
  int lag = alone;
  Square home = Square::off;  ///< of a bystander: where it stood before the move
};

/// Steps that follow each other without pause.
struct Steps : std::vector<Step> {
  Tick least() const;
  Tick usual() const;
};

/// A move, from the first touch to the release that makes it (4.7), and what belongs to it before and after.
struct Gesture {
  Steps before;  ///< in the player's own time, before he touches a piece of the move; may be left out
  Steps steps;
  Steps after;   ///< bystanders set up again before the clock is pressed (7.4.1)
  std::vector<Remark> remarks;         ///< of `steps` and `after`
  std::vector<Remark> remarks_before;  ///< of `before`
  Tick least() const { return steps.least(); }
  Tick usual() const { return steps.usual(); }
};

/// Chooses the order (victim or mover first, exchange or not, slide or lift) by the style's habits. `ply` is for the remarks.
Gesture plan_gesture(const chess::Position& position, chess::Move move, const Style& style, sim::Random& random, int ply = 1);

}  // namespace adoube::hands
