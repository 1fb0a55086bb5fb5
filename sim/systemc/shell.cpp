// SPDX-License-Identifier: Apache-2.0
#include "sim/systemc/shell.hpp"

#include <algorithm>
#include <systemc>
#include <utility>

// The library's own `main` wants one; ours is elsewhere and elaborates on the first run.
int sc_main(int, char**) { return 0; }

namespace adoube::sim {
namespace {

std::uint64_t picoseconds(std::uint64_t bits) { return bits * 1'000'000U / bit_times_per_us; }

std::uint64_t systemc_now() { return sc_core::sc_time_stamp().value(); }

sc_core::sc_time duration(std::uint64_t ps) { return sc_core::sc_time::from_value(ps); }

}  // namespace

class ShellModule final : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(ShellModule);

  explicit ShellModule(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    SC_METHOD(work);
    sensitive << begin_;
    dont_initialize();
  }

  /// The one module of the process.
  static ShellModule& instance() {
    static ShellModule* const module = [] {
      sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
      return new ShellModule("adoube");  // SystemC objects live until the process ends
    }();
    return *module;
  }

  void run(std::uint64_t ps) {
    begin_.notify(sc_core::SC_ZERO_TIME);
    sc_core::sc_start(duration(ps), sc_core::SC_RUN_TO_TIME);
  }

  SystemcShell* shell = nullptr;

 private:
  void work() {
    // Woken at an instant the kernel has already reached: either the run ended there, or it goes on.
    if (!fresh_ && over_) {
      fresh_ = true;
      sc_core::sc_pause();
      return;
    }
    fresh_ = false;
    over_ = !shell->advance();
    const std::uint64_t reached = shell->start_ps_ + picoseconds(shell->now() - shell->start_bit_);
    next_trigger(duration(reached - systemc_now()));
  }

  sc_core::sc_event begin_;
  bool fresh_ = true;
  bool over_ = false;
};

SystemcShell::SystemcShell(Stepper& kernel, Landmark landmark)
    : kernel_(kernel), landmark_(std::move(landmark)), start_bit_(kernel.now()) {
  ShellModule& module = ShellModule::instance();
  start_ps_ = systemc_now();
  module.shell = this;
}

SystemcShell::~SystemcShell() { ShellModule::instance().shell = nullptr; }

void SystemcShell::run_until(std::uint64_t bit_time) {
  if (bit_time <= kernel_.now()) return;
  goal_ = bit_time;
  stopped_ = false;
  const std::uint64_t end = start_ps_ + picoseconds(bit_time - start_bit_);
  // One picosecond more: the last activation stands at `end` and pauses there.
  ShellModule::instance().run(end - systemc_now() + 1);
}

bool SystemcShell::advance() {
  ++activations_;
  const std::uint64_t landmark = landmark_();
  const std::uint64_t target = landmark < goal_ ? std::max(landmark, kernel_.now()) + 1 : goal_;  // past it: seen
  kernel_.run_until(target);
  return !stopped_ && kernel_.now() < goal_;
}

std::uint64_t SystemcShell::elapsed_ps() const { return systemc_now() - start_ps_; }

}  // namespace adoube::sim
