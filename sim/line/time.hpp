// SPDX-License-Identifier: Apache-2.0
/// Time on the line, fine enough that a bit at 12 MHz and a clock of 48 MHz are whole numbers.
#pragma once
#include <cstdint>

namespace adoube::line {

/// An instant or a span, in thirds of a picosecond: 2^63 of them are 35 days.
using Time = std::int64_t;

inline constexpr Time ns = 3'000;
inline constexpr Time us = 1'000 * ns;
inline constexpr Time ms = 1'000 * us;
/// One bit time at 12 Mb/s (83.333... ns).
inline constexpr Time bit = 250'000;
/// One period of 48 MHz (20.833... ns).
inline constexpr Time clock48 = bit / 4;

/// `span` longer by so many millionths (shorter where negative). Rounds to the third of a picosecond.
constexpr Time stretched(Time span, int ppm) { return span + span * ppm / 1'000'000; }

}  // namespace adoube::line
