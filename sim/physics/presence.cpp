// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/presence.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "sim/physics/field.hpp"

namespace adoube::sim {

namespace {

// A stretch of a piece's way in which its magnet has one strength.
struct Carrier {
  Segment way;
  Tick begin;
  Tick end;
  std::int32_t percent;
};

// The ways of all pieces, cut where a magnet's strength changes.
std::vector<Carrier> carriers(const std::vector<Life>& lives, const Motion& motion) {
  std::vector<Carrier> out;
  for (std::size_t piece = 0; piece < lives.size(); ++piece) {
    std::vector<Tick> cuts;
    for (const Magnet& m : motion.magnets) {
      if (m.piece == piece) cuts.insert(cuts.end(), {m.begin, m.end});
    }
    std::sort(cuts.begin(), cuts.end());
    const auto percent_at = [&](Tick t) {
      std::int32_t percent = 100;
      for (const Magnet& m : motion.magnets) {
        if (m.piece == piece && m.begin <= t && t < m.end) percent = m.percent;
      }
      return percent;
    };
    for (const Segment& s : lives[piece]) {
      Tick begin = s.begin;
      for (const Tick cut : cuts) {
        if (cut <= begin || cut >= s.end) continue;
        out.push_back({s, begin, cut, percent_at(begin)});
        begin = cut;
      }
      out.push_back({s, begin, s.end, percent_at(begin)});
    }
  }
  return out;
}

// One carrier enters or leaves the surroundings of a sensor.
struct Visit {
  Tick at;
  std::uint32_t carrier;
  bool enters;
};

struct Reach {
  std::int64_t low;
  std::int64_t high;
};

// How far |a - centre| to |b - centre| may be anything between.
Reach apart(std::int32_t a, std::int32_t b, std::int32_t centre) {
  const std::int64_t da = a - std::int64_t{centre};
  const std::int64_t db = b - std::int64_t{centre};
  const std::int64_t far = std::max(std::abs(da), std::abs(db));
  if ((da < 0) != (db < 0)) return {0, far};
  return {std::min(std::abs(da), std::abs(db)), far};
}

class Sensing {
 public:
  Sensing(const std::vector<Carrier>& carriers, Tick end, const Parameters& parameters)
      : carriers_(carriers), end_(end), parameters_(parameters), closes_at_(parameters.closes_at()),
        opens_below_(parameters.opens_below()), latency_(parameters.is_hall() ? parameters.hall_latency : 0) {}

  // The life of one sensor, from its visits in the order of time.
  void run(std::uint8_t channel, const std::vector<Visit>& visits, std::vector<Transition>& out) {
    centre_ = centre_of(square(channel), parameters_);
    moving_.clear();
    standing_ = 0;
    bool level = false;
    for (std::size_t i = 0; i < visits.size();) {
      const Tick begin = visits[i].at;
      for (; i < visits.size() && visits[i].at == begin; ++i) visit(visits[i]);
      const Tick end = i < visits.size() ? visits[i].at : end_;
      Tick now = begin;
      while (now < end) {
        const auto crossing = first(now, end, !level);
        if (!crossing) break;
        now = *crossing;
        level = !level;
        // What a sensor has not said by the end of the run is never said.
        const Tick said = now == 0 ? 0 : now + latency_;
        if (said < end_) out.push_back({said, said, channel, level});
      }
    }
  }

 private:
  void visit(const Visit& v) {
    const Carrier& c = carriers_[v.carrier];
    if (c.way.stands()) {
      const std::int64_t felt = share(c, c.begin, c.begin).low;
      standing_ += v.enters ? felt : -felt;
    } else if (v.enters) {
      moving_.push_back(v.carrier);
    } else {
      moving_.erase(std::find(moving_.begin(), moving_.end(), v.carrier));
    }
  }

