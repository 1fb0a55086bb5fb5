// SPDX-License-Identifier: Apache-2.0
// The wires, tick by tick: stuffing at every bit, damaged and distorted packets, foreign traffic, time limits, reset.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "Vusb.h"
#include "tests/rtl/usb/raw_bus.hpp"

namespace bus = adoube::bus;
using adoube::test::Bytes;
using Raw = adoube::test::RawBus<Vusb>;

namespace {

const Bytes ack{bus::pid_byte(bus::Pid::ack)};
const Bytes nak{bus::pid_byte(bus::Pid::nak)};
const Bytes stall{bus::pid_byte(bus::Pid::stall)};
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

// Register writes carry four bytes of ours to the far side of the core, register reads carry them back: runs of ones at
// every offset, through both unstuffing and stuffing, at every phase.
BOOST_AUTO_TEST_CASE(runs_of_ones_at_every_offset_pass_both_ways) {
  for (unsigned phase = 0; phase < 4; ++phase) {
    Raw raw = configured(phase, phase % 2 != 0);
    raw.device.scan.slow = false;
    raw.device.scan.registers = {{4, 0}};
    raw.device.scan.largest = {{4, 0xFFFFFFFF}};
    for (unsigned length = 1; length <= 32; ++length) {
      for (unsigned offset = 0; offset + length <= 32; offset += 1 + phase) {
        const std::uint32_t value = (length == 32 ? ~0U : (1U << length) - 1U) << offset;
        const Bytes bytes{static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8U),
                          static_cast<std::uint8_t>(value >> 16U), static_cast<std::uint8_t>(value >> 24U)};
        BOOST_TEST((raw.setup(address, {0x40, 2, 0, 4, 4}) == ack));
        raw.idle(3);
        BOOST_TEST((raw.out(address, 0, bus::Pid::data1, bytes) == ack));
        raw.idle(10);
        BOOST_TEST(raw.device.scan.registers[4] == value);
        BOOST_TEST((raw.setup(address, {0xC0, 1, 0, 4, 4}) == ack));
        raw.idle(10);
        BOOST_TEST((raw.in(address, 0) == Raw::data_bytes(bus::Pid::data1, bytes)));
        BOOST_TEST((raw.form == bus::Form::good));
        BOOST_TEST(raw.sync_good);
        BOOST_TEST(raw.se0_bits == 2U);
        BOOST_TEST(raw.released);
        raw.ack();
      }
    }
  }
}

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
      BOOST_TEST((raw.in(address, 0) == Raw::data_bytes(bus::Pid::data1, bytes)));
      BOOST_TEST((raw.form == bus::Form::good));  // the decoder calls a missing last stuff bit a fault
      BOOST_TEST(raw.se0_bits == 2U);
      raw.ack();
    }
  }
}

BOOST_AUTO_TEST_CASE(a_stuffing_violation_anywhere_spoils_that_packet_and_no_other) {
  Raw raw = configured();
  const Bytes token = Raw::token_bytes(bus::Pid::in, address, 1);
  const std::vector<bus::Line> good = Raw::levels(token);
  // From every bit on, hold the level for eight bits, then go on as if nothing had been.
  for (std::size_t at = 9; at < good.size() - 3; ++at) {
    std::vector<bus::Line> bad(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(at));
    bad.insert(bad.end(), 8, bad.back());
    bad.insert(bad.end(), good.begin() + static_cast<std::ptrdiff_t>(at), good.end());
    raw.drive(bad);
    raw.packet_over();
    BOOST_TEST_CONTEXT("bit " << at) {
      BOOST_TEST((raw.answer() == std::nullopt));
      alive(raw);
    }
  }
  // A violation in the data of a SETUP: no answer, and nothing of it is done.
  const std::vector<bus::Line> data = Raw::levels(Raw::data_bytes(bus::Pid::data0, bus::Setup{0, 5, 99, 0, 0}.bytes()));
  for (std::size_t at = 9; at < data.size() - 3; at += 5) {
    raw.send(Raw::token_bytes(bus::Pid::setup, address, 0));
    raw.idle(3);
    std::vector<bus::Line> bad(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(at));
    bad.insert(bad.end(), 8, bad.back());
    bad.insert(bad.end(), data.begin() + static_cast<std::ptrdiff_t>(at), data.end());
    raw.drive(bad);
    raw.packet_over();
    BOOST_TEST((raw.answer() == std::nullopt));
    alive(raw);
  }
}

