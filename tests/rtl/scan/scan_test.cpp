// SPDX-License-Identifier: Apache-2.0
// The Verilated scan side by itself: every type of packet, every register, epoch, drop report, horizon, retry.
#include <boost/test/unit_test.hpp>

#include <Vscan.h>

#include <algorithm>

#include "driver/wire/protocol.hpp"
#include "tests/rtl/scan/bench.hpp"

using namespace adoube;
using bench::Bench;
using bench::Bytes;
namespace reg = wire::reg;
namespace packet = wire::packet;

namespace {

constexpr std::uint64_t ms = 12'000;  // clocks

std::uint32_t u32(const Bytes& b, std::size_t at) {
  return static_cast<std::uint32_t>(b[at] | b[at + 1] << 8 | b[at + 2] << 16) | static_cast<std::uint32_t>(b[at + 3]) << 24;
}
unsigned type(const Bytes& b) { return b[0] >> 4; }
unsigned sequence(const Bytes& b) { return static_cast<unsigned>(b[2] | b[3] << 8); }

struct Record {
  std::uint8_t channel;
  bool level, bounced, late;
  std::uint32_t onset;
};
std::vector<Record> records(const Bytes& b) {
  std::vector<Record> result;
  for (std::size_t at = 8; at + 4 < b.size(); at += 4) {
    const auto word = u32(b, at);
    result.push_back({static_cast<std::uint8_t>(word), (word >> 8 & 1) != 0, (word >> 9 & 1) != 0, (word >> 10 & 1) != 0, u32(b, 4) + (word >> 16)});
  }
  return result;
}
/// The promise of an event packet; nothing where its horizon record has level 0.
std::optional<std::uint32_t> promise(const Bytes& b) {
  const auto word = u32(b, b.size() - 4);
  BOOST_REQUIRE_EQUAL(word & 0xFF, wire::scan::horizon_channel);
  if ((word >> 8 & 1) == 0) return std::nullopt;
  return u32(b, 4) + (word >> 16);
}
/// All packets up to `clock`, one poll a millisecond.
std::vector<Bytes> collect(Bench& device, std::uint64_t clock) {
  std::vector<Bytes> packets;
  while (device.clock() + ms <= clock) {
    device.run(ms);
    if (auto p = device.take()) packets.push_back(*p);
  }
  return packets;
}
std::vector<Bytes> of_type(const std::vector<Bytes>& packets, unsigned wanted) {
  std::vector<Bytes> result;
  std::copy_if(packets.begin(), packets.end(), std::back_inserter(result), [&](const auto& p) { return type(p) == wanted; });
  return result;
}

}  // namespace

