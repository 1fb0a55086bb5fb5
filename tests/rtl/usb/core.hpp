// SPDX-License-Identifier: Apache-2.0
/// The verilated core, with its stand-in of a scan side, as a device on the line.
#pragma once
#include "sim/line/plug.hpp"
#include "tests/rtl/usb/bench.hpp"

namespace adoube::test {

template <class Model>
class Core final : public line::Device {
 public:
  bus::DeviceLine clock(bus::Line wires) override {
    device.tick(wires);
    return device.plug();
  }
  test::Device<Model> device{false};
};

}  // namespace adoube::test
