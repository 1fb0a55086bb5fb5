// SPDX-License-Identifier: Apache-2.0
// Each packet of each transfer is lost once, and twice in a row: every token, data packet and handshake of either side.
// Three tries of the host are enough for two losses, so the transfer completes, with the right bytes, and nothing is doubled.
#include <boost/test/unit_test.hpp>

#include <functional>
#include <string>

#include "Vusb.h"
#include "Vusbtest.h"
#include "tests/rtl/usb/bench.hpp"

namespace bus = adoube::bus;
using bus::Packets;
using bus::Setup;
using bus::Side;
using bus::Status;
using Bench = adoube::test::Bench<Vusb>;
using TestBench = adoube::test::Bench<Vusbtest>;
using Bytes = std::vector<std::uint8_t>;

namespace {

/// What a scenario moved, in its own words: equal whatever was lost.
using Outcome = std::string;

std::string hex(const Bytes& bytes) {
  static constexpr const char* digits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) text += {digits[byte >> 4U], digits[byte & 0xFU]};
  return text + " ";
}

template <class Answer>
Outcome outcome(const Answer& answer) {
  if (answer.status == Status::completed) return hex(answer.data);
  return answer.status == Status::stalled ? "refused " : "failed " + std::to_string(static_cast<int>(answer.status)) + " ";
}

Bytes sample(unsigned number, std::size_t size) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(number % 2 == 0 ? 0xFFU : number + i * 7U);
  bytes[0] = static_cast<std::uint8_t>(number);
  return bytes;
}

/// Short waits where the waits are not what is tested.
bus::HostOptions options() {
  bus::HostOptions quick;
  quick.reset = 600;
  quick.recovery = 600;
  quick.control_retry = 200;
  return quick;
}

template <class AnyBench>
struct Scenario {
  const char* name;
  bool enumerated;  ///< begins with a configured device
  std::function<Outcome(AnyBench&)> play;
};

/// An operating system gives a device that does not enumerate a second and a third chance, from the reset on.
Outcome enumeration(Bench& bench) {
  for (int chance = 0; chance < 3; ++chance)
    if (bench.enumerate()) return hex(bench.device_descriptor) + hex(bench.configuration_descriptor);
  return "not enumerated";
}

Outcome registers(Bench& bench) {
  Outcome all;
  for (const auto value : std::initializer_list<std::uint8_t>{7, 9}) {
    all += outcome(bench.control({0x40, 2, 0, 4, 4}, {value, 2, 3, 4}));
    all += outcome(bench.control({0xC0, 1, 0, 4, 4}));
  }
  all += outcome(bench.control({0x40, 2, 0, 0, 4}, {1, 2, 3, 4}));  // refused
  return all + std::to_string(bench.device.scan.writes) + " writes";  // a read may happen twice: its SETUP does
}

Outcome descriptor(Bench& bench) { return outcome(bench.control({0xC0, 4, 0, 7, 0xFFFF})); }

/// Halt, its end, alternate setting, configuration: each moves toggles. Between them an event, whose toggle must fit.
Outcome requests(Bench& bench) {
  Outcome all;
  unsigned number = 0;
  for (const Setup& setup : {Setup{0x02, 3, 0, 0x81, 0}, Setup{0x02, 1, 0, 0x81, 0}, Setup{0x01, 11, 0, 0, 0}, Setup{0x00, 9, 1, 0, 0}}) {
    all += outcome(bench.control(setup));
    all += outcome(bench.control({0x82, 0, 0, 0x81, 2}));
    if (setup.request == 3) continue;
    bench.device.scan.packets.push_back(sample(number++, 20));
    all += outcome(bench.poll());
    bench.poll(2);  // a loss of the ACK shows only at the next poll; a toggle returned before would hide it (8.6.4)
  }
  return all;
}

Outcome events(Bench& bench) {
  Outcome all;
  for (unsigned i = 0; i < 6; ++i) bench.device.scan.packets.push_back(sample(i, 8 + 11 * i));
  for (unsigned i = 0; i < 6; ++i) all += outcome(bench.poll());
  bench.poll(2);
  bench.run(10);
  return all + std::to_string(bench.device.scan.freed.size()) + " freed";
}

Outcome captures(Bench& bench) {
  for (unsigned i = 0; i < 6; ++i) bench.device.scan.capture(sample(i, 64));
  Bytes room(64 * 6);
  bus::Transfer transfer;
  transfer.kind = bus::Transfer::Kind::bulk_in;
  transfer.address = bench.address;
  transfer.endpoint = 2;
  transfer.data = room;
  const Status status = bench.finish(transfer).status;
  bench.run(10);
  // Where the last ACK was lost the device does not know yet that the host has them all: the next poll tells it.
  Bytes more(64);
  bus::Transfer rest;
  rest.kind = bus::Transfer::Kind::bulk_in;
  rest.address = bench.address;
  rest.endpoint = 2;
  rest.data = more;
  bench.host.submit(rest);
  bench.run(3 * bus::frame_bits);
  bench.host.cancel(rest);
  bench.run(200);
  return outcome(Bench::Answer{status, room}) + std::to_string(bench.device.scan.captured()) + " left, " + std::to_string(rest.actual) + " more";
}

