// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel/mishap.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/kernel/kernel.hpp"

namespace adoube::sim {
namespace {

std::uint64_t bits(Tick time) { return static_cast<std::uint64_t>(time) * bit_times_per_us; }

std::string seconds(Tick t) { return fmt::format("{}.{:03}", t / 1'000'000, t % 1'000'000 / 1'000); }

// It ends by an act of its own.
bool ends(const Mishap& m) {
  switch (m.kind) {
    case Mishap::Kind::stall:
    case Mishap::Kind::cable: return true;
    case Mishap::Kind::line_faults:
    case Mishap::Kind::drift: return m.length != Mishap::no_end;
    case Mishap::Kind::reset:
    case Mishap::Kind::damage: break;
  }
  return false;
}

}  // namespace

std::string words(const Mishap& mishap) {
  const std::string begin = fmt::format("{}@{}", cut_off_words[static_cast<std::size_t>(mishap.kind)], seconds(mishap.at));
  return mishap.kind == Mishap::Kind::reset ? begin : fmt::format("{}+{}", begin, seconds(mishap.length));
}

MishapStepper::MishapStepper(Stepper& stepper, Kernel& kernel, bus::Host& host, std::span<const Mishap> plan, const Usual& usual)
    : stepper_(stepper), kernel_(kernel), host_(host), usual_(usual) {
  for (const Mishap& m : plan) {
    steps_.push_back({bits(m.at), m, true});
    if (ends(m)) steps_.push_back({bits(m.over()), m, false});
  }
  // What ends makes room for what begins in the same instant.
  std::ranges::stable_sort(steps_, [](const Step& a, const Step& b) { return a.bit_time != b.bit_time ? a.bit_time < b.bit_time : !a.begins && b.begins; });
}

void MishapStepper::run_until(std::uint64_t bit_time) {
  stopped_ = false;
  while (stepper_.now() < bit_time && !stopped_) {
    stepper_.run_until(steps_.empty() ? bit_time : std::min(bit_time, steps_.front().bit_time));
    while (!steps_.empty() && stepper_.now() >= steps_.front().bit_time) {
      act(steps_.front());
      steps_.erase(steps_.begin());
    }
  }
}

void MishapStepper::act(const Step& step) {
  const Mishap& m = step.mishap;
  switch (m.kind) {
    case Mishap::Kind::stall: step.begins ? host_.suspend() : host_.resume(); break;
    case Mishap::Kind::reset: host_.bus_reset(); break;
    case Mishap::Kind::cable: kernel_.plug(!step.begins); break;
    case Mishap::Kind::line_faults: host_.faults().rate(step.begins ? static_cast<std::uint32_t>(m.number) : usual_.line_faults); break;
    case Mishap::Kind::damage: host_.faults().plant(m.damaged); break;
    case Mishap::Kind::drift: host_.set_frame(stepper_.now(), drifted(bus::frame_bits, step.begins ? static_cast<int>(m.number) : usual_.drift_ppm)); break;
  }
}

}  // namespace adoube::sim
