// SPDX-License-Identifier: Apache-2.0
/// A board that lies the other way round: found out from the pieces or the first move, or told.
#include <boost/test/unit_test.hpp>

#include "rules/notation/fen.hpp"
#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

using Kind = Situation::Kind;

BOOST_AUTO_TEST_CASE(half_a_circle) {
  BOOST_CHECK(rotated(Square::a1) == Square::h8);
  BOOST_CHECK(rotated(Square::e2) == Square::d7);
  BOOST_CHECK(rotated(Square::off) == Square::off);
  BOOST_CHECK(rotated(set_of(Square::a1) | set_of(Square::e4)) == (set_of(Square::h8) | set_of(Square::d5)));
  Event said;
  said.kind = EventKind::arbiter;
  said.square = Square::e2;
  BOOST_CHECK(rotated(said).square == Square::e2);  // who speaks of a square means the game's
}

BOOST_AUTO_TEST_CASE(the_start_position_is_told_by_the_first_press) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    BOOST_CHECK(game.recogniser().begin(fen::parse(kStart).value().pieces()));
    game.play("d7- 0, d5+ 400, CW 900");  // e2-e4
    BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
    BOOST_CHECK_EQUAL(game.moves()[0], "e4");
    BOOST_CHECK_EQUAL(game.finals().back(), "1 move_completed 4.7");
    BOOST_CHECK_EQUAL(game.finals().size(), 1U);
    BOOST_CHECK(game.situation().rotated);
    game.play("b1- 0, c3+ 400, CB 900").play("h7- 0, h6+ 400, h6- 1500, h5+ 1900, CW 2500");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 3U);
    BOOST_CHECK_EQUAL(game.moves()[1] + " " + game.moves()[2], "Nf6 a4");
    BOOST_CHECK(game.situation().kind == Kind::settled);
  }
}

BOOST_AUTO_TEST_CASE(an_answer_may_be_begun_before_the_press) {
  const char* exchange = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game quiet(kStart, planes);
    quiet.play("d7- 0, d5+ 400, d2- 800, CW 900");
    BOOST_CHECK_EQUAL(quiet.moves().at(0), "e4");
    BOOST_CHECK_EQUAL(quiet.finals().size(), 1U);
    Game recapture(exchange, planes);
    recapture.play("e4- 0, d5- 200, e4+ 400, e1- 700, CW 900");
    BOOST_CHECK_EQUAL(recapture.moves().at(0), "exd5");
    BOOST_CHECK_EQUAL(recapture.finals().size(), 1U);
    Game victim(exchange, planes);  // both pawns are off the board, whichever way it lies
    victim.play("e4- 0, d5- 200, e4+ 400, e4- 600, CW 900");
    BOOST_CHECK_EQUAL(victim.moves().at(0), "exd5");
    BOOST_CHECK_EQUAL(victim.finals().size(), 1U);
  }
}

BOOST_AUTO_TEST_CASE(a_sensor_that_flickers_does_not_hide_it) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.play("T:h7 -100, t:h7 -90, d4+ 0, d4- 50, d4+ 170, d4- 260, d4+ 300, T:d7 340, d7- 400, t:d7 404, d4- 500, d4+ 600, T:d5 700, d5+ 704, "
              "t:d5 800, CW 900, d4- 950");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
    BOOST_CHECK_EQUAL(game.moves()[0], "e4");
    BOOST_CHECK(game.situation().rotated);
    // And the board that lies as it was thought to is not turned for it.
    Game straight(kStart, planes);
    straight.play("T:h2 -100, t:h2 -90, d6+ 0, d6- 50, d6+ 170, d6- 260, d6+ 300, T:e2 340, e2- 400, t:e2 404, d6- 500, d6+ 600, T:e4 700, e4+ 704, "
                  "t:e4 800, CW 900, d6- 950");
    BOOST_REQUIRE_EQUAL(straight.moves().size(), 1U);
    BOOST_CHECK_EQUAL(straight.moves()[0], "e4");
    BOOST_CHECK(!straight.situation().rotated);
  }
}

BOOST_AUTO_TEST_CASE(a_first_capture_that_sweeps_its_victim_aside) {
  // The square of the victim is never seen to be empty: exd5, and the same on the board that is not turned.
  const char* exchange = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game turned(exchange, planes);
    turned.play("T:d5 0, d5- 60, t:d5 64, T:e4 300, t:e4 700, CW 900");
    BOOST_REQUIRE_EQUAL(turned.moves().size(), 1U);
    BOOST_CHECK_EQUAL(turned.moves()[0], "exd5");
    BOOST_CHECK(turned.situation().rotated);
    Game straight(exchange, planes);
    straight.play("T:e4 0, e4- 60, t:e4 64, T:d5 300, t:d5 700, CW 900");
    BOOST_REQUIRE_EQUAL(straight.moves().size(), 1U);
    BOOST_CHECK_EQUAL(straight.moves()[0], "exd5");
    BOOST_CHECK(!straight.situation().rotated);
  }
}