  // Bounds of what a carrier adds in [begin, last].
  FieldRange share(const Carrier& c, Tick begin, Tick last) const {
    const Place a = c.way.at(begin);
    const Place b = c.way.at(last);
    const Reach x = apart(a.x, b.x, centre_.x);
    const Reach y = apart(a.y, b.y, centre_.y);
    const Reach z = {std::min(a.z, b.z) + parameters_.sensor_depth, std::max(a.z, b.z) + parameters_.sensor_depth};
    const auto squared = [](std::int64_t p, std::int64_t q, std::int64_t r) { return p * p + q * q + r * r; };
    const FieldRange whole =
        field_range({squared(x.low, y.low, z.low), squared(x.high, y.high, z.high), z.low, z.high}, parameters_);
    return {whole.low * c.percent / 100, whole.high * c.percent / 100};
  }

  FieldRange field_in(Tick begin, Tick last) const {
    FieldRange sum{standing_, standing_};
    for (const std::uint32_t c : moving_) {
      const FieldRange one = share(carriers_[c], begin, last);
      sum.low += one.low;
      sum.high += one.high;
    }
    return sum;
  }

  // First tick of [begin, end) in which the contact closes (or opens); bounds of one tick are exact, so a half is decided
  // at the latest when it is one tick long.
  std::optional<Tick> first(Tick begin, Tick end, bool closing) const {
    const FieldRange felt = field_in(begin, end - 1);
    if (closing ? felt.high < closes_at_ : felt.low >= opens_below_) return std::nullopt;
    if (closing ? felt.low >= closes_at_ : felt.high < opens_below_) return begin;
    const Tick middle = begin + (end - begin) / 2;
    if (const auto early = first(begin, middle, closing)) return early;
    return first(middle, end, closing);
  }

  const std::vector<Carrier>& carriers_;
  Tick end_;
  const Parameters& parameters_;
  std::int64_t closes_at_;
  std::int64_t opens_below_;
  Tick latency_;
  Place centre_;
  std::vector<std::uint32_t> moving_;
  std::int64_t standing_ = 0;  // of all that stand
};

}  // namespace

std::vector<Transition> presence_transitions(const std::vector<Life>& lives, const Motion& motion, const Parameters& parameters) {
  const std::vector<Carrier> all = carriers(lives, motion);
  std::array<std::vector<Visit>, 64> visits;
  const std::int64_t faintest = std::max<std::int64_t>(parameters.opens_below() / 128, 1);
  const std::int64_t usual_reach = integer_root(reach_squared(faintest, parameters)) + 1;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    const Carrier& c = all[i];
    if (c.percent == 0) continue;
    const std::int64_t reach =
        c.percent == 100 ? usual_reach
                         : integer_root(reach_squared(std::max<std::int64_t>(faintest * 100 / c.percent, 1), parameters)) + 1;
    const auto [file_low, file_high] = squares_near(c.way.from.x, c.way.to.x, reach, parameters.square_pitch);
    const auto [rank_low, rank_high] = squares_near(c.way.from.y, c.way.to.y, reach, parameters.square_pitch);
    for (std::int32_t rank = rank_low; rank <= rank_high; ++rank) {
      for (std::int32_t file = file_low; file <= file_high; ++file) {
        auto& mine = visits[static_cast<std::size_t>(rank * 8 + file)];
        mine.push_back({c.begin, i, true});
        mine.push_back({c.end, i, false});
      }
    }
  }
  std::vector<Transition> out;
  Sensing sensing(all, motion.end, parameters);
  for (std::size_t i = 0; i < visits.size(); ++i) {
    std::sort(visits[i].begin(), visits[i].end(), [](const Visit& a, const Visit& b) { return a.at < b.at; });
    sensing.run(static_cast<std::uint8_t>(i), visits[i], out);
  }
  return out;
}

void weaken(Motion& motion, std::span<const Fault> faults, const Parameters& parameters) {
  for (const Fault& f : faults) {
    if (f.kind != FaultKind::weak_magnet) continue;
    const auto stands_there = [&](const Place& p) {
      return p.x >= 0 && p.y >= 0 && p.x / parameters.square_pitch == f.place % 8 && p.y / parameters.square_pitch == f.place / 8;
    };
    const auto piece = std::find_if(motion.pieces.begin(), motion.pieces.end(), stands_there);
    if (piece == motion.pieces.end()) continue;
    motion.magnets.push_back({f.begin, f.end, static_cast<Piece>(piece - motion.pieces.begin()), static_cast<std::int32_t>(f.size)});
  }
}

}  // namespace adoube::sim
