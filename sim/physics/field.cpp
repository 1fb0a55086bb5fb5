// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/field.hpp"

#include <algorithm>

namespace adoube::sim {

namespace {
// Beyond a metre nothing is felt; the bound also keeps every product below 2^63.
constexpr std::int64_t far_squared = 1'000'000'000'000;
}  // namespace

std::int64_t integer_root(std::int64_t n) {
  std::int64_t low = 0;
  std::int64_t high = 3'037'000'499;  // root of 2^63 - 1
  while (low < high) {
    const std::int64_t middle = low + (high - low + 1) / 2;
    if (middle <= n / middle) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

std::int64_t field_at(std::int64_t square, const Parameters& parameters) {
  const std::int64_t s = std::clamp<std::int64_t>(square, 1, far_squared);
  constexpr std::int64_t reference_cubed = 1'000'000'000'000;  // (10 mm)^3 in um^3: where magnet_field is given
  return parameters.magnet_field * reference_cubed / (s * integer_root(s));
}

std::int64_t field(std::int64_t lateral, std::int64_t height, const Parameters& parameters) {
  const std::int64_t z = height + parameters.sensor_depth;
  return field_at(lateral * lateral + z * z, parameters);
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
