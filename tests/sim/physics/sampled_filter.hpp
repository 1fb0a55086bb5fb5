// SPDX-License-Identifier: Apache-2.0
/// A scanner's filter as architecture.md words it, sample by sample: the tests hold the ideal filter, which
/// knows no samples, against it. Written without a look at rtl/scan or its model.
#pragma once
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "sim/physics/truth.hpp"

namespace adoube::test {

/// Edges that a scanner of `times` reports. Slot s (row s, auxiliary inputs 8) is sampled at ticks phase + 14 * s + k *
/// scan period; the real one has phase 13.
inline std::vector<sim::SeenEdge> sampled_edges(std::span<const sim::Change> changes, const sim::FilterTimes& times, Tick phase) {
  std::vector<sim::SeenEdge> seen;
  std::array<std::vector<sim::Change>, sim::channel_count> by;
  Tick end = 0;
  for (const auto& c : changes) {
    by[c.channel].push_back(c);
    end = std::max(end, c.at + 100'000);
  }
  for (std::size_t channel = 0; channel < by.size(); ++channel) {
    if (by[channel].empty()) continue;
    const Tick hold = times.hold(static_cast<std::uint8_t>(channel));
    const Tick slot = channel < 128 ? Tick(channel % 64 / 8) : 8;
    bool level = false, raw = false, last = false, pending = false, restless = false;
    Tick onset = 0, run = 0;
    std::size_t next = 0;
    for (Tick tick = phase + 14 * slot; tick < end; tick += times.scan_period) {
      while (next < by[channel].size() && by[channel][next].at <= tick) raw = by[channel][next++].level;
      if (!pending && raw != level) {
        pending = true;
        onset = run = tick;
      } else if (raw != last) {
        run = tick;
      }
      last = raw;
      if (pending && tick - run >= hold) {
        if (raw != level) {
          seen.push_back({onset, static_cast<std::uint8_t>(channel), raw, restless});
          level = raw;
        }
        pending = restless = false;
      } else if (pending && tick - onset >= times.chatter_max) {
        restless = true;
        onset = tick;
      }
      if (!pending) {
        // At rest: the samples up to the next change say nothing new.
        if (next == by[channel].size()) break;
        tick += std::max<Tick>(0, (by[channel][next].at - tick) / times.scan_period - 1) * times.scan_period;
      }
    }
  }
  return seen;
}

}  // namespace adoube::test
