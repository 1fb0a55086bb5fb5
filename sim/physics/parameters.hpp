// SPDX-License-Identifier: Apache-2.0
/// Every number of the simulated board: unit, default, range and where the default comes from. Lengths in micrometres,
/// fields in microtesla, times in microseconds, all integers.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "rules/core/result.hpp"

namespace adoube::sim {

/// How the contacts of one plane bounce after a transition.
struct Bounce {
  std::int64_t percent;     ///< transitions of 100 that bounce
  std::int64_t first_min;   ///< shortest first spell at the new level
  std::int64_t spell_min;   ///< shortest later spell, at either level
  std::int64_t spell_max;   ///< longest spell, the first included
  std::int64_t spells_max;  ///< most returns to the old level in one bounce
  std::int64_t whole_max;   ///< longest bounce, first contact to settled
};

/// The board's physics. Start from the defaults; `parameter_table` names each field.
struct Parameters {
  std::int64_t square_pitch = 55'000;
  std::int64_t magnet_field = 16'000;
  std::int64_t sensor_depth = 6'000;
  std::int64_t pull_in = 2'000;
  std::int64_t drop_out = 1'200;
  std::int64_t touch_on = 22'000;
  std::int64_t touch_off = 27'000;
  std::int64_t rocker_travel_min = 2'000;
  std::int64_t rocker_travel_max = 8'000;
  Bounce presence{90, 150, 20, 700, 4, 2'800};
  Bounce touch{90, 150, 20, 400, 3, 1'500};
  Bounce lever{90, 150, 20, 600, 4, 2'500};
};

struct ParameterInfo {
  std::string_view name;
  std::string_view unit;
  std::int64_t low;   ///< smallest and largest value that makes sense
  std::int64_t high;
  std::string_view source;
  std::int64_t& (*field)(Parameters&);
};

/// All parameters, in the order of the structure.
std::span<const ParameterInfo> parameter_table();

/// Sets a parameter by name. An unknown name or a value outside the range: `usage`.
Result<void> set_parameter(Parameters& parameters, std::string_view name, std::int64_t value);

/// What does not fit together (a drop-out above the pull-in, a pad that reaches its neighbour), or nothing.
std::optional<Error> inconsistent(const Parameters& parameters);

}  // namespace adoube::sim
