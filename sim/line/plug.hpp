// SPDX-License-Identifier: Apache-2.0
/// The device's end of the line: a device seen as one function of its clock, and the pads between it and the wires.
#pragma once
#include "sim/bus/line.hpp"
#include "sim/line/time.hpp"

namespace adoube::line {

/// Whatever is judged: a gateware model, or a puppet.
class Device {
 public:
  virtual ~Device() = default;
  /// One rising edge of its clock. `wires`: their levels just before it. Returns what it drives from this edge on.
  virtual bus::DeviceLine clock(bus::Line wires) = 0;
};

/// How the device sits on the wires.
struct Pads {
  Time period = clock48;   ///< of its clock
  Time phase = 0;          ///< of its first edge; 0 or later
  bool registers = false;  ///< a register each way at its clock, as in the pads of the board tops (rtl/board)
};

class Plug {
 public:
  /// `device` must outlive this object.
  explicit Plug(Device& device, const Pads& pads = {}) : device_(device), pads_(pads), next_(pads.phase) {}

  /// Time of the device's next clock edge.
  [[nodiscard]] Time next() const { return next_; }
  /// That edge. `wires`: at the plug, at that time.
  void clock(bus::Line wires);
  /// What the device does to the wires since its last edge.
  [[nodiscard]] const bus::DeviceLine& drive() const { return drive_; }

 private:
  Device& device_;
  Pads pads_;
  Time next_;
  bus::Line in_register_ = bus::line_j;
  bus::DeviceLine out_register_{true, false, false, false};
  bus::DeviceLine drive_{true, false, false, false};
};

}  // namespace adoube::line
