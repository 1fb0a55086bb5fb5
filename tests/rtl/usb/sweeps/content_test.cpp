// SPDX-License-Identifier: Apache-2.0
// Content: every length from 0 to 64 with stuff bits at every place, both ways; all 2,048 frame numbers.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <span>

#include "Vusb.h"
#include "Vusbtest.h"
#include "sim/physics/random.hpp"
#include "tests/rtl/usb/sweeps/sweep.hpp"

using namespace adoube::sweep;

namespace {

/// Bytes whose bits are six ones and a zero over and over, from `shift` on: seven shifts put a stuff bit behind every bit of a
/// byte, and, as the length goes up, at every distance from the end. 7: all ones.
bus::Bytes stuffed(std::size_t length, unsigned shift) {
  bus::Bytes bytes(length, 0);
  for (std::size_t i = 0; i < 8 * length; ++i)
    if (shift == 7 || (i + shift) % 7 != 6) bytes[i / 8] = static_cast<std::uint8_t>(bytes[i / 8] | (1U << (i % 8)));
  return bytes;
}

line::Distortion drawn(adoube::sim::Random& random) {
  line::Distortion distortion = worst_jitter(random.bits());
  distortion.ppm = static_cast<int>(random.within(-2'500, 2'500));
  distortion.dribble = random.within(0, 80 * ns);
  distortion.se0 = random.within(82 * ns, 260 * ns);
  return distortion;
}

}  // namespace

BOOST_AUTO_TEST_CASE(packets_of_every_length_leave_with_their_stuff_bits) {
  adoube::sim::Random random(3);
  for (const bool registers : {false, true}) {
    Pins<Vusb> pins(registers);
    BOOST_REQUIRE(pins.configure());
    auto& scan = pins.device.scan;
    bool toggle = false;
    for (std::size_t length = 0; length <= 64; ++length) {
      for (unsigned shift = 0; shift < 8; ++shift) {
        const bus::Bytes content = stuffed(length, shift);
        scan.packets.push_back(content);
        pins.port.distortion = drawn(random);
        pins.phase(random.within(0, bit - 1));
        BOOST_TEST_CONTEXT(length << " bytes, shift " << shift) {
          pins.port.send(bus::token(bus::Pid::in, device_address, 1));
          pins.port.expect(bus::data(toggle ? bus::Pid::data1 : bus::Pid::data0, content));
          pins.ack();
          pins.rest();
          BOOST_TEST(scan.packets.empty());
          BOOST_TEST(pins.port.verdict() == "");
        }
        toggle = !toggle;
      }
    }
  }
}

// Endpoint 0 refuses what it did not ask for, but only data whose CRC it found right.
BOOST_AUTO_TEST_CASE(data_of_every_length_arrive_with_their_stuff_bits) {
  adoube::sim::Random random(4);
  for (const bool registers : {false, true}) {
    Pins<Vusb> pins(registers);
    BOOST_REQUIRE(pins.configure());
    for (std::size_t length = 1; length <= 64; ++length) {
      for (unsigned shift = 0; shift < 8; ++shift) {
        pins.port.distortion = drawn(random);
        pins.phase(random.within(0, bit - 1));
        const bus::Bytes content = stuffed(length, shift);
        BOOST_TEST_CONTEXT(length << " bytes, shift " << shift) {
          BOOST_TEST((pins.out(0, bus::Pid::data1, content) == stall));
          // One bit of it flipped: the CRC says so.
          bus::Bytes broken = bus::data(bus::Pid::data1, content);
          const auto place = static_cast<std::size_t>(random.within(0, static_cast<std::int64_t>(8 * length) - 1));
          broken[1 + place / 8] ^= static_cast<std::uint8_t>(1U << (place % 8));
          pins.rest();
          pins.port.send(bus::token(bus::Pid::out, device_address, 0));
          pins.port.idle(pins.gap);
          pins.port.send(broken);
          pins.port.expect_silence();
          BOOST_TEST(pins.port.verdict() == "");
        }
      }
    }
    for (const std::size_t length : {65U, 66U, 67U, 68U, 69U}) {  // more than any packet of full speed but an isochronous one
      pins.port.distortion = {};
      pins.port.send(bus::token(bus::Pid::out, device_address, 0));
      pins.port.idle(pins.gap);
      pins.port.send(bus::data(bus::Pid::data1, stuffed(length, 0)));
      pins.port.expect_silence();
      BOOST_TEST(pins.port.verdict() == "");
    }
  }
}

