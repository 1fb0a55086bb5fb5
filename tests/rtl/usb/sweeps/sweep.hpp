// SPDX-License-Identifier: Apache-2.0
/// What sweeps at the pins share: their words, their steps, and the worst that a line may do.
#pragma once
#include <cstdint>

#include "sim/line/limits.hpp"
#include "tests/rtl/usb/pins.hpp"

namespace adoube::sweep {

namespace bus = adoube::bus;
namespace line = adoube::line;
using line::bit, line::ns, line::Time;
using test::ack, test::nak, test::stall, test::device_address, test::Pins;

/// Steps of a bit time, that is of four periods of 48 MHz: sixteen within each.
inline constexpr Time steps = 64;

/// Jitter to the limits of a receiver (USB 2.0, 7.1.15).
inline line::Distortion worst_jitter(std::uint64_t seed) {
  line::Distortion distortion;
  distortion.jitter_next = 18 * ns + ns / 2;
  distortion.jitter_paired = 9 * ns;
  distortion.seed = seed;
  return distortion;
}

}  // namespace adoube::sweep
