// SPDX-License-Identifier: Apache-2.0
// Packets that are not as they should be: stuffing at every bit, damage, foreign addresses, power-up. What the line may do to
// good ones is swept in tests/rtl/usb/sweeps.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "Vusb.h"
#include "sim/bus/crc.hpp"
#include "tests/rtl/usb/raw_bus.hpp"

namespace bus = adoube::bus;
using adoube::test::Bytes, adoube::test::ack, adoube::test::nak;
using Raw = adoube::test::RawBus<Vusb>;

namespace {

constexpr unsigned address = 5;

Raw configured(unsigned phase = 0, bool pins = false) {
  Raw raw(phase, pins);
  BOOST_REQUIRE(raw.configure(address));
  return raw;
}

/// The device understands and answers: NAK of the idle event endpoint.
void alive(Raw& raw) {
  raw.idle(3);
  BOOST_TEST((raw.in(address, 1) == nak));
  raw.idle(3);
}

std::uint32_t draw(std::uint32_t& state) {
  state ^= state << 13U;
  state ^= state >> 17U;
  state ^= state << 5U;
  return state;
}

}  // namespace

// Contents chosen so that the run of six ends on the last, the last but one ... bit of the CRC: a stuff bit just before
// SE0 is sent, and one of the host is taken.
BOOST_AUTO_TEST_CASE(stuff_bits_just_before_the_end) {
  Raw raw = configured();
  raw.device.scan.slow = false;
  raw.device.scan.registers = {{4, 0}};
  raw.device.scan.largest = {{4, 0xFFFFFFFF}};
  std::uint32_t state = 1;
  for (unsigned tail = 0; tail < 4; ++tail) {
    unsigned found = 0;
    while (found < 3) {
      Bytes bytes(4);
      for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(draw(state));
      const unsigned crc = bus::crc16(bytes);
      // Six ones from bit 10 - tail on, a zero before them; the wires then carry a stuff bit `tail` bits before SE0.
      if (((crc >> (10 - tail)) & 0x3FU) != 0x3FU || ((crc >> (9 - tail)) & 1U) != 0) continue;
      ++found;
      BOOST_TEST((raw.setup(address, {0x40, 2, 0, 4, 4}) == ack));
      raw.idle(3);
      BOOST_TEST((raw.out(address, 0, bus::Pid::data1, bytes) == ack));
      raw.idle(10);
      BOOST_TEST((raw.setup(address, {0xC0, 1, 0, 4, 4}) == ack));
      raw.idle(10);
      BOOST_TEST((raw.in(address, 0) == bus::data(bus::Pid::data1, bytes)));  // a missing last stuff bit is a fault
      raw.ack();
    }
  }
}

BOOST_AUTO_TEST_CASE(a_stuffing_violation_anywhere_spoils_that_packet_and_no_other) {
  Raw raw = configured();
  const Bytes token = bus::token(bus::Pid::in, address, 1);
  const std::vector<bus::Line> good = bus::levels(token);
  // From every bit on, hold the level for eight bits, then go on as if nothing had been.
  for (std::size_t at = 9; at < good.size() - 3; ++at) {
    std::vector<bus::Line> bad(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(at));
    bad.insert(bad.end(), 8, bad.back());
    bad.insert(bad.end(), good.begin() + static_cast<std::ptrdiff_t>(at), good.end());
    raw.drive(bad);
    BOOST_TEST_CONTEXT("bit " << at) {
      BOOST_TEST((raw.answer() == std::nullopt));
      alive(raw);
    }
  }
  // A violation in the data of a SETUP: no answer, and nothing of it is done.
  const std::vector<bus::Line> data = bus::levels(bus::data(bus::Pid::data0, bus::Setup{0, 5, 99, 0, 0}.bytes()));
  for (std::size_t at = 9; at < data.size() - 3; at += 5) {
    raw.send(bus::token(bus::Pid::setup, address, 0));
    raw.idle(3);
    std::vector<bus::Line> bad(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(at));
    bad.insert(bad.end(), 8, bad.back());
    bad.insert(bad.end(), data.begin() + static_cast<std::ptrdiff_t>(at), data.end());
    raw.drive(bad);
    BOOST_TEST((raw.answer() == std::nullopt));
    alive(raw);
  }
}

