// SPDX-License-Identifier: Apache-2.0
/// The two wires of a full-speed bus, one bit time (1/12 us) at a time.
#pragma once
#include <cstdint>

namespace adoube::bus {

/// Length of a frame in bit times (USB 2.0, 8.4.3: 1 ms).
inline constexpr std::uint64_t frame_bits = 12'000;
/// Bit times in a microsecond of host time.
inline constexpr std::uint64_t bits_per_us = 12;

/// Level of D+ and D- during one bit time. J = {1, 0}, K = {0, 1}, SE0 = {0, 0} (USB 2.0, 7.1.7.1, full speed).
struct Line {
  bool dp;
  bool dn;
  friend constexpr bool operator==(const Line&, const Line&) = default;
};
inline constexpr Line line_j{true, false};
inline constexpr Line line_k{false, true};
inline constexpr Line line_se0{false, false};

/// What the device does to the wires: its drivers (only while `oe`) and its pull-up of D+.
struct DeviceLine {
  bool dp;
  bool dn;
  bool oe;
  bool pullup;
};

}  // namespace adoube::bus
