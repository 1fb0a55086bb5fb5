// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/contacts.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "sim/physics/pads.hpp"
#include "sim/physics/presence.hpp"
#include "sim/physics/segment.hpp"

namespace adoube::sim {

namespace {

constexpr std::uint8_t touch_plane = 64;

const Bounce& bounce_of(std::uint8_t channel, const Parameters& parameters) {
  return channel < touch_plane ? parameters.presence : channel < 128 ? parameters.touch : parameters.lever;
}

// A Hall sensor switches an output: there is nothing that could bounce.
bool bounces(std::uint8_t channel, const Parameters& parameters) { return channel >= touch_plane || !parameters.is_hall(); }

void add_levers(const std::vector<Lever>& levers, std::vector<Transition>& out) {
  std::vector<Lever> sorted = levers;
  std::stable_sort(sorted.begin(), sorted.end(), [](const Lever& a, const Lever& b) { return a.at < b.at; });
  std::array<bool, channel_count> level{};
  for (const Lever& l : sorted) {
    if (level[l.channel] == l.level) continue;
    level[l.channel] = l.level;
    out.push_back({l.at, l.at, l.channel, l.level});
  }
}

}  // namespace

Place centre_of(Square s, const Parameters& parameters) {
  const auto middle = [&](int i) { return static_cast<std::int32_t>(parameters.square_pitch * (2 * i + 1) / 2); };
  return {middle(file_of(s)), middle(rank_of(s)), 0};
}

std::vector<Transition> transitions(const Motion& motion, const Parameters& parameters) {
  const std::vector<Life> all = lives(motion);
  std::vector<Transition> out = presence_transitions(all, motion, parameters);
  const std::vector<Transition> touch = touch_transitions(all, motion, parameters);
  out.insert(out.end(), touch.begin(), touch.end());
  add_levers(motion.levers, out);
  std::sort(out.begin(), out.end(),
            [](const Transition& a, const Transition& b) { return std::pair(a.at, a.channel) < std::pair(b.at, b.channel); });
  return out;
}

std::vector<Change> with_bounce(std::vector<Transition>& ideal, const Parameters& parameters, Random random) {
  // Time of the next transition of the same channel.
  std::vector<Tick> next(ideal.size());
  std::array<Tick, channel_count> following;
  following.fill(std::numeric_limits<Tick>::max() / 2);
  for (std::size_t i = ideal.size(); i-- > 0;) {
    next[i] = following[ideal[i].channel];
    following[ideal[i].channel] = ideal[i].at;
  }
  std::vector<Change> out;
  out.reserve(ideal.size() * 5);
  for (std::size_t i = 0; i < ideal.size(); ++i) {
    Transition& t = ideal[i];
    out.push_back({t.at, t.channel, t.level});
    t.settled = t.at;
    if (t.at == 0 || !bounces(t.channel, parameters)) continue;
    const Bounce& bounce = bounce_of(t.channel, parameters);
    if (!random.chance(static_cast<int>(bounce.percent))) continue;
    const Tick limit = t.at + std::min<Tick>(bounce.whole_max, (next[i] - t.at) / 2);
    const std::int64_t returns = random.within(1, bounce.spells_max);
    Tick now = t.at + random.within(bounce.first_min, bounce.spell_max);
    for (std::int64_t r = 0; r < returns; ++r) {
      const Tick back = now + random.within(bounce.spell_min, bounce.spell_max);
      if (back > limit) break;
      out.push_back({now, t.channel, !t.level});
      out.push_back({back, t.channel, t.level});
      t.settled = back;
      now = back + random.within(bounce.spell_min, bounce.spell_max);
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace adoube::sim
