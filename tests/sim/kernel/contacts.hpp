// SPDX-License-Identifier: Apache-2.0
/// Contacts at random, for tests of everything from the kernel up.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "driver/wire/protocol.hpp"
#include "sim/physics/change.hpp"
#include "sim/physics/random.hpp"

namespace adoube::test {

/// At most `moves` contacts that close or open, nine in ten with bounces, on channels of all planes. Each begins within `from`
/// to `to` (us), in the order of time, and none while its channel still bounces or its filter has not settled.
inline std::vector<sim::Change> contacts(std::uint64_t seed, Tick from, Tick to, int moves) {
  sim::Random random(seed);
  std::vector<sim::Change> changes;
  std::array<bool, wire::scan::channels> level{};
  std::array<Tick, wire::scan::channels> busy{};
  std::vector<Tick> times;
  for (int i = 0; i < moves; ++i) times.push_back(from + random.within(0, to - from - 1));
  std::sort(times.begin(), times.end());
  for (Tick at : times) {
    const auto channel = static_cast<std::size_t>(random.within(0, wire::scan::channels - 1));
    if (at < busy[channel]) continue;
    int flips = 1;
    if (random.chance(90)) flips += 2 * static_cast<int>(random.within(1, 5));
    for (int flip = 0; flip < flips; ++flip) {
      level[channel] = !level[channel];
      changes.push_back({at, static_cast<std::uint8_t>(channel), level[channel]});
      at += random.within(40, 900);
    }
    busy[channel] = at + 6'000;
  }
  std::sort(changes.begin(), changes.end());
  return changes;
}

}  // namespace adoube::test
