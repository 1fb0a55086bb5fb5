// SPDX-License-Identifier: Apache-2.0
/// What befalls a simulated board's cable, its packets and the clocks at its ends at planned times.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/core/interval.hpp"
#include "sim/bus/faults.hpp"
#include "sim/seam/stepper.hpp"

namespace adoube::bus {
class Host;
}

namespace adoube::sim {

class Kernel;

struct Mishap {
  enum class Kind : std::uint8_t {
    stall,        ///< the host asks for nothing for a while (the bus is suspended); the board buffers
    reset,        ///< a bus reset that no program asked for
    cable,        ///< the cable is out for a while, the board has its own power and buffers
    line_faults,  ///< one packet in `number` is damaged, in the place of the rate before
    damage,       ///< the next packets that `damaged` fits
    drift,        ///< the host's clock is `number` millionths slower than the board's, in the place of the drift before
  };
  /// Of line faults and drift: to the end of the run.
  static constexpr Tick no_end = 0;

  Kind kind = Kind::stall;
  Tick at = 0;              ///< device time, us
  Tick length = 2'000'000;  ///< how long it lasts, us; not of reset and damage
  std::int64_t number = 0;
  bus::Fault damaged{};

  /// The board is cut off from its host.
  [[nodiscard]] bool cuts_off() const { return kind == Kind::stall || kind == Kind::reset || kind == Kind::cable; }
  /// Device time at which it is over; that of `at` where it is but a moment.
  [[nodiscard]] Tick over() const { return kind == Kind::reset || kind == Kind::damage ? at : at + length; }
  friend bool operator==(const Mishap&, const Mishap&) = default;
};

/// The words for the kinds that cut a board off, which are the first, in their order.
inline constexpr std::array<std::string_view, 3> cut_off_words = {"stall", "reset", "cable"};
/// "cable@30.000+5.000", "reset@1.500": as `adoube sim --unplug` takes it; of a kind that cuts off.
std::string words(const Mishap& mishap);

/// Clocks of the board in what a host whose clock is so many millionths slower takes for `clocks` of them.
constexpr std::uint64_t drifted(std::uint64_t clocks, int ppm) {
  const auto all = static_cast<std::int64_t>(clocks);
  return static_cast<std::uint64_t>(all + all * ppm / 1'000'000);
}

/// Steps as the stepper under it does, and does what is planned on the way, at its instant.
class MishapStepper final : public Stepper {
 public:
  /// What holds where no mishap of the kind is under way.
  struct Usual {
    std::uint32_t line_faults = 0;  ///< one packet in so many; 0: none
    int drift_ppm = 0;
  };
  /// All but the span must outlive it. Those of one kind must not overlap.
  MishapStepper(Stepper& stepper, Kernel& kernel, bus::Host& host, std::span<const Mishap> plan, const Usual& usual);

  [[nodiscard]] std::uint64_t now() const override { return stepper_.now(); }
  void run_until(std::uint64_t bit_time) override;
  void stop() override {
    stopped_ = true;
    stepper_.stop();
  }
  /// All that was planned has happened, and is over.
  [[nodiscard]] bool done() const { return steps_.empty(); }

 private:
  struct Step {
    std::uint64_t bit_time;
    Mishap mishap;
    bool begins;
  };
  void act(const Step& step);

  Stepper& stepper_;
  Kernel& kernel_;
  bus::Host& host_;
  Usual usual_;
  std::vector<Step> steps_;  // those still to come, in order of time
  bool stopped_ = false;
};

}  // namespace adoube::sim
