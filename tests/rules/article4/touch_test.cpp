// SPDX-License-Identifier: Apache-2.0
/// Touches that count, that do not, and those of which it is open; captures; declarations; the other player.
#include "tests/rules/article4/story.hpp"

namespace adoube::article4 {
namespace {

using namespace testing;

const Moves kF1 = {"f1a6", "f1b5", "f1c4", "f1d3", "f1e2"};
const Moves kC3 = {"c3a4", "c3b1", "c3b5", "c3d5", "c3e2"};

BOOST_AUTO_TEST_CASE(the_ends_of_both_intervals_decide_how_long_a_contact_was) {
  const struct {
    Tick from_first;  // from before the touch until after the release
    std::size_t allowed, certain;
  } contacts[] = {{100'000, 33, 33}, {100'001, 33, 3}, {100'251, 33, 3}, {100'252, 3, 3}};
  for (const auto& contact : contacts) {
    Story s(kScandinavian);
    s.touch("g1").wait(contact.from_first - 150'126).release("g1");
    BOOST_TEST_CONTEXT(contact.from_first) {
      BOOST_CHECK_EQUAL(s.allowed().size(), contact.allowed);
      BOOST_CHECK_EQUAL(s.certain().size(), contact.certain);
      BOOST_CHECK_EQUAL(s.has(FlagWord::accidental), contact.certain == 33);
    }
  }
}

BOOST_AUTO_TEST_CASE(unclear_order_of_both_colours_own_first_4_3_3) {
  // A clause decides: the sharp ruling (d5 first: it is to be taken) does not come back.
  Story s(kScandinavian);
  s.touch("d5").wait(-100'000).touch_blurred("f1", 120'000);
  expect(s, State::obliged, Verdict::obligation, "4.3.3", kF1);
  BOOST_CHECK(s.judgement().certainty == Certainty::certain);
  Story silent(kScandinavian, "seed-it");
  silent.touch("d5").wait(-100'000).touch_blurred("f1", 120'000);
  BOOST_CHECK(silent.judgement().certainty == Certainty::arbiter);
  BOOST_CHECK(silent.has(FlagWord::order_unclear));
}

BOOST_AUTO_TEST_CASE(unclear_order_of_one_colour_union_and_intersection) {
  Story s(kScandinavian);
  s.touch("g1").wait(-100'000).touch_blurred("f1", 120'000);
  expect(s, State::arbiter, Verdict::obligation, "4.3.1",
         {"f1a6", "f1b5", "f1c4", "f1d3", "f1e2", "g1e2", "g1f3", "g1h3"});
  BOOST_CHECK(s.certain().empty());
  // Outside the union it is a breach for certain.
  Story outside(kScandinavian);
  outside.touch("g1").wait(-100'000).touch_blurred("f1", 120'000).release("g1").release("f1").move("d2", "d4");
  expect(outside, State::breach, Verdict::violation, "4.3.1");
  BOOST_CHECK(outside.judgement().certainty == Certainty::certain);
  // Inside it, but not in every reading: made or a breach, the arbiter says which.
  Story inside(kScandinavian);
  inside.touch("g1").wait(-100'000).touch_blurred("f1", 120'000).release("f1").lift("g1").place("f3").release("f3");
  expect(inside, State::made, Verdict::move_made, "4.7", {"f1a6", "f1b5", "f1c4", "f1d3", "f1e2", "g1f3"});
  BOOST_CHECK(inside.judgement().certainty == Certainty::arbiter);
  BOOST_CHECK(inside.certain().empty());
  BOOST_CHECK_EQUAL(inside.judgement().readings.size(), 2U);
}

BOOST_AUTO_TEST_CASE(an_arbiter_who_saw_the_order_of_touches_settles_nothing_else) {
  Story s(kScandinavian);
  s.touch_and_leave("g1").says(EventKind::arbiter, Saying::accident, "g1");
  expect(s, State::free, Verdict::accidental, "4.2.2");
  BOOST_CHECK(s.has(FlagWord::accidental));
}

BOOST_AUTO_TEST_CASE(a_contact_as_long_as_a_brush_is_open) {
  Story s(kScandinavian);
  s.touch("g1").wait(-50'000).release("g1");  // 100 ms, give or take the width of the intervals
  expect(s, State::arbiter, Verdict::free, "4.2.2");
  BOOST_CHECK_EQUAL(s.allowed().size(), 33U);
  BOOST_CHECK(s.certain() == (Moves{"g1e2", "g1f3", "g1h3"}));
  s.says(EventKind::arbiter, Saying::intended, "g1");
  expect(s, State::obliged, Verdict::obligation, "4.3.1", {"g1e2", "g1f3", "g1h3"});
  Story again(kScandinavian);
  again.touch("g1").wait(-50'000).release("g1").touch_and_leave("g1");
  expect(again, State::obliged, Verdict::obligation, "4.3.1", {"g1e2", "g1f3", "g1h3"});
}

BOOST_AUTO_TEST_CASE(the_edition_says_how_long_a_brush_is) {
  // 60 ms: an accident by default.
  Story s(kScandinavian);
  s.touch("g1").wait(-90'000).release("g1");
  expect(s, State::free, Verdict::accidental, "4.2.2");
  const MoveTable& table = s.table();
  Edition strict = edition("fide2023").value();
  strict.brush = 20'000;
  Turn turn(table, strict);
  Event e;
  e.square = Square::g1;
  e.when = {0, 126};
  turn.feed(e);
  e.kind = EventKind::release;
  e.when = {60'000, 60'126};
  BOOST_CHECK(turn.feed(e).verdict == Verdict::obligation);
}

BOOST_AUTO_TEST_CASE(a_single_doubtful_touch_through_a_piece) {
  // The queen e3 stands on is not hers: nothing else was touched. Open whether it counts: everything is allowed, taking
  // it is certain.
  const char* fen_text = "4k3/8/8/8/8/4b3/3Q4/6K1 w - - 0 1";
  Story s(fen_text, "uscf");
  s.touch_through_piece("e3");
  expect(s, State::arbiter, Verdict::free, "10C");
  BOOST_CHECK(s.certain() == Moves{"d2e3"});
  BOOST_CHECK(s.judgement().certainty == Certainty::arbiter);
  BOOST_CHECK_EQUAL(s.judgement().readings.size(), 2U);
  s.says(EventKind::arbiter, Saying::intended, "e3");
  expect(s, State::obliged, Verdict::obligation, "4.3.2", {"d2e3"});
  // In the Laws of FIDE the contact counts, unless it was as short as a brush.
  Story fide(fen_text);
  expect(fide.touch_through_piece("e3"), State::obliged, Verdict::obligation, "4.3.2", {"d2e3"});
  fide.wait(-100'000).release("e3");
  expect(fide, State::arbiter, Verdict::free, "4.3.2");
  BOOST_CHECK(fide.certain() == Moves{"d2e3"});
}

BOOST_AUTO_TEST_CASE(a_piece_displaced_through_another_was_touched) {
  Story s("4k3/8/8/8/8/4b3/3Q4/6K1 w - - 0 1", "uscf");
  s.touch("d2").lift("d2").touch_through_piece("e3").lift("e3");
  expect(s, State::in_hand, Verdict::obligation, "4.3.3", {"d2e3"});
  BOOST_CHECK(s.judgement().certainty == Certainty::certain);
}

BOOST_AUTO_TEST_CASE(capture_by_pushing_ends_when_the_pushed_piece_is_off) {
  Story s(kScandinavian);
  s.touch("c3").lift("c3").touch_through_piece("d5").lift("d5").place_identified("c5", 'p').release("c5");
  s.place_identified("d5", 'N').release("d5");
  expect(s, State::partial, Verdict::obligation, "4.7", {"c3d5"});  // slid aside, it is still on the board
  expect(s.touch("c5").lift("c5").place("off"), State::made, Verdict::move_made, "4.7.1", {"c3d5"});
  Story pressed(kScandinavian);
  pressed.touch("c3").lift("c3").touch_through_piece("d5").lift("d5").place_identified("c5", 'p').release("c5");
  pressed.place_identified("d5", 'N').release("d5").press();
  expect(pressed, State::illegal_completed, Verdict::illegal_completed, "7.5.1", {"c3d5"});
}

BOOST_AUTO_TEST_CASE(en_passant_in_every_order) {
  const char* fen_text = "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 4";
  Story victim_first(fen_text);
  expect(victim_first.take_away("d5"), State::obliged, Verdict::obligation, "4.3.2", {"e5d6"});
  expect(victim_first.move("e5", "d6"), State::made, Verdict::move_made, "4.7.1", {"e5d6"});
  Story pawn_first(fen_text);
  expect(pawn_first.move("e5", "d6"), State::partial, Verdict::obligation, "4.7", {"e5d6"});
  expect(pawn_first.take_away("d5"), State::made, Verdict::move_made, "4.7.1");
  Story forgotten(fen_text);
  expect(forgotten.move("e5", "d6").press(), State::illegal_completed, Verdict::illegal_completed, "7.5.1", {"e5d6"});
}

BOOST_AUTO_TEST_CASE(displaced_and_put_back_binds_nothing_7_4) {
  Story s(kScandinavian);
  s.lift_by_accident("g2").place("g3");
  expect(s, State::displaced, Verdict::displaced, "7.4.1");
  s.touch("g3").lift("g3");
  BOOST_CHECK_EQUAL(s.allowed().size(), 33U);  // its way back is no touch with intent
  expect(s.place("g2").release("g2"), State::free, Verdict::accidental, "4.2.2");
  expect(s.move("e4", "e5"), State::made, Verdict::move_made, "4.7");
}

BOOST_AUTO_TEST_CASE(a_piece_swept_by_accident_may_be_touched_with_intent_later) {
  Story s(kScandinavian);
  s.lift_by_accident("g2").place("g2").release("g2");
  expect(s, State::free, Verdict::accidental, "4.2.2");
  expect(s.touch_and_leave("g2"), State::obliged, Verdict::obligation, "4.3.1", {"g2g3", "g2g4"});
}

BOOST_AUTO_TEST_CASE(a_lower_layer_tells_of_a_displaced_piece) {
  Story s(kScandinavian);
  s.says(EventKind::displaced, Saying::none, "h8");
  expect(s, State::displaced, Verdict::displaced, "7.4.1");
}

BOOST_AUTO_TEST_CASE(a_declaration_opens_a_window_for_both_colours_4_2_1) {
  Story s(kScandinavian);
  expect(s.adjust(), State::adjusting, Verdict::free, "4.3");
  expect(s.touch_and_leave("g1").touch_and_leave("d5"), State::adjusting, Verdict::adjusted, "4.2.1");
  s.lift("c3").place("c3").release("c3");  // taken up and put back: still adjusting
  expect(s, State::adjusting, Verdict::adjusted, "4.2.1");
  s.wait(20'000'000).touch("c3");
  expect(s, State::obliged, Verdict::obligation, "4.3.1", kC3);  // the same piece after the window
}

BOOST_AUTO_TEST_CASE(a_declaration_after_a_binding_touch_is_late) {
  Story s(kScandinavian);
  s.touch_and_leave("f1").adjust();
  expect(s, State::obliged, Verdict::obligation, "4.3.1", kF1);
  BOOST_CHECK(s.has(FlagWord::late_adjust));
  // After a touch that binds nothing it is not.
  Story nothing(kScandinavian);
  nothing.touch_and_leave("c1").adjust().touch_and_leave("f1");
  BOOST_CHECK(!nothing.has(FlagWord::late_adjust));
  BOOST_CHECK_EQUAL(nothing.allowed().size(), 33U);
}

BOOST_AUTO_TEST_CASE(a_declaration_and_a_touch_in_unclear_order_are_open) {
  Story s(kScandinavian);
  s.touch_blurred("f1", 126).wait(-150'050).adjust();
  BOOST_CHECK(s.judgement().certainty == Certainty::arbiter);
  BOOST_CHECK(s.certain() == kF1);
  BOOST_CHECK_EQUAL(s.allowed().size(), 33U);
}

BOOST_AUTO_TEST_CASE(a_piece_that_ends_elsewhere_inside_the_window_goes_to_the_arbiter) {
  Story s(kScandinavian);
  s.adjust().touch("g1").lift("g1").place("f3").release("f3");
  expect(s, State::made, Verdict::move_made, "4.7");
  BOOST_CHECK(s.judgement().certainty == Certainty::arbiter);
  BOOST_CHECK_EQUAL(s.allowed().size(), 33U);
  BOOST_CHECK(s.certain() == Moves{"g1f3"});
  expect(s.press(), State::completed, Verdict::move_completed, "4.7", {"g1f3"});  // the press says that it was meant
  BOOST_CHECK(s.judgement().certainty == Certainty::certain);
}

BOOST_AUTO_TEST_CASE(the_player_without_the_move) {
  Story s(kScandinavian);
  s.by_opponent(EventKind::touch, "d5");
  expect(s, State::free, Verdict::touch_out_of_turn, "1.3");
  expect(s.touch("f1"), State::obliged, Verdict::obligation, "4.3.1", kF1);
  BOOST_CHECK(s.has(FlagWord::touch_out_of_turn));
  Story adjusting(kScandinavian);
  adjusting.by_opponent(EventKind::adjust, "off").by_opponent(EventKind::touch, "d5");
  expect(adjusting, State::free, Verdict::irregular_touch, "4.2.1");
  adjusting.touch("f1");  // and as nobody says whose hand that is, it may be his
  expect(adjusting, State::arbiter, Verdict::irregular_touch, "4.2.1");
  Story press(kScandinavian);
  press.by_opponent(EventKind::clock, "off");
  expect(press, State::free, Verdict::free, "4.3");
  BOOST_CHECK(press.has(FlagWord::press_out_of_turn));
}

BOOST_AUTO_TEST_CASE(touches_after_the_move_is_made_bind_nothing) {
  Story s(kScandinavian);
  s.move("f1", "b5").touch_and_leave("d2").touch("g1").lift("g1").place("g1").release("g1");
  expect(s, State::made, Verdict::move_made, "4.7", {"f1b5"});
  BOOST_CHECK((s.judgement().flags.has({FlagWord::touch_after_made, Square::d2})));
  BOOST_CHECK((s.judgement().flags.has({FlagWord::touch_after_made, Square::g1})));
  BOOST_CHECK(s.judgement().certainty == Certainty::unless_arbiter);  // whose hand it was is not seen
}

}  // namespace
}  // namespace adoube::article4
