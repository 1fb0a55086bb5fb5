// SPDX-License-Identifier: Apache-2.0
/// Cuts a simulated board off at a planned time, in one of the ways in which boards are.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

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

/// The words for the kinds, in their order.
inline constexpr std::array<std::string_view, 3> unplug_words = {"stall", "reset", "cable"};
constexpr std::string_view text(Unplug::Kind kind) { return unplug_words[static_cast<std::size_t>(kind)]; }
/// "cable@30.000+5.000", "reset@1.500": as `adoube sim --unplug` takes it.
std::string words(const Unplug& plan);

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
  /// What was planned has happened, the end of it included.
  [[nodiscard]] bool done() const { return begun_ && next_ == never; }

 private:
  static constexpr std::uint64_t never = ~std::uint64_t{0};

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
