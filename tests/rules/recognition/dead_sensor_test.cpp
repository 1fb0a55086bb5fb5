// SPDX-License-Identifier: Apache-2.0
/// A presence sensor that does not tell what hands do over it: dead, stuck, or back again. It costs no player an illegal move.
#include <boost/test/unit_test.hpp>

#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

using article4::Certainty;

BOOST_AUTO_TEST_CASE(a_piece_is_set_down_on_a_sensor_that_reads_nothing) {
  Game game(kStart, Planes::both);
  game.play("T:e2 0, e2- 60, t:e2 64, T:e4 300, t:e4 400, CW 900");
  BOOST_REQUIRE_EQUAL(game.finals().size(), 1U);
  BOOST_CHECK_EQUAL(game.finals()[0], "1 move_completed 4.7");
  BOOST_CHECK_EQUAL(game.moves().at(0), "e4");
  BOOST_CHECK(game.flagged(1, "off_centre:e4"));
  BOOST_CHECK(game.flagged(1, "inferred"));
  game.play("T:d7 0, d7- 60, t:d7 64, T:d5 300, d5+ 304, t:d5 400, CB 900");
  BOOST_CHECK_EQUAL(game.finals().back(), "2 move_completed 4.7");
  BOOST_CHECK(game.flagged(2, "off_centre:e4"));  // it still reads nothing
  game.play("e4+ 0").play("T:e4 0, e4- 60, t:e4 64, T:d5 300, d5- 360, t:d5 370, T:d5 600, d5+ 604, t:d5 700, CW 900");
  BOOST_CHECK_EQUAL(game.finals().back(), "3 move_completed 4.7.1");
  BOOST_CHECK(!game.flagged(3, "off_centre:e4"));
}

BOOST_AUTO_TEST_CASE(a_piece_goes_on_from_a_sensor_that_reads_nothing) {
  Game game(kStart, Planes::both);
  game.play("T:e2 0, e2- 60, t:e2 64, T:e4 300, t:e4 400, CW 900");
  game.play("T:d7 0, d7- 60, t:d7 64, T:d6 300, d6+ 304, t:d6 400, CB 900");
  game.play("T:e4 0, t:e4 64, T:e5 300, e5+ 304, t:e5 400, CW 900");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 3U);
  BOOST_CHECK_EQUAL(game.moves()[2], "e5");
  BOOST_TEST(game.finals().back() == "3 move_completed 4.7");
}

BOOST_AUTO_TEST_CASE(a_piece_is_taken_from_a_sensor_that_stays_occupied) {
  Game game(kStart, Planes::both);
  game.play("T:e2 0, t:e2 64, T:e4 300, e4+ 304, t:e4 400, CW 900");
  BOOST_REQUIRE_EQUAL(game.finals().size(), 1U);
  BOOST_CHECK_EQUAL(game.finals()[0], "1 move_completed 4.7");
  BOOST_CHECK_EQUAL(game.moves().at(0), "e4");
  BOOST_CHECK(game.flagged(1, "off_centre:e2"));
  game.play("T:d7 0, d7- 60, t:d7 64, T:d5 300, d5+ 304, t:d5 400, e2- 600, CB 900");  // and is free again
  BOOST_CHECK_EQUAL(game.finals().back(), "2 move_completed 4.7");
  BOOST_CHECK(game.situation().kind == Situation::Kind::settled);
}

