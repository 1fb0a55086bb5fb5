// SPDX-License-Identifier: Apache-2.0
/// What the headings of a scenario set.
#pragma once
#include <string>

#include "rules/chess/position.hpp"
#include "rules/core/result.hpp"
#include "sim/hands/score.hpp"
#include "sim/hands/style.hpp"
#include "sim/physics/parameters.hpp"
#include "sim/scenario/scenario.hpp"

namespace adoube::scenario {

struct Setup {
  std::string title;
  chess::Position position = chess::Position::start();
  std::string edition = "fide2023";
  std::uint64_t seed = 1;
  hands::Style style;
  sim::Parameters parameters;
  bool presence = false;           ///< no touch plane
  Tick scan_pause = 0;             ///< us
  bool listed = false;             ///< fingers touch only where a line says so
  std::uint32_t line_faults = 0;   ///< one packet in so many; 0: none
  hands::TimeControl control;
};

/// Error: `malformed` where parameters of the physics do not fit together, at the line of the last of them.
[[nodiscard]] Result<Setup> setup_of(const Scenario& scenario);

}  // namespace adoube::scenario
