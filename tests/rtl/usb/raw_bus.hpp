// SPDX-License-Identifier: Apache-2.0
/// Packets by hand at the core's pins, in quarters of a bit: a port of the line (sim/line/port.hpp) with what tests of the core
/// repeat. Every answer is held against the timing table; a fault fails the test that heard it.
#pragma once
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sim/bus/transfer.hpp"
#include "sim/line/port.hpp"
#include "tests/rtl/usb/core.hpp"

namespace adoube::test {

using Bytes = bus::Bytes;

template <class Model>
class RawBus {
  std::unique_ptr<Core<Model>> core_ = std::make_unique<Core<Model>>();

 public:
  /// Bits of the host begin `phase` ticks of 48 MHz after an edge of the device's 12 MHz clock.
  explicit RawBus(unsigned phase = 0, bool pin_registers = false) : port(*core_, {line::clock48, 0, pin_registers}) {
    hold(bus::line_j, phase);
    idle(20);
  }

  static Bytes token_bytes(bus::Pid pid, unsigned address, unsigned endpoint) { return bus::token(pid, address, endpoint); }
  static Bytes token_bytes(bus::Pid pid, unsigned field) { return bus::token(pid, field & 0x7FU, field >> 7U); }
  static Bytes data_bytes(bus::Pid pid, std::span<const std::uint8_t> content) { return bus::data(pid, content); }
  static std::vector<bus::Line> levels(const Bytes& bytes) { return bus::levels(bytes); }

  /// Levels, each for `ticks` ticks of 48 MHz.
  void drive(std::span<const bus::Line> lines, unsigned ticks = 4) {
    line::Wave wave;
    line::Time at = port.now();
    for (const bus::Line line : lines) {
      if (wave.empty() || !(wave.back().level == line)) wave.push_back({at, line, true});
      at += ticks * line::clock48;
    }
    if (wave.empty()) return;
    wave.push_back({at, bus::line_j, false});
    port.play(wave);
    judge();
  }
  /// J is the rest that the pull-up gives; where there is none the host holds it.
  void hold(bus::Line line, unsigned ticks) {
    if (line == bus::line_j && port.device().pullup) port.idle(ticks * line::clock48);
    else port.hold(line, ticks * line::clock48);
    judge();
  }
  void idle(unsigned bits) { hold(bus::line_j, 4 * bits); }
  void send(const Bytes& bytes) {
    port.send(bytes);
    judge();
  }

  /// The device's answer to what was sent last; nothing if it stays silent for 30 bit times.
  std::optional<Bytes> answer() {
    const auto bytes = port.answer();
    if (bytes) turnaround = static_cast<unsigned>((port.turnaround() + line::clock48 - 1) / line::clock48);
    else port.idle_until(port.asked() + 30 * line::bit);
    judge();
    return bytes;
  }

  std::optional<Bytes> ask(const Bytes& bytes) {
    send(bytes);
    return answer();
  }
  std::optional<Bytes> in(unsigned address, unsigned endpoint) { return ask(token_bytes(bus::Pid::in, address, endpoint)); }
  std::optional<Bytes> out(unsigned address, unsigned endpoint, bus::Pid pid, std::span<const std::uint8_t> content) {
    send(token_bytes(bus::Pid::out, address, endpoint));
    idle(3);
    return ask(data_bytes(pid, content));
  }
  std::optional<Bytes> setup(unsigned address, const bus::Setup& request) {
    send(token_bytes(bus::Pid::setup, address, 0));
    idle(3);
    return ask(data_bytes(bus::Pid::data0, request.bytes()));
  }
  void ack() {
    idle(3);
    send({bus::pid_byte(bus::Pid::ack)});
    idle(3);
  }
  void reset(unsigned bits = 120) {
    hold(bus::line_se0, 4 * bits);
    idle(20);
  }
  /// Address and configuration by hand; true if every answer was right.
  bool configure(unsigned address) {
    reset();
    const Bytes good{bus::pid_byte(bus::Pid::ack)};
    const Bytes empty = data_bytes(bus::Pid::data1, {});
    bool fine = setup(0, {0, 5, static_cast<std::uint16_t>(address), 0, 0}) == good;
    idle(3);
    fine = fine && in(0, 0) == empty;
    ack();
    fine = fine && setup(address, {0, 9, 1, 0, 0}) == good;
    idle(3);
    fine = fine && in(address, 0) == empty;
    ack();
    return fine;
  }

  Device<Model>& device = core_->device;
  line::Port port;
  unsigned turnaround = 0;  ///< ticks from SE0's end to the device's first K, last answer
  unsigned unasked = 0;     ///< transmissions of the device that began while the test drove

 private:
  // What no answer() fetched is the test's own business: many let an answer go by.
  void judge() {
    for (const line::Fault& fault : port.take_faults()) {
      if (fault.kind == line::Kind::contention) ++unasked;
      else if (fault.kind != line::Kind::unasked) BOOST_ERROR(line::text(fault));
    }
  }
};

}  // namespace adoube::test
