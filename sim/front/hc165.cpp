// SPDX-License-Identifier: Apache-2.0
#include "sim/front/hc165.hpp"

#include <algorithm>

namespace adoube::sim {

void Hc165Chain::want(bool holds, const char* what) {
  if (!holds && violation_.empty()) violation_ = what;
}

void Hc165Chain::drive(PinTime now, bool load, bool clock, const Inputs& inputs) {
  PinTime lasted = 0;
  const bool followed = follows();
  const bool loads = load_.drive(now, load, lasted);
  if (loads && load) want(lasted >= hc165::load_width, "74HC165: the load pulse is too short");
  if (followed || !load) {
    // What stood there in the last moment is kept. An input that moves then may be read either way, by a flop that may take its
    // time, as another stands behind it; so that is no violation.
    if (loads && !load) settled_ = std::max(settled_, now + hc165::load_to_output);
    stages_ = inputs;
  }
  if (!clock_.drive(now, clock, lasted)) return;
  want(lasted >= hc165::clock_width, "74HC165: the clock pulse is too short");
  if (!clock || !load) return;
  want(now - load_.since >= hc165::recovery, "74HC165: the clock rises too soon after the load pulse");
  want(bits_ <= chip || now >= settled_ + hc165::serial_setup, "74HC165: the clock rises before the chip before has put out its bit");
  stages_ >>= 1;
  stages_[bits_ - 1] = false;  // the last chip's serial input is at ground
  settled_ = now + hc165::clock_to_output;
}

}  // namespace adoube::sim