// What follows a violation without an end or rest between is still the bad packet, even if it looks like a good one.
BOOST_AUTO_TEST_CASE(nothing_is_heard_between_a_violation_and_its_end) {
  Raw raw = configured();
  const std::vector<bus::Line> good = Raw::levels(Raw::token_bytes(bus::Pid::in, address, 1));
  unsigned tried = 0;
  for (std::size_t at = 9; at < good.size() - 3; ++at) {
    if (good[at - 1] == bus::line_k) continue;  // SYNC begins from J
    ++tried;
    std::vector<bus::Line> bad(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(at));
    bad.insert(bad.end(), 7, bus::line_j);
    bad.insert(bad.end(), good.begin(), good.end());
    raw.drive(bad);
    raw.packet_over();
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
  std::vector<bus::Line> token = Raw::levels(Raw::token_bytes(bus::Pid::in, address, 1));
  token.resize(token.size() - 3);  // every bit of a good token, but no end
  const std::vector<bus::Line> sync(token.begin(), token.begin() + 8);
  const bus::Line end[3] = {bus::line_se0, bus::line_se0, bus::line_j};
  raw.drive(token);
  raw.idle(24);
  raw.drive(sync);
  raw.drive(end);
  raw.packet_over();
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
  const Bytes good = Raw::token_bytes(bus::Pid::in, address, 1);
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
    Bytes token = Raw::token_bytes(bus::Pid::in, address, 1);
    token[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
    BOOST_TEST((raw.ask(token) == std::nullopt));
    alive(raw);
  }
  // Too short and too long.
  for (const std::size_t size : {1U, 2U, 4U, 5U}) {
    Bytes token = Raw::token_bytes(bus::Pid::in, address, 1);
    token.resize(size, 0);
    BOOST_TEST((raw.ask(token) == std::nullopt));
    alive(raw);
  }
}

BOOST_AUTO_TEST_CASE(sof_is_taken_with_a_good_crc_only) {
  Raw raw = configured();
  const auto& scan = raw.device.scan;
  raw.send(Raw::token_bytes(bus::Pid::sof, 0x2AA));
  raw.idle(10);
  BOOST_TEST(raw.device.model->sof_frame_o == 0x2AAU);
  for (unsigned bit = 0; bit < 24; ++bit) {
    Bytes bytes = Raw::token_bytes(bus::Pid::sof, 0);
    bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << (bit % 8));
    raw.send(bytes);
    raw.idle(40);
    BOOST_TEST(raw.device.model->sof_frame_o == 0x2AAU);
  }
  BOOST_TEST(scan.sofs.empty());
  for (unsigned number = 0; number < 2048; ++number) {
    raw.send(Raw::token_bytes(bus::Pid::sof, number));
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
      raw.send(Raw::token_bytes(bus::Pid::sof, i % 2 * 1024));
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
      raw.send(Raw::token_bytes(bus::Pid::setup, address, endpoint));
      raw.idle(3);
      BOOST_TEST((raw.ask(Raw::data_bytes(bus::Pid::data0, bus::Setup{0, 9, 0, 0, 0}.bytes())) == std::nullopt));
    }
  }
  // Data and handshakes that no token of ours announced, and PIDs that full speed does not have.
  BOOST_TEST((raw.ask(Raw::data_bytes(bus::Pid::data0, Bytes(8, 0))) == std::nullopt));
  BOOST_TEST((raw.ask(ack) == std::nullopt));
  for (const unsigned pid : {0x0U, 0x4U, 0x6U, 0x7U, 0x8U, 0xCU, 0xFU}) {
    Bytes token = Raw::token_bytes(bus::Pid::in, address, 1);
    token[0] = static_cast<std::uint8_t>(pid | ((~pid & 0xFU) << 4U));
    BOOST_TEST((raw.ask(token) == std::nullopt));
  }
  // SETUP for another device, then its data: not ours either.
  raw.send(Raw::token_bytes(bus::Pid::setup, address + 1, 0));
  raw.idle(3);
  BOOST_TEST((raw.ask(Raw::data_bytes(bus::Pid::data0, bus::Setup{0, 5, 1, 0, 0}.bytes())) == std::nullopt));
  alive(raw);
}

BOOST_AUTO_TEST_CASE(low_speed_traffic_and_noise_leave_it_alive) {
  Raw raw = configured();
  // PRE, then a low-speed packet: every bit eight times as long, wires the other way round, ended by a long SE0.
  for (unsigned i = 0; i < 4; ++i) {
    std::vector<bus::Line> pre = Raw::levels({0x3C});
    pre.resize(pre.size() - 3);
    raw.drive(pre);
    raw.idle(4);
    std::vector<bus::Line> low = Raw::levels(Raw::token_bytes(bus::Pid::in, address, 1));
    for (bus::Line& line : low)
      if (!(line == bus::line_se0)) line = line == bus::line_j ? bus::line_k : bus::line_j;
    raw.drive(low, 32);
    raw.packet_over();
    raw.idle(5);
    alive(raw);
  }
  std::uint32_t state = 7;
  for (unsigned length = 1; length <= 40; ++length) {
    for (unsigned i = 0; i < 10; ++i) {
      for (unsigned k = 0; k < length; ++k) {
        const unsigned kind = draw(state) % 8;
        raw.hold(kind == 0 ? bus::line_se0 : kind < 4 ? bus::line_k : bus::line_j, 1 + draw(state) % 5);
      }
      raw.idle(20);  // a broken packet without an end is over after 7 + 8 bit times of rest
      alive(raw);
    }
  }
  // Plugged into the middle of a packet.
  const std::vector<bus::Line> token = Raw::levels(Raw::token_bytes(bus::Pid::in, address, 1));
  for (std::size_t from = 1; from < token.size() - 2; ++from) {
    raw.drive(std::span(token).subspan(from));
    raw.packet_over();
    const auto answer = raw.answer();
    if (from > 2) BOOST_TEST((answer == std::nullopt));  // hubs may eat the first bits of SYNC
    alive(raw);
  }
}

