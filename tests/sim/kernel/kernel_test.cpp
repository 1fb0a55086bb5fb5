// SPDX-License-Identifier: Apache-2.0
// Lock is the truth; leap must give the same packets at the same bit times and the same image at every stop.
#include "sim/kernel/kernel.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <memory>

#include "tests/sim/kernel/rig.hpp"

namespace adoube::sim::test {
namespace {

void read_capture(Rig& rig, bool on) {
  rig.capture_reader = on ? std::make_unique<Reader>(rig.host, rig.enumerator.address(), true) : nullptr;
}

// The host's program changes the board's mind now and then.
void meddle(Rig& rig, Random& random) {
  const auto what = random.within(0, 9);
  const auto value = static_cast<std::uint32_t>(random.within(1, 3'000));
  if (what == 0) rig.writer->write(wire::reg::epoch, value);
  if (what == 1) rig.writer->write(wire::reg::hold_touch, value);
  if (what == 2) rig.writer->write(wire::reg::scan_pause, value / 10);
  if (what == 3) rig.writer->write(wire::reg::magic, value);  // refused
  if (what == 4) rig.writer->write(wire::reg::capture, value % 4 == 0 ? 0 : 1);
  if (what == 5) read_capture(rig, rig.capture_reader == nullptr);
}

// True if leap gives what lock gives at each of the same random stops.
bool agree(std::uint64_t seed, const std::vector<Change>& changes, std::uint64_t length, const KernelOptions& options) {
  Rig lock(changes, {.mode = Mode::lock, .begin = options.begin, .front = options.front});
  Rig leap(changes, options);
  if (!lock.start() || !leap.start()) return false;
  Random random(seed);
  const std::uint64_t end = lock.kernel.now() + length;
  while (lock.kernel.now() < end) {
    // Also several in one rest, so that leaps begin at every phase of a scan.
    const bool near = random.chance(80);
    const std::uint64_t stop = lock.kernel.now() + static_cast<std::uint64_t>(random.within(1, near ? 8'000 : 60'000));
    Random same = random;
    meddle(lock, random);
    meddle(leap, same);
    lock.kernel.run_until(stop);
    leap.kernel.run_until(stop);
    if (leap.kernel.now() != lock.kernel.now() || leap.host.log_hash() != lock.host.log_hash() ||
        leap.kernel.image_hash() != lock.kernel.image_hash()) {
      BOOST_TEST_MESSAGE("seed " << seed << ": not the same at bit time " << stop);
      return false;
    }
  }
  return leap.kernel.edges() == lock.kernel.edges() && leap.reader->packets() == lock.reader->packets();
}

std::uint64_t packet_hash(const std::vector<Change>& changes) {
  Rig rig(changes);
  if (!rig.start()) return 0;
  rig.kernel.run_until(rig.kernel.now() + 100 * ms);
  return rig.host.log_hash();
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_device_enumerates_in_lock) {
  Rig rig({}, {.mode = Mode::lock});
  BOOST_TEST(rig.start());
  BOOST_TEST(rig.kernel.counters().usb_bits == rig.kernel.now());
  BOOST_TEST(rig.kernel.counters().scan_clocks == rig.kernel.now());
}

BOOST_AUTO_TEST_CASE(edges_leave_the_filter_as_the_script_made_them) {
  // One clean contact on a1 and one on the White lever.
  Rig rig({{.at = 20'000, .channel = 0, .level = true}, {.at = 21'000, .channel = 128, .level = true}});
  BOOST_REQUIRE(rig.start());
  rig.kernel.run_until(rig.kernel.now() + 40 * ms);
  const auto& edges = rig.kernel.edges();
  BOOST_REQUIRE(edges.size() == 2U);
  const auto a1 = std::find_if(edges.begin(), edges.end(), [](const ProbedEdge& edge) { return edge.channel == 0; });
  BOOST_REQUIRE((a1 != edges.end()));
  BOOST_TEST(a1->level);
  BOOST_TEST(!a1->refused);
  // The onset is the first sample that saw it: within one scan.
  BOOST_TEST(a1->onset >= 20'000U);
  BOOST_TEST(a1->onset < 20'126U);
  BOOST_TEST(rig.reader->packets().size() >= 2U);
}

BOOST_AUTO_TEST_CASE(lock_and_leap_agree_at_random_stops) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const auto changes = contacts(seed, 3'000, 60'000, 6 * static_cast<int>(seed));
    BOOST_TEST(agree(seed, changes, 80 * ms, {.mode = Mode::leap}), "seed " << seed);
  }
}

// Shift registers in front, whose wires must rest too before a scan may be leapt over.
BOOST_AUTO_TEST_CASE(lock_and_leap_agree_with_the_other_fronts) {
  for (const wire::Front* front : {&wire::front::shift, &wire::front::direct}) {
    for (std::uint64_t seed = 11; seed <= 12; ++seed) {
      const auto changes = contacts(seed, 3'000, 60'000, 12);
      BOOST_TEST(agree(seed, changes, 80 * ms, {.mode = Mode::leap, .front = *front}), front->name << ", seed " << seed);
    }
  }
}

// Raw samples: fetched, then left until the board's ring is full, when leaps begin again, then fetched again.
BOOST_AUTO_TEST_CASE(lock_and_leap_agree_on_raw_samples) {
  const auto changes = contacts(7, 3'000, 70'000, 20);
  Rig lock(changes, {.mode = Mode::lock});
  Rig leap(changes, {.mode = Mode::leap});
  BOOST_REQUIRE((lock.start() && leap.start()));
  const std::uint64_t start = lock.kernel.now();
  for (Rig* rig : {&lock, &leap}) rig->writer->write(wire::reg::capture, 1);
  std::array<std::uint64_t, 2> leaps{};  // while fetched, while not
  std::size_t packets = 0;
  for (std::uint64_t part = 1; part <= 12; ++part) {
    const bool fetched = part % 3 != 0;
    const std::uint64_t before = leap.kernel.counters().scan_leaps;
    for (Rig* rig : {&lock, &leap}) {
      if (fetched != (rig->capture_reader != nullptr)) read_capture(*rig, fetched);
      rig->kernel.run_until(start + part * 8 * ms - part * 77);
    }
    BOOST_TEST(leap.host.log_hash() == lock.host.log_hash());
    BOOST_TEST(leap.kernel.image_hash() == lock.kernel.image_hash());  // also brings both sides here
    leaps[fetched ? 0 : 1] += leap.kernel.counters().scan_leaps - before;
    if (fetched) packets = leap.capture_reader->packets().size();
  }
  BOOST_TEST(packets > 15U);
  BOOST_TEST(leaps[0] == 0U);
  BOOST_TEST(leaps[1] > 0U);
}

// Contacts that never come to rest: chatter, restless channels, late edges.
BOOST_AUTO_TEST_CASE(lock_and_leap_agree_on_chattering_contacts) {
  std::ptrdiff_t late = 0;
  for (std::uint64_t seed = 21; seed <= 23; ++seed) {
    Random random(seed);
    std::vector<Change> changes = contacts(seed, 3'000, 60'000, 6);
    for (const std::uint8_t channel : {std::uint8_t{5}, std::uint8_t{70}, std::uint8_t{131}}) {
      std::erase_if(changes, [&](const Change& change) { return change.channel == channel; });
      bool level = false;
      Tick at = random.within(2'000, 6'000);
      while (at < 45'000) {
        level = !level;
        changes.push_back({at, channel, level});
        at += random.within(100, channel < 64 ? 3'900 : 1'900);
      }
    }
    std::sort(changes.begin(), changes.end());
    BOOST_TEST(agree(seed, changes, 75 * ms, {.mode = Mode::leap}), "seed " << seed);
    Rig rig(changes);
    BOOST_REQUIRE(rig.start());
    rig.kernel.run_until(rig.kernel.now() + 75 * ms);
    const auto& edges = rig.kernel.edges();
    late += std::count_if(edges.begin(), edges.end(), [](const ProbedEdge& edge) { return edge.late; });
  }
  BOOST_TEST(late > 0);
}

// More edges than the FIFO holds while nobody reads: refused edges, drop report, snapshot.
BOOST_AUTO_TEST_CASE(lock_and_leap_agree_on_lost_edges) {
  std::vector<Change> changes;
  for (int round = 0; round < 3; ++round) {
    for (unsigned channel = 0; channel < wire::scan::channels; ++channel) {
      changes.push_back({5'000 + round * 9'000, static_cast<std::uint8_t>(channel), round % 2 == 0});
    }
  }
  Rig lock(changes, {.mode = Mode::lock});
  Rig leap(changes, {.mode = Mode::leap});
  for (Rig* rig : {&lock, &leap}) {
    BOOST_REQUIRE(rig->start());
    rig->reader.reset();
    rig->kernel.run_until(32 * ms);
    rig->reader = std::make_unique<Reader>(rig->host, rig->enumerator.address());
    rig->kernel.run_until(70 * ms);
  }
  BOOST_TEST(leap.host.log_hash() == lock.host.log_hash());
  BOOST_TEST(leap.kernel.image_hash() == lock.kernel.image_hash());
  BOOST_TEST((leap.kernel.edges() == lock.kernel.edges()));
  const auto& edges = lock.kernel.edges();
  const auto refused = std::count_if(edges.begin(), edges.end(), [](const ProbedEdge& edge) { return edge.refused; });
  BOOST_TEST(refused > 0);
  BOOST_TEST(edges.size() == 3U * wire::scan::channels);
}

BOOST_AUTO_TEST_CASE(leaps_happen_where_nothing_else_does) {
  Rig rig({});
  BOOST_REQUIRE(rig.start());
  const auto before = rig.kernel.counters();
  const std::uint64_t start = rig.kernel.now();
  rig.kernel.run_until(start + 900 * ms);
  const auto after = rig.kernel.counters();
  BOOST_TEST(after.scan_clocks - before.scan_clocks < 900 * ms / 500);
  BOOST_TEST(after.usb_bits - before.usb_bits < 900 * ms / 50);
}

// A heartbeat is composed from state that a leap has jumped over: the tick at SOF, the horizon, chatter counts. The SOF
// of frame 1,024 falls on every one of the 1,512 clocks of a scan.
BOOST_AUTO_TEST_CASE(heartbeat_at_every_phase_of_a_scan) {
  constexpr std::uint64_t scan = wire::scan::slots * wire::front::parallel.slot_clocks();
  constexpr std::uint64_t sof = 1'024 * bus::frame_bits;
  constexpr std::uint64_t attach = 52 * ms / scan + 1;  // scans until the host sees the board
  // Every other board has a contact under way, so that the horizon stands still.
  const std::vector<Change> contact{{.at = attach * scan / bit_times_per_us + 130, .channel = 12, .level = true}};
  unsigned different = 0;
  unsigned without_heartbeat = 0;
  std::uint64_t leaps = 0;
  for (std::uint64_t phase = 0; phase < scan; ++phase) {
    const std::uint64_t begin = sof - (attach + 3) * scan - phase;
    std::array<std::uint64_t, 2> image{};
    for (const Mode mode : {Mode::lock, Mode::leap}) {
      bus::Host host(quick_host());
      Kernel kernel(host, phase % 2 == 0 ? std::vector<Change>{} : contact, {.begin = begin});
      kernel.run_until(begin + attach * scan);
      kernel.set_mode(mode);
      kernel.run_until(sof + scan);
      image[mode == Mode::leap ? 1 : 0] = kernel.image_hash();
      if (!kernel.from_usb().sof || !kernel.from_scan().offer) ++without_heartbeat;
      leaps += kernel.counters().scan_leaps;
    }
    if (image[0] != image[1]) ++different;
  }
  BOOST_TEST(without_heartbeat == 0U);
  BOOST_TEST(leaps > 0U);
  BOOST_TEST(different == 0U);
}

// The table of rtl/leap.toml with one row wrong: what each fault does, and that the comparison sees it.
BOOST_AUTO_TEST_CASE(a_counter_that_leaps_forget_is_caught) {
  const auto changes = contacts(3, 3'000, 30'000, 5);
  BOOST_TEST(agree(3, changes, 60 * ms, {.mode = Mode::leap, .fault = LeapFault::none}));
  BOOST_TEST(!agree(3, changes, 60 * ms, {.mode = Mode::leap, .fault = LeapFault::not_advanced}));
}

BOOST_AUTO_TEST_CASE(a_counter_that_the_table_lacks_is_caught) {
  Rig rig({}, {.mode = Mode::leap, .fault = LeapFault::missing});
  BOOST_REQUIRE(rig.start());
  rig.kernel.run_until(rig.kernel.now() + 20 * ms);
  BOOST_TEST(rig.kernel.counters().scan_leaps == 0U);  // it never seems to rest: slow, not wrong
  Rig good({});
  BOOST_REQUIRE(good.start());
  good.kernel.run_until(good.kernel.now() + 20 * ms);
  BOOST_TEST(good.kernel.counters().scan_leaps > 0U);
}

BOOST_AUTO_TEST_CASE(same_script_same_packets) {
  const auto changes = contacts(11, 5'000, 90'000, 30);
  const std::uint64_t first = packet_hash(changes);
  BOOST_TEST(first != 0U);
  BOOST_TEST(packet_hash(changes) == first);
  BOOST_TEST(packet_hash(contacts(12, 5'000, 90'000, 30)) != first);
}

BOOST_AUTO_TEST_CASE(the_mode_may_change_on_the_way) {
  const auto changes = contacts(5, 3'000, 40'000, 12);
  Rig lock(changes, {.mode = Mode::lock});
  Rig mixed(changes, {.mode = Mode::leap});
  BOOST_REQUIRE(lock.start());
  BOOST_REQUIRE(mixed.start());
  for (int piece = 0; piece < 20; ++piece) {
    mixed.kernel.set_mode(piece % 2 == 0 ? Mode::leap : Mode::lock);
    const std::uint64_t stop = lock.kernel.now() + 37'123;
    lock.kernel.run_until(stop);
    mixed.kernel.run_until(stop);
    BOOST_REQUIRE(mixed.kernel.image_hash() == lock.kernel.image_hash());
  }
  BOOST_TEST(mixed.host.log_hash() == lock.host.log_hash());
}

BOOST_AUTO_TEST_CASE(a_pulled_plug_is_seen_and_forgiven) {
  Rig rig({});
  BOOST_REQUIRE(rig.start());
  rig.kernel.plug(false);
  rig.kernel.run_until(rig.kernel.now() + ms);
  BOOST_TEST(!rig.host.connected());
  rig.reader.reset();
  rig.kernel.plug(true);
  BOOST_TEST(rig.start());
}

}  // namespace adoube::sim::test
