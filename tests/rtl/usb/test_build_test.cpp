// SPDX-License-Identifier: Apache-2.0
// What the test build adds for usbtest of the Linux kernel: sink and source, the interrupt pair, the buffer, and the
// alternate setting that they stand in.
#include <boost/test/unit_test.hpp>

#include "Vusbtest.h"
#include "driver/wire/protocol.hpp"
#include "tests/rtl/usb/bench.hpp"
#include "tests/rtl/usb/raw_bus.hpp"

namespace bus = adoube::bus;
namespace build = adoube::wire::test_build;
using adoube::test::Bytes, adoube::test::ack, adoube::test::stall;
using bus::Status;
using Bench = adoube::test::Bench<Vusbtest>;
using Raw = adoube::test::RawBus<Vusbtest>;

namespace {

constexpr unsigned address = 5;
const Bytes zeros(64, 0);

Bytes pattern(std::size_t size, unsigned seed) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(seed + i * 7 + (i >> 6U));
  return bytes;
}

Raw in_alternate_setting() {
  Raw raw;
  BOOST_REQUIRE(raw.configure(address));
  BOOST_TEST((raw.request({0x01, 11, 1, 0, 0})));
  return raw;
}

bus::Pid data(bool toggle) { return toggle ? bus::Pid::data1 : bus::Pid::data0; }

}  // namespace

// Every length of the buffer's requests comes back as it went, and what was written before stays behind it.
BOOST_AUTO_TEST_CASE(the_buffer_gives_back_what_was_written) {
  Bench bench;
  BOOST_REQUIRE(bench.enumerate());
  unsigned seed = 0;
  for (const std::uint16_t length : std::array<std::uint16_t, 16>{512, 0, 1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 257, 449, 511, 512}) {
    BOOST_TEST_CONTEXT("length " << length) {
      const Bytes bytes = pattern(length, ++seed);
      BOOST_TEST(bench.control({0x40, build::write_buffer_request, 0, 0, length}, bytes).status == Status::completed);
      const auto answer = bench.control({0xC0, build::read_buffer_request, 0, 0, length});
      BOOST_TEST(answer.status == Status::completed);
      BOOST_TEST(answer.data == bytes, boost::test_tools::per_element());
    }
  }
  BOOST_TEST(bench.control({0x40, build::write_buffer_request, 0, 0, 3}, {1, 2, 3}).status == Status::completed);
  Bytes last = pattern(512, seed);
  std::copy_n(Bytes{1, 2, 3}.begin(), 3, last.begin());
  BOOST_TEST(bench.control({0xC0, build::read_buffer_request, 0, 0, 512}).data == last, boost::test_tools::per_element());
  for (const bus::Setup& refused : {bus::Setup{0x40, build::write_buffer_request, 0, 0, 513}, bus::Setup{0x40, build::write_buffer_request, 1, 0, 4},
                                    bus::Setup{0xC0, build::read_buffer_request, 0, 1, 4}, bus::Setup{0xC0, build::read_buffer_request, 0, 0, 513}})
    BOOST_TEST(bench.control(refused, Bytes(refused.length, 0)).status == Status::stalled);
  BOOST_TEST(bench.host.counters().bad + bench.host.counters().silent + bench.host.counters().repeated == 0U);
}

