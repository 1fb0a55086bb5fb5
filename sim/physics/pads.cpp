// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/pads.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace adoube::sim {

namespace {

constexpr std::uint8_t touch_plane = 64;

std::int64_t squared_distance(const Place& p, const Place& centre) {
  const std::int64_t dx = p.x - centre.x;
  const std::int64_t dy = p.y - centre.y;
  const std::int64_t dz = p.z;
  return dx * dx + dy * dy + dz * dz;
}

// Tick of closest approach to the pad, to 1/4096 of the way: exact enough to split the distance into a falling
// and a rising part (a graze of less than that is not felt).
Tick closest(const Segment& s, const Place& centre) {
  const std::int64_t vx = s.to.x - s.from.x;
  const std::int64_t vy = s.to.y - s.from.y;
  const std::int64_t vz = s.to.z - s.from.z;
  const std::int64_t length = vx * vx + vy * vy + vz * vz;
  if (length == 0) return s.begin;
  const std::int64_t along = (centre.x - s.from.x) * vx + (centre.y - s.from.y) * vy - s.from.z * vz;
  const std::int64_t part = std::clamp<std::int64_t>(along * 4096 / length, 0, 4096);
  return std::min(s.begin + (s.end - s.begin) * part / 4096, s.end - 1);
}

// First and one past the last tick of the segment at which it is within `reach`.
std::optional<std::pair<Tick, Tick>> inside(const Segment& s, const Place& centre, std::int64_t reach) {
  const auto near = [&](Tick t) { return squared_distance(s.at(t), centre) <= reach * reach; };
  const Tick middle = closest(s, centre);
  if (!near(middle)) return std::nullopt;
  Tick low = s.begin;
  Tick high = middle;
  while (low < high) {
    const Tick t = low + (high - low) / 2;
    if (near(t)) {
      high = t;
    } else {
      low = t + 1;
    }
  }
  const Tick enter = low;
  low = middle;
  high = s.end - 1;
  while (low < high) {
    const Tick t = low + (high - low + 1) / 2;
    if (near(t)) {
      low = t;
    } else {
      high = t - 1;
    }
  }
  return std::pair{enter, low + 1};
}

// A pad counts what reaches it: what is near enough to close it, and what is near enough to hold it.
struct Count {
  Tick at;
  std::uint8_t pad;
  std::int8_t closing;
  std::int8_t holding;
};

class Pads {
 public:
  Pads(const Parameters& parameters, Tick end) : parameters_(parameters), end_(end) {}

  void hand(const Segment& s, bool wet) {
    meet(s, parameters_.touch_on, parameters_.touch_off, wet ? parameters_.wet_reach : 100);
  }
  void sleeve(const Segment& s) {
    const std::int64_t on = parameters_.sleeve_reach;
    if (on > 0) meet(s, on, on + parameters_.touch_off - parameters_.touch_on, 100);
  }

  std::vector<Transition> transitions() {
    std::sort(counts_.begin(), counts_.end(),
              [](const Count& a, const Count& b) { return std::pair(a.pad, a.at) < std::pair(b.pad, b.at); });
    std::vector<Transition> out;
    for (std::size_t i = 0; i < counts_.size();) {
      const std::uint8_t pad = counts_[i].pad;
      int closing = 0;
      int holding = 0;
      bool level = false;
      while (i < counts_.size() && counts_[i].pad == pad) {
        const Tick at = counts_[i].at;
        for (; i < counts_.size() && counts_[i].pad == pad && counts_[i].at == at; ++i) {
          closing += counts_[i].closing;
          holding += counts_[i].holding;
        }
        const bool next = level ? holding > 0 : closing > 0;
        if (next != level) out.push_back({at, at, static_cast<std::uint8_t>(touch_plane + pad), next});
        level = next;
      }
    }
    return out;
  }

 private:
  void meet(const Segment& s, std::int64_t on, std::int64_t off, std::int64_t percent) {
    if (s.begin >= s.end) return;
    const std::int64_t margin = (off + parameters_.touch_drift) * percent / 100;
    const auto [file_low, file_high] = squares_near(s.from.x, s.to.x, margin, parameters_.square_pitch);
    const auto [rank_low, rank_high] = squares_near(s.from.y, s.to.y, margin, parameters_.square_pitch);
    for (std::int32_t rank = rank_low; rank <= rank_high; ++rank) {
      for (std::int32_t file = file_low; file <= file_high; ++file) {
        const auto pad = static_cast<std::uint8_t>(rank * 8 + file);
        const Place centre = centre_of(square(pad), parameters_);
        const std::int64_t drift = drift_of(pad, s.begin, parameters_);
        if (const auto close = inside(s, centre, std::max<std::int64_t>((on + drift) * percent / 100, 0))) count(pad, *close, 1, 0);
        if (const auto hold = inside(s, centre, std::max<std::int64_t>((off + drift) * percent / 100, 0))) count(pad, *hold, 0, 1);
      }
    }
  }

  void count(std::uint8_t pad, std::pair<Tick, Tick> span, std::int8_t closing, std::int8_t holding) {
    counts_.push_back({span.first, pad, closing, holding});
    if (span.second < end_) {
      counts_.push_back({span.second, pad, static_cast<std::int8_t>(-closing), static_cast<std::int8_t>(-holding)});
    }
  }

  const Parameters& parameters_;
  Tick end_;
  std::vector<Count> counts_;
};

}  // namespace

std::int64_t drift_of(std::uint8_t pad, Tick at, const Parameters& parameters) {
  const std::int64_t period = parameters.touch_drift_period;
  const std::int64_t second = (at / 1'000'000 + pad * period * 5 / 64) % period;
  const std::int64_t rise = std::abs(2 * second - period);  // period .. 0 .. period
  return parameters.touch_drift * (2 * rise - period) / period;
}

std::vector<Transition> touch_transitions(const std::vector<Life>& lives, const Motion& motion, const Parameters& parameters) {
  Pads pads(parameters, motion.end);
  for (const Grip& grip : motion.grips) {
    const Life& life = lives[grip.piece];
    auto s = std::partition_point(life.begin(), life.end(), [&](const Segment& x) { return x.end <= grip.begin; });
    for (; s != life.end() && s->begin < grip.end; ++s) {
      // Cut to the grip; both ends of the cut lie on the straight line of the segment, to a micrometre.
      const Tick begin = std::max(s->begin, grip.begin);
      const Tick end = std::min(s->end, grip.end);
      if (begin >= end) continue;
      pads.hand({begin, end, s->at(begin), end == s->end ? s->to : s->at(end)}, grip.wet);
    }
  }
  for (const Finger& f : motion.fingers) pads.hand({f.begin, f.end, f.at, f.at}, f.wet);
  for (const Sleeve& s : motion.sleeves) pads.sleeve({s.begin, s.end, s.from, s.to});
  return pads.transitions();
}

}  // namespace adoube::sim
