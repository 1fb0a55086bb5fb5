// SPDX-License-Identifier: Apache-2.0
#include "host/lab/deviation.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace adoube::lab {

std::vector<Deviation> deviations(std::span<const sim::Change> sound, std::span<const sim::Change> read, Tick end) {
  constexpr Tick apart = 100'000;
  Channels other;  // at another level than on the sound board
  std::array<std::optional<std::size_t>, sim::channel_count> latest;  // stretch of each channel
  std::vector<Deviation> out;
  auto a = sound.begin();
  auto b = read.begin();
  while (a != sound.end() || b != read.end()) {
    const Tick now = b == read.end() || (a != sound.end() && a->at < b->at) ? a->at : b->at;
    Channels turned;
    for (; a != sound.end() && a->at == now; ++a) turned.flip(a->channel);
    for (; b != read.end() && b->at == now; ++b) turned.flip(b->channel);
    for (std::size_t channel = 0; turned.any() && channel < turned.size(); ++channel) {
      if (!turned.test(channel)) continue;
      other.flip(channel);
      auto& stretch = latest[channel];
      if (!other.test(channel)) {
        out[*stretch].to = now;
      } else if (!stretch || now - out[*stretch].to >= apart) {
        stretch = out.size();
        out.push_back({static_cast<std::uint8_t>(channel), now, end});
      }
    }
  }
  for (std::size_t channel = 0; channel < other.size(); ++channel) {
    if (other.test(channel)) out[*latest[channel]].to = end;
  }
  return out;
}

Channels handled(std::span<const sim::Transition> done, Tick begin, Tick end) {
  Channels out;
  for (const sim::Transition& t : done) {
    if (t.at >= begin && t.at <= end) out.set(t.channel);
  }
  return out;
}

bool misread(std::span<const Deviation> deviations, const Channels& channels, Tick begin, Tick end) {
  return std::ranges::any_of(deviations, [&](const Deviation& d) { return channels.test(d.channel) && d.during(begin, end); });
}

Stretches lines_exchanged(std::span<const sim::Fault> faults, bool presence) {
  constexpr int squares = 8;  // the ninth row strobes the auxiliary inputs, and columns from here on are those of touch
  Stretches out;
  for (const sim::Fault& fault : faults) {
    const bool whole = fault.kind == sim::FaultKind::swapped_rows || (presence && fault.kind == sim::FaultKind::swapped_columns);
    if (whole && fault.place < squares && fault.size < squares) out.emplace_back(fault.begin, fault.end);
  }
  return out;
}

}  // namespace adoube::lab
