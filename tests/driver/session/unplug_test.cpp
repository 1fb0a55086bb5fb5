// SPDX-License-Identifier: Apache-2.0
/// The ways in which a board can be cut off, through the whole chain: the host stalls or resets the bus, the cable goes
/// while the board has its own power, the power goes. What the session then says is held against what the filter confirmed.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "tests/driver/desk.hpp"
#include "tests/driver/session/scripted_board.hpp"

using namespace adoube;
using namespace adoube::test;

namespace {

/// Time of the bus: unlike the board's own it goes on when the board loses its power.
struct BusClock final : transport::Clock {
  const sim::Kernel* kernel;
  explicit BusClock(const sim::Kernel& k) : kernel(&k) {}
  [[nodiscard]] Tick now() const override { return static_cast<Tick>(kernel->now() / sim::bit_times_per_us); }
};

/// A desk whose board may come and go: everything between kernel and session is made anew each time.
struct Cable {
  Desk desk;
  BusClock clock{desk.kernel};
  std::unique_ptr<transport::Transport> board;
  driver::Session session;

  Cable(std::uint64_t seed, Tick until, int moves)
      : desk(contacts(seed, 300'000, until, moves)), board(open()), session(*board, clock, desk.sink, {.epoch = 7, .resume = {}}) {
    done(session.open());
  }
  std::unique_ptr<transport::Transport> open() {
    transport::UsbOptions options;
    options.fd = desk.seam->descriptor();
    return value(transport::open_usb(options, clock));
  }
  /// Steps until that time; false if the board is lost before.
  bool pump(Tick until) {
    while (clock.now() < until) {
      const auto stepped = session.step(std::min<Tick>(20'000, until - clock.now()));
      if (stepped) continue;
      BOOST_REQUIRE((stepped.error().cause == Cause::lost));
      return false;
    }
    return true;
  }
  /// The board is there again: as an operating system and a program find it.
  void reconnect() {
    board.reset();
    desk.seam.reset();
    while (!desk.host.connected()) desk.kernel.run_until(desk.kernel.now() + sim::bit_times_per_ms);
    desk.seam = value(sim::Seam::plug(desk.usb, desk.kernel));
    board = open();
    done(session.reconnect(*board));
  }
  /// The cable goes, the program hears of it within 100 ms, and at that time it is there again.
  void pulled(Tick until) {
    desk.kernel.plug(false);
    BOOST_TEST(!pump(clock.now() + 100'000));
    desk.away(until);
    desk.kernel.plug(true);
    reconnect();
  }
  [[nodiscard]] std::uint64_t refused() {
    const auto& all = desk.kernel.edges();
    return static_cast<std::uint64_t>(std::count_if(all.begin(), all.end(), [](const auto& edge) { return edge.refused; }));
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_host_that_stalls_finds_the_edges_with_their_true_times) {
  Cable cable(1, 1'400'000, 140);
  BOOST_TEST(cable.pump(400'000));
  cable.desk.host.suspend();
  BOOST_TEST(cable.pump(900'000));   // nothing comes, nothing is wrong
  const auto given = cable.desk.sink.edges.size();
  BOOST_TEST(cable.desk.kernel.edges().size() > given + 20);
  cable.desk.host.resume();
  BOOST_TEST(cable.pump(2'500'000));
  clean(cable.session.counters());
  BOOST_TEST(cable.refused() == 0u);
  BOOST_TEST((cable.desk.given() == cable.desk.truth()));
  BOOST_TEST(cable.session.resume().epoch == 7u);
  done(cable.session.close());
}

BOOST_AUTO_TEST_CASE(a_bus_reset_keeps_the_epoch_and_every_edge) {
  Cable cable(2, 1'400'000, 140);
  BOOST_TEST(cable.pump(400'000));
  for (int i = 0; i < 5; ++i) {
    cable.desk.host.bus_reset();
    BOOST_TEST(cable.pump(cable.clock.now() + 150'000));
  }
  BOOST_TEST(cable.pump(2'500'000));
  clean(cable.session.counters());
  BOOST_TEST(cable.session.counters().hellos >= 6u);
  BOOST_TEST((cable.desk.given() == cable.desk.truth()));
  BOOST_TEST(cable.session.resume().epoch == 7u);
  done(cable.session.close());
}

BOOST_AUTO_TEST_CASE(a_cable_that_comes_back_soon_brings_all_edges) {
  Cable cable(3, 1'400'000, 130);
  BOOST_TEST(cable.pump(500'000));
  cable.pulled(1'000'000);
  BOOST_TEST(cable.desk.kernel.edges().size() > cable.desk.sink.edges.size() + 20);
  BOOST_TEST(cable.pump(2'500'000));
  const auto counters = cable.session.counters();
  clean(counters);
  BOOST_TEST(counters.reconnects == 1u);
  BOOST_TEST(cable.refused() == 0u);
  BOOST_TEST((cable.desk.given() == cable.desk.truth()));
  BOOST_TEST(cable.session.resume().epoch == 7u);
  done(cable.session.close());
}

BOOST_AUTO_TEST_CASE(a_cable_that_stays_away_costs_what_the_board_says_to_the_edge) {
  Cable cable(4, 2'400'000, 1'800);
  BOOST_TEST(cable.pump(500'000));
  cable.pulled(2'000'000);
  BOOST_TEST(cable.pump(4'000'000));
  const auto counters = cable.session.counters();
  BOOST_TEST(cable.refused() > 100u);
  BOOST_TEST(counters.lost_edges == cable.refused());
  BOOST_TEST(counters.edges + counters.lost_edges == cable.desk.kernel.edges().size());
  BOOST_TEST(counters.lost_packets == 0u);
  BOOST_TEST(counters.restarts == 0u);
  BOOST_TEST(counters.level_faults == 0u);
  BOOST_TEST(counters.behind == 0u);
  BOOST_TEST((cable.desk.given() == cable.desk.truth()));
  // The first and the last of the missing ones stand in the reports.
  BOOST_REQUIRE(!cable.desk.sink.gaps.empty());
  for (const auto& edge : cable.desk.kernel.edges()) {
    if (!edge.refused) continue;
    BOOST_TEST(std::any_of(cable.desk.sink.gaps.begin(), cable.desk.sink.gaps.end(), [&](const auto& gap) {
      return gap.kind == driver::GapKind::dropped && gap.from <= Tick{edge.onset} && Tick{edge.onset} <= *gap.to;
    }));
  }
  done(cable.session.close());
}

// At whatever instant the cable goes, in the middle of any packet: nothing is lost and nothing doubled.
BOOST_AUTO_TEST_CASE(the_instant_does_not_matter) {
  for (unsigned i = 0; i < 12; ++i) {
    Cable cable(10 + i, 700'000, 60);
    // A poll begins 600 bit times after the start of a frame and takes some 650 with data.
    const std::uint64_t instant = (400 + i) * sim::bit_times_per_ms + 590 + 61 * i;
    while (cable.desk.kernel.now() < instant) cable.pump(static_cast<Tick>(instant / sim::bit_times_per_us) + 1);
    cable.desk.kernel.run_until(instant);
    cable.pulled(600'000);
    BOOST_TEST(cable.pump(1'400'000));
    const auto counters = cable.session.counters();
    BOOST_TEST(counters.reconnects == 1u);
    BOOST_TEST(counters.gaps == 0u);
    BOOST_TEST(counters.doubled == 0u);
    BOOST_TEST(counters.level_faults == 0u);
    // Full packets in a row bring no horizon: some ticks are given out because none older can come, not by a promise.
    BOOST_TEST(counters.behind == 0u);
    BOOST_TEST((cable.desk.given() == cable.desk.truth()));
    done(cable.session.close());
  }
}

BOOST_AUTO_TEST_CASE(power_lost_is_a_new_epoch_and_a_gap_up_to_its_first_snapshot) {
  Cable cable(5, 1'600'000, 150);
  BOOST_TEST(cable.pump(500'000));
  const Tick promised = cable.session.watermark();
  cable.desk.kernel.power_cycle();
  const Tick off = cable.clock.now();
  BOOST_TEST(!cable.pump(800'000));
  const std::size_t before = cable.desk.sink.edges.size();
  cable.reconnect();
  BOOST_TEST(cable.pump(2'800'000));
  const auto counters = cable.session.counters();
  BOOST_TEST(counters.restarts == 1u);
  BOOST_TEST(counters.reconnects == 1u);
  BOOST_TEST(counters.level_faults == 0u);
  BOOST_TEST(counters.behind == 0u);
  BOOST_TEST(counters.unchanged == 0u);
  // One gap: from the last promise on, with no end but the snapshot that follows it.
  BOOST_REQUIRE(cable.desk.sink.gaps.size() == 1u);
  BOOST_TEST((cable.desk.sink.gaps[0].kind == driver::GapKind::restart));
  BOOST_TEST(cable.desk.sink.gaps[0].from >= promised);
  BOOST_TEST(cable.desk.sink.gaps[0].from <= off);
  BOOST_TEST(!cable.desk.sink.gaps[0].to.has_value());
  // Device time has begun again, and what follows is all that the filter confirmed since the snapshot.
  BOOST_TEST(std::abs(cable.desk.kernel.tick() - (cable.clock.now() - off)) <= 1);
  BOOST_REQUIRE(cable.desk.sink.edges.size() > before + 50);
  std::vector<std::tuple<Tick, unsigned, bool>> given, owed;
  for (std::size_t i = before; i < cable.desk.sink.edges.size(); ++i) {
    const auto& edge = cable.desk.sink.edges[i];
    if (edge.when.hi < cable.desk.kernel.tick()) given.emplace_back(edge.when.hi, edge.channel, edge.level);
  }
  BOOST_REQUIRE(cable.desk.sink.snapshots.size() >= 2u);
  const Tick whole = cable.desk.sink.snapshots[1].at;
  BOOST_TEST(whole < 400'000);
  for (const auto& edge : cable.desk.kernel.edges()) {
    const Tick confirmed = static_cast<Tick>(edge.clock / 12) - off;
    if (confirmed > whole) owed.emplace_back(edge.onset, edge.channel, edge.level);
  }
  std::sort(owed.begin(), owed.end());
  BOOST_TEST(std::includes(given.begin(), given.end(), owed.begin(), owed.end()));
  done(cable.session.close());
}

BOOST_AUTO_TEST_CASE(another_board_is_not_taken_for_this_one) {
  ScriptedBoard first, second;
  for (auto& [board, serial] : {std::pair{&first, "A"}, {&second, "B"}}) {
    transport::Identity identity;
    identity.serial = serial;
    board->source.set_identity(identity);
  }
  Sink sink;
  driver::Session session(first.source, first.source, sink);
  done(session.open());
  const auto other = session.reconnect(second.source);
  BOOST_REQUIRE(!other.has_value());
  BOOST_TEST((other.error().cause == Cause::no_device));
}
