// SPDX-License-Identifier: Apache-2.0
/// Captures in any order, en passant, and what only looks like a capture.
#include <boost/test/unit_test.hpp>

#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

constexpr const char* kD4 = "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2";
constexpr const char* kPassing = "rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3";

void comes_to(const char* fen, const char* script, const char* moves) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    BOOST_CHECK_EQUAL(moves_of(fen, script, planes), moves);
    BOOST_CHECK_EQUAL(moves_of(fen, std::string(script) + ", CW 5000", planes), moves);
  }
}

BOOST_AUTO_TEST_CASE(B22_victim_lifted_first) {
  comes_to(kD4, "e5- 0, d4- 400, e5+ 800", "dxe5");
  Game game(kD4, Planes::both);  // and so it had to be taken
  game.play("e5- 0, d4- 400");
  BOOST_CHECK_EQUAL(game.recogniser().ruling().clause, "4.3.3");
  BOOST_CHECK(game.recogniser().ruling().allowed == std::vector<std::string>{"d4e5"});
}

BOOST_AUTO_TEST_CASE(capturer_first) { comes_to(kD4, "d4- 0, e5- 400, e5+ 800", "dxe5"); }

BOOST_AUTO_TEST_CASE(B23_a_piece_in_the_air_is_no_capture) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game("rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2", planes);
    game.play("f3- 0").finish();
    BOOST_CHECK(game.said().empty());
  }
}

BOOST_AUTO_TEST_CASE(B25_victim_swept_aside) {
  comes_to(kD4, "d4- 0, e5+ 500", "dxe5");           // without an empty moment
  comes_to(kD4, "d4- 0, e5- 500, e5+ 540", "dxe5");  // with one of 40 ms
}

BOOST_AUTO_TEST_CASE(B25_victim_whose_square_never_reads_empty) {
  // The press says that the piece is out of the hand; only one capture leaves these squares.
  Game presence(kD4);
  presence.play("d4- 0, CW 1500");
  BOOST_REQUIRE_EQUAL(presence.said().size(), 1U);
  BOOST_CHECK_EQUAL(presence.said()[0], "1.1 d4e5 confirmed inferred");
  Game both(kD4, Planes::both);
  both.play("T:d4 0, d4- 60, t:d4 64, T:e5 414, t:e5 580, CW 1100");
  BOOST_REQUIRE_EQUAL(both.said().size(), 1U);
  BOOST_CHECK_EQUAL(both.said()[0], "1.1 d4e5 confirmed inferred");
  BOOST_CHECK_EQUAL(both.finals().back(), "1 move_completed 4.7.1");
  Game elsewhere(kD4, Planes::both);  // no hand was on e5: the pawn is in the hand
  elsewhere.play("T:d4 0, d4- 60, t:d4 64, CW 1100");
  BOOST_CHECK_EQUAL(elsewhere.finals().back(), "1 illegal_completed 7.5.1");
  Game two("rnbqkbnr/pp2pppp/8/2p1p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 3");  // c5 or e5: it cannot know
  two.play("d4- 0, CW 1500");
  BOOST_CHECK(two.moves().empty());
}

BOOST_AUTO_TEST_CASE(B25_with_the_reply_begun_before_the_press) {
  const char* script = "T:f1 0, f1- 47, t:f1 56, T:f2 111, t:f2 217, T:h2 232, h2- 293, t:h2 305, CB 316, T:h3 440, h3+ 448, "
                       "t:h3 549, CW 752";
  Game game("6k1/8/8/8/8/8/5P1K/5q2 b - - 0 37", Planes::both);
  game.play(script);
  BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
  BOOST_CHECK_EQUAL(game.moves()[0], "Qxf2+");
  BOOST_CHECK_EQUAL(game.moves()[1], "Kh3");
  BOOST_CHECK_EQUAL(game.finals().front(), "1 move_completed 4.7.1");
}

