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

/// The data sheets (Nexperia 74HC165 Rev. 3, table 7; 74HC595 Rev. 7, table 7; both 50 pF, -40 to +125 C) have columns for 2.0, 4.5 and
/// 6.0 V. A board's 3.3 V may be a tenth less. What holds there lies below the straight line between two columns, as these times
/// fall with the supply, and ever more slowly.
constexpr PinTime at_3v0(PinTime at_2v0, PinTime at_4v5) {
  return at_4v5 + (at_2v0 - at_4v5) * 3 / 5;  // (4.5 - 3.0) / (4.5 - 2.0)
}

namespace hc165 {
inline constexpr PinTime clock_width = at_3v0(120 * pin_ns, 24 * pin_ns);      ///< t_W, CP high or low
inline constexpr PinTime load_width = at_3v0(120 * pin_ns, 24 * pin_ns);       ///< t_W, PL low
inline constexpr PinTime recovery = at_3v0(150 * pin_ns, 30 * pin_ns);         ///< t_rec, PL high before CP rises
inline constexpr PinTime input_setup = at_3v0(120 * pin_ns, 24 * pin_ns);      ///< t_su, D0 to D7 before PL rises
inline constexpr PinTime serial_setup = at_3v0(120 * pin_ns, 24 * pin_ns);     ///< t_su, DS (the chip before) before CP rises
inline constexpr PinTime clock_to_output = at_3v0(250 * pin_ns, 50 * pin_ns);  ///< t_pd, CP to Q7
inline constexpr PinTime load_to_output = at_3v0(250 * pin_ns, 50 * pin_ns);   ///< t_pd, PL to Q7
}  // namespace hc165
namespace hc595 {
inline constexpr PinTime clock_width = at_3v0(110 * pin_ns, 22 * pin_ns);      ///< t_W, SHCP high or low
inline constexpr PinTime latch_width = at_3v0(110 * pin_ns, 22 * pin_ns);      ///< t_W, STCP high or low
inline constexpr PinTime data_setup = at_3v0(75 * pin_ns, 15 * pin_ns);        ///< t_su, DS before SHCP rises
inline constexpr PinTime data_hold = 3 * pin_ns;                               ///< t_h, the same in all columns
inline constexpr PinTime clock_to_latch = at_3v0(110 * pin_ns, 22 * pin_ns);   ///< t_su, SHCP rises before STCP does
inline constexpr PinTime clock_to_serial = at_3v0(240 * pin_ns, 48 * pin_ns);  ///< t_pd, SHCP to Q7S, which is DS of the next
inline constexpr PinTime latch_to_output = at_3v0(265 * pin_ns, 53 * pin_ns);  ///< t_pd, STCP to Q0 to Q7
}  // namespace hc595

}  // namespace adoube::sim
