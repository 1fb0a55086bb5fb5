// SPDX-License-Identifier: Apache-2.0
/// The pins in quarters of a bit, and judged at once: every answer is held against the timing table, and a fault fails the
/// test that heard it.
#pragma once
#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <optional>
#include <span>

#include "tests/rtl/usb/pins.hpp"

namespace adoube::test {

template <class Model>
class RawBus final : public Pins<Model> {
 public:
  using Pins<Model>::port;

  /// Bits of the host begin `phase` ticks of 48 MHz after an edge of the device's 12 MHz clock.
  explicit RawBus(unsigned phase = 0, bool pin_registers = false) : Pins<Model>(pin_registers) { hold(bus::line_j, phase); }

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
  void reset(unsigned bits = 120) {
    hold(bus::line_se0, 4 * bits);
    idle(20);
  }

  void send(const Bytes& bytes) override {
    port.send(bytes);
    judge();
  }
  /// Silence lasts 30 bit times.
  std::optional<Bytes> answer() override {
    const auto bytes = port.answer();
    if (!bytes) port.idle_until(port.asked() + 30 * line::bit);
    judge();
    return bytes;
  }
  /// The host keeps to its own bit times, whatever the device's are.
  void ack() override {
    idle(3);
    send(test::ack);
    idle(3);
  }

  unsigned unasked = 0;  ///< transmissions of the device that began while the test drove

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