BOOST_AUTO_TEST_CASE(a_captor_that_is_seen_to_come_before_it_is_seen_to_go) {
  // The hand has left a5 with the queen; e5 feels her 4 ms before a5 misses her.
  Game game("4k3/8/8/q3R3/8/8/8/7K b - - 0 1", Planes::both);
  game.play("T:e5 0, t:e5 76, e5- 77, T:a5 250, t:a5 302, e5+ 303, T:e5 303, a5- 307, t:e5 400, CB 1200");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
  BOOST_CHECK_EQUAL(game.moves()[0], "Qxe5");
  BOOST_CHECK_EQUAL(game.finals().back(), "1 move_completed 4.7.1");
}

BOOST_AUTO_TEST_CASE(what_is_put_back_before_a_hand_is_on_the_victim_takes_nothing) {
  Game game("4k3/1p6/2R5/8/8/8/4B3/4K3 b - - 0 1", Planes::both);
  game.play("T:b7 0, b7- 60, t:b7 64, T:b7 200, b7+ 204, t:b7 300, T:c6 400, t:c6 700, T:e2 710, e2- 760, t:e2 764, CB 900");
  BOOST_CHECK_EQUAL(game.moves().size(), 0U);
  BOOST_CHECK_EQUAL(game.finals().back(), "1 illegal_completed 7.5.1");
}

BOOST_AUTO_TEST_CASE(B25_with_a_reply_that_reads_as_a_move_of_the_victim) {
  // Black takes back, the rook first, and rests on b1 on the way to a1: as if White had moved the rook there, and Black taken on a3.
  Game game("4k3/8/8/q7/1p6/P7/8/R3K3 w - - 0 1", Planes::both);
  game.play("T:a3 0, a3- 60, t:a3 64, T:b4 200, t:b4 600, T:a1 615, a1- 700, t:a1 704, T:a5 900, a5- 960, t:a5 964, T:b1 1200, b1+ 1204, CW 1500, "
            "b1- 1700, t:b1 1704, T:a1 1900, a1+ 1904, t:a1 2000, CB 2300");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
  BOOST_CHECK_EQUAL(game.moves()[0] + " " + game.moves()[1], "axb4 Qxa1+");
  BOOST_CHECK_EQUAL(game.finals().front(), "1 move_completed 4.7.1");
  BOOST_CHECK_EQUAL(game.finals().back(), "2 move_completed 4.7.1");
}

BOOST_AUTO_TEST_CASE(B25_with_a_reply_that_rests_on_the_square_of_the_captor_as_it_is_pressed) {
  Game game("4k3/1p6/2R5/8/8/8/4B3/4K3 b - - 0 1", Planes::both);
  game.play("T:b7 0, b7- 60, t:b7 64, T:c6 200, t:c6 500, T:e2 510, e2- 560, t:e2 564, T:b7 700, b7+ 704, CB 900, b7- 1000, t:b7 1004, "
            "T:a6 1200, a6+ 1204, t:a6 1300, CW 1500");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
  BOOST_CHECK_EQUAL(game.moves()[0] + " " + game.moves()[1], "bxc6 Ba6");
  BOOST_CHECK_EQUAL(game.finals().front(), "1 move_completed 4.7.1");
  BOOST_CHECK_EQUAL(game.finals().back(), "2 move_completed 4.7");
}

BOOST_AUTO_TEST_CASE(B25_with_a_reply_that_comes_over_the_square_of_the_captor) {
  // Black's queen rests on d4, from where the pawn rose, before White has pressed.
  Game game("rnb1kbnr/pppp1ppp/8/4p3/3P3q/8/PPP1PPPP/RNBQKBNR w KQkq - 0 3", Planes::both);
  game.play("T:d4 0, d4- 60, t:d4 64, T:e5 414, t:e5 900, T:h4 1000, h4- 1050, t:h4 1054, T:d4 1100, d4+ 1104, d4- 1150, t:d4 1154, "
            "T:c4 1200, c4+ 1204, t:c4 1300, CW 1500, CB 2000");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
  BOOST_CHECK_EQUAL(game.moves()[0] + " " + game.moves()[1], "dxe5 Qc4");
  BOOST_CHECK_EQUAL(game.finals().front(), "1 move_completed 4.7.1");
  BOOST_CHECK_EQUAL(game.finals().back(), "2 move_completed 4.7");
}

