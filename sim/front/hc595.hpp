// SPDX-License-Identifier: Apache-2.0
/// Two 74HC595 in a row as their data sheet describes them. Output enable is at ground, clear at the supply.
#pragma once
#include <cstdint>
#include <string>

#include "sim/front/wire.hpp"

namespace adoube::sim {

class Hc595Pair {
 public:
  /// The wires SER, SRCLK and RCLK (or DS, SHCP, STCP) from `now` on.
  void drive(PinTime now, bool data, bool clock, bool latch);
  /// Outputs, QA of the first in bit 0; both chips wake up with zeros.
  [[nodiscard]] std::uint16_t outputs() const { return outputs_; }
  /// When they have settled.
  [[nodiscard]] PinTime settled() const { return settled_; }
  /// The first thing that the data sheet does not allow, in words; empty: there was none.
  [[nodiscard]] const std::string& violation() const { return violation_; }
  /// The same contents and wires, whenever they came about.
  [[nodiscard]] bool same(const Hc595Pair& other) const {
    return stages_ == other.stages_ && outputs_ == other.outputs_ && data_.high == other.data_.high && clock_.high == other.clock_.high &&
           latch_.high == other.latch_.high;
  }

 private:
  void want(bool holds, const char* what);

  std::uint16_t stages_ = 0, outputs_ = 0;
  PinWire data_, clock_, latch_;
  PinTime settled_ = PinWire{}.since, serial_ = PinWire{}.since;  // outputs; what the first chip hands to the second
  std::string violation_;
};

}  // namespace adoube::sim
