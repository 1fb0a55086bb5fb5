// SPDX-License-Identifier: Apache-2.0
/// When each lever is pressed, so that the clocks show what the score says.
#pragma once
#include <span>
#include <vector>

#include "sim/hands/score.hpp"
#include "sim/hands/style.hpp"
#include "sim/physics/random.hpp"

namespace adoube::hands {

/// Presses of a whole game.
struct Pace {
  std::vector<Tick> presses;          ///< one a ply, rising
  std::vector<Tick> added;            ///< us by which the ply was stretched, 0 for most
  Tick total = 0;                     ///< sum of `added`
  std::vector<Tick> window_low;       ///< the player's own thinking time up to this ply, stretching left out, us: the score
  std::vector<Tick> window_high;      ///< allows [low, high]; equal to `Pace::open_*` where the score has no clock
};

inline constexpr Tick open_low = -1;                       ///< no %clk: any time will do
inline constexpr Tick open_high = Tick{1} << 60;

/// A clock that shows c after a press stands within half a `Score::clock_unit` of c: between c - 0.5 s and c + 0.5 s where
/// whole seconds are shown (they are rounded ones: servers that write them show the full time where nothing was used). So
/// each player's own thinking time, summed up, must fall into a window of one unit; a ply takes at least `least[i]` us from press to press. Where that cannot be,
/// the rest of that player's windows moves back by the least amount that helps, which is the least for the game: the
/// earliest possible press is also the one that leaves most to come. Inside what remains free the instant is drawn.
///
/// The increment of the first move counts only if the clock shows that it was given: servers start it with the second.
/// A clock that gains more than its increment was given time by an arbiter or the opponent; that ply used none.
/// `start`: White's time begins. `least` has one value > 0 a ply.
Pace plan_presses(const Score& score, std::span<const Tick> least, Tick start, const Players& players, sim::Random& random);

}  // namespace adoube::hands
