// SPDX-License-Identifier: Apache-2.0
// The event endpoint: packets of the scan side reach the host once and whole, whatever happens on the bus.
#include <boost/test/unit_test.hpp>

#include "Vusb.h"
#include "tests/rtl/usb/bench.hpp"
#include "tests/rtl/usb/raw_bus.hpp"

namespace bus = adoube::bus;
using adoube::test::Bytes, adoube::test::nak;
using bus::Setup;
using bus::Status;
using Bench = adoube::test::Bench<Vusb>;
using Raw = adoube::test::RawBus<Vusb>;

namespace {

/// Packet `number` of a series: 8 to 64 bytes, contents that stuff a lot, a little, and not at all in turn.
Bytes sample(unsigned number) {
  Bytes bytes(8 + number % 57, 0);
  for (unsigned i = 0; i < bytes.size(); ++i) {
    const unsigned kind = number % 3;
    bytes[i] = static_cast<std::uint8_t>(kind == 0 ? 0xFFU : kind == 1 ? number * 37U + i * 101U : i);
  }
  bytes[0] = static_cast<std::uint8_t>(number);
  bytes[1] = static_cast<std::uint8_t>(number >> 8U);
  return bytes;
}

/// Polls until `count` packets of the series from `first` have come; everything in order, nothing twice.
void receive(Bench& bench, unsigned first, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    const auto answer = bench.poll();
    BOOST_TEST_CONTEXT("packet " << first + i) {
      BOOST_TEST(answer.status == Status::completed);
      BOOST_TEST(answer.data == sample(first + i), boost::test_tools::per_element());
    }
  }
}

void queue(Bench& bench, unsigned first, unsigned count) {
  for (unsigned i = 0; i < count; ++i) bench.device.scan.packets.push_back(sample(first + i));
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_length_and_content_at_every_phase) {
  for (unsigned phase = 0; phase < 4; ++phase) {
    for (const bool pins : {false, true}) {
      Bench bench(phase, pins);
      bench.device.scan.slow = pins;
      BOOST_REQUIRE(bench.enumerate());
      queue(bench, phase * 57, 57);
      receive(bench, phase * 57, 57);
      bench.run(10);  // the device is a few bits behind the host
      BOOST_TEST(bench.device.scan.freed.size() == 57U);
      BOOST_TEST(bench.poll(2).status == Status::cancelled);
      BOOST_TEST(bench.turnaround_min >= 8U);
      BOOST_TEST(bench.turnaround_max <= 26U);
      BOOST_TEST(bench.host.counters().bad == 0U);
      BOOST_TEST(bench.host.counters().silent == 0U);
      BOOST_TEST(bench.host.counters().repeated == 0U);
      BOOST_TEST(bench.host.counters().collisions == 0U);
      BOOST_TEST(bench.host.counters().naks >= 2U);
    }
  }
}

BOOST_AUTO_TEST_CASE(each_lost_ack_repeats_the_same_bytes_and_doubles_nothing) {
  Bench bench;
  BOOST_REQUIRE(bench.enumerate());
  std::vector<Bytes> wire;
  bench.host.observe([&](const bus::PacketView& packet) {
    if (packet.from_device && packet.bytes.size() > 3) wire.emplace_back(packet.bytes.begin(), packet.bytes.end());
  });
  unsigned next = 0;
  for (unsigned n = 1; n <= 6; ++n) {
    queue(bench, next, 6);
    wire.clear();
    bench.host.faults().plant({.packets = bus::Packets::handshake, .nth = n});
    receive(bench, next, 6);
    bench.poll(2);   // a loss of the last ACK shows only at the next poll
    BOOST_TEST_CONTEXT("ACK " << n) {
      BOOST_TEST(bench.host.counters().repeated == n);
      BOOST_REQUIRE(wire.size() == 7U);
      BOOST_TEST(wire[n - 1] == wire[n], boost::test_tools::per_element());  // PID and CRC included
    }
    next += 6;
  }
  bench.run(10);
  BOOST_TEST(bench.device.scan.freed.size() == next);
}

