// SPDX-License-Identifier: Apache-2.0
/// A session whose board goes away and comes back, and one that ends: 64-bit time across silences, transports that are lost.
#include <boost/test/unit_test.hpp>

#include <list>

#include "tests/driver/session/scripted_board.hpp"

using namespace adoube;
using namespace adoube::driver;
using reorder::OrderedEdge;
using test::Bench;
using test::spotless;

namespace {

constexpr Tick minute = 60'000'000;

/// One board that is unplugged and plugged in again: a new transport each time, and a clock that the test sets.
struct Plugs {
  struct HandClock final : transport::Clock {
    Tick at = 0;
    [[nodiscard]] Tick now() const override { return at; }
  };
  HandClock clock;
  test::Recorder sink;
  std::list<test::ScriptedBoard> plugs = std::list<test::ScriptedBoard>(1);

  test::ScriptedBoard& board() { return plugs.back(); }
  void open(Session& session) {
    BOOST_REQUIRE(session.open().has_value());
    take(session);
  }
  static void take(Session& session) {
    auto progress = session.step(1'000'000);
    while (progress && *progress != transport::Progress::ended) progress = session.step(1'000'000);
    BOOST_REQUIRE_MESSAGE(progress.has_value(), (progress ? "" : progress.error().message));
  }
  void lose(Session& session) {
    board().source.push_failure(0, {Cause::lost, "gone"});
    const auto progress = session.step(0);
    BOOST_REQUIRE(!progress.has_value());
    BOOST_TEST((progress.error().cause == Cause::lost));
  }
  void plug(Session& session) {
    const test::ScriptedBoard& before = board();
    test::ScriptedBoard& next = plugs.emplace_back();
    next.sequence = before.sequence;
    next.levels = before.levels;
    next.epoch = before.epoch;
    next.source.set_register(wire::reg::epoch, before.epoch);
    BOOST_REQUIRE(session.reconnect(next.source).has_value());
  }
  /// The only edge of the board's next packet, as the session places it.
  Tick edge(Session& session, Tick onset) {
    board().edges({{12, (edges_++ & 1U) == 0, false, false, onset}}, onset + 1);
    take(session);
    return sink.all<OrderedEdge>().back().when.hi;
  }

 private:
  unsigned edges_ = 0;
};

}  // namespace

// 32 bits of ticks last 71 minutes: what comes after a silence is placed by how long that was.
BOOST_AUTO_TEST_CASE(a_silence_with_two_reconnects_is_counted_once) {
  Plugs desk;
  Session session(desk.board().source, desk.clock, desk.sink);
  desk.open(session);
  BOOST_TEST(desk.edge(session, 1'100'000) == 1'100'000);
  desk.clock.at += 61 * minute;
  for (int i = 0; i < 2; ++i) {
    desk.lose(session);
    desk.plug(session);
  }
  BOOST_TEST(desk.edge(session, 1'200'000) == 1'200'000);  // waited on the board
  BOOST_TEST(desk.edge(session, 61 * minute) == 61 * minute);
  BOOST_TEST(session.resume().reference == 61 * minute - wire::base_offset);
  spotless(session.counters());
}

BOOST_AUTO_TEST_CASE(a_packet_that_waited_on_the_board_does_not_end_the_silence) {
  Plugs desk;
  Session session(desk.board().source, desk.clock, desk.sink);
  desk.open(session);
  desk.clock.at += 61 * minute;
  desk.lose(session);
  desk.plug(session);
  BOOST_TEST(desk.edge(session, 1'200'000) == 1'200'000);
  desk.lose(session);
  desk.plug(session);
  BOOST_TEST(desk.edge(session, 1'300'000) == 1'300'000);
  desk.clock.at += 5 * minute;
  desk.lose(session);
  desk.plug(session);
  BOOST_TEST(desk.edge(session, 66 * minute) == 66 * minute);
  spotless(session.counters());
}

BOOST_AUTO_TEST_CASE(a_session_that_goes_on_and_is_cut_off_before_its_first_packet) {
  Plugs desk;
  desk.clock.at = 600 * minute;
  desk.board().sequence = 7;
  desk.board().epoch = 42;
  desk.board().source.set_register(wire::reg::epoch, 42);
  Options options;
  options.resume = Resume{42, 7, 500 * minute, desk.clock.at - 40 * minute, 500 * minute, wire::Levels{}};
  Session session(desk.board().source, desk.clock, desk.sink, options);
  desk.open(session);
  desk.clock.at += 10 * minute;
  desk.lose(session);
  desk.plug(session);
  BOOST_TEST(desk.edge(session, 501 * minute) == 501 * minute);
  BOOST_TEST(desk.edge(session, 549 * minute) == 549 * minute);
  spotless(session.counters());
}

