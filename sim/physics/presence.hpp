// SPDX-License-Identifier: Apache-2.0
/// The presence plane: magnets that stand and travel, and the 64 sensors that feel the sum of their fields.
#pragma once
#include <span>
#include <vector>

#include "sim/physics/fault.hpp"
#include "sim/physics/segment.hpp"
#include "sim/physics/truth.hpp"

namespace adoube::sim {

/// The transitions of channels 0 to 63, by channel and time; those of tick 0 are the levels at power-up. A contact closes in
/// the first tick in which the fields of all magnets together reach `closes_at`, and opens in the first in which they are
/// below `opens_below`; a Hall sensor says so `hall_latency` later. A magnet whose field is below a 128th of `opens_below`
/// is not felt. Found by bisection between bounds, so that cost follows what moves, not how long it takes.
std::vector<Transition> presence_transitions(const std::vector<Life>& lives, const Motion& motion, const Parameters& parameters);

/// Adds the weak magnets among `faults` to `motion.magnets`. One whose square is empty at power-up weakens nothing.
void weaken(Motion& motion, std::span<const Fault> faults, const Parameters& parameters);

}  // namespace adoube::sim
