// SPDX-License-Identifier: Apache-2.0
/// The straight stretches that a piece's way consists of.
#pragma once
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sim/physics/motion.hpp"

namespace adoube::sim {

/// Even travel from `from` to `to` in [begin, end), begin < end; standing still where the two are equal.
struct Segment {
  Tick begin;
  Tick end;
  Place from;
  Place to;

  bool stands() const { return from == to; }
  /// Each coordinate never turns back as `t` grows.
  Place at(Tick t) const {
    const auto part = [&](std::int32_t a, std::int32_t b) {
      return static_cast<std::int32_t>(a + (std::int64_t{b} - a) * (t - begin) / (end - begin));
    };
    return {part(from.x, to.x), part(from.y, to.y), part(from.z, to.z)};
  }
};

/// The whole life of one piece, standing and travelling, in the order of time and without gaps.
using Life = std::vector<Segment>;

/// The lives of all pieces of a motion.
std::vector<Life> lives(const Motion& motion);

/// First and last index of the squares, along one axis, whose middle is within `margin` um of the way from `a` to `b`;
/// an empty range (first > last) where there is none.
std::pair<std::int32_t, std::int32_t> squares_near(std::int32_t a, std::int32_t b, std::int64_t margin, std::int64_t pitch);

}  // namespace adoube::sim
