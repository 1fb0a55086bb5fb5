// SPDX-License-Identifier: Apache-2.0
/// Raw samples from the contacts to the program: every scan as the contacts stood, and what is missing said exactly.
#include <boost/test/unit_test.hpp>
#include <fstream>

#include "driver/capture/capture.hpp"
#include "rules/notation/pgn_reader.hpp"
#include "sim/hands/play.hpp"
#include "tests/driver/desk.hpp"

using namespace adoube;
using namespace adoube::test;

namespace {

constexpr Tick scan_us = 126;

/// What the 136 contacts read in the scan whose first slot is latched at `at`; asked for ever later scans.
class Contacts {
 public:
  Contacts(const std::vector<sim::Change>& changes, const wire::Front& front) : changes_(changes), row_us_(front.row_us) {}

  driver::Levels scan(Tick at) {
    while (next_ < changes_.size() && changes_[next_].at <= at) flip(levels_, changes_[next_++]);
    driver::Levels seen = levels_;
    // Later slots see what happens until then.
    for (std::size_t i = next_; i < changes_.size() && changes_[i].at <= at + 8 * row_us_; ++i) {
      const unsigned channel = changes_[i].channel;
      const Tick slot = channel >= wire::scan::auxiliary_first ? 8 : channel % 64 / 8;
      if (changes_[i].at <= at + slot * row_us_) flip(seen, changes_[i]);
    }
    return seen;
  }

 private:
  static void flip(driver::Levels& levels, const sim::Change& change) {
    if (change.channel < wire::scan::touch_first) levels.presence ^= std::uint64_t{1} << change.channel;
    else if (change.channel < wire::scan::auxiliary_first) levels.touch ^= std::uint64_t{1} << (change.channel - wire::scan::touch_first);
    else levels.auxiliary = static_cast<std::uint8_t>(levels.auxiliary ^ 1U << (change.channel - wire::scan::auxiliary_first));
  }

  const std::vector<sim::Change>& changes_;
  Tick row_us_;
  std::size_t next_ = 0;
  driver::Levels levels_;
};

struct Scans final : driver::ScanSink {
  std::vector<driver::Scan> scans;
  std::vector<driver::MissingScans> gaps;
  void scan(const driver::Scan& scan) override { scans.push_back(scan); }
  void missing(const driver::MissingScans& missing) override {
    BOOST_TEST(missing.after == scans.back().at);
    gaps.push_back(missing);
  }

  /// Scans that differ from the one before.
  [[nodiscard]] std::size_t moved() const {
    std::size_t count = 0;
    for (std::size_t i = 1; i < scans.size(); ++i) count += scans[i].levels == scans[i - 1].levels ? 0 : 1;
    return count;
  }

  /// Every scan is what the contacts were, and where two are not neighbours a gap says how many lie between.
  void check(const std::vector<sim::Change>& changes, const wire::Front& front = wire::front::parallel) const {
    const Tick period = front.scan_us();
    Contacts contacts(changes, front);
    std::size_t wrong = 0, gap = 0;
    for (std::size_t i = 0; i < scans.size(); ++i) {
      if (!(scans[i].levels == contacts.scan(scans[i].at))) ++wrong;
      if (i == 0 || scans[i].at == scans[i - 1].at + period) continue;
      BOOST_REQUIRE(gap < gaps.size());
      BOOST_TEST(gaps[gap].before == scans[i].at);
      BOOST_TEST(gaps[gap].scans.value() == static_cast<std::uint64_t>((scans[i].at - scans[i - 1].at) / period - 1));
      ++gap;
    }
    BOOST_TEST(wrong == 0u);
    BOOST_TEST(gap == gaps.size());
  }
};

}  // namespace

