// SPDX-License-Identifier: Apache-2.0
/// Packets by hand: the test is the host, down to single 48 MHz ticks of the wires.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/bus/crc.hpp"
#include "sim/bus/decoder.hpp"
#include "sim/bus/encoder.hpp"
#include "sim/bus/transfer.hpp"
#include "tests/rtl/usb/bench.hpp"

namespace adoube::test {

using Bytes = std::vector<std::uint8_t>;

template <class Model>
class RawBus {
 public:
  explicit RawBus(unsigned phase = 0, bool pin_registers = false) : device(pin_registers), phase_(phase) {
    while (device.now % 4 != phase_) device.tick(bus::line_j);
    idle(20);
  }

  static Bytes token_bytes(bus::Pid pid, unsigned address, unsigned endpoint) {
    return token_bytes(pid, address | (endpoint << 7U));
  }
  static Bytes token_bytes(bus::Pid pid, unsigned field) {
    const auto low = static_cast<std::uint16_t>(field & 0x7FFU);
    const unsigned word = low | (static_cast<unsigned>(bus::crc5(low)) << 11U);
    return {bus::pid_byte(pid), static_cast<std::uint8_t>(word & 0xFFU), static_cast<std::uint8_t>(word >> 8U)};
  }
  static Bytes data_bytes(bus::Pid pid, std::span<const std::uint8_t> content) {
    Bytes bytes;
    bytes.reserve(content.size() + 3);
    bytes.push_back(bus::pid_byte(pid));
    for (const std::uint8_t byte : content) bytes.push_back(byte);
    const std::uint16_t crc = bus::crc16(content);
    bytes.push_back(static_cast<std::uint8_t>(crc & 0xFFU));
    bytes.push_back(static_cast<std::uint8_t>(crc >> 8U));
    return bytes;
  }
  static std::vector<bus::Line> levels(const Bytes& bytes) {
    bus::Encoder encoder;
    encoder.encode(bytes);
    return {encoder.levels().begin(), encoder.levels().end()};
  }

  /// Levels, each for `ticks` ticks of 48 MHz.
  void drive(std::span<const bus::Line> lines, unsigned ticks = 4) {
    for (const bus::Line line : lines) hold(line, ticks);
  }
  void hold(bus::Line line, unsigned ticks) {
    for (unsigned i = 0; i < ticks; ++i) {
      watch(line);
      device.tick(line);
    }
  }
  void idle(unsigned bits) { hold(bus::line_j, 4 * bits); }
  void send(const Bytes& bytes) {
    drive(levels(bytes));
    packet_over();
  }
  /// The end of the SE0 of what was driven last, if its last level was the EOP's J.
  void packet_over() { answered_from_ = device.now - 4; }

  /// The device's answer to what was sent last; nothing if it stays silent for 30 bit times.
  std::optional<Bytes> answer() {
    for (unsigned silence = 0; !device.plug().oe; ++silence) {
      if (silence > 4 * 30) return std::nullopt;
      device.tick(bus::line_j);
    }
    turnaround = static_cast<unsigned>(device.now - answered_from_);
    const auto wires = [this] {
      const bus::DeviceLine plug = device.plug();
      return plug.oe ? bus::Line{plug.dp, plug.dn} : bus::line_j;
    };
    device.tick(wires());
    bus::Decoder decoder;
    while (decoder.feed(wires()) != bus::Decoder::Event::ended)
      for (unsigned i = 0; i < 4; ++i) device.tick(wires());
    form = decoder.form();
    se0_bits = decoder.se0_bits();
    sync_good = decoder.sync_good();
    own_end = device.now - 2;
    for (unsigned i = 0; i < 4; ++i) device.tick(wires());
    released = !device.plug().oe;
    return Bytes(decoder.bytes().begin(), decoder.bytes().end());
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

  Device<Model> device;
  unsigned turnaround = 0;  ///< ticks from SE0's end to the device's first K, last answer
  bus::Form form = bus::Form::good;
  unsigned se0_bits = 0;
  bool sync_good = true;
  bool released = true;     ///< the device let go of the wires one bit time after its EOP's J began
  std::uint64_t own_end = 0;
  unsigned unasked = 0;     ///< ticks in which the device drove although the test did

 private:
  void watch(bus::Line line) {
    if (device.plug().oe && !(line == bus::line_j)) ++unasked;
  }

  unsigned phase_;
  std::uint64_t answered_from_ = 0;
};

}  // namespace adoube::test