// What follows a violation without an end or rest between is still the bad packet, even if it looks like a good one.
BOOST_AUTO_TEST_CASE(nothing_is_heard_between_a_violation_and_its_end) {
  Raw raw = configured();
  const std::vector<bus::Line> good = bus::levels(bus::token(bus::Pid::in, address, 1));
  unsigned tried = 0;
  for (std::size_t at = 9; at < good.size() - 3; ++at) {
    if (good[at - 1] == bus::line_k) continue;  // SYNC begins from J
    ++tried;
    std::vector<bus::Line> bad(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(at));
    bad.insert(bad.end(), 7, bus::line_j);
    bad.insert(bad.end(), good.begin(), good.end());
    raw.drive(bad);
    BOOST_TEST_CONTEXT("bit " << at) {
      BOOST_TEST((raw.answer() == std::nullopt));
      alive(raw);
    }
  }
  BOOST_TEST(tried > 5U);
}

// A packet without a byte is none: it must not make good what a broken one left behind.
BOOST_AUTO_TEST_CASE(an_empty_packet_does_not_end_a_broken_one) {
  Raw raw = configured();
  std::vector<bus::Line> token = bus::levels(bus::token(bus::Pid::in, address, 1));
  token.resize(token.size() - 3);  // every bit of a good token, but no end
  const std::vector<bus::Line> sync(token.begin(), token.begin() + 8);
  const bus::Line end[3] = {bus::line_se0, bus::line_se0, bus::line_j};
  raw.drive(token);
  raw.idle(24);
  raw.drive(sync);
  raw.drive(end);
  BOOST_TEST((raw.answer() == std::nullopt));
  alive(raw);
}

// A byte too many whose last two bytes name this device and whose CRC5 is right over all three.
BOOST_AUTO_TEST_CASE(a_token_has_two_bytes_whatever_its_crc_says) {
  Raw raw = configured();
  const auto remainder = [](const Bytes& bytes) {
    unsigned crc = 0x1F;
    for (std::size_t i = 1; i < bytes.size(); ++i)
      for (unsigned k = 0; k < 8; ++k) crc = (crc >> 1U) ^ ((((crc ^ (bytes[i] >> k)) & 1U) != 0) ? 0x14U : 0U);
    return crc;
  };
  const Bytes good = bus::token(bus::Pid::in, address, 1);
  unsigned tried = 0;
  for (unsigned first = 0; first < 256; ++first) {
    for (unsigned last = 0; last < 32; ++last) {
      const Bytes token{good[0], static_cast<std::uint8_t>(first), good[1], static_cast<std::uint8_t>(last << 3U)};
      if (remainder(token) != remainder(good)) continue;
      ++tried;
      BOOST_TEST((raw.ask(token) == std::nullopt));
      raw.idle(3);
    }
  }
  BOOST_TEST(tried == 256U);
  alive(raw);
}