BOOST_AUTO_TEST_CASE(a_silence_goes_on_from_one_session_to_the_next) {
  Plugs desk;
  Resume resume;
  {
    Session session(desk.board().source, desk.clock, desk.sink);
    desk.open(session);
    BOOST_TEST(desk.edge(session, 1'100'000) == 1'100'000);
    desk.clock.at += 50 * minute;
    resume = session.resume();
  }
  desk.plugs.emplace_back();
  desk.board().sequence = resume.next_sequence;
  desk.board().epoch = resume.epoch;
  desk.board().source.set_register(wire::reg::epoch, resume.epoch);
  desk.clock.at += 10 * minute;
  Options options;
  options.resume = resume;
  Session session(desk.board().source, desk.clock, desk.sink, options);
  desk.open(session);
  desk.board().edges({{13, true, false, false, 60 * minute}}, 60 * minute + 1);
  Plugs::take(session);
  BOOST_TEST(desk.sink.all<OrderedEdge>().back().when.hi == 60 * minute);
  spotless(session.counters());
}

BOOST_AUTO_TEST_CASE(a_board_that_goes_away) {
  Bench bench;
  bench.open();
  bench.board.edges({{12, true, false, false, 1'105'000}}, 1'105'001);
  bench.board.edges({{13, true, false, false, 1'115'000}}, 1'106'001);
  bench.board.source.push_failure(bench.board.source.now(), {Cause::lost, "gone"});
  std::optional<Error> error;
  for (int i = 0; i < 10 && !error; ++i) {
    const auto progress = bench.session.step(1'000'000);
    if (!progress) error = progress.error();
  }
  BOOST_REQUIRE(error.has_value());
  BOOST_TEST((error->cause == Cause::lost));
  BOOST_TEST(bench.session.counters().edges == 1u);
  BOOST_TEST(bench.session.close().has_value());
  BOOST_TEST(bench.session.counters().edges == 2u);  // what waited is given out, in order
  BOOST_TEST(bench.session.counters().flushed == 1u);
  BOOST_TEST(bench.session.close().has_value());
  BOOST_TEST(!bench.session.step(0).has_value());
}

// What a transport does not know and is not known by may go at any time.
BOOST_AUTO_TEST_CASE(a_lost_transport_is_closed_and_not_touched_again) {
  const auto closed = [](test::ScriptedBoard& board) {
    const auto step = board.source.step(0);
    return !step && step.error().cause == Cause::usage;
  };
  Plugs desk;
  Session session(desk.board().source, desk.clock, desk.sink);
  desk.open(session);
  desk.lose(session);
  BOOST_TEST(closed(desk.board()));
  desk.plug(session);
  desk.plugs.pop_front();
  BOOST_TEST(desk.edge(session, 1'100'000) == 1'100'000);
  // One that fails while it is opened may go too.
  desk.lose(session);
  {
    test::ScriptedBoard no_board;
    no_board.source.set_register(wire::reg::magic, 0);
    BOOST_TEST(!session.reconnect(no_board.source).has_value());
    BOOST_TEST(closed(no_board));
  }
  desk.plug(session);
  BOOST_TEST(desk.edge(session, 1'200'000) == 1'200'000);
  desk.lose(session);
  desk.plugs.clear();
  const auto step = session.step(0);
  BOOST_REQUIRE(!step.has_value());
  BOOST_TEST((step.error().cause == Cause::lost));
  BOOST_TEST(session.close().has_value());
  BOOST_TEST(session.counters().reconnects == 2u);
}

/// Hands over what is in flight when it is closed, as a board on USB does.
class InFlight final : public transport::Transport {
 public:
  explicit InFlight(transport::PacketSource& source) : source_(&source) {}
  [[nodiscard]] const transport::Identity& identity() const override { return source_->identity(); }
  [[nodiscard]] const transport::TransportCounters& counters() const override { return source_->counters(); }
  Result<void> start(transport::Receiver& receiver) override { return source_->start(receiver); }
  Result<transport::Progress> step(Tick at_most) override { return source_->step(at_most); }
  Result<std::uint32_t> read_register(std::uint8_t address) override { return source_->read_register(address); }
  Result<void> write_register(std::uint8_t address, std::uint32_t value) override { return source_->write_register(address, value); }
  Result<void> close() override {
    static_cast<void>(source_->step(1'000'000));
    return source_->close();
  }

 private:
  transport::PacketSource* source_;
};

BOOST_AUTO_TEST_CASE(a_session_that_ends_early_closes_its_transport_and_gives_nothing_out) {
  for (const bool closed : {true, false}) {
    test::Recorder sink;
    test::ScriptedBoard board;
    InFlight transport(board.source);
    {
      Session never(transport, board.source, sink);
    }
    {
      Session session(transport, board.source, sink);
      BOOST_REQUIRE(session.open().has_value());
      BOOST_REQUIRE(session.step(1'000'000).has_value());  // the snapshot
      board.heartbeat();
      if (closed) BOOST_TEST(session.close().has_value());
    }
    BOOST_TEST(!board.source.step(1'000'000).has_value());
    BOOST_TEST(sink.all<Heartbeat>().size() == (closed ? 1u : 0u));
  }
}
