// SPDX-License-Identifier: Apache-2.0
/// A netlist as lanes.py wrote it down: 256 boards beside each other, a bit of every word each. Lane 0 is the netlist as it is; in each
/// other lane one LUT may have another table. All get the same inputs, so one run of the stimulus tries 255 faults.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/constraints/gates/bench.hpp"

namespace gates {

using Word = std::uint64_t __attribute__((vector_size(32)));
using Net = std::uint16_t;

constexpr Word none{};
constexpr Word every = ~Word{};
constexpr std::size_t lanes = 256;

/// The faults, while the netlist settles.
class Planted {
 public:
  /// Where `turned` says that the tables differ, the fault of a lane turns its LUT's output.
  void operator()(std::size_t lane, const Word& turned, Word& output) {
    const Word where = turned & acts_[lane];
    looked_up_ |= where;
    output ^= where;
  }
  void plant(std::size_t lane) { acts_[lane][lane / 64] |= std::uint64_t{1} << lane % 64; }
  void heal(std::size_t lane) { acts_[lane] = none; }
  /// Lanes whose LUT said something else at least once.
  [[nodiscard]] const Word& looked_up() const { return looked_up_; }

 private:
  std::array<Word, lanes> acts_{};
  Word looked_up_{};
};

namespace netlist {

struct Flop {
  Net q, d, enable, reset;
  bool set;  // by `reset`
};

struct Ram {
  unsigned read_mode, write_mode;
  std::array<Net, 16> rdata;
  std::array<Net, 11> raddr;
  Net re, rclke;
  std::array<Net, 16> wdata;
  std::array<Net, 11> waddr;
  std::array<Net, 16> mask;
  Net we, wclke;
  std::array<std::uint16_t, 256> init;
};

extern const std::size_t nets;
extern const std::vector<Flop> fast_flops, slow_flops;  ///< of clk48 and of clk12
extern const std::vector<Ram> rams;
struct Pin {
  Net net;
  unsigned at;  // bit of what goes in (sense, D+, D-) or comes out (strobe, D+, D-, drive of each, pull-up)
};
extern const std::vector<Pin> in_pins, out_pins;
extern const std::array<Net, 32> not_tick;  ///< the walker's, inverted
extern const Net locked, divided;           ///< the PLL's lock; what becomes clk12
/// What hangs on flops and pins, for the flops of either clock and for the pins.
void settle_fast(Word* nets, Planted& strike);
void settle_slow(Word* nets, Planted& strike);
void settle_pins(Word* nets, Planted& strike);

}  // namespace netlist

/// From power-up on.
class Lanes {
 public:
  Lanes();
  void plant(std::size_t lane) { planted_.plant(lane); }
  /// A clock of 48 MHz; the lanes whose pins are not `want`.
  Word clock(const Inputs& in, const Outputs& want);
  /// A lane becomes as lane 0, without its fault.
  void heal(std::size_t lane);
  [[nodiscard]] const Word& looked_up() const { return planted_.looked_up(); }

 private:
  struct Memory {
    std::vector<Word> bits;  // 16 a place
    std::array<Word, 16> read{};
  };
  void flops(const std::vector<netlist::Flop>& which, const Word& edge);
  void access(const netlist::Ram& ram, Memory& memory, const Word& edge);

  std::vector<Word> nets_, next_;
  std::vector<Memory> memories_;
  Planted planted_;
  unsigned clocks_ = 0;
};

}  // namespace gates