BOOST_AUTO_TEST_CASE(each_flipped_bit_of_a_token_silences_it) {
  Raw raw = configured();
  for (unsigned bit = 0; bit < 24; ++bit) {
    Bytes token = bus::token(bus::Pid::in, address, 1);
    token[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
    BOOST_TEST((raw.ask(token) == std::nullopt));
    alive(raw);
  }
  // Too short and too long.
  for (const std::size_t size : {1U, 2U, 4U, 5U}) {
    Bytes token = bus::token(bus::Pid::in, address, 1);
    token.resize(size, 0);
    BOOST_TEST((raw.ask(token) == std::nullopt));
    alive(raw);
  }
}

BOOST_AUTO_TEST_CASE(sof_is_taken_with_a_good_crc_only) {
  Raw raw = configured();
  const auto& scan = raw.device.scan;
  raw.send(bus::sof(0x2AA));
  raw.idle(10);
  BOOST_TEST(raw.device.model->sof_frame_o == 0x2AAU);
  for (unsigned bit = 0; bit < 24; ++bit) {
    Bytes bytes = bus::sof(0);
    bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
    raw.send(bytes);
    raw.idle(40);
    BOOST_TEST(raw.device.model->sof_frame_o == 0x2AAU);
  }
  BOOST_TEST(scan.sofs.empty());
  for (unsigned number = 0; number < 2048; ++number) {
    raw.send(bus::sof(number));
    raw.idle(10);
    BOOST_TEST(raw.device.model->sof_frame_o == number);
  }
  BOOST_TEST((scan.sofs == std::vector<std::uint16_t>{0, 1024}));
}

// The tick of a heartbeat is taken at sof_o: it must come the same number of clocks after each SOF.
BOOST_AUTO_TEST_CASE(sof_flips_a_fixed_time_after_its_packet) {
  for (unsigned phase = 0; phase < 4; ++phase) {
    Raw raw(phase);
    std::vector<std::uint64_t> delays;
    for (unsigned i = 0; i < 20; ++i) {
      raw.send(bus::sof(i % 2 * 1024));
      const std::uint64_t end = raw.device.now - 4;  // SE0 is over
      const std::size_t before = raw.device.scan.sofs.size();
      while (raw.device.scan.sofs.size() == before) raw.hold(bus::line_j, 1);
      delays.push_back(raw.device.now - end);
      while (raw.device.now % 4 != phase) raw.hold(bus::line_j, 1);
      raw.idle(7 + i);
    }
    BOOST_TEST((std::ranges::count(delays, delays[0]) == 20));
    BOOST_TEST_MESSAGE("phase " << phase << ": the scan side sees SOF " << delays[0] << " ticks of 48 MHz after SE0");
    BOOST_TEST(delays[0] >= 16U);
    BOOST_TEST(delays[0] <= 21U);
  }
}

BOOST_AUTO_TEST_CASE(tokens_for_what_does_not_exist_get_no_answer) {
  Raw raw = configured();
  for (unsigned other = 0; other < 128; ++other) {
    if (other == address) continue;
    BOOST_TEST((raw.in(other, 0) == std::nullopt));
    BOOST_TEST((raw.in(other, 1) == std::nullopt));
  }
  for (unsigned endpoint = 0; endpoint < 16; ++endpoint) {
    if (endpoint > 2) BOOST_TEST((raw.in(address, endpoint) == std::nullopt));
    if (endpoint > 0) {
      BOOST_TEST((raw.out(address, endpoint, bus::Pid::data0, Bytes{1, 2, 3}) == std::nullopt));
      raw.send(bus::token(bus::Pid::setup, address, endpoint));
      raw.idle(3);
      BOOST_TEST((raw.ask(bus::data(bus::Pid::data0, bus::Setup{0, 9, 0, 0, 0}.bytes())) == std::nullopt));
    }
  }
  // Data and handshakes that no token of ours announced, and PIDs that full speed does not have.
  BOOST_TEST((raw.ask(bus::data(bus::Pid::data0, Bytes(8, 0))) == std::nullopt));
  BOOST_TEST((raw.ask(ack) == std::nullopt));
  for (const unsigned pid : {0x0U, 0x4U, 0x6U, 0x7U, 0x8U, 0xCU, 0xFU}) {
    Bytes token = bus::token(bus::Pid::in, address, 1);
    token[0] = static_cast<std::uint8_t>(pid | ((~pid & 0xFU) << 4U));
    BOOST_TEST((raw.ask(token) == std::nullopt));
  }
  // SETUP for another device, then its data: not ours either.
  raw.send(bus::token(bus::Pid::setup, address + 1, 0));
  raw.idle(3);
  BOOST_TEST((raw.ask(bus::data(bus::Pid::data0, bus::Setup{0, 5, 1, 0, 0}.bytes())) == std::nullopt));
  alive(raw);
}

BOOST_AUTO_TEST_CASE(power_up_reset_lets_go_of_the_wires) {
  Raw raw = configured();
  BOOST_TEST((raw.setup(address, {0x80, 6, 0x0100, 0, 18}) == ack));
  raw.idle(3);
  raw.send(bus::token(bus::Pid::in, address, 0));
  raw.idle(20);
  BOOST_TEST(raw.device.plug().oe);
  raw.device.model->rst_ni = 0;
  raw.hold(bus::line_j, 8);
  BOOST_TEST(!raw.device.plug().oe);
  BOOST_TEST(raw.device.plug().dp);   // what it would drive is J
  BOOST_TEST(!raw.device.plug().dn);
  BOOST_TEST(!raw.device.plug().pullup);
  raw.device.model->rst_ni = 1;
  raw.idle(20);
  BOOST_TEST(!raw.device.plug().pullup);
  adoube::test::attach(*raw.device.model);
  raw.idle(20);
  BOOST_TEST(raw.device.plug().pullup);
  BOOST_TEST((raw.setup(0, {0x80, 8, 0, 0, 1}) == ack));
}