BOOST_AUTO_TEST_CASE(each_damaged_packet_comes_again) {
  Bench bench;
  BOOST_REQUIRE(bench.enumerate());
  unsigned next = 0;
  for (unsigned n = 1; n <= 6; ++n) {
    queue(bench, next, 6);
    bench.host.faults().plant(
        {.damage = bus::Damage::flip, .side = bus::Side::device, .packets = bus::Packets::data, .endpoint = 1, .nth = n, .amount = 20});
    receive(bench, next, 6);
    BOOST_TEST(bench.host.counters().bad == n);
    BOOST_TEST(bench.host.counters().repeated == 0U);
    next += 6;
  }
  bench.run(10);
  BOOST_TEST(bench.device.scan.freed.size() == next);
}

BOOST_AUTO_TEST_CASE(packets_for_others_are_ignored) {
  Bench bench;
  BOOST_REQUIRE(bench.enumerate());
  queue(bench, 0, 128);
  unsigned awaited = 0;  // foreign answers, for which the host waits in vain
  for (unsigned address = 0; address < 128; ++address) {
    if (address == bench.address) continue;
    if (static_cast<bus::Foreign::What>(address % 4) != bus::Foreign::What::in_taken) ++awaited;
    bench.host.faults().foreign({.at = bench.bit_time,
                                 .address = static_cast<std::uint8_t>(address),
                                 .endpoint = static_cast<std::uint8_t>(address % 3 == 0 ? 0 : 1),
                                 .what = static_cast<bus::Foreign::What>(address % 4),
                                 .low_speed = address % 5 == 0});
    receive(bench, address < bench.address ? address : address - 1, 1);
  }
  BOOST_TEST(bench.host.faults().counters().happened() == 127U);
  BOOST_TEST(bench.host.counters().unasked == 0U);
  BOOST_TEST(bench.host.counters().silent == awaited);
  BOOST_TEST(bench.host.counters().repeated == 0U);
}

BOOST_AUTO_TEST_CASE(bus_reset_keeps_the_frozen_packet) {
  Bench bench;
  BOOST_REQUIRE(bench.enumerate());
  queue(bench, 0, 9);
  receive(bench, 0, 3);
  // Packet 3 is sent, its ACK lost, and then comes the reset: it must come again, for the device cannot know.
  bench.host.faults().plant({.packets = bus::Packets::handshake, .nth = 1});
  receive(bench, 3, 1);
  bench.host.faults().reset_at(bench.bit_time);
  const std::uint64_t hellos = bench.device.scan.hellos;
  bench.run(60);
  BOOST_REQUIRE(bench.enumerate());
  BOOST_TEST(bench.device.scan.hellos == hellos + 3);  // that reset, the enumeration's own, SET_CONFIGURATION
  receive(bench, 3, 1);
  receive(bench, 4, 5);
  bench.run(10);
  BOOST_TEST(bench.device.scan.freed.size() == 9U);
  BOOST_TEST(bench.host.counters().resets == 3U);
}

BOOST_AUTO_TEST_CASE(toggles_restart_with_configuration_interface_and_cleared_halt) {
  for (const Setup& request : {Setup{0x00, 9, 1, 0, 0}, Setup{0x01, 11, 0, 0, 0}, Setup{0x02, 1, 0, 0x81, 0}}) {
    for (unsigned before = 0; before < 4; ++before) {
      Bench bench;
      BOOST_REQUIRE(bench.enumerate());
      queue(bench, 0, before + 2);
      receive(bench, 0, before);
      BOOST_TEST(bench.host.toggle(bench.address, 0x81) == (before % 2 != 0));
      BOOST_TEST(bench.control(request).status == Status::completed);
      BOOST_TEST(!bench.host.toggle(bench.address, 0x81));
      receive(bench, before, 2);
      BOOST_TEST(bench.host.counters().repeated == 0U);
    }
  }
}

