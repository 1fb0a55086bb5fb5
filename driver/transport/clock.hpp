// SPDX-License-Identifier: Apache-2.0
/// The only clock the driver knows, and it is handed in: simulated time for a simulated board, a steady clock of the
/// host for a real one. Deadlines are counted on it.
#pragma once
#include "rules/core/interval.hpp"

namespace adoube::transport {

class Clock {
 public:
  Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  virtual ~Clock() = default;
  /// Microseconds since any fixed moment; never falls.
  [[nodiscard]] virtual Tick now() const = 0;
};

}  // namespace adoube::transport
