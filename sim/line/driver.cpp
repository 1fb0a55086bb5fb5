// SPDX-License-Identifier: Apache-2.0
#include "sim/line/driver.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "sim/physics/random.hpp"

namespace adoube::line {
namespace {

bool differential(bus::Line level) { return level.dp != level.dn; }

/// Draws how far each edge between J and K stands from its place. Edges of one direction lean all to one side, those of
/// the other to the other side, and each is drawn on top of that: so both limits are reached and neither is passed.
class Jitter {
 public:
  explicit Jitter(const Distortion& distortion)
      : random_(distortion.seed), lean_(distortion.jitter_next - distortion.jitter_paired), reach_(distortion.jitter_paired / 2) {
    if (lean_ < 0 || reach_ < 0) throw std::invalid_argument("jitter: paired edges may not differ more than neighbours");
    if (random_.chance(50)) lean_ = -lean_;
  }
  Time draw(bool to_j) {
    if (lean_ == 0 && reach_ == 0) return 0;
    Time offset = random_.within(-reach_, reach_);
    if (random_.chance(50)) offset = offset < 0 ? -reach_ : reach_;
    return offset + (to_j ? lean_ : -lean_) / 2;
  }

 private:
  sim::Random random_;
  Time lean_;
  Time reach_;
};

/// Edges of the levels as a whole, before the two wires are looked at one by one.
Wave ideal(std::span<const bus::Line> levels, Time start, const Distortion& distortion) {
  Wave wave;
  Jitter jitter(distortion);
  bus::Line last = bus::line_j;
  Time origin = start;        // of the bit times: what is lengthened moves all that follows
  Time first_offset = 0;
  bool first = true;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const bus::Line level = levels[i];
    if (level == last) continue;
    if (level == bus::line_se0) origin += distortion.dribble;
    if (last == bus::line_se0 && distortion.se0 != 0) {
      // SE0 has a width of its own: what follows begins when it is over.
      const Time planned = origin + stretched(static_cast<Time>(i) * bit, distortion.ppm);
      origin += wave.back().at + distortion.se0 - planned;
    }
    Time at = origin + stretched(static_cast<Time>(i) * bit, distortion.ppm);
    if (differential(last) && differential(level)) {
      const Time offset = jitter.draw(level == bus::line_j);
      if (first) first_offset = offset;
      first = false;
      at += offset - first_offset;
    }
    wave.push_back({at, level, true});
    last = level;
  }
  const Time end = origin + stretched(static_cast<Time>(levels.size()) * bit, distortion.ppm);
  if (wave.empty()) wave.push_back({start, bus::line_j, true});
  wave.push_back({end, bus::line_j, false});
  return wave;
}

void through(Wave& wave, const Hub& hub) {
  for (std::size_t i = 0; i < wave.size(); ++i) {
    wave[i].at += hub.delay;
    if (i == 0) wave[i].at += hub.sync_shift;
    if (wave[i].driven && wave[i].level == bus::line_se0) wave[i].at += hub.eop_late;
    // What follows SE0 is late with it, else the skew would be hidden in the delay.
    if (i > 0 && wave[i - 1].driven && wave[i - 1].level == bus::line_se0) {
      for (std::size_t k = i; k < wave.size(); ++k) wave[k].at += hub.eop_late + hub.eop_skew;
    }
  }
}

/// Each wire's own edges where the line goes from J to K or back.
Wave wires(const Wave& whole, const Distortion& distortion) {
  if (distortion.skew == 0 && distortion.crossover == 0) return whole;
  // The wires cross where the ideal line changes; all is late enough that nothing comes before its time.
  const Time centre = (std::abs(distortion.skew) + std::abs(distortion.crossover)) / 2;
  struct Change {
    Time at;
    bool minus, level;
  };
  std::vector<Change> changes;
  bus::Line last = bus::line_j;
  for (const Edge& edge : whole) {
    const bool crossing = differential(last) && differential(edge.level) && !(last == edge.level);
    const auto moved = [&](bool level, Time skew) {
      if (!crossing) return edge.at + centre;
      return edge.at + centre + skew / 2 + (level ? distortion.crossover : -distortion.crossover) / 2;
    };
    if (edge.level.dp != last.dp) changes.push_back({moved(edge.level.dp, -distortion.skew), false, edge.level.dp});
    if (edge.level.dn != last.dn) changes.push_back({moved(edge.level.dn, distortion.skew), true, edge.level.dn});
    last = edge.level;
  }
  std::ranges::stable_sort(changes, {}, &Change::at);
  Wave wave;
  bus::Line level = bus::line_j;
  for (const Change& change : changes) {
    (change.minus ? level.dn : level.dp) = change.level;
    if (!wave.empty() && wave.back().at == change.at) wave.back().level = level;
    else wave.push_back({change.at, level, true});
  }
  const Edge& end = whole.back();
  if (wave.empty()) wave.push_back({whole.front().at + centre, bus::line_j, true});
  wave.push_back({end.at + centre, end.level, false});
  return wave;
}

}  // namespace

Wave drive(std::span<const bus::Line> levels, Time start, const Distortion& distortion) {
  if (distortion.hubs > 5) throw std::invalid_argument("at most five hubs stand between a host and a device");
  Wave wave = ideal(levels, start, distortion);
  for (unsigned i = 0; i < distortion.hubs; ++i) through(wave, distortion.hub);
  return wires(wave, distortion);
}

}  // namespace adoube::line
