// SPDX-License-Identifier: Apache-2.0
/// A scenario as what hands do to the contacts of a board.
#pragma once
#include <span>
#include <vector>

#include "rules/chess/position.hpp"
#include "rules/core/result.hpp"
#include "sim/hands/script.hpp"
#include "sim/kernel/mishap.hpp"
#include "sim/scenario/scenario.hpp"
#include "sim/scenario/setup.hpp"

namespace adoube::scenario {

struct Performance {
  Setup setup;
  hands::Script script;
  std::vector<hands::Turn> game;        ///< the plies of a game; empty for an incident
  std::vector<sim::Fault> faults;       ///< those of the timeline, then those that were drawn
  std::vector<sim::Mishap> mishaps;     ///< of cable, packets and clocks, in order of time; line faults of the headings are in `setup`
};

/// Works the whole run out. Same scenario, same bytes. Error: `malformed` with the place: what the story cannot be, a ply
/// that is not legal, plies beside acts of hands, a time beyond a day or the end. `otherwise` as in `setup_of`.
[[nodiscard]] Result<Performance> perform(const Scenario& scenario, std::span<const Heading> otherwise = {});

}  // namespace adoube::scenario
