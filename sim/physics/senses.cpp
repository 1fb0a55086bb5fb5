// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/senses.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "sim/physics/matrix.hpp"
#include "sim/physics/truth.hpp"

namespace adoube::sim {

namespace {

// The ticks at which a level that begins at 0 turns over.
using Toggles = std::vector<Tick>;
using Channels = std::array<Toggles, channel_count>;

Channels by_channel(std::span<const Change> changes) {
  Channels out;
  for (const Change& c : changes) out[c.channel].push_back(c.at);
  return out;
}

std::vector<Change> merged(const Channels& channels) {
  std::vector<Change> out;
  for (std::size_t channel = 0; channel < channels.size(); ++channel) {
    bool level = false;
    for (const Tick at : channels[channel]) {
      level = !level;
      out.push_back({at, static_cast<std::uint8_t>(channel), level});
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

// One level turned over while the other is 1: turns in the same tick cancel.
void turn_over(Toggles& level, Toggles pulses) {
  std::sort(pulses.begin(), pulses.end());
  Toggles both;
  std::merge(level.begin(), level.end(), pulses.begin(), pulses.end(), std::back_inserter(both));
  level.clear();
  for (const Tick at : both) {
    if (!level.empty() && level.back() == at) {
      level.pop_back();
    } else {
      level.push_back(at);
    }
  }
}

void stick(Toggles& level, bool stuck, Tick begin, Tick end) {
  const auto level_before = [&](Tick t) { return (std::lower_bound(level.begin(), level.end(), t) - level.begin()) % 2 != 0; };
  const bool before = level_before(begin);
  const bool after = level_before(end + 1);  // a turn at `end` itself is over by then
  Toggles out(level.begin(), std::lower_bound(level.begin(), level.end(), begin));
  if (before != stuck) out.push_back(begin);
  if (after != stuck) out.push_back(end);
  out.insert(out.end(), std::upper_bound(level.begin(), level.end(), end), level.end());
  level = std::move(out);
}

// Draws the next of a series that comes every `mean` us on average.
Tick next(Tick now, std::int64_t mean, Random& random) {
  return now + std::max<Tick>(1, random.within(mean / 2, mean + mean / 2));
}

Toggles chattering(std::int64_t mean, Tick begin, Tick end, Random& random) {
  Toggles out;
  for (Tick now = begin; now < end; now = next(now, mean, random)) out.push_back(now);
  if (out.size() % 2 != 0) out.push_back(end);
  return out;
}

void pulses(const Fault& fault, Tick end, Random& random, Channels& channels) {
  constexpr Tick longest_pulse = 3;  // us; what is shorter is as likely to be sampled as its length says
  std::array<Toggles, matrix_columns> lines;
  for (Tick now = fault.begin; now < end; now = next(now, fault.size, random)) {
    const auto line = random.within(0, matrix_columns - 1);
    const Tick length = random.within(1, longest_pulse);
    auto& mine = lines[fault.place == every_line ? static_cast<std::size_t>(line) : fault.place];
    if (!mine.empty() && mine.back() >= now) continue;
    mine.push_back(now);
    mine.push_back(std::min(now + length, end));
  }
  for (std::size_t channel = 0; channel < channels.size(); ++channel) {
    turn_over(channels[channel], lines[crossing_of(static_cast<std::uint8_t>(channel)).column]);
  }
}


Wiring wiring_at(Tick t, const Parameters& parameters, std::span<const Fault> faults, Tick scan_pause, const wire::Front& front) {
  Wiring wiring(parameters, scan_pause, front);
  for (const Fault& f : faults) {
    if (of_lines(f.kind) && f.begin <= t && t < f.end) wiring.add(f);
  }
  return wiring;
}

// Contacts seen through the wires.
std::vector<Change> wired(std::span<const Change> contacts, const Parameters& parameters, std::span<const Fault> faults, Tick end,
                          Tick scan_pause, const wire::Front& front) {
  std::vector<Tick> turns{0};  // where the wires become other ones
  for (const Fault& f : faults) {
    if (of_lines(f.kind)) turns.insert(turns.end(), {f.begin, f.end});
  }
  std::sort(turns.begin(), turns.end());
  std::erase_if(turns, [&](Tick t) { return t >= end; });
  Levels closed{};
  Levels seen{};
  std::vector<Change> out;
  auto change = contacts.begin();
  auto turn = turns.begin();
  Wiring wiring(parameters, scan_pause, front);
  while (change != contacts.end() || turn != turns.end()) {
    const Tick now = change == contacts.end() ? *turn : turn == turns.end() ? change->at : std::min(change->at, *turn);
    bool turned = false;
    for (; turn != turns.end() && *turn == now; ++turn) turned = true;
    if (turned) wiring = wiring_at(now, parameters, faults, scan_pause, front);
    for (; change != contacts.end() && change->at == now; ++change) {
      const Crossing at = crossing_of(change->channel);
      closed[at.row] = static_cast<std::uint16_t>(closed[at.row] ^ at.mask());
    }
    const Levels levels = wiring.read(closed);
    if (levels == seen) continue;
    for (std::size_t channel = 0; channel < channel_count; ++channel) {
      const Crossing at = crossing_of(static_cast<std::uint8_t>(channel));
      const bool level = (levels[at.row] & at.mask()) != 0;
      if (level != ((seen[at.row] & at.mask()) != 0)) out.push_back({now, static_cast<std::uint8_t>(channel), level});
    }
    seen = levels;
  }
  return out;
}

}  // namespace

std::vector<Change> sensed(std::span<const Change> contacts, const Parameters& parameters, std::span<const Fault> faults,
                           Tick end, Random random, Tick scan_pause, const wire::Front& front) {
  const auto any = [&](auto... kinds) {
    return std::any_of(faults.begin(), faults.end(), [&](const Fault& f) { return ((f.kind == kinds) || ...); });
  };
  std::vector<Change> changes(contacts.begin(), contacts.end());
  if (any(FaultKind::chatter, FaultKind::stuck_closed, FaultKind::stuck_open)) {
    Channels channels = by_channel(changes);
    for (std::size_t i = 0; i < faults.size(); ++i) {
      const Fault& f = faults[i];
      Random chance = random.stream(i);
      if (f.kind == FaultKind::chatter) turn_over(channels[f.place], chattering(f.size, f.begin, std::min(f.end, end), chance));
    }
    // A contact that sticks does not chatter.
    for (const Fault& f : faults) {
      if (f.kind == FaultKind::stuck_closed || f.kind == FaultKind::stuck_open) {
        stick(channels[f.place], f.kind == FaultKind::stuck_closed, f.begin, f.end);
      }
    }
    changes = merged(channels);
  }
  const bool wires = std::any_of(faults.begin(), faults.end(), [](const Fault& f) { return of_lines(f.kind); });
  if (wires || !Wiring(parameters, scan_pause, front).plain()) changes = wired(changes, parameters, faults, end, scan_pause, front);
  if (any(FaultKind::emi_burst)) {
    Channels channels = by_channel(changes);
    for (std::size_t i = 0; i < faults.size(); ++i) {
      Random chance = random.stream(i);
      if (faults[i].kind == FaultKind::emi_burst) pulses(faults[i], std::min(faults[i].end, end), chance, channels);
    }
    changes = merged(channels);
  }
  std::erase_if(changes, [&](const Change& c) { return c.at >= end; });
  return changes;
}

}  // namespace adoube::sim
