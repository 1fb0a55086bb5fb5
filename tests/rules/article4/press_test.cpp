// SPDX-License-Identifier: Apache-2.0
/// Presses, penalties, two hands, claims, and the end of the game (4.1, 5, 6.2.1, 7.5, 9).
#include "tests/rules/article4/story.hpp"

namespace adoube::article4 {
namespace {

using namespace testing;

BOOST_AUTO_TEST_CASE(a_press_without_a_move_7_5_3) {
  expect(Story(kScandinavian).press(), State::illegal_completed, Verdict::illegal_completed, "7.5.3");
  // Before 2017 the Laws left it to the arbiter.
  Story old(kScandinavian, "fide2014");
  old.press();
  BOOST_CHECK(old.judgement().certainty == Certainty::arbiter);
  BOOST_CHECK(old.judgement().penalty.kind == Penalty::Kind::arbiter);
}

BOOST_AUTO_TEST_CASE(a_press_with_a_piece_in_the_hand_is_an_illegal_move) {
  Story s(kScandinavian);
  expect(s.touch("g1").lift("g1").press(), State::illegal_completed, Verdict::illegal_completed, "7.5.1",
         {"g1e2", "g1f3", "g1h3"});
}

BOOST_AUTO_TEST_CASE(pressed_twice_is_pressed_once) {
  Story s(kScandinavian);
  s.move("f1", "b5").press();
  const Judgement once = s.judgement();
  s.press();
  BOOST_CHECK(s.judgement() == once);
}

BOOST_AUTO_TEST_CASE(a_press_releases_what_the_hand_held_on_the_board) {
  Story s(kScandinavian);
  s.touch("f1").lift("f1").place("b5");
  expect(s.press(), State::completed, Verdict::move_completed, "4.7", {"f1b5"});
}

BOOST_AUTO_TEST_CASE(a_press_releases_in_the_order_in_which_pieces_were_set_down) {
  Story s("8/5k2/R7/8/n4K2/8/8/4q3 b - - 4 43");
  s.touch("e1").lift("e1").touch("f7").lift("f7").place("d2").place("f1").press();
  expect(s, State::illegal_completed, Verdict::illegal_completed, "7.5.1", {"e1d2"});
  Story other("8/5k2/R7/8/n4K2/8/8/4q3 b - - 4 43");
  other.touch("e1").lift("e1").touch("f7").lift("f7").place("f1").place("d2").press();
  expect(other, State::illegal_completed, Verdict::illegal_completed, "7.5.1", {"e1f1"});
}

BOOST_AUTO_TEST_CASE(penalties_by_edition_and_rate) {
  struct Row {
    const char* edition_name;
    int before;
    Penalty::Kind kind;
    int minutes;
  };
  for (const Row& row : {Row{"fide2023", 0, Penalty::Kind::time, 2}, Row{"fide2023", 1, Penalty::Kind::loss, 0},
                         Row{"fide2023-blitz", 0, Penalty::Kind::time, 1}, Row{"fide2023-rapid", 1, Penalty::Kind::loss, 0},
                         Row{"fide2009", 0, Penalty::Kind::time, 2}, Row{"fide2009", 1, Penalty::Kind::time, 2},
                         Row{"fide2009", 2, Penalty::Kind::loss, 0}}) {
    TurnOptions options;
    options.illegal_before = row.before;
    Story s(kScandinavian, row.edition_name, options);
    s.move("g1", "g4").press();
    const Penalty p = s.judgement().penalty;
    BOOST_CHECK_MESSAGE(p.kind == row.kind, row.edition_name << " after " << row.before << ": " << text(p.kind));
    BOOST_CHECK_EQUAL(p.minutes, row.minutes);
    BOOST_CHECK_EQUAL(p.number, row.before + 1);
  }
  Story breach(kScandinavian);
  breach.touch_and_leave("g1").move("d2", "d4").press();
  BOOST_CHECK(breach.judgement().penalty == Penalty{});  // no edition names one: the touched piece is moved
}

BOOST_AUTO_TEST_CASE(two_hands_once_an_arbiter_confirms_7_5_4) {
  const auto castled = [](const char* edition_name, bool press, Saying word) {
    Story s(kBothCastle, edition_name);
    s.touch("e1").lift("e1").touch("h1").lift("h1").place("g1").release("g1").place("f1").release("f1");
    if (press) s.press();
    s.says(EventKind::arbiter, word);
    return s.judgement();
  };
  const Judgement now = castled("fide2023", true, Saying::two_hands);
  BOOST_CHECK(now.verdict == Verdict::illegal_completed);
  BOOST_CHECK(now.clause == Clause::c7_5_4);
  BOOST_CHECK_EQUAL(now.allowed.size(), 1U);  // castle, with one hand
  BOOST_CHECK(now.penalty.kind == Penalty::Kind::time);
  BOOST_CHECK(now.flags.has(FlagWord::two_hands));
  BOOST_CHECK(castled("fide2023", false, Saying::two_hands).verdict == Verdict::move_made);  // not pressed: no illegal move
  const Judgement old = castled("fide2014", true, Saying::two_hands);
  BOOST_CHECK(old.verdict == Verdict::move_completed);
  BOOST_CHECK(old.penalty.kind == Penalty::Kind::arbiter);
  BOOST_CHECK(old.penalty.clause == Clause::c4_1);
  const Judgement denied = castled("fide2023", true, Saying::one_hand);
  BOOST_CHECK(denied.verdict == Verdict::move_completed);
  BOOST_CHECK(!denied.flags.has(FlagWord::suspect_4_1));
}

BOOST_AUTO_TEST_CASE(a_draw_claim_before_any_touch_9_2_9_3) {
  TurnOptions third;
  third.occurrences = 3;
  Story s(kScandinavian, "fide2023", third);
  expect(s.says(EventKind::claim, Saying::threefold), State::ended, Verdict::game_over, "9.2");
  BOOST_CHECK(s.judgement().final);
  Story second(kScandinavian);
  expect(second.says(EventKind::claim, Saying::threefold), State::free, Verdict::free, "4.3");
  BOOST_CHECK(second.has(FlagWord::claim));
  Story fifty("4k3/8/8/8/8/8/3R4/4K3 w - - 100 90");
  expect(fifty.says(EventKind::claim, Saying::fifty_moves), State::ended, Verdict::game_over, "9.3");
  Story early("4k3/8/8/8/8/8/3R4/4K3 w - - 99 90");
  expect(early.says(EventKind::claim, Saying::fifty_moves), State::free, Verdict::free, "4.3");
}

BOOST_AUTO_TEST_CASE(a_touch_loses_the_draw_claim_of_that_move_9_4) {
  TurnOptions third;
  third.occurrences = 3;
  Story s(kScandinavian, "fide2023", third);
  s.touch_and_leave("g1").says(EventKind::claim, Saying::threefold);
  expect(s, State::obliged, Verdict::obligation, "4.3.1");
  BOOST_CHECK(s.has(FlagWord::claim_forfeited));
}

BOOST_AUTO_TEST_CASE(an_offer_of_a_draw_is_noted_9_1) {
  Story s(kScandinavian);
  s.move("f1", "b5").says(EventKind::claim, Saying::draw_offer);
  expect(s, State::made, Verdict::move_made, "4.7");
  BOOST_CHECK(s.has(FlagWord::draw_offered));
}

BOOST_AUTO_TEST_CASE(the_game_is_over_at_once_5_1_1_5_2_1_9_6) {
  Story mate("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
  expect(mate.move("a1", "a8"), State::ended, Verdict::game_over, "5.1.1");
  expect(mate.touch("a8").lift("a8"), State::ended, Verdict::game_over, "5.1.1");  // whatever hands do then
  Story stalemate("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1");
  expect(stalemate.move("g5", "g6"), State::ended, Verdict::game_over, "5.2.1");
  Story seventy_five("4k3/8/8/8/8/8/3R4/4K3 w - - 149 90");
  expect(seventy_five.move("e1", "f1"), State::ended, Verdict::game_over, "9.6");
  Story old("4k3/8/8/8/8/8/3R4/4K3 w - - 149 90", "fide2009");
  expect(old.move("e1", "f1"), State::made, Verdict::move_made, "4.7");
  TurnOptions fifth;
  const MoveTable table(fen::parse(kScandinavian).value());
  fifth.fivefold = table.placing(Square::g1, Square::f3);
  Story fivefold(kScandinavian, "fide2023", fifth);
  expect(fivefold.move("g1", "f3"), State::ended, Verdict::game_over, "9.6");
}

BOOST_AUTO_TEST_CASE(a_dead_position_ends_the_game_until_the_clock_is_pressed_5_2_2) {
  Story s("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
  s.take_away("e2").move("e1", "e2");
  expect(s, State::ended, Verdict::game_over, "5.2.2");
  expect(s.press(), State::completed, Verdict::move_completed, "4.7.1");
  BOOST_CHECK(s.has(FlagWord::dead_position));
}

BOOST_AUTO_TEST_CASE(mate_against_the_touch_rules) {
  const char* fen_text = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
  Story now(fen_text);
  expect(now.touch_and_leave("f2").move("a1", "a8"), State::breach, Verdict::violation, "4.3.1");
  Story old(fen_text, "fide2009");  // only Article 3 was asked of it
  expect(old.touch_and_leave("f2").move("a1", "a8"), State::ended, Verdict::game_over, "5.1.1");
}

BOOST_AUTO_TEST_CASE(casual_play_takes_moves_back) {
  Story s(kScandinavian, "casual");
  s.move("f1", "b5").move("b5", "f1");
  expect(s, State::free, Verdict::free, "4.3");
  BOOST_CHECK(s.has(FlagWord::takeback));
  expect(s.move("g1", "f3").press(), State::completed, Verdict::move_completed, "4.7");
  Story fide(kScandinavian);
  fide.move("f1", "b5").move("b5", "f1");
  expect(fide, State::breach, Verdict::violation, "4.7", {"f1b5"});
  BOOST_CHECK(!fide.has(FlagWord::takeback));
}

BOOST_AUTO_TEST_CASE(what_an_illegal_move_left_binds_its_replacement) {
  TurnOptions options;
  const MoveTable table(fen::parse(kScandinavian).value());
  options.bound = table.from(Square::c3);
  Story s(kScandinavian, "fide2023", options);
  expect(s, State::obliged, Verdict::obligation, "7.5.1", {"c3a4", "c3b1", "c3b5", "c3d5", "c3e2"});
  expect(s.move("f1", "b5"), State::breach, Verdict::violation, "7.5.1");
}

BOOST_AUTO_TEST_CASE(the_chain_says_which_event_took_which_moves_by_which_clause) {
  Story s(kBothCastle);
  s.touch_and_leave("d2").touch("e1").release("e1").touch("d2").lift("d2").place("e2").release("e2");
  const Evidence e = s.evidence();
  BOOST_REQUIRE_EQUAL(e.chain.size(), 2U);
  BOOST_CHECK(key(e.chain[0].clause) == "4.3.1");
  BOOST_CHECK_EQUAL(e.chain[0].removed.size(), 40U);  // all but the queen's three
  BOOST_CHECK_EQUAL(e.chain[1].removed.size(), 2U);
}

}  // namespace
}  // namespace adoube::article4