// What a register was given is what it holds: the one OUT stage of the board, four bytes, runs of ones everywhere.
BOOST_AUTO_TEST_CASE(register_values_pass_both_ways) {
  adoube::sim::Random random(5);
  Pins<Vusb> pins(true);
  BOOST_REQUIRE(pins.configure());
  auto& scan = pins.device.scan;
  scan.slow = false;
  scan.registers = {{4, 0}};
  scan.largest = {{4, 0xFFFFFFFF}};
  for (unsigned length = 1; length <= 32; ++length) {
    for (unsigned offset = 0; offset + length <= 32; ++offset) {
      const std::uint32_t value = (length == 32 ? ~0U : (1U << length) - 1U) << offset;
      const bus::Bytes bytes{static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8U),
                              static_cast<std::uint8_t>(value >> 16U), static_cast<std::uint8_t>(value >> 24U)};
      pins.port.distortion = drawn(random);
      pins.phase(random.within(0, bit - 1));
      BOOST_TEST((pins.setup({0x40, 2, 0, 4, 4}) == ack));
      pins.rest();
      BOOST_TEST((pins.out(0, bus::Pid::data1, bytes) == ack));
      pins.rest();
      BOOST_TEST((pins.in(0) == bus::data(bus::Pid::data1, {})));
      pins.ack();
      pins.rest();
      BOOST_TEST(scan.registers[4] == value);
      BOOST_TEST((pins.setup({0xC0, 1, 0, 4, 4}) == ack));
      pins.rest();
      BOOST_TEST((pins.in(0) == bus::data(bus::Pid::data1, bytes)));
      pins.ack();
      pins.rest();
      BOOST_TEST(pins.port.verdict() == "");
    }
  }
}

BOOST_AUTO_TEST_CASE(all_2048_frame_numbers) {
  adoube::sim::Random random(6);
  for (const bool registers : {false, true}) {
    Pins<Vusb> pins(registers);
    BOOST_REQUIRE(pins.configure());
    auto& scan = pins.device.scan;
    std::vector<std::uint16_t> beats;
    for (unsigned i = 0; i < 2 * 2'048; ++i) {
      const unsigned frame = (i + 1'000) % 2'048;
      if (frame % 1'024 == 0) beats.push_back(static_cast<std::uint16_t>(frame));
      pins.port.distortion = drawn(random);
      pins.phase(random.within(0, bit - 1));
      pins.port.send(bus::sof(frame));
      pins.port.idle(20 * bit);
      BOOST_TEST(pins.device.model->sof_frame_o == frame);
    }
    BOOST_TEST(scan.sofs == beats);
    BOOST_TEST(pins.port.verdict() == "");
  }
}

// The test build takes data of any length: what its buffer holds comes back, and its sink acknowledges every packet.
BOOST_AUTO_TEST_CASE(data_of_every_length_come_back_out_of_the_test_builds_buffer) {
  adoube::sim::Random random(7);
  Pins<Vusbtest> pins(true);
  BOOST_REQUIRE(pins.configure());
  const auto pid = [](std::size_t offset) { return offset / 64 % 2 == 0 ? bus::Pid::data1 : bus::Pid::data0; };
  const auto take = [&](const bus::Bytes& packet) {
    pins.rest();
    BOOST_TEST((pins.in(0) == packet));
    pins.ack();
    pins.rest();
  };
  std::vector<std::size_t> lengths{127, 128, 511, 512};
  for (std::size_t length = 1; length <= 65; ++length) lengths.push_back(length);
  for (const std::size_t length : lengths) {
    for (unsigned shift = 0; shift < 8; ++shift) {
      pins.port.distortion = drawn(random);
      pins.phase(random.within(0, bit - 1));
      const bus::Bytes content = stuffed(length, shift);
      const std::span<const std::uint8_t> bytes(content);
      BOOST_TEST_CONTEXT(length << " bytes, shift " << shift) {
        BOOST_TEST((pins.setup({0x40, 0x5B, 0, 0, static_cast<std::uint16_t>(length)}) == ack));
        for (std::size_t at = 0; at < length; at += 64) {
          pins.rest();
          BOOST_TEST((pins.out(0, pid(at), bytes.subspan(at, std::min<std::size_t>(64, length - at))) == ack));
        }
        take(bus::data(bus::Pid::data1, {}));
        BOOST_TEST((pins.setup({0xC0, 0x5C, 0, 0, static_cast<std::uint16_t>(length)}) == ack));
        for (std::size_t at = 0; at < length; at += 64) take(bus::data(pid(at), bytes.subspan(at, std::min<std::size_t>(64, length - at))));
        BOOST_TEST((pins.out(0, bus::Pid::data1, {}) == ack));
        BOOST_TEST(pins.port.verdict() == "");
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(the_test_builds_sink_takes_every_length) {
  adoube::sim::Random random(8);
  Pins<Vusbtest> pins(true);
  BOOST_REQUIRE(pins.configure());
  BOOST_REQUIRE(pins.request({0x01, 11, 1, 0, 0}));  // alternate setting 1
  bool toggle = false;
  for (std::size_t length = 0; length <= 64; ++length) {
    for (unsigned shift = 0; shift < 8; ++shift) {
      pins.port.distortion = drawn(random);
      pins.phase(random.within(0, bit - 1));
      BOOST_TEST((pins.out(3, toggle ? bus::Pid::data1 : bus::Pid::data0, stuffed(length, shift)) == ack));
      toggle = !toggle;
      BOOST_TEST(pins.port.verdict() == "");
    }
  }
}
