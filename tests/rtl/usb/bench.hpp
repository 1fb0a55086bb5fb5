// SPDX-License-Identifier: Apache-2.0
/// The verilated device core, a stand-in for the scan side, and the wires between the core and a host.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "sim/bus/enumerator.hpp"
#include "sim/bus/host.hpp"
#include "tests/rtl/usb/attach.hpp"
#include "tests/rtl/usb/scan_side.hpp"
#include "tests/sim/bus/print.hpp"
#include "tests/sim/bus/witness.hpp"

namespace adoube::test {

/// The device at its plug, stepped at 48 MHz. Time is counted in ticks of 48 MHz.
template <class Model>
class Device {
 public:
  /// `pin_registers`: one 48 MHz register each way, as the pads of a real board have. `attached`: the pull-up is on.
  explicit Device(bool pin_registers, bool attached = true) : pins_(pin_registers) {
    model->rst_ni = 0;
    model->vbus_i = 1;
    for (int i = 0; i < 32; ++i) tick(bus::line_j);
    model->rst_ni = 1;
    if (!attached) return;
    for (int i = 0; i < 32; ++i) tick(bus::line_j);
    attach(*model);
    for (int i = 0; i < 32; ++i) tick(bus::line_j);
  }

  /// One 48 MHz clock with these levels on the wires just before its rising edge.
  void tick(bus::Line wires) {
    const bus::Line seen = pins_ ? in_register_ : wires;
    in_register_ = wires;
    const bus::DeviceLine before = core();
    model->dp_i = seen.dp;
    model->dn_i = seen.dn;
    const bool clk12 = now % 4 == 0;
    if (clk12) scan.clock(read_cut(*model));
    model->clk48_i = 1;
    if (clk12) model->clk12_i = 1;
    model->eval();
    if (clk12) write_cut(*model, scan.out());
    model->clk48_i = 0;
    if (now % 4 == 2) model->clk12_i = 0;
    model->eval();
    out_register_ = before;
    ++now;
  }

  /// What stands at the plug now.
  bus::DeviceLine plug() const {
    bus::DeviceLine line = pins_ ? out_register_ : core();
    line.pullup = model->pullup_o != 0;
    return line;
  }

  std::unique_ptr<Model> model = std::make_unique<Model>();
  ScanSide scan;
  std::uint64_t now = 0;

 private:
  bus::DeviceLine core() const { return {model->dp_o != 0, model->dn_o != 0, model->oe_o != 0, model->pullup_o != 0}; }

  bool pins_;
  bus::Line in_register_ = bus::line_j;
  bus::DeviceLine out_register_{true, false, false, false};
};

/// Device and bit-true host on one pair of wires. `phase`: how many 48 MHz ticks after the device's 12 MHz edge the
/// host's bit times begin.
template <class Model>
class Bench {
 public:
  explicit Bench(unsigned phase = 0, bool pin_registers = false, const bus::HostOptions& options = {})
      : device(pin_registers), host(options), phase_(phase) {}
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  /// One bit time.
  void step() {
    for (unsigned i = 0; i < 4; ++i) {
      if (device.now % 4 == phase_) wires_ = host.tick(bit_time++, device.plug());
      device.tick(wires_);
      measure();
    }
  }
  void run(std::uint64_t bits) {
    for (std::uint64_t i = 0; i < bits; ++i) step();
  }

  /// Submits a transfer and steps until it ends; throws after 200 ms of bus time.
  bus::Transfer& finish(bus::Transfer& transfer) {
    if (transfer.status != bus::Status::pending) host.submit(transfer);
    const std::uint64_t end = bit_time + 200 * bus::frame_bits;
    while (transfer.status == bus::Status::pending) {
      if (bit_time >= end) throw std::runtime_error("a transfer does not end");
      step();
    }
    return transfer;
  }

  struct Answer {
    bus::Status status;
    std::vector<std::uint8_t> data;
  };
  /// A control transfer at the device's address.
  Answer control(const bus::Setup& setup, std::vector<std::uint8_t> out = {}) {
    bus::Transfer transfer;
    transfer.address = address;
    transfer.max_packet = max_packet0;
    transfer.setup = setup;
    if (setup.in()) out.assign(setup.length, 0);
    transfer.data = out;
    finish(transfer);
    out.resize(setup.in() ? transfer.actual : out.size());
    return {transfer.status, out};
  }
  /// An interrupt transfer on endpoint 1. `frames`: given back (Status::cancelled) if nothing came by then.
  Answer poll(std::uint64_t frames = 50) {
    std::vector<std::uint8_t> room(64);
    bus::Transfer transfer;
    transfer.kind = bus::Transfer::Kind::interrupt_in;
    transfer.address = address;
    transfer.endpoint = 1;
    transfer.data = room;
    host.submit(transfer);
    const std::uint64_t end = bit_time + frames * bus::frame_bits;
    while (transfer.status == bus::Status::pending && bit_time < end) step();
    while (transfer.status == bus::Status::pending && !host.idle()) step();
    host.cancel(transfer);
    room.resize(transfer.actual);
    return {transfer.status, room};
  }

  /// Reset, address, descriptors, configuration.
  bool enumerate() {
    bus::Enumerator enumerator(host, 5);
    enumerator.start();
    const std::uint64_t end = bit_time + 200 * bus::frame_bits;
    while (!enumerator.done() && bit_time < end) step();
    address = enumerator.address();
    max_packet0 = enumerator.max_packet0();
    device_descriptor = enumerator.device_descriptor();
    configuration_descriptor = enumerator.configuration_descriptor();
    return enumerator.succeeded();
  }

  Device<Model> device;
  bus::Host host;
  Witness witness{host};
  std::uint64_t bit_time = 0;
  std::uint8_t address = 0;
  std::uint16_t max_packet0 = 64;
  std::vector<std::uint8_t> device_descriptor, configuration_descriptor;
  /// Answers of the device in 48 MHz ticks from SE0's end at the plug to its first K there.
  unsigned turnaround_min = 1'000, turnaround_max = 0;

 private:
  void measure() {
    // Wires changed before this tick's edge; the device's plug shows what it drives after it.
    const bus::DeviceLine plug = device.plug();
    if (!driving_ && !(wires_ == bus::line_se0) && last_ == bus::line_se0) se0_end_ = device.now - 1;
    last_ = wires_;
    if (plug.oe && !driving_) {
      const auto ticks = static_cast<unsigned>(device.now - se0_end_);
      turnaround_min = std::min(turnaround_min, ticks - 1);
      turnaround_max = std::max(turnaround_max, ticks);
    }
    driving_ = plug.oe;
  }

  unsigned phase_;
  bus::Line wires_ = bus::line_j;
  bus::Line last_ = bus::line_j;
  bool driving_ = false;
  std::uint64_t se0_end_ = 0;
};

}  // namespace adoube::test
