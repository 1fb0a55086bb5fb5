// SPDX-License-Identifier: Apache-2.0
#include "sim/line/plug.hpp"

#include <utility>

namespace adoube::line {

void Plug::clock(bus::Line wires) {
  bus::DeviceLine out = device_.clock(pads_.registers ? std::exchange(in_register_, wires) : wires);
  if (pads_.registers) {
    const bool pullup = out.pullup;  // a plain output: its delay is nothing to a pull-up
    out = std::exchange(out_register_, out);
    out.pullup = pullup;
  }
  drive_ = out;
  next_ += pads_.period;
}

}  // namespace adoube::line
