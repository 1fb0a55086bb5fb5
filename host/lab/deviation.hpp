// SPDX-License-Identifier: Apache-2.0
/// Where and when a board read otherwise than a sound one under the same hands.
#pragma once
#include <bitset>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "rules/core/interval.hpp"
#include "sim/physics/change.hpp"
#include "sim/physics/fault.hpp"
#include "sim/physics/truth.hpp"

namespace adoube::lab {

/// A set of the board's wire channels.
using Channels = std::bitset<sim::channel_count>;

/// One channel at another level than on the sound board, from the first time until the last within the stretch.
struct Deviation {
  std::uint8_t channel;
  Tick from;
  Tick to;
  bool during(Tick begin, Tick end) const { return from <= end && to >= begin; }
  friend auto operator<=>(const Deviation&, const Deviation&) = default;
};

/// Where the two runs differ, by time; stretches of a channel less than a tenth of a second apart are one.
std::vector<Deviation> deviations(std::span<const sim::Change> sound, std::span<const sim::Change> read, Tick end);

/// Channels that hands changed on a sound board from `begin` to `end`.
Channels handled(std::span<const sim::Transition> done, Tick begin, Tick end);

/// Whether one of these channels read otherwise between the two.
bool misread(std::span<const Deviation> deviations, const Channels& channels, Tick begin, Tick end);

/// Stretches of device time, us.
using Stretches = std::vector<std::pair<Tick, Tick>>;

/// While these faults let two lines of squares read each other on every plane there is: ranks, and files of `presence` alone.
Stretches lines_exchanged(std::span<const sim::Fault> faults, bool presence);

}  // namespace adoube::lab
