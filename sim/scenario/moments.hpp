// SPDX-License-Identifier: Apache-2.0
/// The timeline of a scenario in order of time.
#pragma once
#include <vector>

#include "sim/scenario/scenario.hpp"

namespace adoube::scenario {

/// A timeline with its times resolved: device time, by line; stable where times are equal.
struct Moment {
  Tick at = 0;
  std::size_t line = 0;  ///< from 1
  Timed timed;
};
std::vector<Moment> moments(const Scenario& scenario);

}  // namespace adoube::scenario
