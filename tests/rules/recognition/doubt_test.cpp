// SPDX-License-Identifier: Apache-2.0
/// Nobody is blamed for certain of what the planes cannot agree on.
#include <boost/test/unit_test.hpp>

#include <string>

#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

using article4::Certainty;

Certainty certainty(Game& game) { return game.recogniser().judged().judgement.certainty; }

constexpr const char* kRooks = "r3k2r/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R b - - 0 1";

BOOST_AUTO_TEST_CASE(a_hand_that_one_plane_feels_on_another_file) {
  // The touch lines of the files a and h are exchanged: the rook of a8 goes to b8 under a hand that is felt on h8.
  Game game(kRooks, Planes::both);
  game.play("T:e8 -300, t:e8 -280, T:h8 0, a8- 148, t:h8 165, T:b8 354, b8+ 366, t:b8 504, CB 700");
  BOOST_REQUIRE_EQUAL(game.finals().size(), 1U);
  BOOST_CHECK_EQUAL(game.finals()[0], "1 violation 4.3.1");
  BOOST_CHECK(certainty(game) == Certainty::arbiter);
  BOOST_CHECK(game.flagged(1, "unsteady:h8"));
  Game quick(kRooks, Planes::both);  // felt no more before the piece is gone
  quick.play("T:e8 -300, t:e8 -280, T:h8 0, t:h8 120, a8- 148, T:b8 354, b8+ 366, t:b8 504, CB 700");
  BOOST_CHECK_EQUAL(quick.finals().at(0), "1 violation 4.3.1");
  BOOST_CHECK(certainty(quick) == Certainty::arbiter);
}

BOOST_AUTO_TEST_CASE(a_move_that_one_plane_shows_on_another_file) {
  // The presence lines of the files d and e are exchanged: hands play e4, the squares show d4.
  Game game(kStart, Planes::both);
  game.play("T:b1 -300, t:b1 -280, T:e2 0, d2- 60, t:e2 64, T:e4 300, d4+ 310, t:e4 400, CW 700");
  BOOST_REQUIRE_EQUAL(game.finals().size(), 1U);
  BOOST_CHECK(certainty(game) == Certainty::arbiter);
  BOOST_CHECK(game.flagged(1, "unsteady:e2"));
  // A dead pad alone is no contradiction, nor is a hand of the opponent's that waits on his piece.
  Game dead(kStart, Planes::both);
  dead.play("T:b1 -300, t:b1 -280, e2- 60, T:e4 300, e4+ 310, t:e4 400, T:e7 500, CW 700");
  BOOST_CHECK_EQUAL(dead.finals().at(0), "1 move_completed 4.7");
  BOOST_CHECK(certainty(dead) == Certainty::certain);
}

BOOST_AUTO_TEST_CASE(a_piece_that_is_set_down_where_another_file_feels_the_hand) {
  // The queen comes to a4 under a hand that is felt on the pawn of h4, which she could take.
  Game game("4k3/8/8/8/3Q3p/8/8/4K3 w - - 0 1", Planes::both);
  game.play("T:d4 0, d4- 60, t:d4 64, T:h4 300, a4+ 310, t:h4 450, CW 700");
  BOOST_CHECK_EQUAL(game.finals().at(0), "1 violation 4.3.3");
  BOOST_CHECK(certainty(game) == Certainty::arbiter);
  BOOST_CHECK(game.flagged(1, "unsteady:h4"));
}

BOOST_AUTO_TEST_CASE(a_pad_that_feels_a_hand_for_ever) {
  Game game(kRooks, Planes::both);
  game.play("T:f7 0, T:a8 6000, a8- 6120, t:a8 6130, T:b8 6400, b8+ 6410, t:b8 6550, CB 7000");
  BOOST_CHECK_EQUAL(game.finals().at(0), "1 violation 4.3.1");
  BOOST_CHECK(certainty(game) == Certainty::arbiter);
  BOOST_CHECK(game.flagged(1, "unsteady:f7"));
}

BOOST_AUTO_TEST_CASE(what_the_planes_agree_on_stays_certain) {
  for (const char* script : {"T:h8 0, t:h8 400, T:a8 900, a8- 1020, t:a8 1030, T:b8 1300, b8+ 1310, t:b8 1450, CB 1700",
                             "T:h8 0, t:h8 400, T:a8 410, a8- 530, t:a8 540, T:b8 800, b8+ 810, t:b8 950, CB 1200",
                             // The pad of a8 is dead, and the hand had left h8 a second before.
                             "T:h8 0, t:h8 150, a8- 1200, T:b8 1500, b8+ 1510, t:b8 1650, CB 1900"}) {
    BOOST_TEST_CONTEXT(script) {
      Game game(kRooks, Planes::both);
      game.play("T:e8 0, t:e8 20");
      game.play(script);
      BOOST_CHECK_EQUAL(game.finals().at(0), "1 violation 4.3.1");
      BOOST_CHECK(certainty(game) == Certainty::certain);
    }
  }
}

