// SPDX-License-Identifier: Apache-2.0
/// Promotion in every order and with every wrong piece (3.7, 4.4.4, 4.6, 4.7.3, 7.5.1, 7.5.2).
#include "tests/rules/article4/story.hpp"

namespace adoube::article4 {
namespace {

using namespace testing;

constexpr const char* kPawn = "3r4/4P1k1/8/8/8/8/6K1/8 w - - 0 1";
constexpr const char* kTwoPawns = "2r5/1P1P2k1/8/8/8/8/6K1/8 w - - 0 1";
const Moves kEveryPromotion = {"e7d8b", "e7d8n", "e7d8q", "e7d8r", "e7e8b", "e7e8n", "e7e8q", "e7e8r"};

BOOST_AUTO_TEST_CASE(pawn_off_then_the_new_piece) {
  Story s(kPawn);
  expect(s.touch("e7").lift("e7").place("off"), State::obliged, Verdict::obligation, "4.3.1", kEveryPromotion);
  expect(s.new_piece("e8", 'R'), State::partial, Verdict::obligation, "4.4.4", {"e7e8r"});
  expect(s.release("e8"), State::made, Verdict::move_made, "4.7.3", {"e7e8r"});
}

BOOST_AUTO_TEST_CASE(pawn_to_the_last_rank_then_exchanged) {
  Story s(kPawn);
  s.touch("e7").lift("e7");
  s.place("e8");  // not identified: a queen is assumed
  BOOST_CHECK(s.allowed() == kEveryPromotion);
  expect(s.release("e8"), State::made, Verdict::move_made, "4.7.3", {"e7e8q"});
  BOOST_CHECK(s.judgement().kind_assumed);
}

BOOST_AUTO_TEST_CASE(new_piece_first_then_the_pawn) {
  Story s(kPawn, "fide2014");
  expect(s.new_piece("e8", 'N').release("e8"), State::partial, Verdict::obligation, "4.4.4", {"e7e8n"});
  expect(s.touch("e7").lift("e7").place("off"), State::made, Verdict::move_made, "4.7.3", {"e7e8n"});
}

BOOST_AUTO_TEST_CASE(the_last_release_that_another_move_does_not_fit_is_named) {
  Story s(kPawn);
  s.touch("e7").lift("e7").place_identified("e8", 'P').release("e8");
  expect(s, State::partial, Verdict::obligation, "4.7", {"e7e8b", "e7e8n", "e7e8q", "e7e8r"});
  s.take_away("e8").new_piece("e8", 'N').lift("e8").place("off").place_identified("e7", 'P').move("g2", "h2");
  expect(s, State::breach, Verdict::violation, "4.4.4", {"e7e8n"});
}

BOOST_AUTO_TEST_CASE(capture_with_promotion_in_every_order) {
  Story victim_first(kPawn);
  victim_first.take_away("d8").touch("e7").lift("e7").place("off").new_piece("d8", 'Q').release("d8");
  expect(victim_first, State::made, Verdict::move_made, "4.7.3", {"e7d8q"});
  Story pawn_first(kPawn);
  pawn_first.touch("e7").lift("e7").place("off").take_away("d8").new_piece("d8", 'Q').release("d8");
  expect(pawn_first, State::made, Verdict::move_made, "4.7.3", {"e7d8q"});
  Story piece_first(kPawn);
  piece_first.take_away("d8").new_piece("d8", 'R').release("d8").touch("e7").lift("e7").place("off");
  expect(piece_first, State::made, Verdict::move_made, "4.7.3", {"e7d8r"});
}

BOOST_AUTO_TEST_CASE(the_choice_is_final_when_the_piece_touches_the_square_4_4_4) {
  Story s(kPawn);
  s.touch("e7").lift("e7").place("off").new_piece("e8", 'Q').lift("e8").place("off").new_piece("e8", 'R').release("e8");
  expect(s, State::breach, Verdict::violation, "4.4.4", {"e7e8q"});
  // The seeds know only the release.
  Story seed(kPawn, "seed-cz");
  seed.touch("e7").lift("e7").place("off").new_piece("e8", 'Q').lift("e8").place("off").new_piece("e8", 'R').release("e8");
  expect(seed, State::made, Verdict::move_made, "4.7.3", {"e7e8r"});
}

BOOST_AUTO_TEST_CASE(which_of_two_pawns_is_decided_by_the_one_taken) {
  Story s(kTwoPawns);
  s.take_away("c8").new_piece("c8", 'Q').release("c8");
  expect(s, State::partial, Verdict::obligation, "4.4.4", {"b7c8q", "d7c8q"});
  expect(s.touch("b7").lift("b7").place("off"), State::made, Verdict::move_made, "4.7.3", {"b7c8q"});
}

BOOST_AUTO_TEST_CASE(a_king_or_a_pawn_is_no_new_piece) {
  for (const char wrong : {'K', 'P'}) {
    Story s(kPawn);
    s.touch("e7").lift("e7").place("off").new_piece("e8", wrong).release("e8");
    expect(s, State::illegal_pending, Verdict::illegal_uncompleted, "4.3.1", kEveryPromotion);
    expect(s.press(), State::illegal_completed, Verdict::illegal_completed, "7.5.1", kEveryPromotion);
  }
}

BOOST_AUTO_TEST_CASE(a_piece_of_the_other_colour_is_illegal_7_5_1) {
  Story s(kPawn);
  s.touch("e7").lift("e7").place("off").new_piece("e8", 'q').release("e8");
  expect(s, State::illegal_pending, Verdict::illegal_uncompleted, "4.3.1", kEveryPromotion);
  expect(s.press(), State::illegal_completed, Verdict::illegal_completed, "7.5.1", kEveryPromotion);
}

BOOST_AUTO_TEST_CASE(a_piece_on_a_neighbour_square_is_illegal_and_fixes_nothing) {
  Story s("8/4P1k1/8/8/8/8/6K1/8 w - - 0 1");
  s.touch("e7").lift("e7").place("off").new_piece("f8", 'Q').release("f8").press();
  expect(s, State::illegal_completed, Verdict::illegal_completed, "7.5.1", {"e7e8b", "e7e8n", "e7e8q", "e7e8r"});
}

BOOST_AUTO_TEST_CASE(pawn_left_on_the_last_rank_becomes_a_queen_7_5_2) {
  const auto left = [](const char* edition_name) {
    Story s("8/4P1k1/8/8/8/8/6K1/8 w - - 0 1", edition_name);
    s.touch("e7").lift("e7").place_identified("e8", 'P').release("e8").press();
    return s.judgement();
  };
  const Judgement now = left("fide2023");
  BOOST_CHECK(now.verdict == Verdict::illegal_completed);
  BOOST_CHECK(now.clause == Clause::c7_5_2);
  BOOST_CHECK_EQUAL(now.allowed.size(), 1U);
  const Judgement before_2014 = left("fide2009");
  BOOST_CHECK(before_2014.clause == Clause::c7_5_1);
  BOOST_CHECK_EQUAL(before_2014.allowed.size(), 4U);
}

BOOST_AUTO_TEST_CASE(pawn_released_on_the_last_rank_must_promote_there) {
  Story s(kPawn);
  s.touch("e7").lift("e7").place_identified("e8", 'P').release("e8");
  expect(s, State::partial, Verdict::obligation, "4.7", {"e7e8b", "e7e8n", "e7e8q", "e7e8r"});
}

}  // namespace
}  // namespace adoube::article4
