// SPDX-License-Identifier: Apache-2.0
// What stands on the wires that is no packet of ours: bus reset to the picosecond, glitches, noise, the middle of a packet,
// low-speed traffic. None of it is answered, and the next good packet is.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "Vusb.h"
#include "sim/physics/random.hpp"
#include "tests/rtl/usb/sweeps/sweep.hpp"

using namespace adoube::sweep;

namespace {

const bus::Bytes token = bus::token(bus::Pid::in, device_address, 1);

/// Two bits of rest, the least between two packets, and a token is understood.
void alive(Pins<Vusb>& pins, Time rest = 2 * bit) {
  pins.port.idle(rest);
  pins.port.send(token);
  pins.port.expect(nak);
  BOOST_TEST(pins.port.verdict() == "");
  pins.rest();
}

/// A noise that no receiver could tell from the begin of a packet: five zeros or more and a one. Its end has to be waited
/// for; what follows without one is taken for its content.
bool like_sync(const std::vector<bus::Line>& noise) {
  unsigned zeros = 0;
  bus::Line last = bus::line_j;
  for (const bus::Line level : noise) {
    if (level == bus::line_se0) {
      zeros = 0;
      last = bus::line_j;
      continue;
    }
    if (level == last && zeros >= 5) return true;
    zeros = level == last ? 0 : zeros + 1;
    last = level;
  }
  // The rest that follows is the one, or a zero and then the one.
  return zeros + (last == bus::line_j ? 0U : 1U) >= 5;
}

}  // namespace