// A packet of an OUT data stage whose ACK was lost comes again: taken once. One that breaks is not taken.
BOOST_AUTO_TEST_CASE(a_repeated_packet_of_a_long_write_counts_once) {
  Raw raw;
  BOOST_REQUIRE(raw.configure(address));
  const Bytes bytes = pattern(150, 3);
  const auto byte_151 = [&] {
    raw.idle(3);
    BOOST_TEST((raw.setup(address, {0xC0, build::read_buffer_request, 0, 0, 160}) == ack));
    Bytes packet;
    for (unsigned i = 0; i < 3; ++i) {
      raw.idle(3);
      packet = raw.in(address, 0).value_or(Bytes(40, 0));
      raw.ack();
    }
    BOOST_TEST((raw.out(address, 0, bus::Pid::data1, {}) == ack));
    raw.idle(3);
    return packet.at(1 + 150 - 128);
  };
  const std::uint8_t behind = byte_151();
  BOOST_TEST((raw.setup(address, {0x40, build::write_buffer_request, 0, 0, 150}) == ack));
  bool toggle = true;
  for (std::size_t at = 0; at < bytes.size(); at += 64, toggle = !toggle) {
    const auto part = std::span(bytes).subspan(at, std::min<std::size_t>(64, bytes.size() - at));
    raw.idle(3);
    raw.send(bus::token(bus::Pid::out, address, 0));
    raw.idle(3);
    Bytes damaged = bus::data(data(toggle), part);
    damaged[5] ^= 0x40U;
    BOOST_TEST((raw.ask(damaged) == std::nullopt));
    for (unsigned i = 0; i < 3; ++i) {
      raw.idle(40);
      BOOST_TEST((raw.out(address, 0, data(toggle), part) == ack));
    }
  }
  raw.idle(3);
  BOOST_TEST((raw.in(address, 0) == bus::data(bus::Pid::data1, {})));
  raw.ack();
  BOOST_TEST((raw.setup(address, {0xC0, build::read_buffer_request, 0, 0, 150}) == ack));
  Bytes read;
  for (unsigned i = 0; i < 3; ++i) {
    raw.idle(3);
    const auto packet = raw.in(address, 0);
    BOOST_REQUIRE(packet.has_value());
    read.insert(read.end(), packet->begin() + 1, packet->end() - 2);
    raw.ack();
  }
  BOOST_TEST(read == bytes, boost::test_tools::per_element());
  BOOST_TEST(byte_151() == behind);  // a repetition, longer than what follows it, was not put behind it
}

// The endpoints of a setting exist in it alone.
BOOST_AUTO_TEST_CASE(the_alternate_setting_changes_the_endpoints) {
  Raw raw;
  BOOST_REQUIRE(raw.configure(address));
  const auto asked = [&](unsigned setting) {
    for (unsigned endpoint = 1; endpoint < 16; ++endpoint) {
      const bool in = setting == 0 ? endpoint <= 2 : endpoint == 3 || endpoint == 4;
      const bool out = setting == 1 && in;
      raw.idle(3);
      BOOST_TEST(raw.in(address, endpoint).has_value() == in);
      raw.idle(40);
      BOOST_TEST(raw.out(address, endpoint, bus::Pid::data1, zeros).has_value() == out);
    }
    raw.idle(3);
    BOOST_TEST((raw.setup(address, {0x81, 10, 0, 0, 1}) == ack));
    raw.idle(3);
    BOOST_TEST((raw.in(address, 0) == bus::data(bus::Pid::data1, Bytes{static_cast<std::uint8_t>(setting)})));
    raw.ack();
  };
  asked(0);
  BOOST_TEST((raw.request({0x01, 11, 1, 0, 0})));
  asked(1);
  BOOST_TEST((raw.request({0x01, 11, 0, 0, 0})));
  asked(0);
  BOOST_TEST((raw.request({0x01, 11, 1, 0, 0})));
  BOOST_TEST((raw.request({0x00, 9, 1, 0, 0})));  // a new configuration begins with setting 0
  asked(0);
  BOOST_TEST((raw.request({0x01, 11, 1, 0, 0})));
  BOOST_REQUIRE(raw.configure(address));
  asked(0);
}

