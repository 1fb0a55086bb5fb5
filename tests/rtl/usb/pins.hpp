// SPDX-License-Identifier: Apache-2.0
/// The verilated core at its pins: a host's port (sim/line/port.hpp) that knows nothing of it, and the transactions that
/// tests repeat by hand.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "sim/bus/packets.hpp"
#include "sim/bus/standard_request.hpp"
#include "sim/bus/transfer.hpp"
#include "sim/line/port.hpp"
#include "tests/rtl/usb/core.hpp"

namespace adoube::test {

using bus::Bytes;
inline const Bytes ack = bus::handshake(bus::Pid::ack);
inline const Bytes nak = bus::handshake(bus::Pid::nak);
inline const Bytes stall = bus::handshake(bus::Pid::stall);
/// Of the device, once configured.
inline constexpr unsigned device_address = 5;

template <class Model>
class Pins {
  std::unique_ptr<Core<Model>> core_ = std::make_unique<Core<Model>>();

 public:
  /// `registers`: with those of the pads, as in the board tops.
  explicit Pins(bool registers = false) : port(*core_, {line::clock48, 0, registers}) { port.idle(20 * line::bit); }
  Pins(Pins&&) = default;
  virtual ~Pins() = default;

  /// The next packet begins so long after an edge of the device's 12 MHz clock; 0 to just below one bit.
  void phase(line::Time phase) { port.idle_until((port.now() / line::bit + 1) * line::bit + phase); }

  virtual void send(const Bytes& bytes) { port.send(bytes); }
  /// The device's answer to what was sent last; nothing if it stays silent.
  virtual std::optional<Bytes> answer() { return port.answer(); }
  std::optional<Bytes> ask(const Bytes& bytes) {
    send(bytes);
    return answer();
  }

  std::optional<Bytes> in(unsigned to, unsigned endpoint) { return ask(bus::token(bus::Pid::in, to, endpoint)); }
  std::optional<Bytes> in(unsigned endpoint) { return in(device_address, endpoint); }
  /// SETUP or OUT, and the data that it announces.
  std::optional<Bytes> announce(bus::Pid token, unsigned to, unsigned endpoint, bus::Pid pid, std::span<const std::uint8_t> content) {
    send(bus::token(token, to, endpoint));
    port.idle(gap);
    return ask(bus::data(pid, content));
  }
  std::optional<Bytes> out(unsigned to, unsigned endpoint, bus::Pid pid, std::span<const std::uint8_t> content) {
    return announce(bus::Pid::out, to, endpoint, pid, content);
  }
  std::optional<Bytes> out(unsigned endpoint, bus::Pid pid, std::span<const std::uint8_t> content) {
    return out(device_address, endpoint, pid, content);
  }
  std::optional<Bytes> setup(unsigned to, const bus::Setup& request) {
    return announce(bus::Pid::setup, to, 0, bus::Pid::data0, request.bytes());
  }
  std::optional<Bytes> setup(const bus::Setup& request) { return setup(device_address, request); }
  virtual void ack() {
    port.idle_until(port.heard().se0_to + gap);
    send(test::ack);
  }

  /// A request without data, with its status stage; did every answer come as it must?
  bool request(unsigned to, const bus::Setup& request) {
    port.idle(gap);
    const bool taken = setup(to, request) == test::ack;
    rest();
    const bool done = in(to, 0) == bus::data(bus::Pid::data1, {});
    ack();
    rest();
    return taken && done;
  }
  bool request(const bus::Setup& its) { return request(device_address, its); }
  /// Reset, address and configuration.
  bool configure(unsigned to = device_address) {
    port.reset();
    return request(0, {bus::request::to_device, bus::request::set_address, static_cast<std::uint16_t>(to), 0, 0}) &&
           request(to, {bus::request::to_device, bus::request::set_configuration, 1, 0, 0});
  }
  /// Time for what the core does between transactions.
  void rest() { port.idle(12 * line::bit); }

  /// From the host's own last SE0, or the device's, to the host's next packet.
  line::Time gap = 3 * line::bit;
  test::Device<Model>& device = core_->device;
  line::Port port;
};

}  // namespace adoube::test
