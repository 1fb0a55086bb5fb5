// SPDX-License-Identifier: Apache-2.0
// The capture endpoint: every packet of the ring of raw samples reaches the host once and whole, and leaves the ring with
// the host's ACK alone.
#include <boost/test/unit_test.hpp>

#include "Vusb.h"
#include "tests/rtl/usb/raw_bus.hpp"

namespace bus = adoube::bus;
using adoube::test::Bytes, adoube::test::ack, adoube::test::nak, adoube::test::stall;
using Raw = adoube::test::RawBus<Vusb>;

namespace {

constexpr unsigned address = 5, endpoint = 2;

Bytes sample(unsigned number) {
  Bytes bytes(64);
  for (unsigned i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::uint8_t>(number % 3 == 0 ? 0xFFU : number * 41U + i * (number % 3 == 1 ? 1U : 77U));
  bytes[0] = static_cast<std::uint8_t>(number);
  return bytes;
}

Bytes packet(unsigned number) {
  return bus::data(number % 2 == 0 ? bus::Pid::data0 : bus::Pid::data1, sample(number));
}

}  // namespace

BOOST_AUTO_TEST_CASE(packets_leave_the_ring_with_the_acknowledge_alone) {
  Raw raw;
  auto& scan = raw.device.scan;
  BOOST_REQUIRE(raw.configure(address));
  BOOST_TEST((raw.in(address, endpoint) == nak));
  unsigned written = 0;
  for (unsigned read = 0; read < 40; ++read) {  // five times round the ring
    while (scan.capture(sample(written))) ++written;
    BOOST_TEST(scan.captured() == 8U);
    for (unsigned lost = 0; lost < read % 3; ++lost) {
      BOOST_TEST((raw.in(address, endpoint) == packet(read)));
      raw.idle(40);
      // Other traffic between the tries changes nothing.
      BOOST_TEST((raw.in(address, 1) == nak));
      raw.idle(3);
      BOOST_TEST(scan.captured() == 8U);
    }
    BOOST_TEST((raw.in(address, endpoint) == packet(read)));
    raw.ack();
    raw.idle(10);
    BOOST_TEST(scan.captured() == 7U);
  }
  for (unsigned read = 40; read < written; ++read) {
    BOOST_TEST((raw.in(address, endpoint) == packet(read)));
    raw.ack();
  }
  BOOST_TEST((raw.in(address, endpoint) == nak));
}

// Events and raw samples take turns: each pipe has its own toggle, and an ACK counts for the one that was asked last.
BOOST_AUTO_TEST_CASE(two_pipes_do_not_share_a_toggle_or_an_acknowledge) {
  Raw raw;
  auto& scan = raw.device.scan;
  BOOST_REQUIRE(raw.configure(address));
  unsigned events = 0, samples = 0, written = 0;
  for (unsigned i = 0; i < 30; ++i) {
    scan.packets.push_back(sample(i));
    if (scan.capture(sample(written))) ++written;
    raw.idle(40);
    if (i % 3 != 0) {
      BOOST_TEST((raw.in(address, endpoint) == packet(samples)));
      if (i % 2 != 0) raw.ack();
      raw.idle(40);
      samples += i % 2;
    }
    if (i % 5 != 0) {
      BOOST_TEST((raw.in(address, 1) == packet(events)));
      raw.ack();
      raw.idle(10);
      ++events;
    }
    BOOST_TEST(scan.freed.size() == events);
    while (scan.captured() > 1) {
      BOOST_TEST((raw.in(address, endpoint) == packet(samples++)));
      raw.ack();
      raw.idle(10);
    }
  }
  BOOST_TEST(samples > 10U);
}

BOOST_AUTO_TEST_CASE(halt_and_reset_lose_nothing_and_restart_the_toggle) {
  Raw raw;
  auto& scan = raw.device.scan;
  BOOST_REQUIRE(raw.configure(address));
  for (unsigned i = 0; i < 8; ++i) scan.capture(sample(2 * i));  // all even: DATA0 in packet()
  const Bytes odd = bus::data(bus::Pid::data1, sample(2));
  BOOST_TEST((raw.in(address, endpoint) == packet(0)));
  raw.ack();
  BOOST_TEST((raw.in(address, endpoint) == odd));
  raw.idle(40);
  // Halting the one pipe leaves the other alone.
  BOOST_TEST((raw.request({0x02, 3, 0, 0x82, 0})));
  BOOST_TEST((raw.in(address, endpoint) == stall));
  raw.idle(3);
  BOOST_TEST((raw.in(address, 1) == nak));
  BOOST_TEST((raw.request({0x02, 1, 0, 0x81, 0})));
  BOOST_TEST((raw.in(address, endpoint) == stall));
  BOOST_TEST((raw.request({0x02, 1, 0, 0x82, 0})));
  BOOST_TEST((raw.in(address, endpoint) == packet(2)));  // the packet whose ACK stayed out, as DATA0 now
  raw.ack();
  for (const bus::Setup& setup : {bus::Setup{0x02, 1, 0, 0x82, 0}, bus::Setup{0x00, 9, 1, 0, 0}, bus::Setup{0x01, 11, 0, 0, 0}}) {
    raw.idle(10);
    const unsigned next = 2 * (8 - scan.captured());
    BOOST_TEST((raw.in(address, endpoint).has_value()));  // DATA1; not acknowledged
    raw.idle(40);
    BOOST_TEST((raw.request(setup)));
    BOOST_TEST((raw.in(address, endpoint) == packet(next)));
    raw.ack();
  }
  raw.idle(10);
  const unsigned next = 2 * (8 - scan.captured());
  BOOST_TEST(raw.in(address, endpoint).has_value());
  BOOST_REQUIRE(raw.configure(address));  // bus reset
  BOOST_TEST((raw.in(address, endpoint) == packet(next)));
  BOOST_TEST(scan.captured() > 0U);
  raw.idle(40);
  BOOST_TEST((raw.request({0x00, 9, 0, 0, 0})));
  BOOST_TEST((raw.in(address, endpoint) == std::nullopt));
}

// The scan side may write at any clock of the token that asks: the answer is NAK or the whole packet.
BOOST_AUTO_TEST_CASE(a_packet_may_be_written_at_any_clock_of_a_token) {
  unsigned naks = 0;
  for (unsigned delay = 0; delay < 60; ++delay) {
    Raw raw;
    BOOST_REQUIRE(raw.configure(address));
    const std::vector<bus::Line> token = bus::levels(bus::token(bus::Pid::in, address, endpoint));
    for (unsigned i = 0; i < token.size() + 25; ++i) {
      if (i == delay) raw.device.scan.capture(sample(7));
      if (i >= token.size() && raw.device.plug().oe) break;
      raw.hold(i < token.size() ? token[i] : bus::line_j, 4);
    }
    const auto answer = raw.answer();
    if (raw.device.scan.captured() == 0) raw.device.scan.capture(sample(7));
    const Bytes whole = bus::data(bus::Pid::data0, sample(7));
    naks += answer == nak ? 1 : 0;
    BOOST_TEST((answer == nak || answer == whole));
    raw.idle(60);
    BOOST_TEST((raw.in(address, endpoint) == whole));
    raw.ack();
  }
  BOOST_TEST(naks > 10U);
  BOOST_TEST(naks < 50U);
}
