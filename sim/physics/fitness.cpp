// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/fitness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "sim/physics/field.hpp"
#include "sim/physics/matrix.hpp"

namespace adoube::sim {

namespace {

// What a sensor feels at least and at most of a piece `files` and `ranks` squares away, off its centre as it may be.
FieldRange neighbour(std::int64_t files, std::int64_t ranks, std::int64_t height, std::int64_t off_centre, const Parameters& p) {
  const auto near = [&](std::int64_t n) { return std::max<std::int64_t>(n * p.square_pitch - off_centre, 0); };
  const auto far = [&](std::int64_t n) { return n * p.square_pitch + off_centre; };
  const std::int64_t z = height + p.sensor_depth;
  const auto squared = [&](std::int64_t x, std::int64_t y) { return x * x + y * y + z * z; };
  return field_range({squared(near(files), near(ranks)), squared(far(files), far(ranks)), z, z}, p);
}

// Of all pieces on the squares around.
FieldRange neighbours(std::int64_t off_centre, const Parameters& p) {
  FieldRange sum{0, 0};
  for (int files = -4; files <= 4; ++files) {
    for (int ranks = -4; ranks <= 4; ++ranks) {
      if (files == 0 && ranks == 0) continue;
      const FieldRange one = neighbour(std::abs(files), std::abs(ranks), 0, off_centre, p);
      sum.low += std::min<std::int64_t>(one.low, 0);  // a square may as well be empty
      sum.high += std::max<std::int64_t>(one.high, 0);
    }
  }
  return sum;
}

std::optional<std::string> unfit_presence(const Parameters& p, const Handling& hands) {
  const std::int64_t off_centre = hands.off_centre;
  const FieldRange around = neighbours(off_centre, p);
  const std::int64_t own = field(integer_root(2 * off_centre * off_centre), 0, p) + around.low;
  if (own < p.closes_at()) {
    return fmt::format("a piece {} um off centre gives its sensor {} uT, and it closes at {}; set pieces down with more care, raise magnet_field or change sensor_depth",
                       off_centre, own, p.closes_at());
  }
  const std::int64_t alien = around.high + std::max<std::int64_t>(neighbour(0, 0, hands.carried, off_centre, p).high, 0);
  if (alien >= p.opens_below()) {
    return fmt::format("neighbours and a carried piece give the sensor of an empty square {} uT, and it opens below {}; lower magnet_field or raise the thresholds",
                       alien, p.opens_below());
  }
  return std::nullopt;
}

// Fingers that stay on a piece for less have left it before a slow sensor says that it stands: as if it had come by itself.
std::optional<std::string> unfit_latency(const Parameters& p, const Handling& hands) {
  if (!p.is_hall() || p.hall_latency <= hands.shortest_grip) return std::nullopt;
  return fmt::format("its Hall sensors tell of a piece {} us after it stands, and quick fingers leave it {} us after that; lower hall_latency",
                     p.hall_latency, hands.shortest_grip);
}

// And what a hand does within one scan comes in no order.
std::optional<std::string> unfit_scan(const Handling& hands, const FilterTimes& times) {
  if (times.scan_period < hands.shortest_grip) return std::nullopt;
  return fmt::format("a scan takes {} us, and quick fingers leave a piece {} us after it stands; lower the scan pause", times.scan_period,
                     hands.shortest_grip);
}

std::optional<std::string> unfit_touch(const Parameters& p, const Handling& hands) {
  const std::int64_t off_centre = hands.off_centre;
  const std::int64_t least = p.touch_on - p.touch_drift;
  if (least * least < 2 * off_centre * off_centre) {
    return fmt::format("a hand on a piece {} um off centre is felt only up to {} um; raise touch_on", off_centre, least);
  }
  const std::int64_t most = (p.touch_on + p.touch_drift) * p.wet_reach / 100;
  if (most >= std::min(hands.carried, p.square_pitch - off_centre)) {
    return fmt::format("a wet hand is felt up to {} um, so that it touches in passing; lower touch_on or wet_reach", most);
  }
  return std::nullopt;
}

std::optional<std::string> unfit_wires(const Parameters& p, const wire::Front& front) {
  const std::int64_t time = sampled_after(front);
  if (time == 0) return std::nullopt;
  const Settling lines = settling(p);
  if (lines.rise > time) {
    return fmt::format("row lines need {} ns to rise, and the sample is taken after {}; lower row_resistance or row_capacitance", lines.rise, time);
  }
  if (lines.fall > time) {
    return fmt::format("column lines need {} ns to fall, and the sample is taken after {}; lower column_resistance or column_capacitance", lines.fall, time);
  }
  return std::nullopt;
}

// A bounce of less than two holds cannot confirm a level and then the other; one that ends a hold before chatter_max never
// makes its channel restless.
std::optional<std::string> unfit_bounce(const Parameters& p, const FilterTimes& times) {
  struct Contacts {
    const char* name;
    const Bounce& bounce;
    Tick hold;
  };
  const std::array<Contacts, 3> all = {{{"presence", p.presence, times.hold_presence}, {"touch", p.touch, times.hold_touch}, {"lever", p.lever, times.hold_auxiliary}}};
  for (const auto& [name, bounce, hold] : all) {
    if (&bounce == &p.presence && p.is_hall()) continue;
    const Tick most = std::min(2 * hold, times.chatter_max - hold) - 2 * times.scan_period;
    if (bounce.percent == 0) continue;
    if (most <= 0) {
      return fmt::format("with a hold of {} us and scans of {} us the filter takes a bounce of {} contacts for more; raise the hold, lower the scan pause or {}_bounce_percent",
                         hold, times.scan_period, name, name);
    }
    if (bounce.whole_max >= most) {
      return fmt::format("{} contacts bounce for up to {} us, and the filter is made for less than {}; lower {}_bounce_whole_max", name, bounce.whole_max, most, name);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> unfit(const Parameters& parameters, const Handling& handling, const FilterTimes& times, const wire::Front& front) {
  if (auto why = unfit_presence(parameters, handling)) return why;
  if (auto why = unfit_latency(parameters, handling)) return why;
  if (auto why = unfit_scan(handling, times)) return why;
  if (auto why = unfit_touch(parameters, handling)) return why;
  if (auto why = unfit_wires(parameters, front)) return why;
  return unfit_bounce(parameters, times);
}

FitBoard random_fit_board(Random& random, const Handling& handling) {
  constexpr std::int64_t least_care = 12'000;
  Handling hands = handling;
  while (true) {
    FitBoard board{};
    for (const ParameterInfo& row : parameter_table()) row.field(board.parameters) = random.within(row.low, row.high);
    hands.off_centre = board.off_centre = random.within(0, std::min(board.parameters.room(), least_care));
    if (!inconsistent(board.parameters) && !unfit(board.parameters, hands)) return board;
  }
}

}  // namespace adoube::sim
