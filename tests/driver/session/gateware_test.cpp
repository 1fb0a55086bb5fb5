// SPDX-License-Identifier: Apache-2.0
/// The whole way down: contacts, the Verilated board, the bit-true bus, the real libusb, the driver. What the filter
/// confirmed is what the session gives out, on a good line and on bad ones.
#include <boost/test/unit_test.hpp>

#include "tests/driver/desk.hpp"

using namespace adoube;
using namespace adoube::test;

BOOST_AUTO_TEST_CASE(every_confirmed_edge_in_order) {
  Reading reading(contacts(1, 200'000, 1'500'000, 150));
  auto& [desk, board, session] = reading;
  BOOST_TEST(board->identity().serial == "SIM-0001");
  BOOST_TEST(desk.clock.now() < 200'000);
  desk.pump(session, 2'600'000);
  const auto counters = session.counters();
  clean(counters);
  BOOST_TEST(counters.heartbeats >= 1u);
  BOOST_TEST(counters.repeated == 0u);
  BOOST_TEST(desk.given().size() >= 140u);
  BOOST_TEST((desk.given() == desk.truth()));
  BOOST_TEST(session.watermark() > desk.sink.edges.back().when.hi);
  done(session.close());
  BOOST_TEST(session.counters().flushed == 0u);
}

BOOST_AUTO_TEST_CASE(a_bad_line_loses_and_doubles_nothing) {
  Reading reading(contacts(2, 200'000, 1'000'000, 120));
  auto& [desk, board, session] = reading;
  desk.host.faults().plant({.packets = bus::Packets::handshake, .nth = 5});
  desk.pump(session, 400'000);
  desk.host.faults().plant(
      {.damage = bus::Damage::flip, .side = bus::Side::device, .packets = bus::Packets::data, .endpoint = 1, .nth = 3, .amount = 20});
  desk.pump(session, 600'000);
  desk.host.faults().foreign({.at = desk.kernel.now() + 3000, .address = 77, .endpoint = 1});
  desk.pump(session, 700'000);
  desk.host.faults().reset_at(desk.kernel.now() + 5000);
  desk.pump(session, 1'400'000);
  BOOST_TEST(desk.host.faults().counters().happened() == 4u);
  clean(session.counters());
  BOOST_TEST(session.counters().hellos >= 2u);  // one more after the bus reset
  BOOST_TEST((desk.given() == desk.truth()));
}

BOOST_AUTO_TEST_CASE(more_than_the_board_can_keep_is_reported_to_the_edge) {
  // Nobody reads for a while: first the ring fills, then the FIFO.
  Reading reading(contacts(3, 300'000, 1'600'000, 1200), 4);
  auto& [desk, board, session] = reading;
  desk.pump(session, 290'000);
  desk.away(1'200'000);
  desk.pump(session, 3'500'000);
  const auto counters = session.counters();
  const auto& all = desk.kernel.edges();
  const auto refused = static_cast<std::uint64_t>(std::count_if(all.begin(), all.end(), [](const auto& edge) { return edge.refused; }));
  BOOST_TEST(refused > 0u);
  BOOST_TEST(counters.lost_edges == refused);
  BOOST_TEST(counters.lost_packets == 0u);
  BOOST_TEST(counters.edges + counters.lost_edges == all.size());
  BOOST_TEST(counters.level_faults == 0u);
  BOOST_TEST(counters.behind == 0u);
  BOOST_REQUIRE(!desk.sink.gaps.empty());
  for (const auto& edge : all) {
    if (!edge.refused) continue;
    BOOST_TEST(std::any_of(desk.sink.gaps.begin(), desk.sink.gaps.end(),
                           [&](const auto& gap) { return gap.from <= Tick{edge.onset} && Tick{edge.onset} <= *gap.to; }));
  }
  BOOST_TEST((desk.given() == desk.truth()));
}

BOOST_AUTO_TEST_CASE(the_same_host_comes_back_and_finds_its_edges) {
  Desk desk(contacts(4, 200'000, 900'000, 60));
  driver::Resume resume;
  {
    const auto board = desk.board();
    driver::Session session(*board, desk.clock, desk.sink, {.epoch = 99, .resume = {}});
    done(session.open());
    desk.pump(session, 500'000);
    done(session.close());
    resume = session.resume();
  }
  desk.away(700'000);  // edges wait on the board
  const auto board = desk.board();
  driver::Session session(*board, desk.clock, desk.sink, {.epoch = 99, .resume = resume});
  done(session.open());
  desk.pump(session, 1'500'000);
  const auto counters = session.counters();
  BOOST_TEST(counters.discarded == 0u);
  BOOST_TEST(counters.level_faults == 0u);
  auto given = desk.given();
  std::sort(given.begin(), given.end());  // what the first session gave out at its end had no promise yet
  if (counters.lost_packets == 0) {
    BOOST_TEST((given == desk.truth()));
  } else {
    // A packet that was on the wire in the instant of closing is gone, and known to be.
    BOOST_TEST(counters.lost_packets == 1u);
    BOOST_TEST(given.size() < desk.truth().size());
  }
}

BOOST_AUTO_TEST_CASE(another_host_starts_afresh) {
  Desk desk(contacts(5, 200'000, 900'000, 60));
  {
    const auto board = desk.board();
    driver::Session session(*board, desk.clock, desk.sink, {.epoch = 99, .resume = {}});
    done(session.open());
    desk.pump(session, 400'000);
  }
  desk.sink.edges.clear();
  desk.away(600'000);
  const auto board = desk.board();
  driver::Session session(*board, desk.clock, desk.sink, {.epoch = 100, .resume = {}});
  done(session.open());
  const Tick opened = desk.clock.now();
  desk.pump(session, 1'500'000);
  clean(session.counters());
  BOOST_TEST(session.board().epoch == 100u);
  // Everything confirmed after the epoch's snapshot is there; nothing from before the epoch is.
  const auto late = desk.truth(opened + 2000);
  const auto given = desk.given();
  BOOST_TEST(late.size() > 5u);
  BOOST_TEST(std::includes(given.begin(), given.end(), late.begin(), late.end()));
  BOOST_TEST(given.size() <= desk.truth(opened - 20'000).size());
}
