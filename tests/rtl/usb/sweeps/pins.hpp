// SPDX-License-Identifier: Apache-2.0
/// The verilated core on the line: a host's port that knows nothing of it, and the few transactions that sweeps repeat.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "sim/bus/transfer.hpp"
#include "sim/line/port.hpp"
#include "tests/rtl/usb/core.hpp"

namespace adoube::test {

template <class Model>
class Pins {
 public:
  static constexpr unsigned address = 5;
  /// `registers`: with those of the pads, as in the board tops.
  explicit Pins(bool registers) : port(core, {line::clock48, 0, registers}) { port.idle(20 * line::bit); }

  /// The next packet begins so long after an edge of the device's 12 MHz clock; 0 to just below one bit.
  void phase(line::Time phase) { port.idle_until((port.now() / line::bit + 1) * line::bit + phase); }

  std::optional<bus::Bytes> in(unsigned endpoint) { return port.ask(bus::token(bus::Pid::in, address_, endpoint)); }
  std::optional<bus::Bytes> out(bus::Pid token, unsigned endpoint, bus::Pid pid, std::span<const std::uint8_t> content) {
    port.send(bus::token(token, address_, endpoint));
    port.idle(gap);
    return port.ask(bus::data(pid, content));
  }
  std::optional<bus::Bytes> setup(const bus::Setup& request) { return out(bus::Pid::setup, 0, bus::Pid::data0, request.bytes()); }
  void ack() {
    port.idle_until(port.heard().se0_to + gap);
    port.send(bus::handshake(bus::Pid::ack));
  }
  /// A request without data, with its status stage; did every answer come as it must?
  bool request(const bus::Setup& request) {
    const bool taken = setup(request) == bus::handshake(bus::Pid::ack);
    rest();
    const bool done = in(0) == bus::data(bus::Pid::data1, {});
    ack();
    rest();
    return taken && done;
  }
  /// Reset, address and configuration.
  bool configure() {
    address_ = 0;
    port.reset();
    const bool addressed = request({0x00, 5, address, 0, 0});
    address_ = address;
    return addressed && request({0x00, 9, 1, 0, 0});
  }
  /// Time for what the core does between transactions.
  void rest() { port.idle(12 * line::bit); }

  /// From the host's own last SE0, or the device's, to the host's next packet.
  line::Time gap = 3 * line::bit;
  Core<Model> core;
  line::Port port;

 private:
  unsigned address_ = 0;
};

}  // namespace adoube::test
