// SPDX-License-Identifier: Apache-2.0
// A board is cut off while a game is played, in each of the ways: every edge comes with its true time, the score is as
// before.
#include <boost/test/unit_test.hpp>

#include <algorithm>

#include "host/lab/pins_board.hpp"
#include "sim/hands/styles.hpp"
#include "tests/host/lab/corpus.hpp"

namespace adoube::lab {
namespace {

GameReport play_with(const sim::Mishap& plan) {
  GameOptions options = options_for(BoardOptions::Path::pins);
  options.board.mishaps = {plan};
  options.limit = 30'000'000;
  bus::HostCounters bus;
  options.finished = [&](Board& board) { bus = dynamic_cast<PinsBoard&>(board).host().counters(); };
  Silence silence;
  auto report = play_game(own_games("opera-1858.pgn").at(0), options, silence);
  BOOST_TEST_REQUIRE(report.has_value(), report.error().message);
  BOOST_TEST(complaint(*report) == "", complaint(*report));
  BOOST_TEST(report->moves.size() > 4u);
  BOOST_TEST(report->run.account.counters.restarts == 0u);
  // It did happen.
  BOOST_TEST(bus.suspends == (plan.kind == sim::Mishap::Kind::stall ? 1u : 0u));
  BOOST_TEST(bus.resumes == bus.suspends);
  BOOST_TEST(report->run.account.counters.reconnects == (plan.kind == sim::Mishap::Kind::cable ? 1u : 0u));
  // At the start; by the plan; each time when an operating system takes the device up (again).
  BOOST_TEST(bus.resets == (plan.kind == sim::Mishap::Kind::stall ? 1u : plan.kind == sim::Mishap::Kind::cable ? 2u : 3u));
  return std::move(*report);
}

BOOST_AUTO_TEST_CASE(a_host_that_stalls) {
  Tick latest = 0;
  for (const Tick at : {8'000'000, 12'345'678}) {
    const GameReport report = play_with({sim::Mishap::Kind::stall, at, 3'000'000});
    latest = std::max(latest, report.run.account.latency.max);
    BOOST_TEST(report.run.account.counters.hellos == 1u);
  }
  BOOST_TEST(latest > 500'000);  // what happened meanwhile is told late, and says when it was
}

BOOST_AUTO_TEST_CASE(a_bus_reset_nobody_asked_for) {
  const GameReport report = play_with({sim::Mishap::Kind::reset, 10'000'000, 0});
  BOOST_TEST(report.run.account.counters.hellos >= 2u);
}

BOOST_AUTO_TEST_CASE(a_cable_pulled_and_put_back) {
  Tick latest = 0;
  for (const Tick at : {8'000'000, 12'345'678}) {
    latest = std::max(latest, play_with({sim::Mishap::Kind::cable, at, 3'000'000}).run.account.latency.max);
  }
  BOOST_TEST(latest > 500'000);
}

// What the board answers first when it is back arrives damaged: it is asked again, as often as hub drivers do.
BOOST_AUTO_TEST_CASE(a_cable_put_back_on_a_bad_line) {
  class Planter final : public GameListener {
   public:
    void on_move(const PlayedMove&) override {}
    void on_ruling(const article4::Ruling&) override {}
    bool on_time(Tick now, Tick) override {
      if (now > 9'000'000 && !planted) host->faults().plant({.side = bus::Side::device, .packets = bus::Packets::data, .endpoint = 0, .times = times});
      planted = planted || now > 9'000'000;
      return true;
    }
    bus::Host* host = nullptr;
    std::uint64_t times = 0;
    bool planted = false;
  };
  // Three losses in a row end a transfer (USB 2.0, 10.2.6): three transfers fail, or all of them.
  for (const std::uint64_t times : {9ull, 1'000ull}) {
    GameOptions options = options_for(BoardOptions::Path::pins);
    options.board.mishaps = {{sim::Mishap::Kind::cable, 8'000'000, 2'000'000}};
    options.limit = 20'000'000;
    Planter planter;
    planter.times = times;
    options.prepare = [&](Board& board) {
      witness(board);
      planter.host = &dynamic_cast<PinsBoard&>(board).host();
    };
    const auto report = play_game(own_games("opera-1858.pgn").at(0), options, planter);
    BOOST_TEST(planter.planted);
    BOOST_TEST(report.has_value() == (times == 9));
    if (report) BOOST_TEST(complaint(*report) == "", complaint(*report));
    else BOOST_TEST((report.error().cause == Cause::protocol));
  }
}

// Longer than the board has room: what was dropped is said, the moves before it stand, and nobody is accused of what nobody saw.
BOOST_AUTO_TEST_CASE(a_cable_out_for_too_long) {
  class Told final : public GameListener {
   public:
    void on_move(const PlayedMove& move) override { moves.push_back(move.record.uci); }
    void on_ruling(const article4::Ruling& ruling) override {
      if (ruling.final && ruling.verdict != article4::Verdict::move_completed) rulings.push_back(ruling.clause);
    }
    void on_gap(const driver::Gap& gap) override { dropped += gap.kind == driver::GapKind::dropped ? 1 : 0; }
    void on_situation(const recognition::Situation& now) override { situation = now; }
    bool on_time(Tick, Tick) override { return true; }
    std::vector<std::string> moves, rulings;
    int dropped = 0;
    recognition::Situation situation;
  };
  GameOptions options = options_for(BoardOptions::Path::pins);
  options.players = *hands::players_named("beginner", 1);
  options.board.mishaps = {{sim::Mishap::Kind::cable, 6'000'000, 110'000'000}};
  Told told;
  const auto game = own_games("short-games.pgn").at(0);
  const auto report = play_game(game, options, told);
  BOOST_TEST_REQUIRE(report.has_value(), report.error().message);
  BOOST_TEST(report->run.account.refused > 0u);
  BOOST_TEST(report->run.account.lost == 0u);
  BOOST_TEST(told.dropped == 1);
  BOOST_TEST(told.moves.size() > 20u);
  BOOST_TEST(told.moves.size() < report->score.size());
  BOOST_TEST(std::equal(told.moves.begin(), told.moves.end(), report->score.begin()));
  BOOST_TEST(told.rulings.empty());
  BOOST_TEST((told.situation.kind == recognition::Situation::Kind::lost));
}

// A run that ends as soon as the cable is back still hears what there was no room for, though the horizon is far ahead of that
// report, and the levels behind it.
BOOST_AUTO_TEST_CASE(a_run_that_ends_with_a_cable_out_for_too_long) {
  class Told final : public GameListener {
   public:
    void on_move(const PlayedMove&) override {}
    void on_ruling(const article4::Ruling&) override {}
    void on_gap(const driver::Gap&) override { ++gaps; }
    void on_situation(const recognition::Situation& now) override { lost = now.kind == recognition::Situation::Kind::lost; }
    bool on_time(Tick, Tick) override { return true; }
    int gaps = 0;
    bool lost = false;
  };
  GameOptions options = options_for(BoardOptions::Path::pins);
  options.players = *hands::players_named("bullet", 1);
  options.own_pace = true;
  set_hold(options, 0);  // every bounce is an edge
  options.board.mishaps = {{sim::Mishap::Kind::cable, 2'000'000, 16'000'000}};
  options.limit = 3'000'000;
  Told told;
  const auto report = play_game(own_games("short-games.pgn").at(0), options, told);
  BOOST_TEST_REQUIRE(report.has_value(), report.error().message);
  BOOST_TEST(report->run.account.refused > 0u);
  BOOST_TEST(report->run.account.counters.lost_edges == report->run.account.refused);
  BOOST_TEST(told.gaps == 1);
  BOOST_TEST(told.lost);
}

// Whoever listens may end the wait for a board that is gone, and what cannot happen is refused.
BOOST_AUTO_TEST_CASE(a_wait_for_the_board_can_be_ended) {
  class Impatient final : public GameListener {
   public:
    void on_move(const PlayedMove&) override {}
    void on_ruling(const article4::Ruling&) override {}
    bool on_time(Tick now, Tick) override {
      last = now;
      return now < 9'000'000;
    }
    Tick last = 0;
  };
  GameOptions options = options_for(BoardOptions::Path::pins);
  options.board.mishaps = {{sim::Mishap::Kind::cable, 8'000'000, 100'000'000}};
  Impatient listener;
  const auto game = own_games("opera-1858.pgn").at(0);
  const auto report = play_game(game, options, listener);
  BOOST_TEST_REQUIRE(!report.has_value());
  BOOST_TEST((report.error().cause == Cause::interrupted));
  BOOST_TEST(listener.last < 9'002'000);
}

BOOST_AUTO_TEST_CASE(nothing_is_cut_off_behind_the_end) {
  GameOptions options = options_for(BoardOptions::Path::pins);
  options.limit = 8'000'000;
  options.board.mishaps = {{sim::Mishap::Kind::stall, 8'000'000, 100'000}};
  Silence silence;
  const auto report = play_game(own_games("opera-1858.pgn").at(0), options, silence);
  BOOST_TEST_REQUIRE(!report.has_value());
  BOOST_TEST((report.error().cause == Cause::usage));
  BOOST_TEST(report.error().message.find("8.000 s") != std::string::npos);
}

// The same in both modes of the kernel, to the byte.
BOOST_AUTO_TEST_CASE(leap_and_lock_are_cut_off_alike) {
  const auto hash = [](BoardOptions::Mode mode) {
    GameOptions options = options_for(BoardOptions::Path::pins);
    options.board.mode = mode;
    options.board.mishaps = {{sim::Mishap::Kind::cable, 2'000'000, 300'000}};
    options.board.line_faults = 50;
    options.limit = 3'000'000;
    Silence silence;
    const auto report = play_game(own_games("opera-1858.pgn").at(0), options, silence);
    BOOST_TEST_REQUIRE(report.has_value(), report.error().message);
    BOOST_TEST(report->run.account.counters.reconnects == 1u);
    return report->run.wire_hash;
  };
  BOOST_TEST(hash(BoardOptions::Mode::leap) == hash(BoardOptions::Mode::lock));
}

}  // namespace
}  // namespace adoube::lab
