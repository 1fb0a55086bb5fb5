// SPDX-License-Identifier: Apache-2.0
/// Drives the Verilated scan side clock by clock, as the bus side and the sensors would.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/front/wires.hpp"
#include "sim/kernel/board.hpp"
#include "sim/physics/change.hpp"

class Vscan;
class Vscanshift;
class Vscandirect;

namespace adoube::bench {

/// A confirmed edge as the probes show it.
struct Edge {
  std::uint64_t clock;  ///< clock in which it left the filter
  std::uint8_t channel;
  bool level, late, bounced, refused;
  std::uint32_t onset;
  friend bool operator==(const Edge&, const Edge&) = default;
};

using Bytes = std::vector<std::uint8_t>;

/// One device from power-up, with what hangs on its pins. Clock 0 is the first after reset; `clock()` is the one whose inputs can still be set.
template <class Model, class Wires>
class BenchOf {
 public:
  explicit BenchOf(std::vector<sim::Change> changes = {});
  ~BenchOf();
  BenchOf(const BenchOf&) = delete;
  BenchOf& operator=(const BenchOf&) = delete;

  [[nodiscard]] std::uint64_t clock() const { return clock_; }
  /// One clock.
  void step();
  /// Steps until `clock() == clock`.
  void run_to(std::uint64_t clock);
  void run(std::uint64_t clocks) { run_to(clock_ + clocks); }

  [[nodiscard]] bool offered();
  /// Flips freeze_i in this clock; frozen() tells when the device has answered.
  void freeze();
  [[nodiscard]] bool frozen();
  /// The frozen packet, read through the port (takes clocks: 1 + length).
  Bytes read_packet();
  void free();
  /// Freeze, read and free if a packet is offered within `clocks`; nothing otherwise.
  std::optional<Bytes> take(std::uint64_t clocks = 0);

  /// Starts an access; `acked()` tells when it is over.
  void request(bool write, std::uint8_t address, std::uint32_t value);
  [[nodiscard]] bool acked();
  /// Whole accesses; nothing where the device refuses. `most_clocks` is the longest so far.
  std::optional<std::uint32_t> read(std::uint8_t address);
  bool write(std::uint8_t address, std::uint32_t value);
  [[nodiscard]] std::uint64_t most_clocks() const { return most_clocks_; }

  /// Raw capture: packets written and not yet taken.
  [[nodiscard]] unsigned captured();
  /// The oldest of them, read through the port (takes 64 clocks); it stays until `free_capture`.
  Bytes read_capture();
  void free_capture();

  void sof(std::uint16_t frame);
  void hello();

  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }
  void forget_edges() { edges_.clear(); }
  [[nodiscard]] Model& dut() { return *dut_; }

 private:
  sim::Board board_;
  Wires wires_;
  std::unique_ptr<Model> dut_;
  std::uint64_t clock_ = 0;
  std::uint64_t most_clocks_ = 0;
  std::vector<Edge> edges_;
};

using Bench = BenchOf<Vscan, sim::ParallelWires>;
using ShiftBench = BenchOf<Vscanshift, sim::ShiftWires>;
using DirectBench = BenchOf<Vscandirect, sim::DirectWires>;

}  // namespace adoube::bench