// U-57, U-31: OUT data with the other toggle are a repetition, acknowledged and not counted; each pipe counts for itself.
BOOST_AUTO_TEST_CASE(each_pipe_keeps_its_own_toggle) {
  Raw raw = in_alternate_setting();
  std::array<bool, 5> in{}, out{};
  std::uint32_t draw = 5;
  for (unsigned i = 0; i < 200; ++i) {
    draw ^= draw << 13U, draw ^= draw >> 17U, draw ^= draw << 5U;
    const unsigned endpoint = 3 + (draw & 1U);
    const bool lost = (draw & 2U) != 0;
    raw.idle(3);
    if ((draw & 4U) != 0) {
      BOOST_TEST((raw.in(address, endpoint) == bus::data(data(in[endpoint]), zeros)));
      if (lost) {
        raw.idle(40);
      } else {
        raw.ack();
        in[endpoint] = !in[endpoint];
      }
    } else {
      BOOST_TEST((raw.out(address, endpoint, data(out[endpoint]), zeros) == ack));
      if (!lost) out[endpoint] = !out[endpoint];  // else it comes again, with the same toggle, at any later time
      if (lost) {
        raw.idle(3);
        BOOST_TEST((raw.out(address, endpoint, data(out[endpoint]), zeros) == ack));
        out[endpoint] = !out[endpoint];
      }
    }
    // What the toggle of OUT is shows in nothing but a halt's end; the toggle inside is compared.
    const unsigned toggles = raw.device.model->rootp->adoube_usb__DOT__pipes__DOT__toggle_q;
    for (const unsigned n : {3U, 4U}) {
      BOOST_TEST(((toggles >> n & 1U) != 0) == in[n]);
      BOOST_TEST(((toggles >> (5 + n) & 1U) != 0) == out[n]);
    }
  }
}

// Usbtest 13 and 29, and U-58: halt and its end for every pipe, toggles restart, the others go on.
BOOST_AUTO_TEST_CASE(every_pipe_halts_and_restarts) {
  for (const unsigned pipe : {0x83U, 0x84U, 0x03U, 0x04U}) {
    Raw raw = in_alternate_setting();
    const unsigned endpoint = pipe & 0xFU;
    const auto use = [&](unsigned which, bool toggle) {
      raw.idle(3);
      const auto answer = (which & 0x80U) != 0 ? raw.in(address, which & 0xFU) : raw.out(address, which & 0xFU, data(toggle), zeros);
      if ((which & 0x80U) != 0) raw.ack();
      return answer;
    };
    const auto good = [&](unsigned which, bool toggle) { return (which & 0x80U) != 0 ? bus::data(data(toggle), zeros) : ack; };
    for (const unsigned which : {0x83U, 0x84U, 0x03U, 0x04U}) BOOST_TEST((use(which, false) == good(which, false)));
    BOOST_TEST((raw.request({0x02, 3, 0, static_cast<std::uint16_t>(pipe), 0})));
    BOOST_TEST((use(pipe, true) == stall));
    for (const unsigned which : {0x83U, 0x84U, 0x03U, 0x04U}) {
      if (which != pipe) BOOST_TEST((use(which, true) == good(which, true)));
    }
    // SETUP is accepted whatever is halted (U-78, U-81), and says so.
    raw.idle(3);
    BOOST_TEST((raw.setup(address, {0x82, 0, 0, static_cast<std::uint16_t>(pipe), 2}) == ack));
    raw.idle(3);
    BOOST_TEST((raw.in(address, 0) == bus::data(bus::Pid::data1, Bytes{1, 0})));
    raw.ack();
    BOOST_TEST((raw.request({0x02, 1, 0, static_cast<std::uint16_t>(pipe), 0})));
    BOOST_TEST((use(pipe, false) == good(pipe, false)));
    const unsigned toggles = raw.device.model->rootp->adoube_usb__DOT__pipes__DOT__toggle_q;
    BOOST_TEST((toggles >> ((pipe & 0x80U) != 0 ? endpoint : 5 + endpoint) & 1U) == 1U);
    // An OUT token to a halted pipe with data that break is not even refused.
    BOOST_TEST((raw.request({0x02, 3, 0, 3, 0})));
    raw.idle(3);
    raw.send(bus::token(bus::Pid::out, address, 3));
    raw.idle(3);
    Bytes damaged = bus::data(bus::Pid::data0, zeros);
    damaged[9] ^= 1U;
    BOOST_TEST((raw.ask(damaged) == std::nullopt));
    // SET_INTERFACE ends every halt.
    BOOST_TEST((raw.request({0x01, 11, 1, 0, 0})));
    for (const unsigned which : {0x83U, 0x84U, 0x03U, 0x04U}) BOOST_TEST((use(which, false) == good(which, false)));
  }
}
