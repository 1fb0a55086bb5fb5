// SPDX-License-Identifier: Apache-2.0
/// A scenario as what hands do to the contacts of a board.
#pragma once
#include <optional>
#include <vector>

#include "rules/chess/position.hpp"
#include "rules/core/result.hpp"
#include "sim/hands/script.hpp"
#include "sim/scenario/scenario.hpp"
#include "sim/scenario/setup.hpp"

namespace adoube::scenario {

/// The board is cut off: `verb` is stall, reset or cable.
struct Unplugged {
  Verb verb = Verb::stall;
  Tick at = 0;
  Tick length = 0;
};

struct Performance {
  Setup setup;
  hands::Script script;
  std::vector<chess::Move> game;        ///< the plies of a game; empty for an incident
  std::vector<sim::Fault> faults;
  std::optional<Unplugged> unplugged;
};

/// Other values for what the headings set.
struct Otherwise {
  std::optional<bool> presence;
  std::optional<Tick> scan_pause;      ///< us
  std::optional<std::uint64_t> seed;
};

/// Works the whole run out. Same scenario, same bytes. Error: `malformed` with the place: what the story cannot be, a ply
/// that is not legal, plies beside acts of hands, a time beyond a day.
[[nodiscard]] Result<Performance> perform(const Scenario& scenario, const Otherwise& otherwise = {});

}  // namespace adoube::scenario