// USB 2.0, 7.1.7.5: SE0 of 2.5 us may be a reset and 10 ms must; below it never is, whatever the phase.
BOOST_AUTO_TEST_CASE(reset_from_2_5_microseconds_of_se0_on) {
  Time longest = 0, shortest = line::ms;
  for (const bool registers : {false, true}) {
    for (Time i = 0; i < steps; ++i) {
      Pins<Vusb> pins(registers);
      BOOST_REQUIRE(pins.configure());
      const auto& scan = pins.device.scan;
      for (const Time width : {2 * bit, 3 * bit, 12 * bit, 29 * bit, line::reset_min - line::clock48, line::reset_min - 1,
                               line::reset_min + i * ns, 2'700 * ns, 10 * line::us}) {
        const std::uint64_t hellos = scan.hellos;
        pins.phase(i * bit / steps);
        pins.port.hold(bus::line_se0, width);
        pins.port.idle(20 * bit);
        const bool reset = scan.hellos != hellos;
        (reset ? shortest : longest) = reset ? std::min(shortest, width) : std::max(longest, width);
        BOOST_TEST_CONTEXT(width / 3 << " ps at phase " << i << "/" << steps) {
          if (width < line::reset_min) BOOST_TEST(!reset);
          if (width >= 10 * line::us) BOOST_TEST(reset);
          if (reset) BOOST_REQUIRE(pins.configure());
          alive(pins);
        }
      }
    }
  }
  BOOST_TEST_MESSAGE("SE0: a reset from " << shortest / 3 << " ps on, none up to " << longest / 3 << " ps");
}

BOOST_AUTO_TEST_CASE(a_long_reset_is_one_reset) {
  Pins<Vusb> pins(true);
  BOOST_REQUIRE(pins.configure());
  const std::uint64_t hellos = pins.device.scan.hellos;
  pins.port.hold(bus::line_se0, line::reset_max);
  pins.port.idle(20 * bit);
  BOOST_TEST(pins.device.scan.hellos == hellos + 1);
  pins.port.send(token);
  pins.port.expect_silence();
  BOOST_TEST(pins.configure());
  alive(pins);
}

// USB 2.0, 7.1.4: 14 ns of SE0 are no end of packet, wherever they fall in a token; nor are 14 ns of SE1.
BOOST_AUTO_TEST_CASE(glitches_of_14_ns_count_nothing) {
  for (const bus::Line glitch : {bus::line_se0, bus::Line{true, true}}) {
    Pins<Vusb> pins(true);
    BOOST_REQUIRE(pins.configure());
    const line::Wave whole = line::drive(bus::levels(token), 0);
    for (Time at = 0; at < 30 * bit; at += 3 * ns + ns / 3) {
      pins.phase(at % bit);
      const Time start = pins.port.now();
      line::Wave wave;
      bus::Line now = bus::line_j;
      bool done = false;
      for (const line::Edge& edge : whole) {
        if (!done && edge.at >= at + 14 * ns) {
          wave.push_back({start + at, glitch, true});
          wave.push_back({start + at + 14 * ns, now, true});
          done = true;
        }
        now = edge.level;
        if (!done && edge.at > at) continue;  // an edge under the glitch comes with its end
        wave.push_back({start + edge.at, edge.level, edge.driven});
      }
      pins.port.play(wave);
      const auto answer = pins.port.answer();
      BOOST_TEST_CONTEXT("glitch at " << at / 3 << " ps") BOOST_TEST((answer == nak));
      BOOST_TEST(pins.port.verdict() == "");
    }
    // And on a resting line.
    for (Time i = 0; i < steps; ++i) {
      pins.phase(i * bit / steps);
      pins.port.hold(glitch, 14 * ns);
      alive(pins);
    }
  }
}

BOOST_AUTO_TEST_CASE(noise_of_1_to_12_bits_does_not_cost_the_next_packet) {
  adoube::sim::Random random(8);
  Pins<Vusb> pins(true);
  BOOST_REQUIRE(pins.configure());
  unsigned like = 0;
  for (unsigned i = 0; i < 6'000; ++i) {
    std::vector<bus::Line> noise(static_cast<std::size_t>(random.within(1, 12)));
    for (bus::Line& level : noise) level = random.chance(50) ? bus::line_j : bus::line_k;
    pins.phase(random.within(0, bit - 1));
    pins.port.drive(noise);
    const bool packet = like_sync(noise);
    like += packet ? 1U : 0U;
    // What looked like a packet is over after seven bits of rest that no packet has, and eight more.
    BOOST_TEST_CONTEXT("noise " << i) alive(pins, packet ? 16 * bit : 2 * bit);
  }
  BOOST_TEST(like > 50U);
  // Levels of any length, SE0 and SE1 among them, and 16 bits of rest.
  for (unsigned i = 0; i < 3'000; ++i) {
    const auto levels = random.within(1, 40);
    for (std::int64_t k = 0; k < levels; ++k) {
      const auto kind = random.within(0, 7);
      const Time length = random.within(1, bit + bit / 4);
      pins.port.hold(kind == 0 ? bus::line_se0 : kind == 1 ? bus::Line{true, true} : kind < 5 ? bus::line_k : bus::line_j, length);
    }
    pins.port.idle(18 * bit);
    BOOST_TEST_CONTEXT("levels " << i) alive(pins);
  }
}

// A hub can pass on the rest of a packet when it connects a port (USB 2.0, 11.2.2).
BOOST_AUTO_TEST_CASE(the_middle_of_a_packet_is_none) {
  Pins<Vusb> pins(true);
  BOOST_REQUIRE(pins.configure());
  const bus::Bytes content(11, 0x2D);
  for (const bus::Bytes& packet : {token, bus::token(bus::Pid::setup, device_address, 0), bus::data(bus::Pid::data0, content)}) {
    const auto levels = bus::levels(packet);
    const Time last = static_cast<Time>(levels.size() - 3) * bit;
    for (Time from = 3 * bit; from < last; from += bit / 7) {
      line::Wave wave = line::drive(levels, pins.port.now() - from);
      bus::Line now = bus::line_j;
      std::erase_if(wave, [&](const line::Edge& edge) {
        const bool gone = edge.at <= pins.port.now();
        if (gone) now = edge.level;
        return gone;
      });
      wave.insert(wave.begin(), {pins.port.now(), now, true});
      pins.port.play(wave);
      BOOST_TEST_CONTEXT("from " << from / 3 << " ps on") {
        pins.port.expect_silence();
        alive(pins);
      }
    }
  }
}

// USB 2.0, 8.6.5: PRE has no end of packet; a low-speed packet of eight times the bit length follows. Both polarities, since a
// hub turns it for its low-speed ports.
BOOST_AUTO_TEST_CASE(low_speed_traffic_is_not_ours) {
  adoube::sim::Random random(12);
  Pins<Vusb> pins(true);
  BOOST_REQUIRE(pins.configure());
  const std::uint64_t hellos = pins.device.scan.hellos;
  std::vector<bus::Bytes> packets{token, bus::token(bus::Pid::setup, device_address, 0), bus::token(bus::Pid::out, device_address, 1),
                                   bus::data(bus::Pid::data0, bus::Setup{0, 5, 9, 0, 0}.bytes()), bus::handshake(bus::Pid::ack)};
  for (unsigned round = 0; round < 16; ++round) {
    for (const bus::Bytes& packet : packets) {
      for (const bool turned : {false, true}) {
        pins.phase(random.within(0, bit - 1));
        std::vector<bus::Line> pre = bus::levels(bus::Bytes{0x3C});
        pre.resize(pre.size() - 3);
        pins.port.drive(pre);
        pins.port.idle(4 * bit);  // the hub's time to set up
        Time at = pins.port.now();
        line::Wave wave;
        for (bus::Line level : bus::levels(packet)) {
          if (turned && !(level == bus::line_se0)) level = {level.dn, level.dp};
          if (wave.empty() || !(wave.back().level == level)) wave.push_back({at, level, true});
          at += 8 * bit;
        }
        wave.push_back({at, bus::line_j, false});
        pins.port.play(wave);
        pins.port.expect_silence();
        alive(pins);
      }
    }
  }
  BOOST_TEST(pins.device.scan.hellos == hellos);
}
