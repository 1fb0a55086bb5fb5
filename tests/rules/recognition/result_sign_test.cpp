// SPDX-License-Identifier: Apache-2.0
/// Kings in the centre: a result, which never touches a confirmed move.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "rules/notation/fen.hpp"
#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

using Kind = Situation::Kind;

constexpr const char* kEnding = "6k1/5p2/8/8/8/3K4/5P2/8 w - - 0 1";
constexpr const char* kMiddle = "rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3";

BOOST_AUTO_TEST_CASE(which_squares_mean_what) {
  const auto set = [](Square a, Square b) { return set_of(a) | set_of(b); };
  BOOST_CHECK(result_on(set(Square::e4, Square::d5)) == Result::white_wins);
  BOOST_CHECK(result_on(set(Square::d4, Square::e5)) == Result::black_wins);
  BOOST_CHECK(result_on(set(Square::e4, Square::e5)) == Result::draw);
  BOOST_CHECK(result_on(set(Square::d4, Square::d5)) == Result::draw);
  BOOST_CHECK(!result_on(set(Square::d4, Square::e4)));
  BOOST_CHECK(!result_on(set(Square::d5, Square::e5)));
  BOOST_CHECK(!result_on(set_of(Square::e4)));
}

BOOST_AUTO_TEST_CASE(pieces_in_the_centre_make_room) {
  const auto rest = fen::parse("6k1/5p2/8/4n3/4P3/3K4/5P2/8 w - - 0 1").value();
  const SquareSet kings_off = rest.pieces() & ~(set_of(Square::d3) | set_of(Square::g8));
  const SquareSet shown = set_of(Square::d4) | set_of(Square::d5);
  BOOST_CHECK(result_sign(rest, kings_off | shown, shown).result == Result::draw);
  const SquareSet lost = set_of(Square::d4) | set_of(Square::e5);  // the black king where the knight stood
  BOOST_CHECK(result_sign(rest, kings_off | lost, lost).result == Result::black_wins);
  // Another piece has gone as well, or a king came elsewhere: no sign.
  BOOST_CHECK(result_sign(rest, (kings_off & ~set_of(Square::f2)) | shown, shown).kind == ResultSign::Kind::none);
  BOOST_CHECK(result_sign(rest, kings_off | shown | set_of(Square::a1), shown | set_of(Square::a1)).kind == ResultSign::Kind::none);
  // Kings in the centre anyway, and a pawn goes beside them there.
  const auto close = fen::parse("8/8/8/3kp3/8/3K4/8/8 b - - 0 1").value();
  const SquareSet pawn = set_of(Square::e4);
  const SquareSet went = (close.pieces() & ~set_of(Square::e5)) | pawn;
  BOOST_CHECK(result_sign(close, went, pawn).kind == ResultSign::Kind::none);
  BOOST_CHECK(result_sign(close, went & ~set_of(Square::d3), pawn).kind == ResultSign::Kind::none);  // White's is in the air
  // A king moves to the centre, the other at home: a move like any other.
  const SquareSet one = set_of(Square::d4);
  BOOST_CHECK(result_sign(rest, kings_off | set_of(Square::g8) | one, one).kind == ResultSign::Kind::none);
  BOOST_CHECK(result_sign(rest, kings_off | one, one).kind == ResultSign::Kind::half);
}

BOOST_AUTO_TEST_CASE(B02_only_one_king_stood_next_to_the_centre) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kEnding, planes);
    game.play("d3- 0, e4+ 600, g8- 1500, e5+ 2600");
    BOOST_CHECK(game.situation().kind == Kind::result_shown);
    BOOST_CHECK(game.situation().result == Result::draw);
    BOOST_CHECK_EQUAL(game.said().back(), "1.1 d3e4 withdrawn");
    game.finish();
    BOOST_CHECK(game.moves().empty());  // Ke4, legal but never completed
    BOOST_CHECK(game.flagged(1, "result_proposed"));
  }
}

BOOST_AUTO_TEST_CASE(B02_a_move_that_was_completed_stays) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kEnding, planes);
    game.play("d3- 0, e4+ 600, CW 900, g8- 1500, e5+ 2600").finish();
    BOOST_CHECK(game.situation().result == Result::draw);
    BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
    BOOST_CHECK_EQUAL(game.moves()[0], "Ke4");
  }
}

BOOST_AUTO_TEST_CASE(the_last_move_before_the_sign_is_in_the_score) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game mate("7k/5Q2/5K2/8/8/8/8/8 w - - 0 1", planes);
    mate.play("f7- 0, g7+ 300").play("f6- 0, h8- 500, e4+ 900, d5+ 1500").finish();
    BOOST_CHECK(mate.situation().result == Result::white_wins);
    BOOST_REQUIRE_EQUAL(mate.moves().size(), 1U);
    BOOST_CHECK_EQUAL(mate.moves()[0], "Qg7#");
    Game resigned(kEnding, planes);
    resigned.play("f2- 0, f4+ 300").play("d3- 0, g8- 500, e4+ 900, d5+ 1500").finish();
    BOOST_CHECK(resigned.situation().result == Result::white_wins);
    BOOST_REQUIRE_EQUAL(resigned.moves().size(), 1U);
    BOOST_CHECK_EQUAL(resigned.moves()[0], "f4");
  }
}

