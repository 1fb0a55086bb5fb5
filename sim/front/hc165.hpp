// SPDX-License-Identifier: Apache-2.0
/// A chain of 74HC165 as its data sheet describes it: what it puts out, and whether it was given the time to.
#pragma once
#include <bitset>
#include <string>

#include "sim/front/wire.hpp"

namespace adoube::sim {

class Hc165Chain {
 public:
  static constexpr std::size_t chip = 8, most = 136;
  using Inputs = std::bitset<most>;

  /// `bits`: inputs of the chain, eight a chip. Input 0 is the first to come out: H of the chip next to the reader.
  explicit Hc165Chain(std::size_t bits) : bits_(bits) {}

  /// The wires SH/LD (or PL) and CLK from `now` on, and what stands at the inputs.
  void drive(PinTime now, bool load, bool clock, const Inputs& inputs);
  /// While this holds the inputs matter.
  [[nodiscard]] bool follows() const { return !load_.high; }
  /// The level of CLK.
  [[nodiscard]] bool clocked() const { return clock_.high; }
  /// The serial output, once it has settled.
  [[nodiscard]] bool output() const { return stages_[0]; }
  /// A flop takes the output at `now`: a violation while it may still move.
  void taken(PinTime now) { want(now >= settled_, "74HC165: the output is taken before it has settled"); }
  /// The first thing that the data sheet does not allow, in words; empty: there was none.
  [[nodiscard]] const std::string& violation() const { return violation_; }
  /// The same contents and wires, whenever they came about.
  [[nodiscard]] bool same(const Hc165Chain& other) const {
    return stages_ == other.stages_ && load_.high == other.load_.high && clock_.high == other.clock_.high;
  }

 private:
  void want(bool holds, const char* what);

  std::size_t bits_;
  Inputs stages_;
  PinWire load_, clock_;  // low before power-up, and so while the board is in reset
  PinTime settled_ = PinWire{}.since;
  std::string violation_;
};

}  // namespace adoube::sim