BOOST_AUTO_TEST_CASE(without_a_press_the_answer_tells) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    BOOST_CHECK_EQUAL(moves_of(kStart, "d7- 0, d5+ 400, d2- 1500, d4+ 1900, b8- 3000, c6+ 3400", planes), "e4 e5 Nf3");
  }
}

BOOST_AUTO_TEST_CASE(a_ruling_has_the_squares_of_the_game) {
  Game game(kStart, Planes::both);
  game.play("d7- 0, d5+ 400, CW 900").play("T:d2 0, t:d2 300");
  BOOST_CHECK_EQUAL(game.recogniser().ruling().clause, "4.3.1");
  BOOST_CHECK(game.recogniser().ruling().allowed == (std::vector<std::string>{"e7e5", "e7e6"}));
}

BOOST_AUTO_TEST_CASE(a_position_that_differs_tells_at_once) {
  const char* fen = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1";
  const SquareSet pieces = fen::parse(fen).value().pieces();
  Game turned(fen);
  BOOST_CHECK(turned.recogniser().begin(rotated(pieces)));
  BOOST_CHECK(turned.situation().rotated);
  turned.play("d8- 0, b8+ 400, a8- 800, c8+ 1200, CW 2000");
  BOOST_REQUIRE_EQUAL(turned.moves().size(), 1U);
  BOOST_CHECK_EQUAL(turned.moves()[0], "O-O");
  Game straight(fen);
  BOOST_CHECK(straight.recogniser().begin(pieces));
  BOOST_CHECK(!straight.situation().rotated);
  BOOST_CHECK(!Game(fen).recogniser().begin(pieces ^ set_of(Square::a1)));
}

BOOST_AUTO_TEST_CASE(an_operator_may_tell) {
  Options options;
  options.rotated = true;
  Game game(kStart, Planes::both, "fide2023", options);
  game.play("d7- 0, d5+ 400");
  BOOST_CHECK_EQUAL(game.said().back(), "1.1 e2e4 provisional");
  options.rotated = false;
  Game straight(kStart, Planes::both, "fide2023", options);
  straight.play("d7- 0, d5+ 400, CW 900");
  BOOST_CHECK_EQUAL(straight.finals().back(), "1 illegal_completed 7.5.1");
  const SquareSet pieces = fen::parse("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1").value().pieces();
  BOOST_CHECK(!Game("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", Planes::both, "fide2023", options).recogniser().begin(rotated(pieces)));
}

BOOST_AUTO_TEST_CASE(what_does_not_turn_a_board) {
  Game black_first(kStart, Planes::both);  // out of turn, and Black presses
  black_first.play("d7- 0, d5+ 400, CB 900");
  BOOST_CHECK(!black_first.situation().rotated);
  Game illegal(kStart, Planes::both);  // no legal move on the turned board either
  illegal.play("e2- 0, e5+ 400, CW 900");
  BOOST_CHECK(!illegal.situation().rotated);
  BOOST_CHECK_EQUAL(illegal.finals().back(), "1 illegal_completed 7.5.1");
  Game alike("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N w - - 0 1");  // a capture begun here is a move there
  alike.play("c8- 0, off+ 500, b7- 900, c8+Q 1500, CW 2500");
  BOOST_CHECK(!alike.situation().rotated);
  Game later(kStart, Planes::both);  // once a move was made
  later.play("e2- 0, e4+ 400, CW 900").play("d2- 0, d4+ 400, CB 900");
  BOOST_CHECK(!later.situation().rotated);
}

BOOST_AUTO_TEST_CASE(a_capture_tells_as_well) {
  // The pieces look alike both ways. On the turned board 1. exd5 leaves the squares as a capture taken up would, but for the press.
  const char* fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    for (const char* script : {"d5- 0, e4- 400, e4+ 800, CW 1200", "e4- 0, d5- 400, e4+ 800, CW 1200"}) {
      Game game(fen, planes);
      game.play(script);
      BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
      BOOST_CHECK_EQUAL(game.moves()[0], "exd5");
      BOOST_CHECK(game.situation().rotated);
      Game straight(fen, planes);
      straight.play("e4- 0, d5- 400, d5+ 800, CW 1200");
      BOOST_CHECK_EQUAL(straight.moves().at(0), "exd5");
      BOOST_CHECK(!straight.situation().rotated);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_piece_in_the_hand_does_not_turn_a_board) {
  // White takes d5 up, straightens a1 meanwhile and puts d5 back: on a turned board that would have been 1. exd5, and what the
  // players do next looks alike both ways.
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", planes);
    game.play("d5- 0, a1- 400, a1+ 700, d5+ 1000, g1- 2000, f3+ 2400, g8- 4000, f6+ 4400");
    BOOST_CHECK(!game.situation().rotated);
  }
}

BOOST_AUTO_TEST_CASE(a_gap_leaves_it_open) {
  Game game(kStart);
  game.miss("");
  game.play("d7- 0, d5+ 400, CW 900");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
  BOOST_CHECK_EQUAL(game.moves()[0], "e4");
}

}  // namespace
}  // namespace adoube::recognition::testing
