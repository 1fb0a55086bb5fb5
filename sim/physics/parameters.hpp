// SPDX-License-Identifier: Apache-2.0
/// The numbers that a board and its pieces are made of, each with unit, range and where the default comes from. Lengths in
/// micrometres, fields in microtesla, times in microseconds, all integers.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "rules/core/result.hpp"

namespace adoube::sim {

/// What senses a piece.
enum class Sensor : std::int64_t {
  reed,  ///< feels a field from any side, and bounces
  hall,  ///< feels the field that stands on the board, and switches cleanly, a little late
};

/// How the contacts of one plane bounce after a transition.
struct Bounce {
  std::int64_t percent;     ///< transitions of 100 that bounce
  std::int64_t first_min;   ///< shortest first spell at the new level
  std::int64_t spell_min;   ///< shortest later spell, at either level
  std::int64_t spell_max;   ///< longest spell, the first included
  std::int64_t spells_max;  ///< most returns to the old level in one bounce
  std::int64_t whole_max;   ///< longest bounce, first contact to settled
  friend bool operator==(const Bounce&, const Bounce&) = default;
};

/// The board's physics. Start from the defaults; `parameter_table` names each field.
struct Parameters {
  std::int64_t square_pitch = 55'000;
  std::int64_t pawn_base = 22'000;
  std::int64_t magnet_field = 16'000;
  std::int64_t sensor_depth = 6'000;
  std::int64_t sensor = static_cast<std::int64_t>(Sensor::reed);
  std::int64_t pull_in = 2'000;
  std::int64_t drop_out = 1'200;
  std::int64_t hall_operate = 2'000;
  std::int64_t hall_release = 1'200;
  std::int64_t hall_latency = 17;
  std::int64_t row_resistance = 100;
  std::int64_t row_capacitance = 200;
  std::int64_t column_resistance = 10'000;
  std::int64_t column_capacitance = 200;
  std::int64_t touch_on = 22'000;
  std::int64_t touch_off = 27'000;
  std::int64_t touch_drift = 500;
  std::int64_t touch_drift_period = 600;
  std::int64_t wet_reach = 120;
  std::int64_t sleeve_reach = 8'000;
  std::int64_t rocker_travel_min = 2'000;
  std::int64_t rocker_travel_max = 8'000;
  Bounce presence{90, 150, 20, 700, 4, 2'800};
  Bounce touch{90, 150, 20, 400, 3, 1'500};
  Bounce lever{90, 150, 20, 600, 4, 2'500};
  friend bool operator==(const Parameters&, const Parameters&) = default;

  [[nodiscard]] bool is_hall() const { return sensor == static_cast<std::int64_t>(Sensor::hall); }
  /// How far off the middle of its square, um along either axis, a pawn can stand without leaving it.
  [[nodiscard]] std::int64_t room() const { return (square_pitch - pawn_base) / 2; }
  /// Field at which a presence contact closes, and below which it opens.
  [[nodiscard]] std::int64_t closes_at() const { return is_hall() ? hall_operate : pull_in; }
  [[nodiscard]] std::int64_t opens_below() const { return is_hall() ? hall_release : drop_out; }
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

/// What does not fit together (a drop-out above the pull-in, a pad that reaches its neighbour), or nothing. No such board
/// can be meant.
std::optional<Error> inconsistent(const Parameters& parameters);

}  // namespace adoube::sim
