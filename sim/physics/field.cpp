// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/field.hpp"

#include <algorithm>
#include <bit>

namespace adoube::sim {

namespace {

// Beyond a metre nothing is felt; the bound also keeps every product below 2^63.
constexpr std::int64_t far_squared = 1'000'000'000'000;

// Three times the squared cosine of the angle at the magnet, less one, in 4096ths: from -4096 to 8192.
std::int64_t upright(std::int64_t height, std::int64_t square) { return ((3 * height * height) << 12) / square - 4096; }

}  // namespace

std::int64_t integer_root(std::int64_t n) {
  if (n < 2) return n;
  const auto number = static_cast<std::uint64_t>(n);
  // Newton's way from above: falls to the root and then no further.
  auto root = std::uint64_t{1} << (std::bit_width(number) + 1) / 2;
  while (true) {
    const std::uint64_t next = (root + number / root) / 2;
    if (next >= root) return static_cast<std::int64_t>(root);
    root = next;
  }
}

std::int64_t field_at(std::int64_t square, const Parameters& parameters) {
  const std::int64_t s = std::clamp<std::int64_t>(square, 1, far_squared);
  constexpr std::int64_t reference_cubed = 1'000'000'000'000;  // (10 mm)^3 in um^3, from the magnet's middle: where magnet_field is given
  return parameters.magnet_field * reference_cubed / (s * integer_root(s));
}

FieldRange field_range(const Whereabouts& where, const Parameters& parameters) {
  const std::int64_t strong = field_at(where.near, parameters);
  const std::int64_t weak = where.far == where.near ? strong : field_at(where.far, parameters);
  if (!parameters.is_hall()) return {weak, strong};
  // The largest angle goes with the lowest height and the farthest distance. Squares are at least the height's.
  const std::int64_t least = upright(where.low, std::max(where.far, where.low * where.low));
  const std::int64_t most = std::min<std::int64_t>(upright(where.high, std::max<std::int64_t>(where.near, 1)), 8192);
  return {((least < 0 ? strong : weak) * least) >> 13, ((most < 0 ? weak : strong) * most) >> 13};
}

std::int64_t field(std::int64_t lateral, std::int64_t height, const Parameters& parameters) {
  const std::int64_t z = height + parameters.sensor_depth;
  const std::int64_t square = lateral * lateral + z * z;
  return field_range({square, square, z, z}, parameters).low;
}

std::int64_t reach_squared(std::int64_t threshold, const Parameters& parameters) {
  std::int64_t low = 0;
  std::int64_t high = far_squared;
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    if (field_at(middle, parameters) >= threshold) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

}  // namespace adoube::sim
