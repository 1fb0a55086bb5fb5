// SPDX-License-Identifier: Apache-2.0
#include "host/lab/unplug.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace adoube::lab {
namespace {

std::uint64_t bits(Tick time) { return static_cast<std::uint64_t>(time) * sim::bit_times_per_us; }

std::string seconds(Tick t) { return fmt::format("{}.{:03}", t / 1'000'000, t % 1'000'000 / 1'000); }

}  // namespace

std::string words(const Unplug& plan) {
  const std::string begin = fmt::format("{}@{}", text(plan.kind), seconds(plan.at));
  return plan.kind == Unplug::Kind::reset ? begin : fmt::format("{}+{}", begin, seconds(plan.length));
}

UnplugStepper::UnplugStepper(sim::Stepper& stepper, sim::Kernel& kernel, bus::Host& host, const Unplug& plan)
    : stepper_(stepper), kernel_(kernel), host_(host), plan_(plan), next_(bits(plan.at)) {}

void UnplugStepper::run_until(std::uint64_t bit_time) {
  stopped_ = false;
  while (stepper_.now() < bit_time && !stopped_) {
    stepper_.run_until(std::min(bit_time, next_));
    if (stepper_.now() >= next_) act();
  }
}

void UnplugStepper::act() {
  const bool begins = !begun_;
  begun_ = true;
  next_ = begins && plan_.kind != Unplug::Kind::reset ? bits(plan_.at + plan_.length) : never;
  switch (plan_.kind) {
    case Unplug::Kind::stall: begins ? host_.suspend() : host_.resume(); break;
    case Unplug::Kind::reset: host_.bus_reset(); break;
    case Unplug::Kind::cable: kernel_.plug(!begins); break;
  }
}

}  // namespace adoube::lab
