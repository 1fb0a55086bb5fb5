// SPDX-License-Identifier: Apache-2.0
/// The co-simulation as one process of a SystemC simulation. A plain C++17 header: <systemc> is included by shell.cpp
/// alone, because Debian's library exports only the symbol of that standard.
///
/// The one SC_METHOD owns the kernel and wakes itself at the next instant that matters (dynamic next_trigger), never in
/// fixed steps, so that leaps stay whole. The same bytes come out as from the kernel without a shell.
#pragma once
#include <cstdint>
#include <functional>

#include "sim/seam/stepper.hpp"

namespace adoube::sim {

/// One at a time. SystemC elaborates once in a process: the next shell takes over the same module, simulated SystemC
/// time goes on.
class SystemcShell final : public Stepper {
 public:
  /// Tells the next bit time at which something moves that other SystemC processes might want to look at: the board's
  /// next change.
  using Landmark = std::function<std::uint64_t()>;

  /// `kernel` must outlive the shell and be run by nobody else meanwhile.
  SystemcShell(Stepper& kernel, Landmark landmark);
  ~SystemcShell() override;

  [[nodiscard]] std::uint64_t now() const override { return kernel_.now(); }
  void run_until(std::uint64_t bit_time) override;
  void stop() override {
    stopped_ = true;
    kernel_.stop();
  }

  /// How often the SC_METHOD ran, since construction.
  [[nodiscard]] std::uint64_t activations() const { return activations_; }
  /// SystemC's time since construction, in picoseconds.
  [[nodiscard]] std::uint64_t elapsed_ps() const;

 private:
  friend class ShellModule;
  /// One piece of the run, up to the goal or the next landmark. False: this run is over.
  bool advance();

  Stepper& kernel_;
  Landmark landmark_;
  std::uint64_t goal_ = 0;
  std::uint64_t start_ps_ = 0;    // SystemC time of construction
  std::uint64_t start_bit_ = 0;   // kernel time of construction
  std::uint64_t activations_ = 0;
  bool stopped_ = false;
};

}  // namespace adoube::sim
