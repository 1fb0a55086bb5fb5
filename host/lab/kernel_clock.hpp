// SPDX-License-Identifier: Apache-2.0
/// Device time of a simulated board as the driver's clock.
#pragma once
#include "driver/transport/clock.hpp"
#include "sim/kernel/kernel.hpp"

namespace adoube::lab {

class KernelClock final : public transport::Clock {
 public:
  /// `kernel` must outlive this object.
  explicit KernelClock(const sim::Kernel& kernel) : kernel_(kernel) {}
  [[nodiscard]] Tick now() const override { return kernel_.tick(); }

 private:
  const sim::Kernel& kernel_;
};

}  // namespace adoube::lab