BOOST_AUTO_TEST_CASE(halt_stalls_and_loses_nothing) {
  Bench bench;
  BOOST_REQUIRE(bench.enumerate());
  queue(bench, 0, 4);
  receive(bench, 0, 1);
  BOOST_TEST(bench.control({0x02, 3, 0, 0x81, 0}).status == Status::completed);
  BOOST_TEST(bench.poll().status == Status::stalled);
  BOOST_TEST(bench.poll().status == Status::stalled);
  BOOST_TEST(bench.control({0x02, 1, 0, 0x81, 0}).status == Status::completed);
  receive(bench, 1, 3);
  BOOST_TEST(bench.control({0x02, 3, 0, 0x81, 0}).status == Status::completed);
  BOOST_TEST(bench.control({0x00, 9, 1, 0, 0}).status == Status::completed);  // ends the halt too
  BOOST_TEST(bench.poll(2).status == Status::cancelled);
}

// After data the device waits for one ACK. Whatever else comes ends the wait and changes nothing; the packet comes again.
BOOST_AUTO_TEST_CASE(only_an_ack_is_an_ack) {
  Raw raw;
  BOOST_REQUIRE(raw.configure(5));
  raw.device.scan.packets.push_back(sample(100));
  raw.device.scan.packets.push_back(sample(101));
  raw.idle(40);
  const auto first = raw.in(5, 1);
  BOOST_REQUIRE(first.has_value());
  BOOST_TEST((*first == bus::data(bus::Pid::data0, sample(100))));
  Bytes bad_ack{bus::pid_byte(bus::Pid::ack)};
  bad_ack[0] ^= 0x10U;
  const std::vector<Bytes> wrong{
      {bus::pid_byte(bus::Pid::nak)}, {bus::pid_byte(bus::Pid::stall)}, bad_ack,
      {bus::pid_byte(bus::Pid::ack), 0}, bus::data(bus::Pid::data0, Bytes{1, 2}),
      bus::sof(77), bus::token(bus::Pid::in, 6, 1), bus::token(bus::Pid::out, 5, 3)};
  for (const Bytes& packet : wrong) {
    raw.idle(3);
    raw.send(packet);
    raw.idle(3);
    raw.send({bus::pid_byte(bus::Pid::ack)});  // too late: the wait is over
    raw.idle(30);
    BOOST_TEST((raw.in(5, 1) == first));
  }
  // A token at once instead of the ACK is answered at once.
  raw.idle(3);
  BOOST_TEST((raw.in(5, 1) == first));
  raw.ack();
  raw.idle(30);
  BOOST_TEST((raw.in(5, 1) == bus::data(bus::Pid::data1, sample(101))));
  raw.ack();
  raw.idle(30);
  BOOST_TEST((raw.in(5, 1) == nak));
  // A second ACK out of nowhere frees nothing.
  raw.device.scan.packets.push_back(sample(102));
  raw.idle(40);
  raw.ack();
  raw.idle(30);
  BOOST_TEST(raw.device.scan.freed.size() == 2U);
  BOOST_TEST((raw.in(5, 1) == bus::data(bus::Pid::data0, sample(102))));
}

// A packet may be queued at any clock of the token that asks; the answer is NAK or that packet, never a mixture.
BOOST_AUTO_TEST_CASE(a_packet_may_come_at_any_clock_of_a_token) {
  for (unsigned delay = 0; delay < 60; ++delay) {
    Raw raw;
    raw.device.scan.slow = delay % 2 != 0;
    BOOST_REQUIRE(raw.configure(5));
    const std::vector<bus::Line> token = bus::levels(bus::token(bus::Pid::in, 5, 1));
    for (unsigned i = 0; i < token.size() + 25; ++i) {
      if (i == delay) raw.device.scan.packets.push_back(sample(7));
      if (i >= token.size() && raw.device.plug().oe) break;
      raw.hold(i < token.size() ? token[i] : bus::line_j, 4);
    }
    const auto answer = raw.answer();
    if (raw.device.scan.packets.empty()) raw.device.scan.packets.push_back(sample(7));
    BOOST_REQUIRE(answer.has_value());
    const bool refused = *answer == nak;
    BOOST_TEST((refused || *answer == bus::data(bus::Pid::data0, sample(7))));
    BOOST_TEST(raw.unasked == 0U);
    raw.idle(60);
    BOOST_TEST((raw.in(5, 1) == bus::data(bus::Pid::data0, sample(7))));
    raw.ack();
  }
}