BOOST_AUTO_TEST_CASE(B25_with_a_reply_that_is_felt_after_it_stands) {
  // White's knight reads as set down before the hand on it is felt, and that hand is still there when Black presses.
  Game game("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", Planes::both);
  game.play("T:d8 0, d8- 55, t:d8 61, T:d5 145, t:d5 809, T:b1 824, b1- 883, t:b1 890, c3+ 1028, T:c3 1031, CB 1048, t:c3 1727, CW 2000");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
  BOOST_CHECK_EQUAL(game.moves()[0], "Qxd5");
  BOOST_CHECK_EQUAL(game.moves()[1], "Nc3");
  BOOST_CHECK_EQUAL(game.finals().front(), "1 move_completed 4.7.1");
}

BOOST_AUTO_TEST_CASE(B26_victim_touched_and_put_back) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kD4, planes);
    game.play("e5- 0, e5+ 700, d4- 1500, d5+ 2100").finish();
    BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
    BOOST_CHECK_EQUAL(game.moves()[0], "d5");
    BOOST_CHECK_EQUAL(game.finals().back(), "1 violation 4.3.3");
    BOOST_CHECK(game.flagged(1, "violation"));
  }
}

BOOST_AUTO_TEST_CASE(B27_B28_B29_en_passant_in_three_orders) {
  comes_to(kPassing, "d5- 0, e5- 500, d6+ 1000", "exd6");
  comes_to(kPassing, "e5- 0, d6+ 600, d5- 2400", "exd6");
  comes_to(kPassing, "e5- 0, d5- 150, d6+ 700", "exd6");
}

BOOST_AUTO_TEST_CASE(B28_a_pawn_beside_its_victim_is_no_move_yet) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kPassing, planes);
    game.play("e5- 0, d6+ 600");
    BOOST_CHECK(game.said().empty());
    game.play("d5- 0").finish();
    BOOST_CHECK_EQUAL(game.said().back(), "1.1 e5d6 confirmed");
  }
}

BOOST_AUTO_TEST_CASE(B59_a_pinned_piece_lifted_and_put_back_binds_nothing) {
  const char* pinned = "rnb1kbnr/pppp1ppp/8/8/1b2q3/2N5/PPP2PPP/R1BQKBNR w KQkq - 0 3";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(pinned, planes);
    game.play("c3- 0, c3+ 900, f1- 1500, e2+ 2000, CW 3000");
    BOOST_CHECK_EQUAL(game.finals().back(), "1 move_completed 4.7");
  }
}

BOOST_AUTO_TEST_CASE(a_piece_that_falls_takes_nothing) {
  // The bishop falls over, its owner stops the clock (7.4.1), stands it up again and plays on. Nothing was done to f7.
  const char* fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 0 1";
  const char* rest = "T:c4 0, c4+ 100, t:c4 200, d2- 900, d3+ 1200, CW 1500, a7- 2400, a6+ 2600, CB 2900";
  Game felt(fen, Planes::both);
  felt.play("T:d2 0, c4- 100, CW 600, t:d2 700").play(rest);
  const std::vector<std::string> want = {"d3", "a6"};
  BOOST_CHECK_EQUAL_COLLECTIONS(felt.moves().begin(), felt.moves().end(), want.begin(), want.end());
  for (const std::string& word : felt.finals()) BOOST_CHECK_MESSAGE(word.find("7.5.1") == std::string::npos || word[0] == '1', word);
  // Where no hand is felt it may have been lifted, and have swept the pawn aside: the likeliest reading is told, and left to the arbiter.
  Game unfelt(fen, Planes::presence);
  unfelt.play("c4- 100, CW 600");
  BOOST_CHECK_EQUAL(unfelt.finals().back(), "1 move_completed 4.7.1");
  BOOST_CHECK(unfelt.recogniser().judged().judgement.certainty == article4::Certainty::arbiter);
}

}  // namespace
}  // namespace adoube::recognition::testing
