// SPDX-License-Identifier: Apache-2.0
/// Cuts a simulated board off at a planned time, in one of the ways in which boards are.
#pragma once
#include <cstdint>
#include <optional>

#include "rules/core/interval.hpp"
#include "sim/bus/host.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/seam/stepper.hpp"

namespace adoube::lab {

struct Unplug {
  enum class Kind : std::uint8_t {
    stall,  ///< the host asks for nothing for a while (the bus is suspended); the board buffers
    reset,  ///< a bus reset that no program asked for
    cable,  ///< the cable is out for a while, the board has its own power and buffers
  };
  Kind kind = Kind::stall;
  Tick at = 0;              ///< device time, us
  Tick length = 2'000'000;  ///< how long it lasts, us; not for reset
};

/// Steps as the stepper under it does, and does what is planned on the way, at its instant.
class UnplugStepper final : public sim::Stepper {
 public:
  /// All must outlive it.
  UnplugStepper(sim::Stepper& stepper, sim::Kernel& kernel, bus::Host& host, const Unplug& plan);

  [[nodiscard]] std::uint64_t now() const override { return stepper_.now(); }
  void run_until(std::uint64_t bit_time) override;
  void stop() override {
    stopped_ = true;
    stepper_.stop();
  }

 private:
  void act();

  sim::Stepper& stepper_;
  sim::Kernel& kernel_;
  bus::Host& host_;
  Unplug plan_;
  std::uint64_t next_;  // bit time of the next act
  bool begun_ = false;
  bool stopped_ = false;
};

}  // namespace adoube::lab
