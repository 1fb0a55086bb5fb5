// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/turn.hpp"

#include <algorithm>

#include "tests/rules/article4/story.hpp"

namespace adoube::article4 {
namespace {

using namespace testing;

constexpr const char* kPromotion = "3r4/4P1k1/8/8/8/8/6K1/8 w - - 0 1";

bool has(const Ruling& r, const std::string& flag) {
  return std::find(r.flags.begin(), r.flags.end(), flag) != r.flags.end();
}

BOOST_AUTO_TEST_CASE(a_mate_that_the_hand_never_left_goes_on) {
  Story s("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1");
  expect(s.move("e1", "e8"), State::ended, Verdict::game_over, "5.1.1", {"e1e8"});
  s.lift("e8");  // no touch since the release: it was none
  BOOST_CHECK(s.judgement().verdict == Verdict::obligation);
  s.place("e7").release("e7");
  expect(s, State::made, Verdict::move_made, "4.7", {"e1e7"});
}

BOOST_AUTO_TEST_CASE(the_states_of_a_plain_move) {
  Story s(kScandinavian);
  expect(s, State::free, Verdict::free, "4.3");
  expect(s.touch("g1"), State::obliged, Verdict::obligation, "4.3.1");
  expect(s.lift("g1"), State::in_hand, Verdict::obligation, "4.3.1");
  expect(s.place("f3"), State::obliged, Verdict::obligation, "4.3.1");
  expect(s.release("f3"), State::made, Verdict::move_made, "4.7");
  expect(s.press(), State::completed, Verdict::move_completed, "4.7");
  BOOST_CHECK(s.ruling().final);
  BOOST_CHECK(s.ruling().allowed == Moves{"g1f3"});
}

BOOST_AUTO_TEST_CASE(a_touch_shorter_than_a_brush_is_an_accident) {
  Story s(kScandinavian);
  s.touch("g1").wait(-70'000).release("g1");
  expect(s, State::free, Verdict::accidental, "4.2.2");
  BOOST_CHECK(has(s.ruling(), "accidental:g1"));
  Story longer(kScandinavian);
  longer.touch("g1").release("g1");
  expect(longer, State::obliged, Verdict::obligation, "4.3.1");
}

BOOST_AUTO_TEST_CASE(a_short_touch_with_a_lift_is_a_grip) {
  Story s(kScandinavian);
  s.touch("g1").wait(-140'000).lift("g1").wait(-130'000).release("g1");
  expect(s, State::in_hand, Verdict::obligation, "4.3.1");
}

// A hand that raises slowly is felt no more while its piece still is: the contact was no brush, and it is what tells the order.
BOOST_AUTO_TEST_CASE(a_short_touch_from_which_the_piece_rises_is_a_grip) {
  constexpr const char* kFen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
  const auto raise = [](Story& s, Tick after) -> Story& {
    s.touch("e1").wait(-140'000).touch("a1").wait(-140'000).release("a1").wait(-149'000).release("e1").wait(after - 150'000);
    return s.lift("a1").wait(-149'000).lift("e1");
  };
  Story s(kFen);
  expect(raise(s, 20'000).place("c1").place("d1").release("c1").release("d1"), State::made, Verdict::move_made, "4.7.2");
  BOOST_CHECK(!has(s.ruling(), "accidental:e1"));
  BOOST_CHECK(!has(s.ruling(), "accidental:a1"));
  Story after_brushes("4k3/8/8/8/8/8/PPPPPPPP/R3K3 w Q - 0 1");  // others are forgotten in time
  for (const char* pawn : {"a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"}) after_brushes.touch(pawn).wait(-100'000).release(pawn);
  raise(after_brushes, 20'000).place("c1").place("d1").release("c1").release("d1");
  expect(after_brushes, State::made, Verdict::move_made, "4.7.2");
  Story later(kFen);  // by then it was another hand, and the rook came first
  BOOST_CHECK(has(raise(later, 500'000).ruling(), "accidental:e1"));
  later.place("c1").place("d1").release("c1").release("d1");
  BOOST_CHECK(later.ruling().verdict == Verdict::violation);
}

// Touches are kept in the order in which they began, also one that is found late to have been meant.
BOOST_AUTO_TEST_CASE(a_grip_found_late_takes_its_place) {
  const auto rules = [](Tick grip) {
    auto s = std::make_unique<Story>("4k3/8/8/3p4/4P3/8/8/R3K3 w Q - 0 1");
    s->lift("a1").place("a5").touch("e4").wait(grip - 150'000).release("e4").wait(-145'000).release("a5").wait(-135'000).touch("d5").wait(-120'000).lift("e4");
    return std::pair(s->ruling().clause, s->allowed());
  };
  BOOST_CHECK(rules(10'000) == rules(101'000));
}

BOOST_AUTO_TEST_CASE(a_lift_without_a_touch_counts_as_a_touch) {
  Story s(kScandinavian);
  expect(s.lift("g1"), State::in_hand, Verdict::obligation, "4.3.1");
}

BOOST_AUTO_TEST_CASE(put_back_the_piece_still_has_to_move) {
  Story s(kScandinavian);
  s.move("g1", "g1");
  expect(s, State::obliged, Verdict::obligation, "4.3.1");
  BOOST_CHECK(s.ruling().allowed == (Moves{"g1e2", "g1f3", "g1h3"}));
}

BOOST_AUTO_TEST_CASE(an_impossible_square_may_be_corrected_until_the_clock_is_pressed) {
  Story s(kScandinavian);
  expect(s.move("g1", "g4"), State::illegal_pending, Verdict::illegal_uncompleted, "4.3.1");
  expect(s.touch("g4").lift("g4"), State::in_hand, Verdict::obligation, "4.3.1");
  expect(s.place("f3").release("f3"), State::made, Verdict::move_made, "4.7");
  Story pressed(kScandinavian);
  expect(pressed.move("g1", "g4").press(), State::illegal_completed, Verdict::illegal_completed, "7.5.1");
  BOOST_CHECK(pressed.ruling().allowed == (Moves{"g1e2", "g1f3", "g1h3"}));
}

BOOST_AUTO_TEST_CASE(a_press_without_a_move_7_5_3) {
  expect(Story(kScandinavian).press(), State::illegal_completed, Verdict::illegal_completed, "7.5.3");
  // A touch alone changes nothing on the board.
  Story touched(kScandinavian);
  expect(touched.touch("g1").release("g1").press(), State::illegal_completed, Verdict::illegal_completed, "7.5.3");
  BOOST_CHECK_EQUAL(touched.ruling().allowed.size(), 3U);
}

BOOST_AUTO_TEST_CASE(a_released_move_stands_4_7) {
  Story s(kScandinavian);
  s.move("f1", "b5").move("b5", "c4");
  expect(s, State::breach, Verdict::violation, "4.7");
  BOOST_CHECK(has(s.ruling(), "retracted"));
  BOOST_CHECK(s.ruling().allowed == Moves{"f1b5"});
  s.move("c4", "b5");
  expect(s, State::made, Verdict::move_made, "4.7");  // back where it was made
}

BOOST_AUTO_TEST_CASE(taking_the_made_piece_in_hand_again_and_putting_it_back_is_nothing) {
  Story s(kScandinavian);
  s.move("f1", "b5").touch("b5").lift("b5");
  expect(s, State::in_hand, Verdict::obligation, "4.7");
  expect(s.place("b5").release("b5"), State::made, Verdict::move_made, "4.7");
  BOOST_CHECK(!has(s.ruling(), "retracted"));
}

BOOST_AUTO_TEST_CASE(a_contact_of_known_length_does_not_hold_a_piece_that_was_put_back) {
  Story s(kScandinavian);
  s.move("c1", "c1").touch_for("c1", 257'000).move("g1", "f3").move("f3", "h4");
  expect(s, State::breach, Verdict::violation, "4.7", {"g1f3"});
}

BOOST_AUTO_TEST_CASE(a_release_without_a_hand_leaving_is_none) {
  // The touch seems to end, then the piece rises without a new touch: the hand never left it.
  Story s(kScandinavian);
  s.touch("f1").lift("f1").place("e2").release("e2").lift("e2").place("b5").release("b5");
  expect(s, State::made, Verdict::move_made, "4.7");
  BOOST_CHECK(s.ruling().allowed == Moves{"f1b5"});
  BOOST_CHECK(!has(s.ruling(), "retracted"));
}

BOOST_AUTO_TEST_CASE(another_piece_than_the_touched_one_is_a_breach) {
  Story s(kScandinavian);
  s.touch("g1").release("g1").move("d2", "d4");
  expect(s, State::breach, Verdict::violation, "4.3.1");
  expect(s.press(), State::breach, Verdict::violation, "4.3.1");
  BOOST_CHECK(s.ruling().final);
}

BOOST_AUTO_TEST_CASE(a_breach_not_pressed_may_be_put_right) {
  Story s(kScandinavian);
  s.touch("g1").release("g1").move("d2", "d4").move("d4", "d2").move("g1", "f3");
  expect(s, State::made, Verdict::move_made, "4.7");
}

BOOST_AUTO_TEST_CASE(captures_in_any_order_4_7_1) {
  Story victim_first(kScandinavian);
  victim_first.touch("d5").lift("d5").place("off").move("e4", "d5");
  expect(victim_first, State::made, Verdict::move_made, "4.7.1");
  Story mover_first(kScandinavian);
  mover_first.touch("e4").lift("e4").touch("d5").lift("d5").place("d5").release("d5");
  expect(mover_first, State::made, Verdict::move_made, "4.7.1");
}

BOOST_AUTO_TEST_CASE(castling_in_every_allowed_order_4_7_2) {
  Story s(kBothCastle);
  s.touch("e1").lift("e1").place("g1").release("g1");
  expect(s, State::partial, Verdict::obligation, "4.7.2");
  s.move("h1", "f1");
  expect(s, State::made, Verdict::move_made, "4.7.2");
  Story quick(kBothCastle);
  quick.touch("e1").lift("e1").touch("h1").lift("h1").place("f1").release("f1").place("g1").release("g1");
  expect(quick, State::made, Verdict::move_made, "4.7.2");
  BOOST_CHECK(has(quick.ruling(), "suspect_4.1"));
}

BOOST_AUTO_TEST_CASE(castling_with_the_rook_first_is_a_breach_4_4_2) {
  Story s(kBothCastle);
  s.touch("h1").lift("h1").touch("e1").lift("e1").place("g1").release("g1").place("f1").release("f1").press();
  expect(s, State::breach, Verdict::violation, "4.4.2");
  BOOST_CHECK(s.ruling().allowed == Moves{"h1f1"});  // the release on f1 narrowed what 4.4.2 had left
}

BOOST_AUTO_TEST_CASE(promotion_kind_is_final_on_touching_the_square_4_4_4) {
  Story s(kPromotion);
  s.touch("e7").lift("e7").place("off").new_piece("e8", 'R');
  expect(s, State::partial, Verdict::obligation, "4.4.4");
  BOOST_CHECK(s.ruling().allowed == Moves{"e7e8r"});
  expect(s.release("e8"), State::made, Verdict::move_made, "4.7.3");
  // The seeds know only the release.
  Story seed(kPromotion, "seed-cz");
  seed.touch("e7").lift("e7").place("off").new_piece("e8", 'R');
  BOOST_CHECK_EQUAL(seed.ruling().allowed.size(), 8U);
}

BOOST_AUTO_TEST_CASE(of_two_pawns_the_one_touched_later_promotes) {
  Story s("2r5/1P1P2k1/8/8/8/8/6K1/8 w - - 0 1");
  s.touch("c8").lift("c8").place("off").new_piece("c8", 'Q').release("c8");
  BOOST_CHECK(s.ruling().allowed == (Moves{"b7c8q", "d7c8q"}));
  s.touch("d7");
  BOOST_CHECK(s.ruling().allowed == Moves{"d7c8q"});
}

BOOST_AUTO_TEST_CASE(a_rook_set_down_beside_a_held_king_is_half_a_castling) {
  Story s(kBothCastle);
  s.touch("e1").touch("h1").lift("h1").place("f1").release("f1");
  expect(s, State::partial, Verdict::obligation, "4.7.2");
  BOOST_CHECK(s.ruling().allowed == Moves{"e1g1"});
}

BOOST_AUTO_TEST_CASE(an_unidentified_promotion_is_a_queen_and_says_so) {
  Story s(kPromotion);
  s.move("e7", "e8");
  expect(s, State::made, Verdict::move_made, "4.7.3");
  BOOST_CHECK(s.ruling().kind_assumed);
  BOOST_CHECK(has(s.ruling(), "kind_assumed"));
  // Exchanged for the real piece it is the same move.
  expect(s.touch("e8").lift("e8").place("e8").release("e8").press(), State::completed, Verdict::move_completed, "4.7.3");
  BOOST_CHECK(!has(s.ruling(), "retracted"));
}

BOOST_AUTO_TEST_CASE(the_other_player_s_touch_binds_nobody) {
  Story s(kScandinavian);
  s.by_opponent(EventKind::touch, "d5");
  expect(s, State::free, Verdict::touch_out_of_turn, "1.3");
  BOOST_CHECK_EQUAL(s.ruling().allowed.size(), 33U);
  BOOST_CHECK(has(s.ruling(), "touch_out_of_turn"));
  BOOST_CHECK(s.ruling().certainty == Certainty::certain);  // the event names its actor
}

BOOST_AUTO_TEST_CASE(adjusting_4_2_1) {
  Story s(kScandinavian);
  s.adjust().touch("g1").release("g1").touch("d5").release("d5");
  expect(s, State::adjusting, Verdict::adjusted, "4.2.1");
  BOOST_CHECK(has(s.ruling(), "adjusted:g1"));
  s.wait(20'000'000).touch("f1");
  expect(s, State::obliged, Verdict::obligation, "4.3.1");
  Story late(kScandinavian);
  late.touch("g1").adjust();
  expect(late, State::obliged, Verdict::obligation, "4.3.1");
  BOOST_CHECK(has(late.ruling(), "late_adjust"));
}

BOOST_AUTO_TEST_CASE(the_end_of_the_game_needs_no_press) {
  Story mate("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
  expect(mate.move("a1", "a8"), State::ended, Verdict::game_over, "5.1.1");
  // Against the touch rules it is no mate (5.1.1 asks for Article 4 as well).
  Story breach("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
  expect(breach.touch("f2").release("f2").move("a1", "a8"), State::breach, Verdict::violation, "4.3.1");
}

BOOST_AUTO_TEST_CASE(presence_only_makes_a_move_by_the_placement_and_may_go_on) {
  Story s(kScandinavian);
  s.lift("f1").place("e2");
  expect(s, State::made, Verdict::move_made, "4.7");
  s.lift("e2").place("b5");
  expect(s, State::made, Verdict::move_made, "4.7");
  expect(s.press(), State::completed, Verdict::move_completed, "4.7");
  BOOST_CHECK(s.ruling().allowed == Moves{"f1b5"});
}

BOOST_AUTO_TEST_CASE(a_ruling_names_its_events_clause_and_edition) {
  Story s(kScandinavian, "fide2023-blitz");
  s.touch("g1").release("g1").move("d2", "d4");
  const Ruling r = s.ruling();
  BOOST_CHECK_EQUAL(r.edition, "fide2023-blitz");
  const std::vector<std::uint32_t> evidence = {1, 4, 5, 6};  // who lifts a piece has touched it
  BOOST_CHECK_EQUAL_COLLECTIONS(r.evidence.begin(), r.evidence.end(), evidence.begin(), evidence.end());
  BOOST_CHECK_NE(r.explanation.find("g1"), std::string::npos);
  BOOST_CHECK_NE(r.explanation.find("4.3.1"), std::string::npos);
}

BOOST_AUTO_TEST_CASE(casual_play_binds_nothing) {
  Story s(kScandinavian, "casual");
  s.move("f1", "b5").move("b5", "f1").move("g1", "f3");
  expect(s, State::made, Verdict::move_made, "4.7");
  expect(s.press(), State::completed, Verdict::move_completed, "4.7");
}

}  // namespace
}  // namespace adoube::article4