BOOST_AUTO_TEST_CASE(nobody_has_three_pieces_up) {
  // The lines of both planes of one file are exchanged: its pieces are gone and hands are on all of their squares.
  for (const Planes planes : {Planes::both, Planes::presence}) {
    Game game(kStart, planes);
    game.play("T:d2 0, d2- 50, t:d2 64, a1- 150, T:a1 150, a2- 150, T:a2 150, T:d5 250, d5+ 260, t:d5 290");
    BOOST_CHECK(game.recogniser().judged().judgement.verdict == article4::Verdict::illegal_uncompleted);
    BOOST_CHECK(certainty(game) == Certainty::arbiter);
    BOOST_CHECK(game.recogniser().judged().judgement.flags.has({article4::FlagWord::off_centre, Square::a1}));
  }
  Game one(kStart, Planes::both);  // nor is a piece that stands where it may not be the sensors' doing
  one.play("T:d2 0, d2- 50, t:d2 64, T:d5 250, d5+ 260, t:d5 290");
  BOOST_CHECK(one.recogniser().judged().judgement.verdict == article4::Verdict::illegal_uncompleted);
  BOOST_CHECK(certainty(one) == Certainty::certain);
}

BOOST_AUTO_TEST_CASE(what_the_opponent_may_have_moved_makes_no_move_illegal_for_certain) {
  // Black sets his knight elsewhere while White has the move.
  Game game(kStart, Planes::both);
  game.play("g8- 0, g6+ 300, d2- 900, d4+ 1200, CW 1500");
  BOOST_CHECK_EQUAL(game.finals().at(0), "1 illegal_completed 7.5.1");
  BOOST_CHECK(certainty(game) == Certainty::arbiter);
  BOOST_CHECK(game.flagged(1, "displaced:g6"));
  Game both(kStart, Planes::both);  // and White's move is none either
  both.play("g8- 0, g6+ 300, d2- 900, d5+ 1200, CW 1500");
  BOOST_CHECK_EQUAL(both.finals().at(0), "1 illegal_completed 7.5.1");
  BOOST_CHECK(certainty(both) == Certainty::certain);
  Game own(kStart, Planes::both);  // his own piece on a square where it cannot go
  own.play("g1- 0, g4+ 300, CW 600");
  BOOST_CHECK_EQUAL(own.finals().at(0), "1 illegal_completed 7.5.1");
  BOOST_CHECK(certainty(own) == Certainty::certain);
}

BOOST_AUTO_TEST_CASE(what_came_from_nowhere_makes_no_move_illegal_for_certain) {
  // Black castles, the rook first, and the sensor of e8 goes on reading a piece: to it the king on g8 is one too many.
  const std::string castles = "T:h8 0, h8- 40, t:h8 44, T:f8 250, f8+ 260, t:f8 300, T:e8 350, t:e8 400, T:g8 660, g8+ 670, t:g8 720, CB 820";
  Game game(kRooks, Planes::both);
  game.play(castles).play("b2- 0, b3+ 300, CW 600");
  BOOST_CHECK_EQUAL(game.finals().back(), "2 illegal_completed 7.5.1");
  BOOST_CHECK(certainty(game) == Certainty::arbiter);
  BOOST_CHECK(game.flagged(2, "displaced:g8"));
  Game both(kRooks, Planes::both);  // White's move is none whatever stands on g8
  both.play(castles).play("b2- 0, b5+ 300, CW 600");
  BOOST_CHECK_EQUAL(both.finals().back(), "2 illegal_completed 7.5.1");
  BOOST_CHECK(certainty(both) == Certainty::certain);
}

BOOST_AUTO_TEST_CASE(whoever_sets_up_a_piece_that_fell_has_not_touched_it_for_certain) {
  // White's knight falls, is set up, put straight once more, and White moves his pawn.
  const char* fen = "4k3/8/8/8/4N3/8/3P4/4K3 w - - 0 1";
  Game game(fen, Planes::both);
  game.play("T:e1 0, t:e1 20, e4- 1000, e4+ 1400, T:e4 2500, e4- 2600, t:e4 2610, T:e4 2900, e4+ 2910, t:e4 3050, d2- 3500, d4+ 3800, CW 4100");
  BOOST_CHECK_EQUAL(game.finals().at(0), "1 violation 4.3.1");
  BOOST_CHECK(certainty(game) == Certainty::arbiter);
  BOOST_CHECK(game.flagged(1, "disturbed:e4"));
  Game touched(fen, Planes::both);
  touched.play("T:e1 0, t:e1 20, T:e4 2500, e4- 2600, t:e4 2610, T:e4 2900, e4+ 2910, t:e4 3050, d2- 3500, d4+ 3800, CW 4100");
  BOOST_CHECK_EQUAL(touched.finals().at(0), "1 violation 4.3.1");
  BOOST_CHECK(certainty(touched) == Certainty::certain);
}