// Hubs stretch the last bit into the EOP, and change the EOP's length (USB 2.0, 7.1.9.1, 7.1.13.2.1).
BOOST_AUTO_TEST_CASE(stretched_last_bits_and_odd_ends_are_taken) {
  for (unsigned phase = 0; phase < 4; ++phase) {
    Raw raw = configured(phase);
    const std::vector<bus::Line> token = Raw::levels(Raw::token_bytes(bus::Pid::in, address, 1));
    const std::span<const bus::Line> body(token.data(), token.size() - 3);
    for (unsigned stretch = 0; stretch <= 4; ++stretch) {
      for (unsigned se0 = 4; se0 <= 12; ++se0) {
        raw.drive(body);
        raw.hold(body.back(), stretch);
        raw.hold(bus::line_se0, se0);
        raw.hold(bus::line_j, 4);
        raw.packet_over();
        BOOST_TEST_CONTEXT("stretch " << stretch << " se0 " << se0) {
          BOOST_TEST((raw.answer() == nak));
          raw.idle(5);
        }
      }
    }
    // One tick of SE0 inside a packet, where the wires cross, is no end.
    for (std::size_t at = 1; at + 1 < body.size(); ++at) {
      if (body[at] == body[at - 1]) continue;
      raw.drive(body.first(at));
      raw.hold(bus::line_se0, 1);
      raw.hold(body[at], 3);
      raw.drive(body.subspan(at + 1));
      const bus::Line end[3] = {bus::line_se0, bus::line_se0, bus::line_j};
      raw.drive(end);
      raw.packet_over();
      BOOST_TEST((raw.answer() == nak));
      raw.idle(5);
    }
  }
}

// A host may run 0.25 % fast or slow, and its edges may come up to 18.5 ns early or late: bit lengths of 3 to 5 ticks
// that follow the true edge times.
BOOST_AUTO_TEST_CASE(clock_error_and_jitter_are_followed) {
  Raw raw = configured();
  raw.device.scan.slow = false;
  raw.device.scan.registers = {{4, 0}};
  raw.device.scan.largest = {{4, 0xFFFFFFFF}};
  std::uint32_t state = 3;
  const auto drive = [&](const Bytes& bytes, int parts_per_10000, bool jitter) {
    const std::vector<bus::Line> levels = Raw::levels(bytes);
    // Time in thousandths of a tick; edges are rounded to ticks after the jitter of +-0.4 tick.
    std::int64_t now = 0, edge = 0;
    const std::int64_t bit = 4'000 + 4'000 * parts_per_10000 / 10'000;
    for (std::size_t i = 0; i < levels.size(); ++i) {
      edge += bit;
      const std::int64_t shaken = edge + (jitter ? static_cast<std::int64_t>(draw(state) % 801) - 400 : 0);
      const std::int64_t ticks = std::max<std::int64_t>(1, (shaken - now + 500) / 1'000);
      raw.hold(levels[i], static_cast<unsigned>(ticks));
      now += ticks * 1'000;
    }
    raw.packet_over();
  };
  for (const int error : {-25, -10, 0, 10, 25}) {
    for (unsigned i = 0; i < 60; ++i) {
      const std::uint32_t value = i % 2 == 0 ? draw(state) : ~0U << (i % 32);
      const Bytes bytes{static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8U),
                        static_cast<std::uint8_t>(value >> 16U), static_cast<std::uint8_t>(value >> 24U)};
      BOOST_TEST((raw.setup(address, {0x40, 2, 0, 4, 4}) == ack));
      raw.idle(3);
      drive(Raw::token_bytes(bus::Pid::out, address, 0), error, true);
      raw.idle(3);
      drive(Raw::data_bytes(bus::Pid::data1, bytes), error, true);
      BOOST_TEST((raw.answer() == ack));
      raw.idle(10);
      BOOST_TEST(raw.device.scan.registers[4] == value);
    }
  }
}

