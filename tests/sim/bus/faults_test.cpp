// SPDX-License-Identifier: Apache-2.0
// Planted faults strike what they are meant for, and only that; transfers survive them; other devices' traffic has its form.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>

#include "sim/bus/crc.hpp"
#include "tests/sim/bus/puppet.hpp"

namespace bus = adoube::bus;
using adoube::test::Bytes;
using adoube::bus::handshake;
using adoube::test::PuppetBus;
using bus::Damage;
using bus::Packets;
using bus::Pid;
using bus::Side;
using bus::Status;
using bus::Transfer;

namespace {

bool is(const Bytes& bytes, Pid pid) { return !bytes.empty() && bytes[0] == bus::pid_byte(pid); }

/// A device that takes OUT packets on endpoint 2 and sends numbers on endpoint 1, by toggles, checking what it hears.
struct Device {
  PuppetBus puppet;
  bool in_toggle = false;
  bool out_toggle = false;
  std::uint8_t number = 0;
  std::vector<std::uint8_t> taken;
  std::uint64_t token_end = 0;
  std::uint64_t sent_at = 0;  ///< end of the token answered by data
  Pid token = Pid::ack;

  Device() {
    puppet.answer = [this](const Bytes& bytes) -> std::optional<Bytes> {
      const Pid before = std::exchange(token, Pid::ack);
      if (bytes.size() == 3 && !is(bytes, Pid::data0) && !is(bytes, Pid::data1)) {
        const unsigned field = (bytes[1] | static_cast<unsigned>(bytes[2]) << 8U) & 0x7FFU;
        if ((bytes[2] >> 3U) != bus::crc5(static_cast<std::uint16_t>(field)) || (field & 0x7FU) != 5) return std::nullopt;
        token_end = puppet.now;
        if (is(bytes, Pid::out)) token = Pid::out;
        if (!is(bytes, Pid::in)) return std::nullopt;
        token = Pid::in;
        return bus::data(in_toggle ? Pid::data1 : Pid::data0, Bytes{number, 7});
      }
      // The device gives up after 16 bit times; its own packet of two bytes is some 60 long.
      if (bytes == handshake(Pid::ack) && before == Pid::in && puppet.now - token_end < 130) {
        in_toggle = !in_toggle;
        ++number;
      }
      const bool data1 = is(bytes, Pid::data1);
      if ((data1 || is(bytes, Pid::data0)) && before == Pid::out && bytes.size() > 3) {
        const auto content = std::span(bytes).subspan(1, bytes.size() - 3);
        if (bus::crc16(content) != (bytes[bytes.size() - 2] | bytes.back() << 8)) return std::nullopt;
        if (data1 == out_toggle) {
          out_toggle = !out_toggle;
          taken.push_back(content[0]);
        }
        return handshake(Pid::ack);
      }
      return std::nullopt;
    };
  }

  /// `count` polls and as many packets out; what came in.
  std::vector<std::uint8_t> exchange(unsigned count) {
    std::vector<std::uint8_t> got;
    for (unsigned i = 0; i < count; ++i) {
      Bytes room(64), content{static_cast<std::uint8_t>(i), 9, 9};
      Transfer in, out;
      in.kind = Transfer::Kind::interrupt_in;
      in.endpoint = 1;
      in.data = room;
      out.kind = Transfer::Kind::bulk_out;
      out.endpoint = 2;
      out.data = content;
      for (Transfer* transfer : {&in, &out}) {
        transfer->address = 5;
        do {
          puppet.host.submit(*transfer);
          while (transfer->status == Status::pending) puppet.step();
        } while (transfer->status == Status::no_response);  // three in a row may be damaged
        BOOST_TEST((transfer->status == Status::completed));
      }
      got.push_back(room[0]);
    }
    return got;
  }
};

std::vector<std::uint8_t> numbers(unsigned count) {
  std::vector<std::uint8_t> all(count);
  for (unsigned i = 0; i < count; ++i) all[i] = static_cast<std::uint8_t>(i);
  return all;
}

}  // namespace

