// SPDX-License-Identifier: Apache-2.0
/// The timeline of an incident, told piece by piece: which piece each act means, and when its fingers come and go.
#pragma once
#include <optional>
#include <vector>

#include "rules/chess/position.hpp"
#include "rules/core/result.hpp"
#include "sim/hands/act.hpp"
#include "sim/scenario/scenario.hpp"

namespace adoube::scenario {

/// Hands act from here on: the host has opened the board by then, us.
inline constexpr Tick first_act = 1'000'000;

struct Story {
  std::vector<Square> pieces;      ///< where each stands at power-up; off: beside the board, taken later
  /// `piece` counts in `pieces`. In an order in which each piece's own are in order and squares are left before they are taken.
  std::vector<hands::Deed> deeds;
  Tick end = 0;                    ///< of the last act
};

/// Error: `malformed` at the word that cannot be done: nothing stands there, the square is taken, there is no time for it.
/// `listed`: fingers touch only where a line says so; otherwise they come 80 ms before a piece leaves its square and
/// leave 80 ms after it stands, or in a third of the time there is.
[[nodiscard]] Result<Story> tell(const Scenario& scenario, const chess::Position& start, bool listed);

}  // namespace adoube::scenario
