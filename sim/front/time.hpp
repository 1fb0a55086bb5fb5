// SPDX-License-Identifier: Apache-2.0
/// Time at the pins of shift registers, and what their data sheets ask for.
#pragma once
#include <cstdint>

#include "driver/wire/protocol.hpp"

namespace adoube::sim {

/// Picoseconds since power-up.
using PinTime = std::int64_t;
inline constexpr PinTime pin_ns = 1'000;

/// When an edge of the 12 MHz clock comes.
constexpr PinTime pin_time(std::uint64_t clock) {
  return static_cast<PinTime>(clock * 1'000'000 / wire::scan::clocks_per_us);
}

/// The most that a pad of the FPGA and the wire behind it take, each way.
inline constexpr PinTime pad_delay = 15 * pin_ns;

/// Nexperia 74HC165 (Rev. 3, table 7) and 74HC595 (Rev. 7, table 7): 2.0 V, -40 to +125 C. The tables have columns for 2.0, 4.5 and 6.0 V
/// and none for 3.3 V; a part at 3.3 V is faster than at 2.0 V, so these hold for it with a margin of two to four.
namespace hc165 {
inline constexpr PinTime clock_width = 120 * pin_ns;  ///< CP high or low
inline constexpr PinTime load_width = 120 * pin_ns;   ///< PL low
inline constexpr PinTime recovery = 150 * pin_ns;     ///< PL high before CP rises
inline constexpr PinTime clock_to_output = 250 * pin_ns;
inline constexpr PinTime load_to_output = 250 * pin_ns;
}  // namespace hc165
namespace hc595 {
inline constexpr PinTime clock_width = 110 * pin_ns;     ///< SHCP high or low
inline constexpr PinTime latch_width = 110 * pin_ns;     ///< STCP high or low
inline constexpr PinTime data_setup = 75 * pin_ns;       ///< DS before SHCP rises
inline constexpr PinTime data_hold = 3 * pin_ns;
inline constexpr PinTime clock_to_latch = 110 * pin_ns;  ///< SHCP rises before STCP does
inline constexpr PinTime latch_to_output = 265 * pin_ns;
}  // namespace hc595

}  // namespace adoube::sim
