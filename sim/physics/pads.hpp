// SPDX-License-Identifier: Apache-2.0
/// The touch plane: hands, fingers and sleeves, and the 64 pads that feel them.
#pragma once
#include <vector>

#include "sim/physics/segment.hpp"
#include "sim/physics/truth.hpp"

namespace adoube::sim {

/// The transitions of channels 64 to 127, by channel and time. A pad closes for what comes as near as `touch_on` to its
/// middle (a hand through the piece that it holds, or a bare finger) and opens when nothing is within `touch_off`. A wet
/// hand reaches `wet_reach` percent as far; a sleeve is felt from `sleeve_reach`, and let go as much further off as a hand is.
/// The thresholds of each pad drift up and down, each in its own phase (`touch_drift`); a straight stretch of a hand's way
/// meets them as they are when it begins.
std::vector<Transition> touch_transitions(const std::vector<Life>& lives, const Motion& motion, const Parameters& parameters);

/// How far, in um, the reach of a pad has drifted by `at`: between -touch_drift and touch_drift, evenly up and down.
std::int64_t drift_of(std::uint8_t pad, Tick at, const Parameters& parameters);

}  // namespace adoube::sim
