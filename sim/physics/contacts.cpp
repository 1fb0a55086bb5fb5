// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/contacts.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "sim/physics/field.hpp"

namespace adoube::sim {

namespace {

constexpr std::uint8_t touch_plane = 64;

// Uniform travel from `from` to `to` in [begin, end); standing still where they are equal.
struct Segment {
  Tick begin;
  Tick end;
  Place from;
  Place to;

  Place at(Tick t) const {
    const auto part = [&](std::int32_t a, std::int32_t b) {
      return static_cast<std::int32_t>(a + (std::int64_t{b} - a) * (t - begin) / (end - begin));
    };
    return {part(from.x, to.x), part(from.y, to.y), part(from.z, to.z)};
  }
};

std::int64_t squared_distance(const Place& p, const Place& centre, std::int64_t depth) {
  const std::int64_t dx = p.x - centre.x;
  const std::int64_t dy = p.y - centre.y;
  const std::int64_t dz = p.z + depth;
  return dx * dx + dy * dy + dz * dz;
}

// Tick of closest approach to the sensor, to 1/4096 of the way: exact enough to split the distance into a falling
// and a rising part (a graze of less than that is not felt).
Tick closest(const Segment& s, const Place& centre, std::int64_t depth) {
  const std::int64_t vx = s.to.x - s.from.x;
  const std::int64_t vy = s.to.y - s.from.y;
  const std::int64_t vz = s.to.z - s.from.z;
  const std::int64_t length = vx * vx + vy * vy + vz * vz;
  if (length == 0) return s.begin;
  const std::int64_t along = (centre.x - s.from.x) * vx + (centre.y - s.from.y) * vy + (-depth - s.from.z) * vz;
  const std::int64_t part = std::clamp<std::int64_t>(along * 4096 / length, 0, 4096);
  return std::min(s.begin + (s.end - s.begin) * part / 4096, s.end - 1);
}

// First and one past the last tick of the segment at which the squared distance is at most `reach`.
std::optional<std::pair<Tick, Tick>> inside(const Segment& s, const Place& centre, std::int64_t depth, std::int64_t reach) {
  const auto near = [&](Tick t) { return squared_distance(s.at(t), centre, depth) <= reach; };
  const Tick middle = closest(s, centre, depth);
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

// A sensor counts the things that reach it: those strong enough to close it, and those strong enough to hold it.
struct Reach {
  Tick at;
  std::uint8_t channel;
  std::int8_t closing;
  std::int8_t holding;
};

// What one plane's sensors have in common.
struct Plane {
  std::uint8_t first_channel;
  std::int64_t depth;
  std::int64_t close_reach;  // squared distances
  std::int64_t hold_reach;
  std::int64_t margin;       // root of hold_reach
};

class Field {
 public:
  Field(const Parameters& parameters, Tick end) : parameters_(parameters), end_(end) {
    const std::int64_t pull = reach_squared(parameters.pull_in, parameters);
    const std::int64_t drop = reach_squared(parameters.drop_out, parameters);
    presence_ = {0, parameters.sensor_depth, pull, drop, integer_root(drop) + 1};
    touch_ = {touch_plane, 0, parameters.touch_on * parameters.touch_on, parameters.touch_off * parameters.touch_off,
              parameters.touch_off};
    for (int i = 0; i < 64; ++i) centres_[static_cast<std::size_t>(i)] = centre_of(square(i), parameters);
  }

  void magnet(const Segment& s) { meet(s, presence_); }
  void hand(const Segment& s) { meet(s, touch_); }

  std::vector<Transition> transitions() {
    std::sort(events_.begin(), events_.end(),
              [](const Reach& a, const Reach& b) { return std::pair(a.channel, a.at) < std::pair(b.channel, b.at); });
    std::vector<Transition> out;
    for (std::size_t i = 0; i < events_.size();) {
      const std::uint8_t channel = events_[i].channel;
      int closing = 0;
      int holding = 0;
      bool level = false;
      while (i < events_.size() && events_[i].channel == channel) {
        const Tick at = events_[i].at;
        for (; i < events_.size() && events_[i].channel == channel && events_[i].at == at; ++i) {
          closing += events_[i].closing;
          holding += events_[i].holding;
        }
        const bool next = level ? holding > 0 : closing > 0;
        if (next != level) out.push_back({at, at, channel, next});
        level = next;
      }
    }
    return out;
  }

 private:
  void meet(const Segment& s, const Plane& plane) {
    if (s.begin >= s.end) return;
    const auto range = [&](std::int32_t a, std::int32_t b) {
      const std::int64_t low = (std::min(a, b) - plane.margin) / parameters_.square_pitch;
      const std::int64_t high = (std::max(a, b) + plane.margin) / parameters_.square_pitch;
      return std::pair{std::max<std::int64_t>(low, 0), std::min<std::int64_t>(high, 7)};
    };
    const auto [file_low, file_high] = range(s.from.x, s.to.x);
    const auto [rank_low, rank_high] = range(s.from.y, s.to.y);
    for (std::int64_t rank = rank_low; rank <= rank_high; ++rank) {
      for (std::int64_t file = file_low; file <= file_high; ++file) {
        const auto i = static_cast<std::uint8_t>(rank * 8 + file);
        const auto channel = static_cast<std::uint8_t>(plane.first_channel + i);
        if (const auto close = inside(s, centres_[i], plane.depth, plane.close_reach)) count(channel, *close, 1, 0);
        if (const auto hold = inside(s, centres_[i], plane.depth, plane.hold_reach)) count(channel, *hold, 0, 1);
      }
    }
  }

  void count(std::uint8_t channel, std::pair<Tick, Tick> span, std::int8_t closing, std::int8_t holding) {
    events_.push_back({span.first, channel, closing, holding});
    if (span.second < end_) {
      events_.push_back({span.second, channel, static_cast<std::int8_t>(-closing), static_cast<std::int8_t>(-holding)});
    }
  }

  Parameters parameters_;
  Tick end_;
  Plane presence_;
  Plane touch_;
  std::array<Place, 64> centres_;
  std::vector<Reach> events_;
};

// The whole life of one piece, standing and travelling, in the order of time.
std::vector<std::vector<Segment>> lives(const Motion& motion) {
  std::vector<std::vector<Segment>> out(motion.pieces.size());
  std::vector<Tick> since(motion.pieces.size(), 0);
  std::vector<Place> where = motion.pieces;
  for (const Leg& leg : motion.legs) {
    const std::size_t p = leg.piece;
    if (since[p] < leg.begin) out[p].push_back({since[p], leg.begin, where[p], where[p]});
    out[p].push_back({leg.begin, leg.end, where[p], leg.to});
    where[p] = leg.to;
    since[p] = leg.end;
  }
  for (std::size_t p = 0; p < out.size(); ++p) {
    if (since[p] < motion.end) out[p].push_back({since[p], motion.end, where[p], where[p]});
  }
  return out;
}

const Bounce& bounce_of(std::uint8_t channel, const Parameters& parameters) {
  return channel < touch_plane ? parameters.presence : channel < 128 ? parameters.touch : parameters.lever;
}

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
  Field field(parameters, motion.end);
  const auto life = lives(motion);
  for (const auto& piece : life) {
    for (const Segment& s : piece) field.magnet(s);
  }
  for (const Grip& grip : motion.grips) {
    const auto& piece = life[grip.piece];
    auto s = std::partition_point(piece.begin(), piece.end(), [&](const Segment& x) { return x.end <= grip.begin; });
    for (; s != piece.end() && s->begin < grip.end; ++s) {
      // Cut to the grip; both ends of the cut lie on the straight line of the segment, to a micrometre.
      const Tick begin = std::max(s->begin, grip.begin);
      const Tick end = std::min(s->end, grip.end);
      if (begin >= end) continue;
      field.hand({begin, end, s->at(begin), end == s->end ? s->to : s->at(end)});
    }
  }
  for (const Finger& f : motion.fingers) field.hand({f.begin, f.end, f.at, f.at});
  std::vector<Transition> out = field.transitions();
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
    if (t.at == 0) continue;
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
