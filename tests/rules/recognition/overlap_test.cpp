// SPDX-License-Identifier: Apache-2.0
/// Both players at once: an answer that begins, or ends, before the move it answers is out of the hand.
#include <boost/test/unit_test.hpp>

#include <string>

#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

constexpr const char* kOpen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2";
constexpr const char* kScandinavian = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

BOOST_AUTO_TEST_CASE(B30_reply_before_anybody_is_ready) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    BOOST_CHECK_EQUAL(moves_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
                               "e7- 0, e5+ 250, d2- 350, d4+ 600", planes),
                      "e5 d4");
  }
}

BOOST_AUTO_TEST_CASE(a_hand_that_brushes_the_square_beside_and_leaves_with_the_one_that_moves) {
  // As Black takes on b4 a hand comes to White's bishop on c4, and goes with the one that takes, or is White's and stays.
  for (const bool stays : {false, true}) {
    Game game("4k3/8/8/2p5/1PB5/8/2P5/4K3 b - - 0 1", Planes::both);
    game.play(std::string("T:c5 0, c5- 172, t:c5 200, T:b4 357, b4- 519, T:c4 537, b4+ 546, t:b4 656, ") + (stays ? "t:c4 800" : "t:c4 684") + ", CB 1000")
        .play("c2- 0, c3+ 300, CW 600");
    BOOST_CHECK_EQUAL(game.finals().at(0), "1 move_completed 4.7.1");
    BOOST_CHECK_EQUAL(game.finals().at(1), stays ? "2 violation 4.3.1" : "2 move_completed 4.7");
  }
}

BOOST_AUTO_TEST_CASE(B32_nothing_is_invented_while_pieces_are_in_the_air) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kOpen, planes);
    game.play("g8- 0, d1- 200, f6+ 420, h5+ 1500").finish();
    BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
    BOOST_CHECK_EQUAL(game.moves()[0], "Nf6");
    BOOST_CHECK_EQUAL(game.moves()[1], "Qh5");
    BOOST_CHECK_EQUAL(game.said().front(), "1.1 g8f6 provisional");
    for (const std::string& line : game.said()) BOOST_CHECK(line.find("withdrawn") == std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(B33_a_quick_reply_is_no_takeback) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    BOOST_CHECK_EQUAL(moves_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                               "c7- 0, c5+ 200, b1- 260, c3+ 520", planes, "casual"),
                      "c5 Nc3");
  }
}

BOOST_AUTO_TEST_CASE(capture_and_recapture_on_one_square_within_100_ms) {
  for (const char* script : {"d5- 0, e4- 100, d5+ 300, d8- 310, d5- 340, d5+ 390",   // the queen rises after
                             "d5- 0, e4- 100, d8- 290, d5+ 300, d5- 340, d5+ 390",   // before the pawn is down
                             "d5- 0, e4- 100, d8- 290, d5+ 300, d5- 310, d5+ 330"}) {
    BOOST_CHECK_EQUAL(moves_of(kScandinavian, script, Planes::presence), "exd5 Qxd5");
  }
}

BOOST_AUTO_TEST_CASE(a_hand_that_hovers_before_the_opponent_has_pressed_is_the_answering_one) {
  // Bxh7+ Kxh7, the king held low over h6, where it cannot go, when White presses.
  const char* script = "T:d3 0, d3- 146, t:d3 158, T:h7 414, h7- 503, t:h7 517, T:h7 863, h7+ 878, t:h7 967, T:h7 982, h7- 1017, "
                       "t:h7 1025, T:g8 1086, g8- 1114, t:g8 1119, T:h6 1200, h6+ 1205, CW 1277, h6- 1371, t:h6 1377, T:h7 1456, "
                       "h7+ 1462, t:h7 1489, CB 1700";
  Game game("6k1/7p/8/8/8/3B4/P7/4K3 w - - 0 9", Planes::both);
  game.play(script);
  BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
  BOOST_CHECK_EQUAL(game.finals().front(), "1 move_completed 4.7.1");
}

BOOST_AUTO_TEST_CASE(a_victim_taken_as_its_owner_lets_go_while_the_captor_rests_on_the_way) {
  // ...e5, dxe5: between Black's hand and White's no sensor is quick enough to feel none, so Black's pawn may be going on; and White's
  // stands on d5 when Black presses. A hand that is on it then is White's.
  const char* fen = "4k3/4p3/8/8/3P4/8/8/4K3 b - - 0 1";
  const std::string script = "T:e7 0, e7- 90, t:e7 95, T:e5 400, e5+ 406, t:e5 545, e5- 550, T:d4 635, t:d4 696, d4- 700, T:d5 773, d5+ 778";
  for (const char* rest : {", CB 797, t:d5 879, d5- 884, T:e5 970, e5+ 976, t:e5 1013, CW 1200", ", CB 797, d5- 884, t:d5 890, T:e5 970, e5+ 976, t:e5 1013, CW 1200"}) {
    Game game(fen, Planes::both);
    game.play(script + rest);
    BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
    BOOST_CHECK_EQUAL(game.moves()[0], "e5");
    BOOST_CHECK_EQUAL(game.moves()[1], "dxe5");
    BOOST_CHECK_EQUAL(game.finals().front(), "1 move_completed 4.7");
  }
  // If it has left it is anybody's.
  Game game(fen, Planes::both);
  game.play(script + ", t:d5 790, CB 797");
  BOOST_CHECK_EQUAL(game.finals().at(0), "1 illegal_completed 7.5.1");
  BOOST_CHECK(game.recogniser().judged().judgement.certainty == article4::Certainty::arbiter);
  BOOST_CHECK(game.flagged(1, "displaced:d5"));
  Game alone(fen, Planes::both);  // White's pawn stands, and has taken nothing
  alone.play("T:e7 0, e7- 90, t:e7 95, T:e5 400, e5+ 406, t:e5 545, e5- 550, T:d5 773, d5+ 778, t:d5 790, CB 797");
  BOOST_CHECK_EQUAL(alone.finals().at(0), "1 illegal_completed 7.5.1");
  BOOST_CHECK(alone.recogniser().judged().judgement.certainty == article4::Certainty::certain);
}

BOOST_AUTO_TEST_CASE(a_hand_that_is_felt_no_more_as_its_piece_goes_is_the_one_that_took_it) {
  // Black takes his pawn up before White's rook, which could take it, is down.
  for (const char* rises : {"a5- 360, t:a5 364", "t:a5 360, a5- 361", "t:a5 360, a5- 500"}) {
    BOOST_TEST_CONTEXT(rises) {
      Game game("4k3/8/8/p7/8/8/8/R3K3 w - - 0 1", Planes::both);
      game.play(std::string("T:a1 0, a1- 90, t:a1 95, T:a5 200, ") + rises + ", T:a3 520, a3+ 525, t:a3 650, CW 800, T:a4 900, a4+ 905, t:a4 1000, CB 1100");
      BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
      BOOST_CHECK_EQUAL(game.moves()[0], "Ra3");
      BOOST_CHECK_EQUAL(game.moves()[1], "a4");
      BOOST_CHECK_EQUAL(game.finals().front(), "1 move_completed 4.7");
    }
  }
}

}  // namespace
}  // namespace adoube::recognition::testing
