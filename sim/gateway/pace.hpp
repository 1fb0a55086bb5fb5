// SPDX-License-Identifier: Apache-2.0
/// How fast simulated time may go where a program outside runs by a clock of its own.
#pragma once
#include <algorithm>
#include <cstdint>

#include "sim/seam/stepper.hpp"

namespace adoube::sim {

/// Hands out bit times as the outside clock moves on. What is not used within `ahead_ms` is lost: a simulation that was
/// slower than the world, or stood still because nobody asked, does not hurry afterwards.
class Pace {
 public:
  /// `speed`: simulated microseconds for one of the world, 1 to 1,000.
  explicit Pace(std::uint32_t speed) : speed_(speed) {}

  /// Bit time up to which the simulation may run at `clock_us` of the outside clock, being at `now`; not above `now`
  /// while it is too early.
  std::uint64_t until(std::uint64_t clock_us, std::uint64_t now) {
    if (started_) until_ += (clock_us - last_us_) * speed_ * bit_times_per_us;
    started_ = true;
    last_us_ = clock_us;
    until_ = std::min(until_, now + ahead_ms * speed_ * bit_times_per_ms);
    return until_;
  }

 private:
  static constexpr std::uint64_t ahead_ms = 20;
  std::uint64_t speed_;
  bool started_ = false;
  std::uint64_t last_us_ = 0;
  std::uint64_t until_ = 0;
};

}  // namespace adoube::sim