// Every damage to every packet of the two transactions, once and twice in a row: nothing is lost, nothing doubled.
BOOST_AUTO_TEST_CASE(every_damage_to_every_packet_is_survived) {
  for (const auto damage : {Damage::drop, Damage::flip, Damage::truncate, Damage::lengthen, Damage::delay, Damage::duplicate}) {
    for (const Side side : {Side::host, Side::device}) {
      for (const Packets packets : {Packets::token, Packets::data, Packets::handshake}) {
        if (side == Side::device && packets == Packets::token) continue;
        for (const std::uint64_t times : {1U, 2U}) {
          for (const unsigned amount : {1U, 5U, 11U, 30U}) {
            Device device;
            device.puppet.host.faults().plant({.damage = damage, .side = side, .packets = packets, .nth = 3, .times = times, .amount = amount});
            BOOST_TEST_CONTEXT("damage " << int(damage) << " side " << int(side) << " packets " << int(packets) << " times " << times
                                         << " amount " << amount) {
              BOOST_TEST(device.exchange(8) == numbers(8), boost::test_tools::per_element());
              BOOST_TEST(device.taken == numbers(8), boost::test_tools::per_element());
              const auto& counters = device.puppet.host.faults().counters();
              BOOST_TEST(counters.struck[std::size_t(side)][std::size_t(damage)] == times);
              BOOST_TEST(counters.happened() == times);
            }
          }
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(random_damage_is_survived_and_is_as_frequent_as_asked_for) {
  std::uint64_t damaged = 0, packets = 0;
  std::array<std::uint64_t, bus::damages> kinds{};
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Device device;
    device.puppet.host.observe([&](const bus::PacketView&) { ++packets; });
    device.puppet.host.faults().random(20, seed);
    BOOST_TEST(device.exchange(100) == numbers(100), boost::test_tools::per_element());
    BOOST_TEST(device.taken == numbers(100), boost::test_tools::per_element());
    const auto& struck = device.puppet.host.faults().counters().struck;
    for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i] += struck[0][i] + struck[1][i];
    damaged += device.puppet.host.faults().counters().damaged();
  }
  BOOST_TEST(damaged * 20 > packets * 8 / 10);
  BOOST_TEST(damaged * 20 < packets * 12 / 10);
  for (const std::uint64_t kind : kinds) BOOST_TEST(kind * 12 > damaged);   // a sixth each
  // The same seed, the same bus.
  const auto hash = [](std::uint64_t seed) {
    Device device;
    device.puppet.host.faults().random(20, seed);
    device.exchange(20);
    return device.puppet.host.log_hash();
  };
  BOOST_TEST(hash(1) == hash(1));
  BOOST_TEST(hash(1) != hash(2));
}

BOOST_AUTO_TEST_CASE(a_fault_strikes_what_it_names) {
  Device device;
  std::map<bool, std::vector<Bytes>> damaged;
  device.puppet.host.observe([&](const bus::PacketView& packet) {
    if (packet.damaged) damaged[packet.from_device].emplace_back(packet.bytes.begin(), packet.bytes.end());
  });
  auto& faults = device.puppet.host.faults();
  faults.plant({.damage = Damage::flip, .side = Side::host, .packets = Packets::data, .endpoint = 2, .nth = 2, .amount = 8});
  faults.plant({.damage = Damage::truncate, .side = Side::device, .packets = Packets::data, .endpoint = 1, .nth = 4, .amount = 16});
  faults.plant({.damage = Damage::flip, .side = Side::device, .packets = Packets::data, .endpoint = 3});
  BOOST_TEST(device.exchange(6) == numbers(6), boost::test_tools::per_element());
  BOOST_REQUIRE(damaged[false].size() == 1U);
  BOOST_TEST(damaged[false][0][1] == 0U);   // number 1, lowest bit flipped
  BOOST_REQUIRE(damaged[true].size() == 1U);
  BOOST_TEST(damaged[true][0].size() == 3U);
  BOOST_TEST(damaged[true][0][1] == 3U);
  BOOST_TEST(faults.counters().happened() == 2U);
}

BOOST_AUTO_TEST_CASE(a_lost_frame_start_is_missing_and_the_next_has_its_number) {
  PuppetBus puppet;
  puppet.host.faults().plant({.packets = Packets::sof, .nth = 3, .times = 2});
  puppet.run(8 * bus::frame_bits + 200);
  std::vector<unsigned> seen;
  for (const auto& [end, bytes] : puppet.heard) seen.push_back(bytes[1]);
  BOOST_TEST((seen == std::vector<unsigned>{1, 2, 5, 6, 7, 8}));
}

// 8.6.5: PRE at full speed and no end of packet, idle for four bit times, then the packet at an eighth of the speed with
// SE0 of two of its own bit times.
BOOST_AUTO_TEST_CASE(low_speed_traffic_has_its_form) {
  PuppetBus puppet;
  puppet.host.faults().foreign({.at = 1'000, .address = 33, .endpoint = 0, .what = bus::Foreign::What::setup, .low_speed = true});
  std::vector<std::pair<std::uint64_t, std::uint64_t>> slow;
  unsigned preambles = 0;
  puppet.host.observe([&](const bus::PacketView& packet) {
    if (packet.low_speed) slow.emplace_back(packet.start, packet.end);
    if (packet.bytes.size() == 1 && packet.bytes[0] == 0x3C) ++preambles;
  });
  puppet.run(6'000);
  BOOST_TEST(preambles == 2U);
  BOOST_REQUIRE(slow.size() == 2U);
  BOOST_TEST(puppet.host.faults().counters().low_speed == 1U);
  const std::size_t start = 1'000;
  std::string drawn;
  for (std::size_t i = start; i < start + 20; ++i) drawn += puppet.levels[i] == bus::line_j ? 'J' : puppet.levels[i] == bus::line_k ? 'K' : '0';
  BOOST_TEST(drawn.substr(0, 8) == "KJKJKJKK");
  BOOST_TEST(drawn.find('0') == std::string::npos);
  const auto packet = std::span(puppet.levels).subspan(slow[0].first, slow[0].second - slow[0].first + 1);
  BOOST_TEST(slow[0].first - (start + 16) >= 4U);
  // Every level lasts a multiple of eight bit times, and the decoder reads it at that pace.
  bus::Decoder decoder;
  auto event = bus::Decoder::Event::nothing;
  for (std::size_t i = 0; i < packet.size(); i += 8) {
    for (std::size_t k = i; k < i + 8; ++k) BOOST_TEST((packet[k] == packet[i]));
    event = decoder.feed(packet[i]);
  }
  BOOST_TEST((event == bus::Decoder::Event::ended));
  BOOST_TEST(decoder.se0_bits() == 2U);
  BOOST_TEST((Bytes(decoder.bytes().begin(), decoder.bytes().end()) == Bytes{0x2D, 33, bus::crc5(33) << 3U}));
  BOOST_TEST(puppet.host.counters().frames == 0U);
}

BOOST_AUTO_TEST_CASE(random_traffic_of_others_never_delays_a_frame) {
  PuppetBus puppet;
  puppet.host.faults().random_foreign(1, 3);
  std::array<unsigned, 2> speeds{};
  puppet.host.observe([&](const bus::PacketView& packet) { ++speeds[packet.low_speed ? 1 : 0]; });
  puppet.run(300 * bus::frame_bits);
  BOOST_TEST(puppet.host.faults().counters().foreign > 200U);
  BOOST_TEST(puppet.host.faults().counters().low_speed > 40U);
  BOOST_TEST(speeds[1] > 80U);
  for (const auto& [end, bytes] : puppet.heard)
    if (is(bytes, Pid::sof)) BOOST_TEST(end % bus::frame_bits < 45U);
  puppet.host.faults().random_foreign(0, 0);
  const auto before = puppet.host.faults().counters().foreign;
  puppet.run(20 * bus::frame_bits);
  BOOST_TEST(puppet.host.faults().counters().foreign <= before + 1);
}