// Rows further apart, and all at one instant: a scan says how far.
BOOST_AUTO_TEST_CASE(every_scan_arrives_through_the_other_fronts) {
  const auto changes = contacts(2, 100'000, 250'000, 60);
  for (const wire::Front* front : {&wire::front::shift, &wire::front::direct}) {
    Reading reading(changes, 128, {.front = *front});
    auto& [desk, board, session] = reading;
    Scans scans;
    driver::Capture capture(session, *board, desk.clock, scans);
    done(capture.start());
    desk.pump(session, 260'000);
    done(capture.stop());
    BOOST_TEST(session.board().scan_period == front->scan_us());
    BOOST_REQUIRE(scans.moved() > 60u);
    BOOST_TEST(scans.scans.back().row_period == front->row_us);
    BOOST_TEST(scans.gaps.empty());
    scans.check(changes, *front);
    done(session.close());
  }
}

BOOST_AUTO_TEST_CASE(every_scan_arrives_while_events_flow) {
  const auto changes = contacts(1, 200'000, 900'000, 100);
  Reading reading(changes);
  auto& [desk, board, session] = reading;
  Scans scans;
  driver::Capture capture(session, *board, desk.clock, scans);
  const Tick begun = desk.clock.now();
  done(capture.start());
  desk.pump(session, 950'000);
  done(capture.stop());
  BOOST_REQUIRE(!scans.scans.empty());
  BOOST_TEST(scans.scans.front().at >= begun);
  BOOST_TEST(scans.scans.front().at <= begun + 20'000);
  BOOST_TEST(scans.scans.back().at >= 950'000 - 3 * scan_us);
  BOOST_TEST(scans.gaps.empty());
  scans.check(changes);
  const auto counters = capture.counters();
  BOOST_TEST(counters.scans == scans.scans.size());
  BOOST_TEST(counters.packets * 3 == counters.scans);
  BOOST_TEST(counters.missing == 0u);
  BOOST_TEST(counters.malformed == 0u);
  desk.pump(session, 1'000'000);
  clean(session.counters());
  BOOST_TEST(desk.given().size() >= 90u);
  BOOST_TEST((desk.given() == desk.truth()));
  BOOST_TEST(board->counters().errors == 0u);
  done(session.close());
  BOOST_TEST(scans.scans.size() == counters.scans);
}

// Magnets, fields and bouncing contacts instead of drawn ones: two plies of a game as its players make them.
BOOST_AUTO_TEST_CASE(a_game_arrives_as_its_contacts_stood) {
  std::ifstream file(ADOUBE_SOURCE_DIR "/tests/games/short-games.pgn");
  pgn::Reader reader(file);
  const auto game = reader.next();
  BOOST_REQUIRE((game && game->has_value()));
  const hands::Script script = hands::play(hands::score_of(**game), 1);
  BOOST_REQUIRE(script.plies.size() > 2u);
  Reading reading(script.changes);
  auto& [desk, board, session] = reading;
  for (const hands::Ply& ply : {script.plies[0], script.plies[2]}) {
    desk.pump(session, ply.touch - 30'000);
    Scans scans;
    driver::Capture capture(session, *board, desk.clock, scans);
    done(capture.start());
    desk.pump(session, ply.press + 30'000);
    done(capture.stop());
    BOOST_TEST(scans.gaps.empty());
    scans.check(script.changes);
    const Tick from = scans.scans.front().at, to = scans.scans.back().at;
    BOOST_TEST(from < ply.touch);
    BOOST_TEST(to > ply.press);
    // The contacts bounce for longer than a scan: there is more in the samples than the filter confirms.
    const auto& edges = desk.kernel.edges();
    const auto confirmed = std::ranges::count_if(edges, [&](const auto& edge) { return edge.onset > from && edge.onset <= to; });
    BOOST_TEST(confirmed >= 5);
    BOOST_TEST(scans.moved() > static_cast<std::size_t>(confirmed));
  }
  done(session.close());
}

BOOST_AUTO_TEST_CASE(a_host_that_sleeps_is_told_what_it_missed) {
  const auto changes = contacts(2, 150'000, 800'000, 80);
  Reading reading(changes);
  auto& [desk, board, session] = reading;
  Scans scans;
  driver::Capture capture(session, *board, desk.clock, scans);
  done(capture.start());
  desk.pump(session, 200'000);
  desk.away(600'000);
  desk.pump(session, 800'000);
  done(capture.stop());
  scans.check(changes);
  BOOST_TEST(scans.gaps.size() >= 1u);
  const auto counters = capture.counters();
  BOOST_TEST(counters.gaps == scans.gaps.size());
  BOOST_TEST(counters.missing > 1'000u);
  const auto whole = static_cast<std::uint64_t>((scans.scans.back().at - scans.scans.front().at) / scan_us + 1);
  BOOST_TEST(counters.scans + counters.missing == whole);
  // What the system itself kept: 32 transfers of 16 packets, and the board's ring.
  BOOST_TEST(counters.missing < 400'000u / 126 - 3 * 500);
  done(session.close());
}

BOOST_AUTO_TEST_CASE(what_an_earlier_program_left_behind_is_no_part_of_a_capture) {
  const auto changes = contacts(3, 150'000, 500'000, 40);
  Desk desk(changes);
  {
    const auto board = desk.board();
    driver::Session session(*board, desk.clock, desk.sink);
    done(session.open());
    done(board->write_register(wire::reg::capture, 1));  // and it dies
    desk.pump(session, 200'000);
    done(session.close());
  }
  desk.away(250'000);
  const auto board = desk.board();
  driver::Session session(*board, desk.clock, desk.sink);
  done(session.open());
  for (int round = 0; round < 3; ++round) {
    Scans scans;
    driver::Capture capture(session, *board, desk.clock, scans);
    const Tick begun = desk.clock.now();
    done(capture.start());
    desk.pump(session, begun + 40'000 + 100 * round);
    done(capture.stop());
    BOOST_TEST(scans.gaps.empty());
    BOOST_TEST(scans.scans.front().at >= begun);
    BOOST_TEST(scans.scans.size() >= 200u);
    scans.check(changes);
    if (round == 0) BOOST_TEST(capture.counters().left_over >= 24u);
    else BOOST_TEST(capture.counters().left_over <= 2u);
    BOOST_TEST(value(board->read_register(wire::reg::capture)) == 0u);
  }
  done(session.close());
}

/// A board whose n-th call fails, once.
class Failing final : public transport::Transport {
 public:
  Failing(transport::Transport& board, int nth) : board_(&board), left_(nth) {}
  [[nodiscard]] const transport::Identity& identity() const override { return board_->identity(); }
  [[nodiscard]] const transport::TransportCounters& counters() const override { return board_->counters(); }
  Result<void> start(transport::Receiver& receiver) override { return board_->start(receiver); }
  Result<transport::Progress> step(Tick at_most) override { return board_->step(at_most); }
  Result<std::uint32_t> read_register(std::uint8_t address) override {
    if (fails()) return tl::unexpected(failure());
    return board_->read_register(address);
  }
  Result<void> write_register(std::uint8_t address, std::uint32_t value) override {
    return fails() ? tl::unexpected(failure()) : board_->write_register(address, value);
  }
  Result<void> start_capture(transport::Receiver& receiver) override {
    return fails() ? tl::unexpected(failure()) : board_->start_capture(receiver);
  }
  Result<void> stop_capture() override { return fails() ? tl::unexpected(failure()) : board_->stop_capture(); }
  Result<void> close() override { return board_->close(); }

 private:
  static Error failure() { return {Cause::io, "planted"}; }
  bool fails() { return left_ > 0 && --left_ == 0; }

  transport::Transport* board_;
  int left_;
};

BOOST_AUTO_TEST_CASE(a_start_that_fails_leaves_it_off) {
  const auto changes = contacts(5, 20'000, 300'000, 40);
  Reading reading(changes);
  auto& [desk, board, session] = reading;
  int failed = 0;
  for (int nth = 1;; ++nth) {
    Failing failing(*board, nth);
    Scans scans;
    driver::Capture capture(session, failing, desk.clock, scans);
    const auto started = capture.start();
    if (!started) {
      ++failed;
      BOOST_TEST((started.error().cause == Cause::io));
      done(capture.stop());
      BOOST_TEST(scans.scans.empty());
      done(capture.start());
    }
    desk.pump(session, desk.clock.now() + 20'000);
    const auto stopped = capture.stop();
    BOOST_TEST(scans.scans.size() > 100u);
    scans.check(changes);
    if (started) break;
    done(stopped);
  }
  BOOST_TEST(failed == 8);  // each of its calls
  done(session.close());
}

BOOST_AUTO_TEST_CASE(a_capture_that_ends_early_is_forgotten) {
  Reading reading(std::vector<sim::Change>{});
  auto& [desk, board, session] = reading;
  for (int round = 0; round < 3; ++round) {
    Scans scans;
    driver::Capture capture(session, *board, desk.clock, scans);
    done(capture.start());
    desk.pump(session, desk.clock.now() + 10'000 + 700 * round);
    BOOST_TEST(!scans.scans.empty());
  }
  desk.pump(session, desk.clock.now() + 10'000);
  clean(session.counters());
  done(session.close());
}

// One packet in a hundred of either side damaged, in every way that there is: each scan arrives as the contacts stood or is
// counted as missing, and so do the events.
BOOST_AUTO_TEST_CASE(damage_on_the_line_costs_nothing_but_scans_that_are_counted) {
  std::uint64_t damaged = 0;
  for (const std::uint64_t seed : {1U, 2U}) {
    const auto changes = contacts(10 + seed, 150'000, 700'000, 80);
    Reading reading(changes);
    auto& [desk, board, session] = reading;
    Scans scans;
    driver::Capture capture(session, *board, desk.clock, scans);
    done(capture.start());
    desk.host.faults().random(100, seed);
    desk.pump(session, 700'000);
    desk.host.faults().random(0, 0);
    damaged += desk.host.faults().counters().damaged();
    done(capture.stop());
    scans.check(changes);
    const auto counters = capture.counters();
    BOOST_TEST(counters.malformed == 0u);
    BOOST_TEST(counters.gaps == scans.gaps.size());
    const auto whole = static_cast<std::uint64_t>((scans.scans.back().at - scans.scans.front().at) / scan_us + 1);
    BOOST_TEST(counters.scans + counters.missing == whole);
    BOOST_TEST(counters.missing * 100 <= whole);
    desk.pump(session, 1'000'000);
    clean(session.counters());
    BOOST_TEST((desk.given() == desk.truth()));
    done(session.close());
  }
  BOOST_TEST(damaged > 100u);
}

BOOST_AUTO_TEST_CASE(a_pause_between_scans) {
  const auto changes = contacts(4, 150'000, 500'000, 40);
  Desk desk(changes);
  const auto board = desk.board();
  done(board->write_register(wire::reg::scan_pause, 2'000));
  driver::Session session(*board, desk.clock, desk.sink);
  done(session.open());
  Scans scans;
  driver::Capture capture(session, *board, desk.clock, scans);
  done(capture.start());
  desk.pump(session, 500'000);
  done(capture.stop());
  BOOST_TEST(scans.gaps.empty());
  for (std::size_t i = 1; i < scans.scans.size(); ++i) BOOST_REQUIRE_EQUAL(scans.scans[i].at - scans.scans[i - 1].at, 2'126);
  BOOST_TEST(scans.scans.size() > 150u);
  done(session.close());
}
