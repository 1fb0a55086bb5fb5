// SPDX-License-Identifier: Apache-2.0
/// What chance is drawn for: each purpose has its own stream of a run's seed (sim::Random::stream), so that more of one
/// moves no other.
#pragma once
#include <cstdint>

namespace adoube::hands {

enum Purpose : std::uint64_t { for_pace = 1, for_hands = 2, for_bounce = 3, for_faults = 5, for_slips = 6, for_white = 11, for_black = 12 };

}  // namespace adoube::hands
