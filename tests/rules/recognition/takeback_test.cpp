// SPDX-License-Identifier: Apache-2.0
/// Moves taken back, before and after the press, one or more, in either order of the pieces; in casual play only.
#include <boost/test/unit_test.hpp>

#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

constexpr const char* kTwo = "g1- 0, f3+ 300, CW 400, d7- 900, d5+ 1000, CB 1100";

BOOST_AUTO_TEST_CASE(B35_taken_back_before_and_after_the_press) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game before(kStart, planes, "casual");
    before.play("d2- 0, d4+ 400, d4- 3500, d2+ 4000");
    BOOST_CHECK_EQUAL(before.said().back(), "1.1 d2d4 withdrawn");
    Game after(kStart, planes, "casual");
    after.play("d2- 0, d4+ 400, CW 900, d4- 3500, d2+ 4000");
    const std::vector<std::string> want = {"1.1 d2d4 provisional", "1.1 d2d4 confirmed", "1.1 d2d4 taken back"};
    BOOST_CHECK_EQUAL_COLLECTIONS(after.said().begin(), after.said().end(), want.begin(), want.end());
    BOOST_CHECK(after.recogniser().position().side_to_move() == Colour::white);
    BOOST_CHECK(after.flagged(1, "takeback"));
    after.play("e2- 0, e4+ 300, CW 500");
    BOOST_CHECK_EQUAL(after.said().back(), "1.2 e2e4 confirmed");
    BOOST_CHECK_EQUAL(after.finals().back(), "1 move_completed 4.7");
  }
}

BOOST_AUTO_TEST_CASE(B36_down_to_the_first_move_is_no_new_game) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes, "casual");
    game.play("e2- 0, e4+ 300, CW 600").play("e4- 0, e2+ 600").play("d2- 0, d4+ 300, CW 600");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
    BOOST_CHECK_EQUAL(game.moves()[0], "d4");  // B39: the score has the final line, the records have all
    BOOST_CHECK_EQUAL(game.said().back(), "1.2 d2d4 confirmed");
  }
}

BOOST_AUTO_TEST_CASE(B38_castling_taken_back_in_every_order) {
  const char* fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    for (const char* back : {"g1- 0, e1+ 500, f1- 900, h1+ 1400", "f1- 0, h1+ 500, g1- 900, e1+ 1400",
                             "g1- 0, f1- 200, h1+ 700, e1+ 1400", "f1- 0, g1- 300, e1+ 900, h1+ 1400"}) {
      Game game(fen, planes, "casual");
      game.play("e1- 0, g1+ 300, h1- 400, f1+ 700, CW 900").play(back);
      BOOST_CHECK_EQUAL(game.said().back(), "1.1 e1g1 taken back");
      game.play("e1- 0, g1+ 300, h1- 400, f1+ 700, CW 900");  // the right is there again
      BOOST_CHECK_EQUAL(game.said().back(), "1.2 e1g1 confirmed");
    }
  }
}

BOOST_AUTO_TEST_CASE(two_moves_in_either_order) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    for (const char* back : {"f3- 0, g1+ 500, d5- 900, d7+ 1400", "d5- 0, d7+ 500, f3- 900, g1+ 1400"}) {
      Game game(kStart, planes, "casual");
      game.play(kTwo).play(back);
      BOOST_CHECK(game.moves().empty());
      BOOST_CHECK_EQUAL(game.said().back(), "1.1 g1f3 taken back");
      BOOST_CHECK_EQUAL(game.recogniser().ply(), 1);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_capture_taken_back_brings_its_victim_again) {
  const char* fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(fen, planes, "casual");
    game.play("d5- 0, e4- 100, d5+ 300, CW 600").play("d5- 0, e4+ 500, d5+ 1000");
    BOOST_CHECK(game.moves().empty());
    BOOST_CHECK(game.recogniser().position().at(Square::d5)->colour == Colour::black);
  }
}

BOOST_AUTO_TEST_CASE(a_piece_that_is_moved_back_is_moved) {
  // Knights out and back: legal moves lead there, and presses say so.
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes, "casual");
    game.play("g1- 0, f3+ 300, CW 400, g8- 900, f6+ 1000, CB 1100, f3- 1500, g1+ 1600, CW 1700, f6- 2000, g8+ 2100, CB 2200");
    BOOST_CHECK_EQUAL(game.moves().size(), 4U);
  }
}

BOOST_AUTO_TEST_CASE(the_laws_let_nobody_take_a_completed_move_back) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.play("d2- 0, d4+ 400, CW 900, d4- 3500, d2+ 4000");
    BOOST_CHECK_EQUAL(game.said().back(), "1.1 d2d4 confirmed");
    BOOST_CHECK(game.situation().kind == Situation::Kind::misplaced);
  }
}

}  // namespace
}  // namespace adoube::recognition::testing
