// SPDX-License-Identifier: Apache-2.0
/// Who moves simulated time: the plain kernel, or a shell round it (SystemC). The gateways know no more than this.
#pragma once
#include <cstdint>

namespace adoube::sim {

/// Length of units in bit times of the full-speed bus (12 Mb/s; the same as one 12 MHz clock of the device).
inline constexpr std::uint64_t bit_times_per_us = 12;
inline constexpr std::uint64_t bit_times_per_ms = 12'000;

/// Moves the simulated board and bus. One thread; never called from inside a run.
class Stepper {
 public:
  Stepper() = default;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;
  virtual ~Stepper() = default;

  /// Whole bit times simulated since power-up.
  [[nodiscard]] virtual std::uint64_t now() const = 0;

  /// Runs until now() == bit_time, or less far: after the bit time in which stop() was called. A bit time that lies
  /// behind does nothing.
  virtual void run_until(std::uint64_t bit_time) = 0;

  /// Called from inside a run (by the completion of a transfer): the run ends with the bit time in progress. So the
  /// instant at which a driver sees a transfer does not depend on the mode of the kernel. No effect between runs.
  virtual void stop() = 0;
};

}  // namespace adoube::sim
