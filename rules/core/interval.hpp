// SPDX-License-Identifier: Apache-2.0
/// When something happened, as well as it is known.
#pragma once
#include <compare>
#include <cstdint>
#include <limits>

namespace adoube {

/// Device time in microseconds since the board's power-up, unwrapped to 64 bits.
using Tick = std::int64_t;
/// Before everything that a board can tell, and still the difference to any of its times is a Tick.
inline constexpr Tick kLongAgo = std::numeric_limits<Tick>::min() / 2;

/// The half-open interval (lo, hi] in which an edge began: after the sample at `lo`, at or before the sample at `hi`.
/// Always lo < hi.
struct Interval {
  Tick lo = 0;
  Tick hi = 0;
  friend constexpr auto operator<=>(const Interval&, const Interval&) = default;
};

/// Certainly earlier: the intervals are disjoint. Neither before(a, b) nor before(b, a) means that the order is unclear.
constexpr bool before(const Interval& a, const Interval& b) { return a.hi <= b.lo; }
constexpr bool unclear(const Interval& a, const Interval& b) { return !before(a, b) && !before(b, a); }

}  // namespace adoube
