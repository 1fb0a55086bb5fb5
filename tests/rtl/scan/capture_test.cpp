// SPDX-License-Identifier: Apache-2.0
/// The ring of raw samples at the cut: every scan as the contacts stood, whole or not at all, whatever the reader does.
#include <boost/test/unit_test.hpp>

#include <array>
#include <random>

#include "driver/wire/protocol.hpp"
#include "tests/rtl/scan/bench.hpp"

namespace adoube::bench {
namespace {

constexpr std::size_t record_bytes = 21;
constexpr std::uint32_t scan_us = 126;

std::uint32_t tick_of(const std::uint8_t* record) {
  return record[0] | std::uint32_t{record[1]} << 8 | std::uint32_t{record[2]} << 16 | std::uint32_t{record[3]} << 24;
}

/// Contacts that move at random, about one a scan.
std::vector<sim::Change> restless_contacts(unsigned seed, Tick until) {
  std::mt19937 random(seed);
  std::vector<sim::Change> changes;
  std::array<bool, wire::scan::channels> level{};
  for (Tick at = 1; at < until; at += 1 + random() % 250) {
    const auto channel = static_cast<std::uint8_t>(random() % wire::scan::channels);
    level[channel] = !level[channel];
    changes.push_back({at, channel, level[channel]});
  }
  return changes;
}

/// The record of the scan whose first slot is latched at `tick`: a sample sees every change up to its tick.
std::array<std::uint8_t, record_bytes> expected(const std::vector<sim::Change>& changes, std::uint32_t tick) {
  std::array<std::uint8_t, record_bytes> record{};
  for (unsigned i = 0; i < 4; ++i) record[i] = static_cast<std::uint8_t>(tick >> (8 * i));
  for (const sim::Change& change : changes) {
    const bool auxiliary = change.channel >= wire::scan::auxiliary_first;
    const unsigned slot = auxiliary ? 8U : change.channel % 64U / 8U;
    if (change.at > static_cast<Tick>(tick + 14 * slot)) continue;
    const std::size_t byte = 4 + 2 * slot + (!auxiliary && change.channel >= wire::scan::touch_first ? 1U : 0U);
    const auto mask = static_cast<std::uint8_t>(1U << change.channel % 8U);
    record[byte] = static_cast<std::uint8_t>(change.level ? record[byte] | mask : record[byte] & ~mask);
  }
  return record;
}

/// Holds a packet against the contacts; the ticks of its scans.
std::array<std::uint32_t, 3> checked(const Bytes& packet, const std::vector<sim::Change>& changes) {
  std::array<std::uint32_t, 3> ticks{};
  BOOST_TEST(packet[0] == (wire::protocol::version | wire::packet::capture << 4));
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const std::uint8_t* record = packet.data() + 1 + record_bytes * i;
    ticks[i] = tick_of(record);
    const auto wanted = expected(changes, ticks[i]);
    BOOST_TEST(std::equal(wanted.begin(), wanted.end(), record), "the scan at " << ticks[i]);
  }
  return ticks;
}

/// Lets time pass until a packet is there.
void wait_for_packet(Bench& device) {
  for (int i = 0; i < 3 * 12 * 300'000 && device.captured() == 0; ++i) device.step();
  BOOST_REQUIRE(device.captured() != 0);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_scan_is_there_as_the_contacts_stood) {
  const auto changes = restless_contacts(1, 100'000);
  Bench device(changes);
  device.run_to(5'000 * 12);
  BOOST_TEST(device.captured() == 0u);
  BOOST_TEST(device.write(wire::reg::capture, 1));
  std::uint32_t next = 0;
  for (int packet = 0; packet < 200; ++packet) {
    wait_for_packet(device);
    BOOST_TEST(device.captured() == 1u);
    for (const std::uint32_t tick : checked(device.read_capture(), changes)) {
      if (next != 0) BOOST_TEST(tick == next);
      else BOOST_TEST(tick % scan_us == 13u);
      next = tick + scan_us;
    }
    device.free_capture();
  }
}

BOOST_AUTO_TEST_CASE(a_full_ring_leaves_scans_out_whole) {
  const auto changes = restless_contacts(2, 80'000);
  Bench device(changes);
  device.write(wire::reg::capture, 1);
  device.run_to(20'000 * 12 + 777);
  BOOST_TEST(device.captured() == 8u);
  // What stands in the ring stands still, and what is freed is filled again with what is scanned then.
  std::uint32_t last = 13;
  for (int round = 0; round < 12; ++round) {
    device.run(12U * (50U + 97U * static_cast<unsigned>(round)));
    const Bytes packet = device.read_capture();
    BOOST_TEST(packet == device.read_capture(), boost::test_tools::per_element());
    const auto ticks = checked(packet, changes);
    if (round > 0) BOOST_TEST(ticks[0] == (round < 8 ? last + scan_us : ticks[0]));
    if (round >= 8) BOOST_TEST(ticks[0] > 20'000u);
    BOOST_TEST((ticks[0] - 13) % scan_us == 0u);
    BOOST_TEST(ticks[2] > last);
    last = ticks[2];
    device.free_capture();
    device.step();
  }
}

BOOST_AUTO_TEST_CASE(switching_takes_effect_between_scans_and_clears_nothing) {
  const auto changes = restless_contacts(3, 60'000);
  // Switched off at any clock of the second scan, on again later: two scans, then one of later.
  for (unsigned clock = 0; clock < scan_us * 12; clock += 71) {
    Bench device(changes);
    device.write(wire::reg::capture, 1);
    device.run_to(13 * 12 + (scan_us + 2) * 12 + clock);
    device.write(wire::reg::capture, 0);
    device.run(6'000);
    BOOST_TEST(device.captured() == 0u);
    device.write(wire::reg::capture, 1);
    const auto on = static_cast<std::uint32_t>(device.clock() / 12);
    wait_for_packet(device);
    const auto ticks = checked(device.read_capture(), changes);
    BOOST_TEST(ticks[0] == 13u);
    BOOST_TEST(ticks[1] == 13u + scan_us);
    BOOST_TEST(ticks[2] > 13u + 2 * scan_us);
    BOOST_TEST(ticks[2] + 14 >= on);
    BOOST_TEST(ticks[2] <= on + scan_us + 14);
  }
}

BOOST_AUTO_TEST_CASE(a_pause_lies_between_the_scans) {
  const auto changes = restless_contacts(4, 60'000);
  Bench device(changes);
  device.write(wire::reg::scan_pause, 1'000);
  device.run_to(2'000 * 12);
  device.write(wire::reg::capture, 1);
  for (int packet = 0; packet < 5; ++packet) {
    wait_for_packet(device);
    const auto ticks = checked(device.read_capture(), changes);
    BOOST_TEST(ticks[1] - ticks[0] == 1'000u + scan_us);
    BOOST_TEST(ticks[2] - ticks[1] == 1'000u + scan_us);
    device.free_capture();
  }
}

BOOST_AUTO_TEST_CASE(events_go_on_undisturbed) {
  const auto changes = restless_contacts(5, 90'000);
  std::array<std::vector<Bytes>, 2> packets;
  for (const unsigned capturing : {0U, 1U}) {
    Bench device(changes);
    device.write(wire::reg::capture, capturing);
    for (std::uint64_t frame = 1; frame < 80; ++frame) {
      device.run_to(frame * 12'000);
      if (auto packet = device.take()) packets[capturing].push_back(*packet);
      if (device.captured() != 0) device.free_capture();
    }
  }
  BOOST_TEST(packets[0].size() > 20u);
  BOOST_TEST((packets[0] == packets[1]));
}

}  // namespace adoube::bench
