// SPDX-License-Identifier: Apache-2.0
/// The session against a scripted board: epochs, repeats, gaps, drop reports, levels, restarts, wraps, errors.
#include <boost/test/unit_test.hpp>

#include "tests/driver/session/scripted_board.hpp"

using namespace adoube;
using namespace adoube::driver;
using adoube::test::Bench;
using adoube::test::spotless;
using reorder::OrderedEdge;

namespace {

std::uint8_t touch_of(Square square) { return static_cast<std::uint8_t>(64 + index(square)); }

}  // namespace

BOOST_AUTO_TEST_CASE(opens_with_a_new_epoch) {
  driver::Options options;
  options.epoch = 77;
  Bench bench(options);
  bench.board.levels.presence = 0xFFFF;
  // What the board had kept for an earlier host is not ours.
  bench.board.epoch = 5;
  bench.board.source.set_register(wire::reg::epoch, 5);
  bench.open();
  BOOST_TEST(bench.board.epoch == 77u);
  const auto hellos = bench.sink.all<Hello>();
  BOOST_REQUIRE_EQUAL(hellos.size(), 1u);
  BOOST_TEST(hellos[0].board.epoch == 77u);
  BOOST_TEST(hellos[0].horizon == 1'000'000);
  BOOST_TEST(bench.sink.where<Hello>() < bench.sink.where<Snapshot>());
  BOOST_TEST(bench.sink.all<Snapshot>()[0].levels.presence == 0xFFFFu);
  BOOST_TEST(bench.session.board().chatter_max == 12'000u);
  spotless(bench.session.counters());
}

BOOST_AUTO_TEST_CASE(everything_before_the_own_hello_is_discarded_and_counted) {
  Bench bench;
  bench.board.answers = false;
  bench.board.epoch = 9;
  bench.board.source.set_register(wire::reg::epoch, 9);
  // Queued after the write: a packet frozen before it, and another host's hello.
  int round = 0;
  bench.board.source.on_empty([&] {
    if (round++ != 0) return false;
    bench.board.sequence = 500;
    bench.board.edges({{12, false, false, false, 900'000}}, 890'000);
    bench.board.epoch = 9;
    bench.board.hello();
    bench.board.source.push_raw(bench.board.source.now(), std::array<std::uint8_t, 3>{1, 2, 3});
    bench.board.sequence = 0;
    bench.board.epoch = 1;
    bench.board.hello();
    bench.board.snapshot();
    return true;
  });
  bench.open();
  const auto counters = bench.session.counters();
  BOOST_TEST(counters.discarded == 2u);
  BOOST_TEST(counters.malformed == 1u);
  BOOST_TEST(counters.gaps == 0u);
  BOOST_TEST(counters.edges == 0u);
  BOOST_TEST(counters.packets == counters.accepted + counters.repeated + counters.malformed + counters.discarded);
  BOOST_TEST(bench.sink.all<Hello>().size() == 1u);
}

BOOST_AUTO_TEST_CASE(the_present_epoch_is_never_taken_for_a_new_one) {
  driver::Options options;
  options.epoch = 0xFFFF'FFFF;
  Bench bench(options);
  bench.board.source.set_register(wire::reg::epoch, 0xFFFF'FFFF);
  bench.open();
  BOOST_TEST(bench.board.epoch == 1u);
}

BOOST_AUTO_TEST_CASE(goes_on_in_its_own_epoch) {
  driver::Options options;
  options.resume = Resume{42, 0x1'FFFF, 0x1'0000'0000, 0, 0x0'FFFF'0000, wire::Levels{}};
  Bench bench(options);
  bench.board.source.set_register(wire::reg::epoch, 42);
  bench.board.sequence = 0x1'FFFF;
  bench.board.edges({{touch_of(Square::e2), true, false, false, 0x1'0000'1000}}, 0x1'0000'0F00);
  bench.board.edges({{0, true, false, false, 0x1'0000'2000}}, 0x1'0000'2001);
  bench.open();
  const auto edges = bench.sink.all<OrderedEdge>();
  BOOST_REQUIRE_EQUAL(edges.size(), 2u);
  BOOST_TEST((edges[0].when == Interval{0x1'0000'1000 - 126, 0x1'0000'1000}));
  spotless(bench.session.counters());
  const Resume next = bench.session.resume();
  BOOST_TEST(next.epoch == 42u);
  BOOST_TEST(next.next_sequence == 0x2'0001u);
  BOOST_TEST(next.floor == 0x1'0000'2001);
  BOOST_TEST(next.levels->presence == 1u);
}

BOOST_AUTO_TEST_CASE(another_host_was_here) {
  driver::Options options;
  options.epoch = 42;
  options.resume = Resume{42, 100, 0, 0, 0, std::nullopt};
  Bench bench(options);
  bench.board.source.set_register(wire::reg::epoch, 43);
  bench.open();
  BOOST_TEST(bench.board.epoch == 42u);
  BOOST_TEST(bench.session.counters().hellos == 1u);
}

BOOST_AUTO_TEST_CASE(edges_become_ordered_edges_events_and_gestures) {
  Bench bench;
  bench.board.levels.presence = 1u << 12u;
  bench.open();
  bench.sink.records.clear();
  bench.board.edges({{12, false, false, false, 1'105'000}, {touch_of(Square::e2), true, true, false, 1'104'000}}, 1'100'000);
  bench.board.edges({{touch_of(Square::e2), false, false, false, 1'110'000}}, 1'110'001);
  bench.drain();
  const auto& records = bench.sink.records;
  BOOST_REQUIRE_EQUAL(records.size(), 9u);
  BOOST_TEST((std::get<Watermark>(records[0]).at == 1'100'000));
  BOOST_TEST((std::get<OrderedEdge>(records[1]).when.hi == 1'104'000));
  BOOST_TEST((std::get<Event>(records[2]).kind == EventKind::touch));
  BOOST_TEST(std::get<Event>(records[2]).bounced);
  BOOST_TEST((std::get<OrderedEdge>(records[3]).when.hi == 1'105'000));
  BOOST_TEST((std::get<Event>(records[4]).kind == EventKind::lift));
  BOOST_TEST((std::get<OrderedEdge>(records[5]).when.hi == 1'110'000));
  BOOST_TEST((std::get<Event>(records[6]).kind == EventKind::release));
  BOOST_TEST((std::get<touch::Gesture>(records[7]) == touch::Gesture{Square::e2, Interval{1'103'874, 1'104'000},
                                                                     Interval{1'109'874, 1'110'000}, 1, 3}));
  BOOST_TEST((std::get<Watermark>(records[8]).at == 1'110'001));
  const auto counters = bench.session.counters();
  spotless(counters);
  BOOST_TEST(counters.edges == 3u);
  BOOST_TEST(counters.events == 3u);
  BOOST_TEST(counters.gestures == 1u);
  BOOST_TEST(counters.bounced == 1u);
}

BOOST_AUTO_TEST_CASE(a_repeated_packet_is_dropped_and_not_lost) {
  Bench bench;
  bench.open();
  bench.board.edges({{12, false, false, false, 1'105'000}}, 1'105'001);
  bench.board.repeat();
  bench.board.repeat();
  bench.board.edges({{28, true, false, false, 1'205'000}}, 1'205'001);
  bench.drain();
  const auto counters = bench.session.counters();
  BOOST_TEST(counters.repeated == 2u);
  BOOST_TEST(counters.gaps == 0u);
  BOOST_TEST(counters.lost_packets == 0u);
  BOOST_TEST(counters.edges == 2u);
}

BOOST_AUTO_TEST_CASE(missing_packets_are_one_gap_between_their_neighbours) {
  Bench bench;
  bench.board.levels.presence = 1u << 12u | 1u << 13u;
  bench.open();
  bench.sink.records.clear();
  bench.board.edges({{12, false, false, false, 1'105'000}, {20, true, false, false, 1'120'000}}, 1'110'000);
  bench.board.lose(3);
  bench.board.set(13, false);  // in a lost packet
  bench.board.edges({{28, true, false, false, 1'205'000}}, 1'205'001);
  bench.board.heartbeat();
  bench.drain();
  const auto gaps = bench.sink.all<Gap>();
  BOOST_REQUIRE_EQUAL(gaps.size(), 1u);
  // What was below the last horizon is complete; from there on something may be missing.
  BOOST_TEST((gaps[0] == Gap{GapKind::packets, 1'110'000, std::nullopt, 3, std::nullopt}));
  BOOST_TEST(bench.sink.where<OrderedEdge>(0) < bench.sink.where<Gap>());
  BOOST_TEST(bench.sink.where<Gap>() < bench.sink.where<OrderedEdge>(1));
  const auto heartbeats = bench.sink.all<Heartbeat>();
  BOOST_REQUIRE_EQUAL(heartbeats.size(), 1u);
  BOOST_TEST(heartbeats[0].corrected.presence == 1u << 13u);
  const auto counters = bench.session.counters();
  BOOST_TEST(counters.lost_packets == 3u);
  BOOST_TEST(counters.level_faults == 0u);  // the gap explains it
  // And only this once.
  bench.board.set(40, true);
  bench.board.heartbeat();
  bench.drain();
  BOOST_TEST(bench.session.counters().level_faults == 1u);
}

BOOST_AUTO_TEST_CASE(malformed_and_damaged_packets_show_as_a_gap) {
  Bench bench;
  bench.open();
  bench.board.lose(1);
  bench.board.source.push_raw(bench.board.source.now(), std::array<std::uint8_t, 9>{0x11, 1, 2, 0, 0, 0, 0, 0, 9});
  bench.board.heartbeat();
  bench.board.lose(1);
  bench.board.source.push_damage(bench.board.source.now());
  bench.board.heartbeat();
  bench.drain();
  const auto counters = bench.session.counters();
  BOOST_TEST(counters.malformed == 1u);
  BOOST_TEST(counters.damaged == 1u);
  BOOST_TEST(counters.gaps == 2u);
  BOOST_TEST(counters.lost_packets == 2u);
}

BOOST_AUTO_TEST_CASE(drop_report) {
  Bench bench;
  bench.open();
  bench.sink.records.clear();
  bench.board.edges({{12, true, false, false, 1'105'000}}, 1'105'001);
  bench.board.set(64, true);
  bench.board.drop_report(1000, 1'105'100, 1'130'000);
  bench.board.tick = 1'140'000;
  bench.board.snapshot();
  bench.board.edges({{64, false, false, false, 1'200'000}}, 1'200'001);
  bench.drain();
  const auto gaps = bench.sink.all<Gap>();
  BOOST_REQUIRE_EQUAL(gaps.size(), 1u);
  BOOST_TEST((gaps[0] == Gap{GapKind::dropped, 1'105'100, 1'130'000, 0, 1000}));
  BOOST_TEST(bench.sink.all<Snapshot>()[0].corrected.touch == 1u);
  const auto gestures = bench.sink.all<touch::Gesture>();
  BOOST_REQUIRE_EQUAL(gestures.size(), 1u);  // its touch was dropped, its release was not
  BOOST_TEST(!gestures[0].began);
  const auto counters = bench.session.counters();
  BOOST_TEST(counters.lost_edges == 1000u);
  BOOST_TEST(counters.lost_packets == 0u);
  BOOST_TEST(counters.level_faults == 0u);
}

BOOST_AUTO_TEST_CASE(a_drop_report_stands_before_the_edges_beyond_it) {
  Bench bench;
  bench.open();
  bench.sink.records.clear();
  bench.board.edges({{12, true, false, false, 1'105'000}, {20, true, false, false, 1'120'000}}, 1'110'000);
  bench.board.tick = 1'140'000;
  bench.board.drop_report(3, 1'111'000, 1'130'000);
  bench.drain();
  BOOST_TEST(bench.sink.all<OrderedEdge>().size() == 2u);
  BOOST_TEST(bench.sink.where<OrderedEdge>(0) < bench.sink.where<Gap>());
  BOOST_TEST(bench.sink.where<Gap>() < bench.sink.where<OrderedEdge>(1));
}

BOOST_AUTO_TEST_CASE(a_release_inside_a_gap_ends_its_gesture_at_the_next_levels) {
  Bench bench;
  bench.open();
  bench.board.edges({{touch_of(Square::e2), true, false, false, 1'105'000}}, 1'105'001);
  bench.board.lose(1);
  bench.board.set(touch_of(Square::e2), false);  // in the lost packet
  bench.board.heartbeat();
  bench.drain();
  const auto gestures = bench.sink.all<touch::Gesture>();
  BOOST_REQUIRE_EQUAL(gestures.size(), 1u);
  BOOST_TEST(gestures[0].began.has_value());
  BOOST_TEST(!gestures[0].ended.has_value());
}

BOOST_AUTO_TEST_CASE(levels_that_contradict_the_edges) {
  Bench bench;
  bench.open();
  bench.board.levels.presence = 0b101;
  bench.board.levels.auxiliary = 2;
  bench.board.heartbeat();
  bench.board.heartbeat();
  bench.board.edges({{0, true, false, false, 1'200'000}}, 1'200'001);  // it was up already
  bench.drain();
  const auto faults = bench.sink.all<LevelFault>();
  BOOST_REQUIRE_EQUAL(faults.size(), 2u);
  BOOST_TEST((faults[0].differing == wire::Levels{0b101, 0, 2}));
  BOOST_TEST((faults[1] == LevelFault{1'200'000, {1, 0, 0}}));
  BOOST_TEST(bench.session.counters().level_faults == 2u);
  BOOST_TEST(bench.session.counters().unchanged == 1u);
}

BOOST_AUTO_TEST_CASE(levels_on_the_way_are_no_fault) {
  // The horizon holds edges back, the heartbeat's levels contain them: they are received, if not given out.
  Bench bench;
  bench.open();
  bench.board.edges({{touch_of(Square::d4), true, false, false, 1'300'000}}, 1'290'000);
  bench.board.tick = 1'295'000;
  bench.board.heartbeat();
  bench.board.edges({{touch_of(Square::d4), false, false, false, 1'310'000}}, 1'310'001);
  bench.drain();
  spotless(bench.session.counters());
  const auto gestures = bench.sink.all<touch::Gesture>();
  BOOST_REQUIRE_EQUAL(gestures.size(), 1u);
  BOOST_TEST(gestures[0].began.has_value());
}

BOOST_AUTO_TEST_CASE(restless_channels) {
  Bench bench;
  bench.open();
  std::array<std::uint8_t, 17> counts{};
  counts[2] = 200;
  counts[16] = 1;
  bench.board.heartbeat(counts, 119);
  bench.board.edges({{100, true, false, true, 1'500'000}}, 1'500'001);
  bench.drain();
  const auto restless = bench.sink.all<Restless>();
  BOOST_REQUIRE_EQUAL(restless.size(), 2u);
  BOOST_TEST((restless[0].channel == 121 && restless[0].chatter == 200));
  BOOST_TEST((restless[1].channel == 135 && restless[1].chatter == 1));
  BOOST_TEST(bench.session.counters().chatter == 201u);
  BOOST_TEST(bench.session.counters().late == 1u);
  // No earlier edge of this channel: it may have begun at any time since the hello.
  BOOST_TEST(bench.sink.all<OrderedEdge>()[0].when.lo == 1'000'000);
}

BOOST_AUTO_TEST_CASE(a_bus_reset_changes_nothing) {
  Bench bench;
  bench.open();
  bench.board.edges({{12, true, false, false, 1'105'000}}, 1'105'001);
  bench.board.tick = 1'106'000;
  bench.board.hello();
  bench.board.edges({{12, false, false, false, 1'205'000}}, 1'205'001);
  bench.drain();
  spotless(bench.session.counters());
  BOOST_TEST(bench.session.counters().hellos == 2u);
  BOOST_TEST(bench.session.counters().edges == 2u);
}

BOOST_AUTO_TEST_CASE(a_board_that_lost_its_memory_is_opened_anew) {
  Bench bench;
  bench.open();
  bench.board.edges({{12, true, false, false, 1'105'000}}, 1'100'000);  // still waits for its horizon
  bench.drain();
  bench.sink.records.clear();
  // Power comes back: epoch 0, sequence 0, time 0.
  bench.board.epoch = 0;
  bench.board.source.set_register(wire::reg::epoch, 0);
  bench.board.sequence = 0;
  bench.board.tick = 500;
  bench.board.levels = {};
  bench.board.hello();
  bench.drain();
  const auto gaps = bench.sink.all<Gap>();
  BOOST_REQUIRE_EQUAL(gaps.size(), 1u);
  BOOST_TEST((gaps[0].kind == GapKind::restart));
  BOOST_TEST(gaps[0].from == 1'100'000);
  BOOST_TEST(bench.sink.where<OrderedEdge>() < bench.sink.where<Gap>());  // a barrier: nothing before it comes after it
  BOOST_TEST(bench.sink.where<Gap>() < bench.sink.where<Hello>());
  BOOST_TEST(bench.board.epoch == 1u);
  bench.board.edges({{12, true, false, false, 9000}}, 9001);
  bench.drain();
  BOOST_TEST(bench.sink.all<OrderedEdge>().back().when.hi == 9000);
  const auto counters = bench.session.counters();
  BOOST_TEST(counters.restarts == 1u);
  BOOST_TEST(counters.behind == 0u);
  BOOST_TEST(counters.level_faults == 0u);
  BOOST_TEST(counters.flushed == 1u);
}

BOOST_AUTO_TEST_CASE(ticks_and_sequence_wrap_in_a_session) {
  Bench bench;
  bench.board.tick = 0xFFFF'0000;
  bench.open();
  bool level = false;
  Tick onset = 0xFFFF'0000 + 10'000;
  for (int i = 0; i < 70'000; ++i, onset += 100'000) {
    level = !level;
    bench.board.edges({{5, level, false, false, onset}}, onset + 1);
    if (i % 1000 == 0) bench.drain();
  }
  bench.drain();
  const auto edges = bench.sink.all<OrderedEdge>();
  BOOST_REQUIRE_EQUAL(edges.size(), 70'000u);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    BOOST_REQUIRE_EQUAL(edges[i].when.hi, 0xFFFF'0000 + 10'000 + static_cast<Tick>(i) * 100'000);
  }
  spotless(bench.session.counters());
}

BOOST_AUTO_TEST_CASE(scan_period_grows) {
  Bench bench;
  bench.open();
  bench.board.scan_period = 10'126;
  bench.board.heartbeat();
  bench.board.edges({{1, true, false, false, 1'500'000}}, 1'500'001);
  bench.board.scan_period = 126;
  bench.board.tick = 1'500'100;
  bench.board.heartbeat();  // an edge of the long scans may still come
  bench.board.edges({{1, false, false, false, 1'600'000}}, 1'600'001);
  bench.board.tick = 1'600'100;
  bench.board.heartbeat();
  bench.board.edges({{1, true, false, false, 1'700'000}}, 1'700'001);
  bench.drain();
  const auto edges = bench.sink.all<OrderedEdge>();
  BOOST_REQUIRE_EQUAL(edges.size(), 3u);
  BOOST_TEST(edges[0].when.lo == 1'500'000 - 10'126);
  BOOST_TEST(edges[1].when.lo == 1'600'000 - 10'126);
  BOOST_TEST(edges[2].when.lo == 1'700'000 - 126);
}

BOOST_AUTO_TEST_CASE(silence_does_not_force_anything_out) {
  Bench bench;
  bench.open();
  bench.board.edges({{1, true, false, false, 1'500'000}}, 1'490'000);
  bench.board.edges({{2, true, false, false, 1'900'000}}, 1'895'000);
  bench.drain();
  spotless(bench.session.counters());
  BOOST_TEST(bench.session.counters().edges == 1u);
}

BOOST_AUTO_TEST_CASE(devices_that_are_no_boards) {
  const auto refused = [](auto prepare, Cause cause) {
    Bench bench;
    prepare(bench.board);
    const auto opened = bench.session.open();
    BOOST_REQUIRE(!opened.has_value());
    BOOST_TEST((opened.error().cause == cause));
    BOOST_TEST(!opened.error().message.empty());
    BOOST_TEST(bench.sink.records.empty());
    BOOST_TEST(bench.session.close().has_value());
  };
  refused([](auto& board) { board.source.set_register(wire::reg::magic, 0); }, Cause::protocol);
  refused([](auto& board) { board.source.set_register(wire::reg::protocol, 2); }, Cause::protocol);
  refused([](auto& board) { board.source.set_register(wire::reg::scan_period, 0); }, Cause::protocol);
  refused([](auto& board) { board.source.set_register(wire::reg::scan_period, 0xFFFF'FFFF); }, Cause::protocol);
  refused([](auto& board) { board.source.set_register(wire::reg::chatter_max, 30'001); }, Cause::protocol);
  refused([](auto& board) { board.answers = false; }, Cause::protocol);  // the packets end before a hello
  refused(
      [](auto& board) {
        board.answers = false;
        board.source.on_empty([&board] {  // talks for ever, but never says hello
          board.heartbeat();
          return true;
        });
      },
      Cause::timeout);
  refused([](auto& board) { board.source.on_write([](auto, auto) -> Result<void> { return fail(Cause::protocol, "refused"); }); },
          Cause::protocol);
}

BOOST_AUTO_TEST_CASE(the_tap_sees_every_packet_first) {
  struct Tap final : transport::Receiver {
    const test::Recorder* sink = nullptr;
    std::vector<std::size_t> records_before;
    std::size_t bytes = 0;
    void packet(std::span<const std::uint8_t> packet) override {
      bytes += packet.size();
      records_before.push_back(sink->records.size());
    }
    void damaged() override {}
  };
  Tap tap;
  driver::Options options;
  options.tap = &tap;
  Bench bench(options);
  tap.sink = &bench.sink;
  bench.open();
  BOOST_REQUIRE_EQUAL(tap.records_before.size(), 2u);
  BOOST_TEST(tap.bytes == wire::length::hello + wire::length::snapshot);
  BOOST_TEST(tap.records_before[0] == 0u);
}
