// SPDX-License-Identifier: Apache-2.0
/// Pieces knocked over and set up again: no play, and play goes on where it was.
#include <boost/test/unit_test.hpp>

#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

using Kind = Situation::Kind;

constexpr const char* kCat =
    "d1- 0, e1- 30, c1- 50, d2- 60, e2- 100, f2- 120, g1- 150, c2- 200, b1- 220, b2- 250, "
    "b1+ 5000, b2+ 6000, e4+ 7000, c2+ 8000, e4- 9000, e2+ 9500, d1+ 10000, c3+ 11000, g1+ 12000, f2+ 13000, e1+ 14000, "
    "d2+ 15000, c3- 16000, c1+ 17000";

BOOST_AUTO_TEST_CASE(B58_pieces_knocked_over_and_rebuilt) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.play(kCat);
    BOOST_CHECK(game.said().empty());
    BOOST_CHECK(game.finals().empty());
    BOOST_CHECK_GT(game.told(Kind::disturbed), 10);  // the list of differences, as it changes
    BOOST_CHECK(game.situation().kind == Kind::settled);
    BOOST_CHECK(game.flagged(1, "disturbed:e2"));
    BOOST_CHECK(!game.flagged(1, "disturbed:a2"));
    game.play("d2- 0, d4+ 500, CW 900");
    BOOST_REQUIRE_EQUAL(game.finals().size(), 1U);
    BOOST_CHECK_EQUAL(game.finals()[0], "1 move_completed 4.7");  // nobody has touched a piece before
  }
}

BOOST_AUTO_TEST_CASE(B58_a_move_made_before_stays_made) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.play("a2- 0, a4+ 300").play(kCat);
    const std::vector<std::string> want = {"1.1 a2a4 provisional"};
    BOOST_CHECK_EQUAL_COLLECTIONS(game.said().begin(), game.said().end(), want.begin(), want.end());
    game.play("CW 0, d7- 500, d5+ 900, CB 1200");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
    BOOST_CHECK_EQUAL(game.moves()[1], "d5");
    BOOST_CHECK_EQUAL(game.finals()[0], "1 move_completed 4.7");
  }
}

BOOST_AUTO_TEST_CASE(B58_a_press_while_pieces_lie_completes_the_move_that_stood) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.play("a2- 0, a4+ 300").play("d1- 0, e1- 30, c1- 50, d2- 60, f2- 120, g1- 150, CW 400, "
                                     "d1+ 2000, e1+ 2500, c1+ 3000, d2+ 3500, f2+ 4000, g1+ 4500");
    BOOST_REQUIRE_EQUAL(game.finals().size(), 1U);
    BOOST_CHECK_EQUAL(game.finals()[0], "1 move_completed 4.7");
    game.play("d7- 500, d5+ 900, CB 1200");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
    Game none(kStart, planes);  // a press with which no move is completed is no move either
    none.play("d1- 0, e1- 30, c1- 50, d2- 60, f2- 120, g1- 150, CW 400, d1+ 2000, e1+ 2500, c1+ 3000, d2+ 3500, f2+ 4000, g1+ 4500");
    BOOST_CHECK(none.finals().empty());
    BOOST_CHECK(none.moves().empty());
  }
}

BOOST_AUTO_TEST_CASE(B58_a_legal_picture_on_the_way_is_no_move) {
  // All but the pawn stand again, and that on e4.
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.play("d1- 0, e1- 30, c1- 50, d2- 60, e2- 100, f2- 120, d1+ 3000, e1+ 4000, c1+ 5000, d2+ 6000, f2+ 7000, e4+ 8000");
    BOOST_CHECK(game.said().empty());
    BOOST_CHECK(game.situation().kind == Kind::disturbed);
    BOOST_CHECK_EQUAL(game.situation().missing, set_of(Square::e2));
    BOOST_CHECK_EQUAL(game.situation().surplus, set_of(Square::e4));
    game.play("e4- 0, e2+ 500");
    BOOST_CHECK(game.situation().kind == Kind::settled);
  }
}

BOOST_AUTO_TEST_CASE(clearing_the_board_after_the_game_keeps_the_last_move) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.play("a2- 0, a4+ 300").play("d1- 0, e1- 30, c1- 50, d2- 60, e2- 100, f2- 120, g1- 150, a4- 300, h7- 400").finish();
    BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
    BOOST_CHECK_EQUAL(game.moves()[0], "a4");
  }
}

BOOST_AUTO_TEST_CASE(four_hands_at_once_are_play) {
  // White castles with both hands while Black has taken up his queen and what she takes.
  const char* fen = "3qk3/8/8/8/8/8/3N4/4K2R w K - 0 1";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(fen, planes);
    game.play("e1- 0, h1- 20, d8- 300, g1+ 420, f1+ 450, d2- 480, d2+ 800").finish();
    BOOST_CHECK_EQUAL(game.told(Kind::disturbed), 0);
    BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
    BOOST_CHECK_EQUAL(game.moves()[1], "Qxd2");
  }
}

}  // namespace
}  // namespace adoube::recognition::testing
