// SPDX-License-Identifier: Apache-2.0
/// From motion to contacts: the physics of the board. Event-driven: cost follows what happens, not how long it takes.
#pragma once
#include <vector>

#include "sim/physics/change.hpp"
#include "sim/physics/motion.hpp"
#include "sim/physics/parameters.hpp"
#include "sim/physics/random.hpp"
#include "sim/physics/truth.hpp"

namespace adoube::sim {

/// The transitions that a motion causes, before any bounce, sorted by time and channel; those of tick 0 are the levels
/// at power-up. How magnets and hands are felt stands in presence.hpp and pads.hpp.
std::vector<Transition> transitions(const Motion& motion, const Parameters& parameters);

/// Makes the contacts of `ideal` (as `transitions` gives them) bounce: fills in `settled` and returns every change,
/// sorted. Levels at tick 0 and Hall sensors never bounce. A bounce ends before half of the time to the channel's next transition.
std::vector<Change> with_bounce(std::vector<Transition>& ideal, const Parameters& parameters, Random random);

}  // namespace adoube::sim