BOOST_AUTO_TEST_CASE(a_piece_that_fell_and_is_taken_up_for_the_answer_fell_all_the_same) {
  Game game("4k3/8/8/3p4/2P5/8/8/R3K3 w - - 0 1", Planes::presence);
  game.play("d5- 0, d5+ 300, a1- 600, a3+ 900, d5- 1100, CW 1300");
  BOOST_CHECK_EQUAL(game.finals().at(0), "1 violation 4.3.3");
  BOOST_CHECK(game.ruling(1).certainty == Certainty::arbiter);
  BOOST_CHECK(game.flagged(1, "disturbed:d5"));
}

BOOST_AUTO_TEST_CASE(what_breaks_the_laws_behind_a_move_that_may_have_been_misread) {
  // White is taken to have swept the rook aside; Black's king goes to e6, at once or two plies later.
  constexpr const char* kSwept = "T:a1 0, a1- 60, t:a1 64, T:a8 200, t:a8 400, CW 600";
  for (const bool later : {false, true}) {
    Game game("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1", Planes::both, "fide2023");
    game.play(kSwept);
    BOOST_CHECK(game.flagged(1, "inferred"));
    if (later) game.play("e8- 0, e7+ 300, CB 600").play("e1- 0, e2+ 300, CW 600");
    game.play(later ? "e7- 0, e5+ 300, CB 600" : "e8- 0, e6+ 300, CB 600");
    BOOST_CHECK(game.recogniser().judged().judgement.verdict == article4::Verdict::illegal_completed);
    BOOST_CHECK((certainty(game) == Certainty::certain) == later);
  }
}

BOOST_AUTO_TEST_CASE(what_may_break_the_laws_there_is_misread_itself_perhaps) {
  // Black touches his king and moves a pawn behind the capture that was inferred: what he does two plies later is in doubt too.
  constexpr const char* kSwept = "T:a1 0, a1- 60, t:a1 64, T:a7 200, t:a7 400, CW 600";
  constexpr const char* kStood = "4k3/p6p/8/8/8/8/8/R3K3 w - - 0 1";
  Game game(kStood, Planes::both);
  game.play(kSwept).play("T:e8 0, t:e8 300, T:h7 500, h7- 560, t:h7 564, T:h6 800, h6+ 804, t:h6 900, CB 1000").play("e1- 0, e2+ 300, CW 600");
  BOOST_CHECK_EQUAL(game.finals().at(1), "2 violation 4.3.1");
  game.play("h6- 0, h4+ 300, CB 600");
  BOOST_CHECK(game.recogniser().judged().judgement.verdict == article4::Verdict::illegal_completed);
  BOOST_CHECK(certainty(game) == Certainty::arbiter);
  // Nothing of that is left where somebody sets the position up.
  Game set_up(kStood, Planes::both);
  set_up.play(kSwept);
  set_up.recogniser().set_up(set_up.recogniser().position());
  set_up.play("h7- 0, h4+ 300, CB 600");
  BOOST_CHECK(set_up.recogniser().judged().judgement.verdict == article4::Verdict::illegal_completed);
  BOOST_CHECK(certainty(set_up) == Certainty::certain);
}