BOOST_AUTO_TEST_CASE(registers_after_power_up) {
  Bench device;
  BOOST_TEST(device.read(reg::magic).value() == wire::protocol::magic);
  BOOST_TEST(device.read(reg::protocol).value() == wire::protocol::version);
  BOOST_TEST(device.read(reg::build_id).value() == wire::protocol::build_id);
  BOOST_TEST(device.read(reg::scan_period).value() == 126u);
  BOOST_TEST(device.read(reg::hold_presence).value() == 4000u);
  BOOST_TEST(device.read(reg::hold_touch).value() == 2000u);
  BOOST_TEST(device.read(reg::hold_auxiliary).value() == 2000u);
  BOOST_TEST(device.read(reg::chatter_max).value() == 12000u);
  BOOST_TEST(device.read(reg::scan_pause).value() == 0u);
  BOOST_TEST(device.read(reg::epoch).value() == 0u);
  BOOST_TEST(device.read(reg::fifo_depth).value() == 256u);
  BOOST_TEST(device.read(reg::dropped).value() == 0u);
  device.run_to(70'000 * 12);
  const auto tick = device.read(reg::tick).value();  // beyond 16 bits
  BOOST_TEST(tick >= 70'000u);
  BOOST_TEST(tick <= 70'003u);
  BOOST_TEST(device.read(reg::capture).value() == 0u);
  BOOST_TEST(device.read(reg::row_period).value() == 14u);
  for (unsigned address = 15; address < 256; ++address) {
    BOOST_TEST(!device.read(static_cast<std::uint8_t>(address)));
    BOOST_TEST(!device.write(static_cast<std::uint8_t>(address), 1));
  }
  BOOST_TEST(device.most_clocks() <= 64u);
}

BOOST_AUTO_TEST_CASE(writes_and_refusals) {
  Bench device;
  const auto accepts = [&](std::uint8_t address, std::uint32_t value) {
    const auto was = device.read(address).value();
    const bool ok = device.write(address, value);
    BOOST_TEST(device.read(address).value() == (ok ? value : was));
    return ok;
  };
  for (const auto address : {reg::magic, reg::protocol, reg::build_id, reg::scan_period, reg::tick, reg::fifo_depth, reg::dropped, reg::row_period}) {
    BOOST_TEST(!device.write(static_cast<std::uint8_t>(address), 5));
  }
  for (std::uint8_t hold = reg::hold_presence; hold <= reg::hold_auxiliary; ++hold) {
    BOOST_TEST(accepts(hold, 11'748));   // + 252 = chatter_max
    BOOST_TEST(!accepts(hold, 11'749));
    BOOST_TEST(!accepts(hold, 0x1'0000));
    BOOST_TEST(!accepts(hold, 0xFFFF'FFFF));
    BOOST_TEST(!accepts(7, 11'999));     // any of the three holds it up
    BOOST_TEST(accepts(hold, 0));
  }
  BOOST_TEST(accepts(7, 30'000));
  BOOST_TEST(!accepts(7, 30'001));
  BOOST_TEST(!accepts(7, 0x8000'7530));
  BOOST_TEST(accepts(7, 252));
  BOOST_TEST(!accepts(7, 251));
  BOOST_TEST(accepts(8, 250'000));
  BOOST_TEST(device.read(reg::scan_period).value() == 250'126u);
  BOOST_TEST(!accepts(8, 250'001));
  BOOST_TEST(accepts(8, 1));
  BOOST_TEST(device.read(reg::scan_period).value() == 127u);
  BOOST_TEST(accepts(13, 1));
  BOOST_TEST(!accepts(13, 2));
  BOOST_TEST(!accepts(13, 0x8000'0001));
  BOOST_TEST(accepts(13, 0));
  BOOST_TEST(!accepts(9, 0));
  BOOST_TEST(accepts(9, 0xDEAD'BEEF));
}

BOOST_AUTO_TEST_CASE(scan_pause_lengthens_the_scan) {
  Bench device;
  device.write(reg::scan_pause, 74);
  std::vector<std::uint64_t> starts;
  for (std::uint64_t i = 0; i < 12 * 200 * 5; ++i) {
    if (device.dut().probe_scan_start_o) starts.push_back(device.clock());
    device.step();
  }
  BOOST_REQUIRE(starts.size() >= 4u);
  for (std::size_t i = 1; i < starts.size(); ++i) BOOST_TEST(starts[i] - starts[i - 1] == 12u * 200u);
}

BOOST_AUTO_TEST_CASE(hello_and_epoch) {
  Bench device({{1'000, 3, true}, {1'000, 9, true}, {20'000, 70, true}});
  device.run_to(10 * ms);  // two edges wait; the first two packets are old news
  device.hello();
  BOOST_REQUIRE(device.write(reg::epoch, 0xCAFE'0001));
  std::vector<Bytes> packets = collect(device, 40 * ms);
  const auto hello = std::find_if(packets.begin(), packets.end(), [](const auto& p) { return type(p) == packet::hello && u32(p, 36) == 0xCAFE'0001; });
  BOOST_REQUIRE((hello != packets.end()));
  BOOST_TEST(sequence(*hello) == 0u);
  BOOST_TEST(hello->size() == wire::length::hello);
  BOOST_TEST(u32(*hello, 8) == wire::protocol::version);
  BOOST_TEST(u32(*hello, 12) == wire::protocol::build_id);
  BOOST_TEST(u32(*hello, 16) == 126u);
  BOOST_TEST(u32(*hello, 20) == 4000u);
  BOOST_TEST(u32(*hello, 24) == 2000u);
  BOOST_TEST(u32(*hello, 28) == 2000u);
  BOOST_TEST(u32(*hello, 32) == 12000u);
  const auto snapshot = hello + 1;
  BOOST_REQUIRE((snapshot != packets.end()));
  BOOST_REQUIRE(type(*snapshot) == packet::snapshot);
  BOOST_TEST(sequence(*snapshot) == 1u);
  BOOST_TEST(snapshot->size() == wire::length::snapshot);
  BOOST_TEST((*snapshot)[8] == 8);   // channel 3
  BOOST_TEST((*snapshot)[9] == 2);   // channel 9
  BOOST_TEST(u32(*snapshot, 25) >= 10'000u);
  BOOST_TEST(u32(*snapshot, 25) <= 11'252u);  // the packet that was open left with the first poll
  BOOST_REQUIRE((snapshot + 1 != packets.end()));
  const auto edge = records(*(snapshot + 1));
  BOOST_REQUIRE_EQUAL(edge.size(), 1u);
  BOOST_TEST(edge[0].channel == 70);
  BOOST_TEST(sequence(*(snapshot + 1)) == 2u);
}

BOOST_AUTO_TEST_CASE(heartbeat_at_start_of_frame_0_and_1024) {
  Bench device({{1'000, 64, true}, {3'000, 70, true}, {3'300, 70, false}});  // channel 70 only chatters
  unsigned found = 0;
  for (unsigned n = 0; n < 9; ++n) {
    const auto frame = static_cast<std::uint16_t>(n % 2 == 0 ? 0 : 1024);
    (void)collect(device, device.clock() + 12 * ms);
    device.run(n * 5);
    const auto at = device.clock();
    device.sof(frame);
    const auto beats = of_type(collect(device, device.clock() + 3 * ms), packet::heartbeat);
    BOOST_REQUIRE_EQUAL(beats.size(), 1u);
    const auto& b = beats[0];
    BOOST_TEST(b.size() == wire::length::heartbeat);
    BOOST_TEST(b[1] == 17);
    BOOST_TEST(b[8 + 8] == 1);  // touch of a1 was sent
    BOOST_TEST(static_cast<unsigned>(b[25] | b[26] << 8) == frame);
    BOOST_TEST(u32(b, 27) == (at + 2) / 12);
    BOOST_TEST(u32(b, 31) == 126u);
    BOOST_TEST(b[35] == n % 8 * 17);
    for (unsigned i = 0; i < 17; ++i) {
      if (b[35] + i == 70) found += b[36 + i];
      else BOOST_TEST(b[36 + i] == 0);
    }
  }
  BOOST_TEST(found == 1u);  // counted once, told once
}

BOOST_AUTO_TEST_CASE(a_lone_horizon_goes_once) {
  Bench device({{600, 0, true}, {800, 0, false}, {1'000, 64, true}, {1'600, 0, true}, {2'000, 0, false}});
  const auto packets = collect(device, 60 * ms);
  // The edge, sent while the chatter of channel 0 began before it, and one packet that settles it. Chatter alone sends nothing.
  BOOST_REQUIRE_EQUAL(packets.size(), 2u);
  BOOST_TEST(records(packets[0]).size() == 1u);
  BOOST_TEST(records(packets[1]).empty());
  BOOST_TEST(promise(packets[1]).value() > records(packets[0])[0].onset);
  BOOST_TEST(u32(packets[1], 4) == promise(packets[1]).value() - 32'768);
}

BOOST_AUTO_TEST_CASE(an_edge_is_stamped_with_its_first_sample) {
  Bench device({{1'000, 12, true}, {1'400, 12, false}, {1'800, 12, true}, {9'000, 130, true}});
  const auto packets = of_type(collect(device, 30 * ms), packet::event);
  std::vector<Record> all;
  for (const auto& p : packets) for (const auto& r : records(p)) all.push_back(r);
  BOOST_REQUIRE_EQUAL(all.size(), 2u);
  BOOST_TEST(all[0].channel == 12);
  BOOST_TEST(all[0].bounced);
  BOOST_TEST(!all[0].late);
  BOOST_TEST(all[0].onset >= 1'000u);
  BOOST_TEST(all[0].onset < 1'126u);
  BOOST_TEST((all[0].onset - 13 - 14) % 126 == 0u);  // row 2: a sample in the last microsecond of its slot
  BOOST_TEST(all[1].channel == 130);
  BOOST_TEST(!all[1].bounced);
  BOOST_TEST((all[1].onset - 13 - 8 * 14) % 126 == 0u);
}

BOOST_AUTO_TEST_CASE(a_retry_has_the_same_bytes) {
  Bench device({{1'000, 64, true}, {3'050, 65, true}, {3'060, 1, true}});
  device.run_to(4 * ms);
  BOOST_REQUIRE(device.offered());
  device.freeze();
  device.run(12);
  BOOST_REQUIRE(device.frozen());
  const auto first = device.read_packet();
  device.run(20 * ms);  // edges and scans go by; a hello and a heartbeat want to be sent
  device.hello();
  device.sof(0);
  device.run(20 * ms);
  BOOST_TEST((device.read_packet() == first));
  device.free();
  const auto packets = collect(device, device.clock() + 8 * ms);
  BOOST_TEST(records(first).size() == 1u);
  unsigned next = sequence(first) + 1;
  for (const auto& p : packets) BOOST_TEST(sequence(p) == next++);
  BOOST_TEST(packets.size() >= 3u);
}

BOOST_AUTO_TEST_CASE(hello_and_heartbeat_are_put_off_by_eight_packets_of_edges) {
  // Every touch channel moves every 3 ms with hold 0: edges always wait.
  std::vector<sim::Change> changes;
  for (Tick t = 3'000; t < 60'000; t += 1'500) {
    for (unsigned c = 64; c < 84; ++c) changes.push_back({t, static_cast<std::uint8_t>(c), t / 1'500 % 2 == 0});
  }
  Bench device(changes);
  BOOST_REQUIRE(device.write(reg::hold_touch, 0));
  device.run_to(12 * ms);
  device.hello();
  device.sof(1024);
  std::vector<unsigned> types;
  for (const auto& p : collect(device, 36 * ms)) types.push_back(type(p));
  const auto hello = std::find(types.begin(), types.end(), packet::hello);
  const auto beat = std::find(types.begin(), types.end(), packet::heartbeat);
  BOOST_REQUIRE((hello != types.end()));
  BOOST_REQUIRE((beat != types.end()));
  BOOST_TEST((hello - types.begin()) >= 8);
  BOOST_TEST((hello - types.begin()) <= 9);  // one was open when they came
  BOOST_TEST((beat - hello) == 1);
}

BOOST_AUTO_TEST_CASE(overflow_makes_a_report_a_snapshot_and_then_edges) {
  std::vector<sim::Change> changes;
  for (Tick t = 1'000; t < 4'000; t += 500) {
    for (unsigned c = 0; c < 128; ++c) changes.push_back({t, static_cast<std::uint8_t>(c), t / 500 % 2 == 0});
  }
  changes.push_back({60'000, 5, true});
  Bench device(changes);
  for (std::uint8_t hold = reg::hold_presence; hold <= reg::hold_auxiliary; ++hold) BOOST_REQUIRE(device.write(hold, 0));
  device.run_to(6 * ms);  // the host is silent: 6 * 128 edges, 256 fit
  const auto packets = collect(device, 90 * ms);
  std::size_t sent = 0;
  std::uint64_t reported = 0;
  std::vector<unsigned> types;
  for (const auto& p : packets) {
    types.push_back(type(p));
    if (type(p) == packet::event) sent += records(p).size();
    if (type(p) == packet::drop_report) reported += u32(p, 8);
  }
  BOOST_TEST(sent == 256u + 13u + 1u);  // the FIFO, the open packet, the edge after it all
  BOOST_TEST(reported == 6u * 128u - 256u - 13u);
  BOOST_TEST(device.read(reg::dropped).value() == reported);
  const auto report = std::find(types.begin(), types.end(), packet::drop_report);
  BOOST_REQUIRE((report != types.end() && report + 1 != types.end()));
  BOOST_TEST(report[1] == packet::snapshot);
  const auto& r = packets[static_cast<std::size_t>(report - types.begin())];
  std::uint32_t lowest = 0xFFFF'FFFF, highest = 0;
  for (const auto& e : device.edges()) {
    if (!e.refused) continue;
    lowest = std::min(lowest, e.onset);
    highest = std::max(highest, e.onset);
  }
  BOOST_TEST(u32(r, 12) == lowest);
  BOOST_TEST(u32(r, 16) == highest);
  const auto& s = packets[static_cast<std::size_t>(report - types.begin()) + 1];
  for (std::size_t i = 8; i < 24; ++i) BOOST_TEST(s[i] == 0);  // six changes: all are open again
}

// Sixteen edges of a row are entered in the ledger one after the other, which leaves two clocks in ten to an access; a start of
// frame takes three of them.
namespace {

constexpr Tick storm_distance = 10'000;
constexpr unsigned storms = 30;

/// Every contact of the squares changes, again and again.
std::vector<sim::Change> stormy() {
  std::vector<sim::Change> changes;
  for (unsigned storm = 1; storm <= storms; ++storm) {
    for (unsigned channel = 0; channel < 128; ++channel) {
      changes.push_back({storm * storm_distance, static_cast<std::uint8_t>(channel), storm % 2 == 1});
    }
  }
  return changes;
}

/// Accesses while all of a storm's edges are refused, each storm at another phase; the longest, in clocks.
template <class Access>
std::uint64_t longest_in_storms(bool frames, Access access) {
  Bench device(stormy());  // nobody polls: the FIFO is full from the third storm on
  BOOST_REQUIRE(device.write(reg::hold_presence, 2000));
  for (unsigned storm = 4; storm <= storms; ++storm) {
    device.run_to(static_cast<std::uint64_t>(storm * storm_distance + 1'990) * 12 + storm);
    device.forget_edges();
    while (device.clock() < static_cast<std::uint64_t>(storm * storm_distance + 2'300) * 12) {
      if (frames) device.sof(0);
      access(device);
    }
    BOOST_TEST(std::ranges::count_if(device.edges(), [](const auto& edge) { return edge.refused; }) == 128);
  }
  return device.most_clocks();
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_write_is_answered_in_time_while_edges_are_lost) {
  unsigned odd = 0;
  const auto write = [&](Bench& device) { BOOST_REQUIRE(device.write(reg::chatter_max, 12'000 + (odd ^= 1))); };
  const std::uint64_t longest = longest_in_storms(false, write);
  BOOST_TEST(longest > 64u);
  BOOST_TEST(longest <= 76u);
  BOOST_TEST(longest_in_storms(true, write) <= 106u);
}

// Four bytes take longer: until the row is over.
BOOST_AUTO_TEST_CASE(a_read_is_answered_in_time_while_edges_are_lost) {
  const auto read = [](Bench& device) { BOOST_REQUIRE(device.read(reg::magic) == wire::protocol::magic); };
  const std::uint64_t longest = longest_in_storms(false, read);
  BOOST_TEST(longest > 64u);
  BOOST_TEST(longest <= 190u);
  BOOST_TEST(longest_in_storms(true, read) <= 190u);
}

// The two halves of a tick belong together, also where the tick of the last row crosses 2^16 in a pause.
BOOST_AUTO_TEST_CASE(a_tick_is_read_whole) {
  for (const std::uint32_t pause : {0u, 40u}) {
    for (unsigned phase = pause == 0 ? 10 : 5; phase < 12; ++phase) {
      Bench device;
      BOOST_REQUIRE(device.write(reg::scan_pause, pause));
      device.run_to(65'500 * 12 + phase * 7);
      std::uint32_t before = device.read(reg::tick).value();
      for (int i = 0; i < 30; ++i) {
        const auto now = static_cast<std::uint32_t>(device.clock() / 12);
        const std::uint32_t tick = device.read(reg::tick).value();
        BOOST_REQUIRE_MESSAGE(tick >= before && tick >= now && tick <= now + 10,
                              "pause " << pause << ", phase " << phase << ": " << tick << " at " << now);
        before = tick;
      }
    }
  }
}

// Four levels that two scans see or more, and one that one scan sees.
BOOST_AUTO_TEST_CASE(hold_zero_confirms_every_level_that_two_samples_see) {
  Bench device({{1'000, 64, true}, {1'300, 64, false}, {1'552, 64, true}, {1'804, 64, false}, {2'500, 64, true}, {2'626, 64, false}});
  BOOST_REQUIRE(device.write(reg::hold_touch, 0));
  std::size_t edges = 0;
  for (const auto& p : collect(device, 20 * ms)) edges += records(p).size();
  BOOST_TEST(edges == 4u);
}

BOOST_AUTO_TEST_CASE(thirteen_edges_and_the_horizon_fill_a_packet) {
  std::vector<sim::Change> changes;
  for (unsigned c = 0; c < 30; ++c) changes.push_back({1'000, static_cast<std::uint8_t>(c), true});
  Bench device(changes);
  const auto packets = collect(device, 20 * ms);
  BOOST_REQUIRE(packets.size() >= 3u);
  BOOST_TEST(packets[0].size() == 64u);
  BOOST_TEST(packets[1].size() == 64u);
  BOOST_TEST(records(packets[2]).size() == 4u);
  // Not empty behind it: the promise is what a slow contact could still undercut.
  BOOST_TEST(promise(packets[0]).value() == records(packets[0]).back().onset - 12'000 - 252);
  BOOST_TEST(promise(packets[2]).has_value());
}

// The bench throws where a part is not given the times of its data sheet.
BOOST_AUTO_TEST_CASE(shift_registers_get_the_times_they_ask_for) {
  BOOST_CHECK_NO_THROW(bench::ShiftBench({{1'000, 64, true}}).run(10 * wire::front::shift.scan_us() * wire::scan::clocks_per_us));
  BOOST_CHECK_NO_THROW(bench::DirectBench({{1'000, 64, true}}).run(10 * wire::front::direct.scan_us() * wire::scan::clocks_per_us));
}