BOOST_AUTO_TEST_CASE(touches_before_count_as_on_a_sensor_that_reads) {
  constexpr const char* kExchange = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
  constexpr const char* kRook = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
  struct Pair {
    std::string_view fen;
    const char* dead;
    const char* healthy;
    const char* ruling;
  };
  for (const Pair& pair : std::initializer_list<Pair>{
           {kStart, "T:g1 0, t:g1 400, T:e2 900, e2- 960, t:e2 964, T:e4 1300, t:e4 1450, CW 1900",
            "T:g1 0, t:g1 400, T:e2 900, e2- 960, t:e2 964, T:e4 1300, e4+ 1302, t:e4 1450, CW 1900", "1 violation 4.3.1"},
           {kExchange, "T:d5 0, t:d5 400, T:g1 900, g1- 960, t:g1 964, T:f3 1300, t:f3 1450, CW 1900",
            "T:d5 0, t:d5 400, T:g1 900, g1- 960, t:g1 964, T:f3 1300, f3+ 1302, t:f3 1450, CW 1900", "1 violation 4.3.3"},
           {kRook, "T:h1 0, h1- 60, t:h1 64, T:f1 300, t:f1 500, T:e1 900, e1- 960, t:e1 964, T:g1 1300, g1+ 1302, t:g1 1450, CW 1900",
            "T:h1 0, h1- 60, t:h1 64, T:f1 300, f1+ 302, t:f1 500, T:e1 900, e1- 960, t:e1 964, T:g1 1300, g1+ 1302, t:g1 1450, CW 1900",
            "1 violation 4.7"}}) {
    BOOST_TEST_CONTEXT(pair.dead) {
      Game dead(pair.fen, Planes::both), healthy(pair.fen, Planes::both);
      dead.play(pair.dead);
      healthy.play(pair.healthy);
      BOOST_CHECK_EQUAL(healthy.finals().at(0), pair.ruling);
      BOOST_CHECK_EQUAL(dead.finals().at(0), pair.ruling);
      BOOST_CHECK(dead.recogniser().judged().judgement.certainty == Certainty::arbiter);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_brush_or_a_hand_elsewhere_later_sets_nothing_down) {
  for (const char* script : {"T:e2 0, e2- 60, t:e2 64, T:e3 200, t:e3 210, CW 900",
                             "T:e2 0, e2- 60, t:e2 64, T:e4 200, t:e4 320, T:e5 400, t:e5 600, CW 900"}) {
    Game game(kStart, Planes::both);
    game.play(script);
    BOOST_CHECK_EQUAL(game.finals().at(0), "1 illegal_completed 7.5.1");
    BOOST_CHECK(game.recogniser().judged().judgement.certainty == Certainty::arbiter);
  }
}

BOOST_AUTO_TEST_CASE(of_several_squares_the_one_where_the_hand_was_last) {
  // The hand looks at e3 on its way.
  Game game(kStart, Planes::both);
  game.play("T:e2 0, e2- 60, t:e2 64, T:e3 200, t:e3 320, T:e4 340, t:e4 480, CW 900");
  BOOST_CHECK_EQUAL(game.moves().at(0), "e4");
}

BOOST_AUTO_TEST_CASE(castling_with_a_sensor_that_reads_nothing) {
  Game game("4k3/8/8/8/8/8/8/4K2R w K - 0 1", Planes::both);
  game.play("T:e1 0, e1- 60, t:e1 64, T:g1 300, g1+ 304, t:g1 400, T:h1 600, h1- 660, t:h1 664, T:f1 900, t:f1 1000, CW 1300");
  BOOST_CHECK_EQUAL(game.moves().at(0), "O-O");
  BOOST_CHECK(game.flagged(1, "off_centre:f1"));
}

BOOST_AUTO_TEST_CASE(who_presses_with_the_piece_in_his_hand_has_not_moved) {
  Game game(kStart, Planes::both);
  game.play("T:e2 0, e2- 60, t:e2 64, CW 900");  // no hand was anywhere else
  BOOST_CHECK_EQUAL(game.finals().at(0), "1 illegal_completed 7.5.1");
  Game elsewhere(kStart, Planes::both);
  elsewhere.play("T:e2 0, e2- 60, t:e2 64, T:e5 300, t:e5 400, CW 900");  // nor can it have been set down there
  BOOST_CHECK_EQUAL(elsewhere.finals().at(0), "1 illegal_completed 7.5.1");
  BOOST_CHECK(elsewhere.flagged(1, "off_centre:e5"));
}

BOOST_AUTO_TEST_CASE(presence_alone_accuses_nobody_for_certain_of_what_it_cannot_tell) {
  Game empty(kStart);  // it is in the hand, or on a dead sensor
  empty.play("e2- 0, CW 900");
  BOOST_CHECK_EQUAL(empty.finals().at(0), "1 illegal_completed 7.5.1");
  BOOST_CHECK(empty.flagged(1, "off_centre:e2"));
  BOOST_CHECK(empty.recogniser().judged().judgement.certainty == Certainty::arbiter);
  Game bumped(kStart);  // touched, or knocked over
  bumped.play("g1- 0, g1+ 600, e2- 1200, e4+ 1500");
  BOOST_CHECK(bumped.recogniser().judged().judgement.certainty == Certainty::arbiter);
  bumped.play("CW 900");
  BOOST_CHECK_EQUAL(bumped.finals().at(0), "1 violation 4.3.1");
  BOOST_CHECK(bumped.flagged(1, "disturbed:g1"));
  BOOST_CHECK(bumped.recogniser().judged().judgement.certainty == Certainty::arbiter);
  Game together("4k3/8/8/8/8/8/8/4K2R w K - 0 1");  // the king may have been touched first
  together.play("h1- 0, e1- 100, g1+ 300, f1+ 500, CW 900");
  BOOST_CHECK_EQUAL(together.finals().at(0), "1 violation 4.4.2");
  BOOST_CHECK(together.flagged(1, "order_unclear"));
  BOOST_CHECK(together.recogniser().judged().judgement.certainty == Certainty::arbiter);
  Game rook("4k3/8/8/8/8/8/8/4K2R w K - 0 1");  // it stood before the king rose
  rook.play("h1- 0, f1+ 200, e1- 400, g1+ 600, CW 900");
  BOOST_CHECK(rook.recogniser().judged().judgement.verdict == article4::Verdict::violation);
  BOOST_CHECK(rook.recogniser().judged().judgement.certainty == Certainty::certain);
  Game shown(kStart);  // the squares show what was done
  shown.play("e2- 0, e5+ 400, CW 900");
  BOOST_CHECK_EQUAL(shown.finals().at(0), "1 illegal_completed 7.5.1");
  BOOST_CHECK(shown.recogniser().judged().judgement.certainty == Certainty::certain);
  Game felt(kStart, Planes::both);  // and hands tell
  felt.play("g1- 0, g1+ 600, e2- 1200, e4+ 1500, CW 2400");
  BOOST_CHECK_EQUAL(felt.finals().at(0), "1 violation 4.3.1");
  BOOST_CHECK(felt.recogniser().judged().judgement.certainty == Certainty::certain);
}

}  // namespace
}  // namespace adoube::recognition::testing