BOOST_AUTO_TEST_CASE(B03_one_king_only) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game("8/8/4k3/8/8/8/7R/6K1 b - - 0 1", planes);
    game.play("e6- 0, d5+ 700, g1- 1500");
    BOOST_CHECK(game.situation().kind == Kind::result_half);
    game.finish();
    BOOST_CHECK(game.moves().empty());
    BOOST_CHECK_EQUAL(game.said().back(), "1.1 e6d5 withdrawn");
    Game answered("8/8/4k3/8/8/8/7R/6K1 b - - 0 1", planes);  // but the other king may be moving
    answered.play("e6- 0, d5+ 700, g1- 1500, g2+ 1800").finish();
    BOOST_CHECK_EQUAL(answered.moves().size(), 2U);
  }
}

BOOST_AUTO_TEST_CASE(kings_that_move_one_after_the_other_are_no_sign) {
  // Kxb6, and Ke5 before anybody has confirmed that: c6 and d4 are empty, e5 is not.
  for (const Planes planes : {Planes::presence, Planes::both}) {
    const char* script = "b6- 0, c6- 200, b6+ 400, d4- 900, e5+ 1200";
    BOOST_CHECK_EQUAL(moves_of("8/8/1Pk4p/6p1/3K2P1/7P/8/8 b - - 0 39", script, planes), "Kxb6 Ke5");
  }
}

BOOST_AUTO_TEST_CASE(a_king_put_beside_the_other_and_pressed_is_an_illegal_move) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game("8/8/8/3k4/8/3p4/3KN3/8 w - - 0 1", planes);
    game.play("d2- 0, d4+ 400");
    BOOST_CHECK(game.situation().kind == Kind::result_shown);
    game.play("CW 0");
    BOOST_CHECK_EQUAL(game.finals().back(), "1 illegal_completed 7.5.1");
  }
}

BOOST_AUTO_TEST_CASE(B04_kings_off_the_board_start_nothing) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kMiddle, planes);
    game.play("e1- 0, e8- 900");
    BOOST_CHECK(game.situation().kind == Kind::in_hand);
    game.play("e4+ 1500, d5+ 2500").finish();
    BOOST_CHECK(game.situation().result == Result::white_wins);
    BOOST_CHECK(game.said().empty());
    BOOST_CHECK_EQUAL(game.recogniser().ply(), 1);
  }
}

BOOST_AUTO_TEST_CASE(B05_the_second_sign_does_not_depend_on_the_first) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kMiddle, planes);
    game.play("e1- 0, d4+ 800, e8- 1500, e5+ 2300");
    BOOST_CHECK(game.situation().result == Result::black_wins);
    game.play("d4- 0, e5- 500, e8+ 900, e1+ 1500");
    BOOST_CHECK(game.situation().kind == Kind::settled);
    game.play("e1- 9000, e4+ 9800, e8- 10500, d5+ 11300");
    BOOST_CHECK(game.situation().result == Result::white_wins);
    BOOST_CHECK_EQUAL(game.told(Kind::result_shown), 2);
  }
}

BOOST_AUTO_TEST_CASE(after_a_sign_that_was_taken_back_the_game_goes_on) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kMiddle, planes);
    game.play("e1- 0, d4+ 800, e8- 1500, e5+ 2300, CW 2500, CB 2600").play("d4- 0, e5- 500, e8+ 900, e1+ 1500");
    game.play("d2- 0, d4+ 400, CW 900");
    BOOST_REQUIRE_EQUAL(game.finals().size(), 1U);
    BOOST_CHECK_EQUAL(game.finals()[0], "1 move_completed 4.7");  // the king was not touched to be moved
  }
}

BOOST_AUTO_TEST_CASE(B06_king_lifted_and_put_back) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.play("e1- 0, e1+ 1200");
    BOOST_CHECK(game.said().empty());
    BOOST_CHECK_EQUAL(game.told(Kind::result_half) + game.told(Kind::result_shown), 0);
    BOOST_CHECK(game.situation().kind == Kind::settled);
    BOOST_CHECK(game.recogniser().judged().judgement.touched.size() == 1);
  }
}

BOOST_AUTO_TEST_CASE(B46_kings_off_and_on_then_a_move) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    BOOST_CHECK_EQUAL(moves_of(kStart, "e1- 0, e8- 800, e1+ 5000, e8+ 5600, d2- 9000, d4+ 9500", planes), "d4");
  }
}

BOOST_AUTO_TEST_CASE(a_king_that_passes_a_rook_in_the_centre_is_no_sign) {
  // Black takes on e5 and White's king goes over d5 to d4 as Black presses: the other king stands at home.
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game("8/k7/8/3rP3/4K3/8/8/8 b - - 0 1", planes);
    game.play("T:e5 0, e5- 60, t:e5 64, T:d5 200, d5- 260, t:d5 264, T:e5 500, e5+ 504, t:e5 580, T:e4 600, e4- 640, t:e4 644, T:d5 760, d5+ 763, "
              "CB 800, d5- 940, t:d5 944, T:d4 1040, d4+ 1044, t:d4 1080, CW 1300");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
    BOOST_CHECK_EQUAL(game.moves()[0] + " " + game.moves()[1], "Rxe5+ Kd4");
    BOOST_CHECK(std::find(game.finals().begin(), game.finals().end(), "1 move_completed 4.7.1") != game.finals().end());
    BOOST_CHECK(!game.flagged(1, "result_proposed"));
  }
}

BOOST_AUTO_TEST_CASE(a_king_that_passes_his_opponent_is_no_sign) {
  // Slid from e3 over e4, beside the king on d5, to f4.
  for (const Planes planes : {Planes::presence, Planes::both}) {
    const char* script = "e3- 0, e4+ 100, e4- 200, f4+ 300, CW 900";
    BOOST_CHECK_EQUAL(moves_of("8/8/8/3k4/8/4K2P/8/8 w - - 0 1", script, planes), "Kf4");
  }
}

}  // namespace
}  // namespace adoube::recognition::testing