BOOST_AUTO_TEST_CASE(a_promoted_pawn_may_be_exchanged_only_in_its_player_s_next_turn) {
  const char* fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
  for (const Planes planes : {Planes::both, Planes::presence}) {
    Game game(fen, planes);
    game.play("a7- 0, a8+ 300, CW 600").play("e8- 0, d7+ 300, CB 600").play("a8- 0, a8+ 900, e1- 1500, e2+ 1800, CW 2200");
    BOOST_CHECK_EQUAL(game.finals().at(2), "3 move_completed 4.7");
    BOOST_CHECK(certainty(game) == Certainty::arbiter);
    Game his(fen, planes);  // while the opponent has the move
    his.play("a7- 0, a8+ 300, CW 600").play("a8- 0, a8+ 900, e8- 1500, d7+ 1800, CB 2200");
    BOOST_CHECK_EQUAL(his.finals().at(1), "2 move_completed 4.7");
    Game later(fen, planes);  // in the turn after it is touched like any other
    later.play("a7- 0, a8+ 300, CW 600").play("e8- 0, d7+ 300, CB 600").play("e1- 0, e2+ 300, CW 600").play("d7- 0, c7+ 300, CB 600");
    later.play("a8- 0, a8+ 900, e2- 1500, e3+ 1800, CW 2200");
    BOOST_CHECK_EQUAL(later.finals().at(4), "5 violation 4.3.1");
    BOOST_CHECK((certainty(later) == Certainty::certain) == (planes == Planes::both));  // presence alone: it may have been bumped
    Game moved(fen, planes);  // and moved it is moved
    moved.play("a7- 0, a8+ 300, CW 600").play("e8- 0, d7+ 300, CB 600").play("a8- 0, a8+ 900, a8- 1500, a7+ 1800, CW 2200");
    BOOST_CHECK_EQUAL(moved.finals().at(2), "3 move_completed 4.7");
    BOOST_CHECK(certainty(moved) == Certainty::certain);
  }
}

constexpr const char* kPawnToTake = "3qk3/8/8/3p4/4P3/2N5/8/4K3 w - - 0 1";

BOOST_AUTO_TEST_CASE(while_the_opponent_says_that_he_adjusts_no_touch_is_the_mover_s_for_certain) {
  // Black, who does not have the move, declares and takes up a pawn of his, or White's knight, and puts it back; White plays his king.
  for (const Planes planes : {Planes::both, Planes::presence}) {
    for (const char* touch : {"AB 0, d5- 700, d5+ 1000", "AB 0, c3- 700, c3+ 1000", "AB 0, d5- 700, d5+ 1000, c3- 1500, c3+ 1700"}) {
      BOOST_TEST_CONTEXT(touch) {
        Game game(kPawnToTake, planes);
        game.play(touch);
        BOOST_CHECK(game.recogniser().judged().judgement.verdict == article4::Verdict::irregular_touch);
        BOOST_CHECK(certainty(game) == Certainty::arbiter);
        game.play("e1- 0, e2+ 300, CW 700");
        BOOST_CHECK_EQUAL(game.finals().at(0), "1 move_completed 4.7");
        BOOST_CHECK(certainty(game) == Certainty::arbiter);
        BOOST_CHECK(game.flagged(1, "adjust_without_move"));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_hand_without_a_piece_that_the_opponent_s_word_explains) {
  Game game(kPawnToTake, Planes::both);
  game.play("AB 0, T:d5 300, t:d5 900, T:d5 1200, t:d5 1220, T:e1 2200, e1- 2260, t:e1 2264, T:e2 2500, e2+ 2504, t:e2 2600, CW 2900");
  BOOST_CHECK_EQUAL(game.finals().at(0), "1 move_completed 4.7");
  BOOST_CHECK(certainty(game) == Certainty::arbiter);
  Game brush(kPawnToTake, Planes::both);  // and a brush is his no more than the mover's
  brush.play("AB 0, T:d5 300, t:d5 330, T:e1 2200, e1- 2260, t:e1 2264, T:e2 2500, e2+ 2504, t:e2 2600, CW 2900");
  BOOST_CHECK_EQUAL(brush.finals().at(0), "1 move_completed 4.7");
  BOOST_CHECK(certainty(brush) == Certainty::certain);
}

BOOST_AUTO_TEST_CASE(what_no_word_of_the_opponent_explains_stays_the_mover_s) {
  for (const Planes planes : {Planes::both, Planes::presence}) {
    for (const char* touch : {"d5- 0, d5+ 300",                             // he has said nothing
                              "d5- 0, d5+ 300, AB 700",                     // or too late
                              "AB 0, d5- 15700, d5+ 16000",                 // or long ago
                              "AB 0, d5- 700, d5+ 1000, d5- 15700, d5+ 16000"}) {
      BOOST_TEST_CONTEXT(touch) {
        Game game(kPawnToTake, planes);
        game.play(touch).play("e1- 0, e2+ 300, CW 700");
        BOOST_CHECK(game.finals().at(0).starts_with("1 violation 4.3."));
        BOOST_CHECK((certainty(game) == Certainty::certain) == (planes == Planes::both));
      }
    }
    Game taken(kPawnToTake, planes);  // and a move that stands under every reading is made for certain
    taken.play("AB 0, d5- 700, d5+ 1000").play("d5- 0, d5+ 10, c3- 300, d5- 350, d5+ 700, CW 1000");
    BOOST_CHECK_EQUAL(taken.moves().at(0), "Nxd5");
    BOOST_CHECK(certainty(taken) == Certainty::certain);
  }
}

}  // namespace
}  // namespace adoube::recognition::testing
