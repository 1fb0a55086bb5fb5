// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/case.hpp"

#include <boost/test/unit_test.hpp>

namespace adoube::recognition {
namespace {

Event at(Tick ms, EventKind kind, Square square) {
  Event e;
  e.kind = kind;
  e.square = square;
  e.when = case_time(ms * 1000, 0);
  return e;
}

BOOST_AUTO_TEST_CASE(time_is_an_interval_of_twice_the_half_width) {
  BOOST_CHECK(case_time(1000, 0) == (Interval{999, 1000}));
  BOOST_CHECK(case_time(1000, 200) == (Interval{799, 1200}));
  BOOST_CHECK(before(case_time(0, 10), case_time(21, 10)));
  BOOST_CHECK(unclear(case_time(0, 10), case_time(20, 10)));
}

BOOST_AUTO_TEST_CASE(hands_are_supplied_around_lifts_and_placements) {
  const std::vector<Event> out =
      with_hands({at(0, EventKind::lift, Square::e2), at(300, EventKind::place, Square::e4), at(900, EventKind::clock, Square::off)});
  BOOST_REQUIRE_EQUAL(out.size(), 5U);
  BOOST_CHECK(out[0].kind == EventKind::touch && out[0].square == Square::e2 && out[0].when == case_time(-80'000, 0));
  BOOST_CHECK(out[1].kind == EventKind::lift);
  BOOST_CHECK(out[2].kind == EventKind::place);
  BOOST_CHECK(out[3].kind == EventKind::release && out[3].square == Square::e4 && out[3].when == case_time(380'000, 0));
  BOOST_CHECK(out[4].kind == EventKind::clock);
}

BOOST_AUTO_TEST_CASE(contacts_that_are_given_are_kept_and_nothing_is_added_outside_the_board) {
  const std::vector<Event> given = {at(0, EventKind::touch, Square::e2), at(50, EventKind::lift, Square::e2),
                                    at(100, EventKind::place, Square::off), at(300, EventKind::place, Square::e4),
                                    at(320, EventKind::release, Square::e4)};
  BOOST_CHECK(with_hands(given) == given);
}

BOOST_AUTO_TEST_CASE(a_contact_belongs_to_the_nearest_lift_or_placement) {
  // The release of the first visit does not serve the second.
  const std::vector<Event> out =
      with_hands({at(0, EventKind::place, Square::e3), at(50, EventKind::release, Square::e3), at(500, EventKind::lift, Square::e3),
                  at(900, EventKind::place, Square::e3)});
  BOOST_REQUIRE_EQUAL(out.size(), 6U);
  BOOST_CHECK(out[2].kind == EventKind::touch && out[2].when == case_time(420'000, 0));
  BOOST_CHECK(out[5].kind == EventKind::release && out[5].when == case_time(980'000, 0));
}

/// Several turns in one case, from lifts and placements alone with hands supplied.
BOOST_AUTO_TEST_CASE(a_case_may_play_several_turns) {
  Case c;
  c.id = "three plies";
  c.fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  c.auto_hands = true;
  c.events = {at(0, EventKind::lift, Square::e2), at(300, EventKind::place, Square::e4), at(900, EventKind::clock, Square::off),
              at(2000, EventKind::lift, Square::d7), at(2300, EventKind::place, Square::d5), at(2900, EventKind::clock, Square::off),
              at(4000, EventKind::lift, Square::d5), at(4300, EventKind::lift, Square::e4), at(4600, EventKind::place, Square::d5)};
  for (std::size_t i = 0; i < c.events.size(); ++i) c.events[i].actor = i / 3 == 1 ? Colour::black : Colour::white;
  c.expected.moves = {"e4", "d5", "exd5"};
  c.expected.verdict = "move_made";
  c.expected.clause = "4.7.1";
  c.expected.turns = {{"e2e4", "move_completed", "4.7", {}}, {"d7d5", "move_completed", std::nullopt, {}}};
  const CaseOutcome outcome = run_case(c);
  for (const std::string& d : outcome.differences) BOOST_TEST_MESSAGE(d);
  BOOST_CHECK(outcome.ok);
  c.expected.turns[0].move = "e2e3";
  BOOST_CHECK(!run_case(c).ok);
  c.expected.turns[0].move = "e2e4";
  c.expected.moves->pop_back();
  BOOST_CHECK(!run_case(c).ok);
}

}  // namespace
}  // namespace adoube::recognition
