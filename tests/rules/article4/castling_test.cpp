// SPDX-License-Identifier: Apache-2.0
/// Castling in every order, allowed and not (3.8.2, 4.4.1 to 4.4.3, 4.7.2).
#include "tests/rules/article4/story.hpp"

namespace adoube::article4 {
namespace {

using namespace testing;

/// The bishop on c4 holds f1: short castling is illegal, long castling is not.
constexpr const char* kShortIllegal = "r3k2r/ppp2ppp/8/8/2b5/8/PPPP1PPP/R3K2R w KQkq - 0 1";
/// Castling is illegal and the king cannot move.
constexpr const char* kKingStuck = "4k3/8/8/8/b7/8/3PPPPn/4K2R w K - 0 1";

BOOST_AUTO_TEST_CASE(king_set_down_then_rook) {
  Story s(kBothCastle);
  s.touch("e1").lift("e1").place("g1");
  expect(s, State::obliged, Verdict::obligation, "4.3.1");  // the hand may still take him elsewhere
  expect(s.release("g1"), State::partial, Verdict::obligation, "4.7.2", {"e1g1"});
  expect(s.move("h1", "f1"), State::made, Verdict::move_made, "4.7.2", {"e1g1"});
  expect(s.press(), State::completed, Verdict::move_completed, "4.7.2");
}

BOOST_AUTO_TEST_CASE(king_touched_rook_moved_first) {
  Story s(kBothCastle);
  s.touch_and_leave("e1");
  expect(s.move("h1", "f1"), State::partial, Verdict::obligation, "4.7.2", {"e1g1"});
  expect(s.move("e1", "g1"), State::made, Verdict::move_made, "4.7.2");
}

BOOST_AUTO_TEST_CASE(king_waits_in_the_hand_while_the_rook_is_set_down) {
  Story s(kBothCastle);
  s.touch("e1").lift("e1").touch("a1").lift("a1").place("d1").release("d1").place("c1").release("c1");
  expect(s, State::made, Verdict::move_made, "4.7.2", {"e1c1"});
  BOOST_CHECK(s.has(FlagWord::suspect_4_1));
}

BOOST_AUTO_TEST_CASE(the_wrong_rook_after_the_king_stands) {
  Story s(kBothCastle);
  s.move("e1", "g1");
  expect(s.touch("a1").lift("a1"), State::partial, Verdict::obligation, "4.7.2", {"e1g1"});
  expect(s.place("d1").release("d1").press(), State::illegal_completed, Verdict::illegal_completed, "7.5.1", {"e1g1"});
}

BOOST_AUTO_TEST_CASE(rook_surely_first_4_4_2) {
  Story s(kBothCastle);
  expect(s.touch_and_leave("h1").touch_and_leave("e1"), State::obliged, Verdict::obligation, "4.4.2", {"h1f1", "h1g1"});
  s.move("e1", "g1").move("h1", "f1");
  expect(s, State::breach, Verdict::violation, "4.4.2", {"h1f1"});  // a legal picture: no illegal move, a touch breach
  expect(s.press(), State::breach, Verdict::violation, "4.4.2", {"h1f1"});
}

BOOST_AUTO_TEST_CASE(rook_first_released_is_a_rook_move_4_7) {
  Story s(kBothCastle);
  expect(s.move("h1", "f1"), State::made, Verdict::move_made, "4.7", {"h1f1"});
  expect(s.move("e1", "g1").press(), State::breach, Verdict::violation, "4.7", {"h1f1"});
}

BOOST_AUTO_TEST_CASE(king_and_rook_in_unclear_order_must_castle_4_4_1) {
  // A clause decides what the order of two touches leaves open: the sharp ruling (4.4.2) does not come back.
  Story s(kBothCastle);
  s.touch("h1").wait(-100'000).touch_blurred("e1", 120'000);
  expect(s, State::obliged, Verdict::obligation, "4.4.1", {"e1g1"});
  BOOST_CHECK(s.judgement().certainty == Certainty::certain);
  BOOST_CHECK(!s.has(FlagWord::order_unclear));
}

BOOST_AUTO_TEST_CASE(unclear_order_with_castling_illegal_leaves_the_king_certain) {
  Story s(kShortIllegal);
  s.touch("h1").wait(-100'000).touch_blurred("e1", 120'000);
  expect(s, State::arbiter, Verdict::obligation, "4.4.3", {"e1c1", "e1d1", "h1f1", "h1g1"});
  BOOST_CHECK(s.certain() == (Moves{"e1c1", "e1d1"}));
  BOOST_CHECK(s.judgement().certainty == Certainty::arbiter);
  BOOST_CHECK(s.has(FlagWord::order_unclear));
  BOOST_CHECK_EQUAL(s.judgement().readings.size(), 2U);
}

BOOST_AUTO_TEST_CASE(unclear_order_with_castling_illegal_and_a_king_move_is_certain) {
  Story made(kShortIllegal);
  made.touch("h1").wait(-100'000).touch_blurred("e1", 120'000).release("h1").lift("e1").place("d1").release("d1");
  expect(made, State::made, Verdict::move_made, "4.7", {"e1d1"});
  BOOST_CHECK(made.judgement().certainty == Certainty::certain);
  Story released(kShortIllegal);  // two squares towards the other rook
  released.touch("h1").wait(-100'000).touch_blurred("e1", 120'000).release("h1").lift("e1").place("c1").release("c1");
  expect(released, State::partial, Verdict::obligation, "4.7.2", {"e1c1"});
  BOOST_CHECK(released.judgement().certainty == Certainty::certain);
}

BOOST_AUTO_TEST_CASE(illegal_castling_leaves_another_king_move_4_4_3) {
  Story s(kShortIllegal);
  expect(s.touch_and_leave("e1").touch_and_leave("h1"), State::obliged, Verdict::obligation, "4.4.3", {"e1c1", "e1d1"});
  s.touch("e1").lift("e1").place("g1").release("g1");
  expect(s, State::illegal_pending, Verdict::illegal_uncompleted, "4.7.2", {"e1c1", "e1d1"});
  s.move("h1", "f1").press();
  expect(s, State::illegal_completed, Verdict::illegal_completed, "7.5.1", {"e1c1", "e1d1"});
}

BOOST_AUTO_TEST_CASE(king_released_two_squares_away_in_vain_4_7_2) {
  Story s(kShortIllegal);
  expect(s.move("e1", "g1"), State::illegal_pending, Verdict::illegal_uncompleted, "4.7.2", {"e1c1", "e1d1"});
  // Put back, he castles on the other side.
  expect(s.move("g1", "e1").move("e1", "c1").move("a1", "d1"), State::made, Verdict::move_made, "4.7.2", {"e1c1"});
}

BOOST_AUTO_TEST_CASE(king_without_a_move_released_two_squares_away_frees_everything) {
  Story s(kKingStuck);
  s.move("e1", "g1");
  expect(s, State::illegal_pending, Verdict::illegal_uncompleted, "4.7.2");
  BOOST_CHECK_EQUAL(s.allowed().size(), 11U);
}

BOOST_AUTO_TEST_CASE(an_earlier_touch_still_binds_when_the_king_goes_two_squares_in_vain) {
  Story s(kShortIllegal);
  s.touch_and_leave("b2").move("e1", "g1");
  expect(s, State::illegal_pending, Verdict::illegal_uncompleted, "4.3.1", {"b2b3", "b2b4"});
}

BOOST_AUTO_TEST_CASE(two_squares_without_a_rook_to_castle_with_are_only_a_wrong_square) {
  Story s("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
  s.move("e1", "g1");
  expect(s, State::illegal_pending, Verdict::illegal_uncompleted, "4.3.1");
}

BOOST_AUTO_TEST_CASE(the_second_rook_binds_where_castling_with_the_first_is_illegal) {
  Story s(kShortIllegal);
  s.touch_and_leave("e1").touch_and_leave("h1");
  expect(s.touch_and_leave("a1"), State::obliged, Verdict::obligation, "4.4.1", {"e1c1"});
}

BOOST_AUTO_TEST_CASE(a_king_in_vain_on_g1_leaves_the_other_castling_to_a_rook_touched_later) {
  Story s(kShortIllegal);
  s.move("e1", "g1").touch_and_leave("a1");
  BOOST_CHECK(s.allowed() == Moves{"e1c1"});  // the release fixed nothing, so the touch of a1 is a touch like any other
}

BOOST_AUTO_TEST_CASE(a_rook_that_cannot_move_leaves_the_rule_to_the_next) {
  Story s("r1bnkbnr/pp2pppp/8/2P5/2B5/4P3/PP3PPP/RNB1K1NR b KQkq - 0 6");
  s.touch_and_leave("h8").touch_and_leave("a8").touch_and_leave("e8");
  expect(s, State::obliged, Verdict::obligation, "4.4.2", {"a8b8"});
}

BOOST_AUTO_TEST_CASE(castling_fixed_by_the_rook_s_release_excludes_everything_else_4_7_2) {
  Story s("r3k2r/ppp3pp/2nqbp2/1N1p4/8/1PPR1B2/P1Q2PPP/2K4R b kq - 2 16");
  s.touch_and_leave("e8").move("a8", "d8").move("d8", "a8").move("d6", "e5");
  expect(s, State::breach, Verdict::violation, "4.7.2", {"e8c8"});
}

BOOST_AUTO_TEST_CASE(half_a_castling_in_one_order_and_a_breach_in_the_other) {
  Story s("rnbk2nQ/pp6/1p2ppp1/8/4P3/2NP4/PPP2PPP/R3K2R w KQ - 1 14", "seed-cz");
  s.touch("e1").wait(-100'000).touch_blurred("h2", 120'000).release("e1").release("h2").lift("a1").place("d1").release("d1");
  expect(s, State::arbiter, Verdict::obligation, "4.7.2", {"e1c1", "h2h3", "h2h4"});
  BOOST_CHECK(s.judgement().certainty == Certainty::arbiter);
}

BOOST_AUTO_TEST_CASE(chess960_rook_and_king_change_places_in_the_hand) {
  Story s("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
  s.touch("f1").lift("f1").touch("g1").lift("g1").place("f1").release("f1").place("g1").release("g1");
  expect(s, State::made, Verdict::move_made, "4.7.2");
}

BOOST_AUTO_TEST_CASE(seeds_bind_to_castling_only_at_once) {
  Story s(kBothCastle, "seed-en");
  s.touch_and_leave("e1").touch_and_leave("h1");
  expect(s, State::obliged, Verdict::obligation, "4.3.1", {"e1c1", "e1d1", "e1e2", "e1f1", "e1g1"});
}

BOOST_AUTO_TEST_CASE(variation_one_of_the_us_rules_lets_a_rook_touched_first_castle) {
  Story s(kBothCastle, "uscf-10I2-var1");
  s.touch_and_leave("h1").move("e1", "g1").move("h1", "f1");
  expect(s, State::made, Verdict::move_made, "4.7.2", {"e1g1"});
}

}  // namespace
}  // namespace adoube::article4
