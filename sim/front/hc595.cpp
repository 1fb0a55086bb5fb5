// SPDX-License-Identifier: Apache-2.0
#include "sim/front/hc595.hpp"

namespace adoube::sim {

void Hc595Pair::want(bool holds, const char* what) {
  if (!holds && violation_.empty()) violation_ = what;
}

void Hc595Pair::drive(PinTime now, bool data, bool clock, bool latch) {
  PinTime lasted = 0;
  // All three at once: the clock takes the data of before, the latch the stages of before.
  const bool data_before = data_.high;
  const PinTime data_since = data_.since;
  if (latch_.drive(now, latch, lasted)) {
    want(lasted >= hc595::latch_width, "74HC595: the latch pulse is too short");
    if (latch) {
      want(clock_.high ? now - clock_.since >= hc595::clock_to_latch : true, "74HC595: the latch rises too soon after the clock");
      outputs_ = stages_;
      settled_ = now + hc595::latch_to_output;
    }
  }
  if (clock_.drive(now, clock, lasted)) {
    want(lasted >= hc595::clock_width, "74HC595: the clock pulse is too short");
    if (clock) {
      want(now - data_since >= hc595::data_setup, "74HC595: the data moves too late before the clock");
      want(now >= serial_ + hc595::data_setup, "74HC595: the clock rises before the first chip has put out its bit");
      serial_ = now + hc595::clock_to_serial;
      stages_ = static_cast<std::uint16_t>(unsigned{stages_} << 1U | (data_before ? 1U : 0U));
    }
  }
  if (data_.drive(now, data, lasted)) {
    want(!clock_.high || now - clock_.since >= hc595::data_hold, "74HC595: the data moves too soon after the clock");
  }
}

}  // namespace adoube::sim