/// One transfer on an endpoint of the test build; OUT sends `bytes`, IN has room for as many.
Outcome transfer(TestBench& bench, bus::Transfer::Kind kind, std::uint8_t endpoint, Bytes bytes) {
  bus::Transfer transfer;
  transfer.kind = kind;
  transfer.address = bench.address;
  transfer.endpoint = endpoint;
  transfer.data = bytes;
  const Status status = bench.finish(transfer).status;
  return outcome(TestBench::Answer{status, bytes});
}

/// Sink, source and the interrupt pair. A sink shows only by its toggle whether a packet was taken twice.
Outcome pairs(TestBench& bench) {
  using Kind = bus::Transfer::Kind;
  Outcome all = outcome(bench.control({0x01, 11, 1, 0, 0}));
  all += transfer(bench, Kind::bulk_out, 3, sample(1, 200));
  all += transfer(bench, Kind::bulk_in, 3, Bytes(192, 1));
  all += transfer(bench, Kind::interrupt_out, 4, sample(2, 64));
  all += transfer(bench, Kind::interrupt_in, 4, Bytes(64, 1));
  all += transfer(bench, Kind::bulk_out, 3, sample(3, 10));
  bench.run(10);
  const unsigned toggles = bench.device.model->rootp->adoube_usb__DOT__pipes__DOT__toggle_q;
  return all + std::to_string(toggles >> 8U & 1U) + std::to_string(toggles >> 9U & 1U) + " toggles of OUT 3 and 4";
}

Outcome buffer(TestBench& bench) {
  Outcome all = outcome(bench.control({0x40, 0x5B, 0, 0, 150}, sample(1, 150)));
  return all + outcome(bench.control({0xC0, 0x5C, 0, 0, 150}));
}

// Under the sanitizers every fifth is enough.
#ifdef NDEBUG
constexpr std::uint64_t stride = 1;
#else
constexpr std::uint64_t stride = 5;
#endif

struct Losses {
  Side side;
  Packets packets;
  const char* name;
};
constexpr Losses kinds[] = {{Side::host, Packets::token, "token"},
                            {Side::host, Packets::data, "data of the host"},
                            {Side::host, Packets::handshake, "handshake of the host"},
                            {Side::device, Packets::data, "data of the device"},
                            {Side::device, Packets::handshake, "handshake of the device"}};

struct Played {
  Outcome outcome;
  std::uint64_t lost = 0;
  std::string breaches;
};

/// The scenario with the `nth` packet of a kind lost, `times` in a row; 0: none.
template <class AnyBench>
Played play(const Scenario<AnyBench>& scenario, const Losses& kind, std::uint64_t nth, std::uint64_t times) {
  AnyBench bench(0, false, options());
  bench.device.scan.registers = {{0, 1}, {4, 2}};
  bench.device.scan.largest = {{4, 0x7FFFFFFF}};
  if (scenario.enumerated) BOOST_REQUIRE(bench.enumerate());
  if (nth != 0)
    bench.host.faults().plant({.damage = bus::Damage::drop, .side = kind.side, .packets = kind.packets, .nth = nth, .times = times});
  Played played;
  played.outcome = scenario.play(bench);
  played.lost = bench.host.faults().counters().damaged();
  played.breaches = bench.host.checker().report();
  return played;
}

/// Each packet of the scenario lost once, and twice in a row; how many losses that were.
template <class AnyBench>
std::uint64_t lose_each(const Scenario<AnyBench>& scenario) {
  std::uint64_t losses = 0;
  const Played clean = play(scenario, kinds[0], 0, 0);
  BOOST_TEST(clean.breaches == "");
  BOOST_TEST(clean.outcome.find("failed") == std::string::npos);
  for (const Losses& kind : kinds) {
    for (const std::uint64_t times : {1U, 2U}) {
      for (std::uint64_t nth = 1;; nth += stride) {
        const Played played = play(scenario, kind, nth, times);
        if (played.lost < times) break;  // there are no more of them
        losses += played.lost;
        BOOST_TEST_CONTEXT(scenario.name << ": " << kind.name << " " << nth << " lost " << times << " times") {
          BOOST_TEST(played.outcome == clean.outcome);
          BOOST_TEST(played.breaches == "");
        }
      }
    }
  }
  BOOST_TEST_MESSAGE(scenario.name << ": " << losses << " packets lost");
  return losses;
}

}  // namespace

BOOST_AUTO_TEST_CASE(any_packet_may_be_lost_once_and_twice) {
  std::uint64_t losses = 0;
  for (const Scenario<Bench>& scenario : std::vector<Scenario<Bench>>{{"enumeration", false, enumeration}, {"registers", true, registers},
                                                                      {"descriptor", true, descriptor},    {"requests", true, requests},
                                                                      {"events", true, events},            {"captures", true, captures}})
    losses += lose_each(scenario);
  BOOST_TEST(losses * stride > 800U);
}

BOOST_AUTO_TEST_CASE(and_any_packet_of_the_test_build) {
  std::uint64_t losses = 0;
  for (const Scenario<TestBench>& scenario : std::vector<Scenario<TestBench>>{{"pairs", true, pairs}, {"buffer", true, buffer}})
    losses += lose_each(scenario);
  BOOST_TEST(losses * stride > 150U);
}