// The device waits 16 to 18 bit times for the host's next packet: 16 are in time at every phase, 18 are too late.
BOOST_AUTO_TEST_CASE(waits_for_the_host_16_to_18_bit_times) {
  unsigned longest_taken = 0, shortest_missed = 1'000;
  for (unsigned phase = 0; phase < 4; ++phase) {
    for (const bool pins : {false, true}) {
      for (unsigned ticks = 8; ticks <= 80; ++ticks) {
        // An ACK so long after the device's SE0.
        Raw raw(phase, pins);
        raw.device.scan.slow = false;
        BOOST_REQUIRE(raw.configure(address));
        raw.device.scan.packets.push_back(Bytes(8, 0x55));
        raw.idle(30);
        BOOST_REQUIRE(raw.in(address, 1).has_value());
        while (raw.device.now < raw.own_end + ticks) raw.hold(bus::line_j, 1);
        raw.send(ack);
        raw.idle(30);
        const bool taken = raw.device.scan.freed.size() == 1;
        if (taken) longest_taken = std::max(longest_taken, ticks);
        else shortest_missed = std::min(shortest_missed, ticks);
        BOOST_TEST_CONTEXT("phase " << phase << " pins " << pins << " ticks " << ticks) {
          if (ticks <= 64) BOOST_TEST(taken);
          if (ticks >= 72) BOOST_TEST(!taken);
        }
      }
    }
  }
  BOOST_TEST_MESSAGE("ACK: taken up to " << longest_taken << " ticks, missed from " << shortest_missed << " ticks on");
  longest_taken = 0;
  shortest_missed = 1'000;
  for (unsigned phase = 0; phase < 4; ++phase) {
    for (const bool pins : {false, true}) {
      Raw raw = configured(phase, pins);
      for (unsigned ticks = 8; ticks <= 80; ++ticks) {
        // SETUP's data so long after the token's SE0.
        raw.send(Raw::token_bytes(bus::Pid::setup, address, 0));
        raw.hold(bus::line_j, ticks - 4);
        const bool taken = raw.ask(Raw::data_bytes(bus::Pid::data0, bus::Setup{0x80, 8, 0, 0, 1}.bytes())).has_value();
        raw.idle(30);
        if (taken) longest_taken = std::max(longest_taken, ticks);
        else shortest_missed = std::min(shortest_missed, ticks);
        BOOST_TEST_CONTEXT("phase " << phase << " pins " << pins << " ticks " << ticks) {
          if (ticks <= 64) BOOST_TEST(taken);
          if (ticks >= 72) BOOST_TEST(!taken);
        }
      }
    }
  }
  BOOST_TEST_MESSAGE("data: taken up to " << longest_taken << " ticks, missed from " << shortest_missed << " ticks on");
}

BOOST_AUTO_TEST_CASE(reset_from_2_5_microseconds_of_se0_once) {
  // 2.5 us are 120 ticks: below that never a reset, long before 10 ms always.
  for (const unsigned ticks : {8U, 30U, 60U, 119U, 119U, 160U, 480'000U}) {
    Raw raw = configured();
    const std::uint64_t hellos = raw.device.scan.hellos;
    raw.hold(bus::line_se0, ticks);
    raw.idle(20);
    BOOST_TEST_CONTEXT(ticks << " ticks of SE0") {
      BOOST_TEST(raw.device.scan.hellos == hellos + (ticks >= 120 ? 1U : 0U));
      if (ticks >= 120) {
        BOOST_TEST((raw.in(address, 1) == std::nullopt));
        BOOST_TEST((raw.setup(0, {0x80, 8, 0, 0, 1}) == ack));
      } else {
        alive(raw);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(power_up_reset_lets_go_of_the_wires) {
  Raw raw = configured();
  BOOST_TEST((raw.setup(address, {0x80, 6, 0x0100, 0, 18}) == ack));
  raw.idle(3);
  raw.send(Raw::token_bytes(bus::Pid::in, address, 0));
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
  BOOST_TEST(raw.device.plug().pullup);
  BOOST_TEST((raw.setup(0, {0x80, 8, 0, 0, 1}) == ack));
}

// Endpoint 0 takes at most 64 bytes; more is no packet of ours.
BOOST_AUTO_TEST_CASE(oversized_data_are_not_answered) {
  Raw raw = configured();
  for (const std::size_t size : {65U, 66U, 67U}) {
    raw.send(Raw::token_bytes(bus::Pid::out, address, 0));
    raw.idle(3);
    BOOST_TEST((raw.ask(Raw::data_bytes(bus::Pid::data1, Bytes(size, 0xA5))) == std::nullopt));
    alive(raw);
  }
  BOOST_TEST((raw.out(address, 0, bus::Pid::data1, Bytes(64, 0xA5)) == stall));
}
