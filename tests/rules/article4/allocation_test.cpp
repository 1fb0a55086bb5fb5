// SPDX-License-Identifier: Apache-2.0
/// Neither a turn nor its judgement allocates once it is made, whatever the hands do.
#include <boost/test/unit_test.hpp>

#include "rules/article4/turn.hpp"
#include "tests/allocation.hpp"
#include "tests/rules/article4/drawn_turns.hpp"

namespace adoube::article4 {
namespace {

BOOST_AUTO_TEST_CASE(a_turn_never_allocates) {
  std::uint64_t checksum = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    testing::Dice dice(seed);
    const MoveTable table(testing::draw_position(dice));
    const Edition e = testing::draw_edition(dice);
    const std::vector<Event> events = testing::draw_events(dice, table, 60);
    const std::uint64_t before = allocations();
    Turn turn(table, e);
    for (const Event& event : events) checksum += turn.feed(event).allowed.size();
    const Turn copy = turn;
    checksum += copy.judgement().flags.size();
    BOOST_REQUIRE_EQUAL(allocations(), before);
  }
  BOOST_CHECK_NE(checksum, 0U);
}

BOOST_AUTO_TEST_CASE(nor_does_a_hand_that_touches_everything_and_brings_more_than_there_is_room_for) {
  const MoveTable table(chess::Position::start());
  const Edition e = edition("fide2023").value();
  testing::Script script;
  for (SquareSet s = table.position().pieces(); s != 0;) script.touch_and_leave(pop(s));
  for (int i = 0; i < 100; ++i) {
    Event& piece = script.act(EventKind::place, square(i % 8, 3 + i % 2));
    piece.from_outside = true;
    piece.piece = 'Q';
    script.act(EventKind::release, piece.square);
    script.act(EventKind::lift, script.events.back().square);
    script.act(EventKind::place, Square::off);
  }
  Turn turn(table, e);
  const std::uint64_t before = allocations();
  for (const Event& event : script.events) turn.feed(event);
  BOOST_CHECK_EQUAL(allocations(), before);
  BOOST_CHECK(turn.judgement().verdict == Verdict::obligation);
  BOOST_CHECK_EQUAL(turn.judgement().touched.size(), 32U);
  BOOST_CHECK_EQUAL(turn.judgement().allowed.size(), 2U);  // the pawn on a2: the first touched that can be moved
}

}  // namespace
}  // namespace adoube::article4
