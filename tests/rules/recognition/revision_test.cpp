// SPDX-License-Identifier: Apache-2.0
/// A press, or a later event, shows whose hands it was: answers that begin before the press, captures of which the planes missed
/// the end, pieces that slide from one scan to the next.
#include <boost/test/unit_test.hpp>

#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

using Kind = Situation::Kind;

BOOST_AUTO_TEST_CASE(a_recapture_that_slides_over_a_square_as_the_press_comes) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    BOOST_CHECK_EQUAL(moves_of("4k3/8/8/4n3/8/3B4/8/3QK3 b - - 0 1",
                               "d3- 0, e5- 300, d3+ 700, d3- 1000, d1- 1200, d2+ 1208, d2- 1236, CB 1240, d3+ 1245, CW 1600", planes),
                      "Nxd3+ Qxd3");
  }
}

BOOST_AUTO_TEST_CASE(a_recapture_held_low_over_a_square_as_the_press_comes) {
  const char* fen = "6k1/p7/1p6/8/3B4/8/8/6K1 w - - 0 1";
  BOOST_CHECK_EQUAL(moves_of(fen, "b6- 0, d4- 300, b6+ 700, b6- 1000, a7- 1300, c5+ 1500, CW 1550, c5- 1650, b6+ 1900, CB 2300",
                             Planes::presence),
                    "Bxb6 axb6");
  // And the whole of it before the mover presses at all.
  BOOST_CHECK_EQUAL(moves_of(fen, "b6- 0, d4- 300, b6+ 700, b6- 1000, a7- 1300, c5+ 1500, c5- 1650, b6+ 1900, CB 2300", Planes::presence),
                    "Bxb6 axb6");
  // A bishop that goes on by himself is the mover's, and what he presses is illegal.
  Game illegal(fen);
  illegal.play("d4- 0, e5+ 300, e5- 600, e4+ 900, CW 1500");
  BOOST_CHECK_EQUAL(illegal.finals().back(), "1 illegal_completed 7.5.1");
}

BOOST_AUTO_TEST_CASE(an_answer_that_slides_where_the_mover_could_have_gone) {
  // White has let his rook go. Black takes the pawn on c4 off, and slides over c5, where that pawn could go, as White presses.
  Game game("r3qr1k/1ppb2p1/5n1p/p2p1p2/PnPPpP1P/1PQ1P1PN/3R4/R4NKB w - - 5 24", Planes::both);
  game.play("T:d2 0, d2- 98, t:d2 98, T:g2 300, g2+ 304, t:g2 457, T:c4 472, c4- 534, t:c4 538, T:d5 630, d5- 677, t:d5 682, c5+ 803, T:c5 803, "
            "CW 812, c5- 1388, t:c5 1390, T:c4 1485, c4+ 1486, t:c4 1537, CB 1700");
  BOOST_REQUIRE_EQUAL(game.finals().size(), 2U);
  BOOST_CHECK_EQUAL(game.finals()[0], "1 move_completed 4.7");
  BOOST_CHECK_EQUAL(game.finals()[1], "2 move_completed 4.7.1");
}

BOOST_AUTO_TEST_CASE(a_hand_that_comes_to_take_what_was_set_down) {
  // White's queen is seen to be let go on d8; Black's king is in the air and his hand on the queen as White presses. The hand that was
  // on e4 had put Black's knight there.
  BOOST_CHECK_EQUAL(moves_of("4k3/8/5n2/8/4N3/3Q4/8/4K3 b - - 0 1",
                             "T:e4 0, e4- 60, t:e4 64, T:f6 150, f6- 200, t:f6 204, T:d3 250, d3- 280, T:e4 286, t:d3 290, e4+ 292, t:e4 310, CB 360, "
                             "T:d8 500, d8+ 504, t:d8 600, T:e8 620, e8- 660, t:e8 664, T:d8 700, CW 702, d8- 740, t:d8 744, T:d8 820, d8+ 824, "
                             "t:d8 900, CB 1000", Planes::both),
                    "Nxe4 Qd8+ Kxd8");
}

BOOST_AUTO_TEST_CASE(B25_swept_aside_and_taken_back_before_the_press) {
  const char* fen = "rnbqkbnr/pp2pppp/2p5/3p4/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 0 3";
  BOOST_CHECK_EQUAL(moves_of(fen,
                             "T:e4 0, e4- 190, t:e4 215, T:d5 330, t:d5 708, T:c6 723, c6- 803, t:c6 812, T:d5 903, d5- 982, t:d5 991, "
                             "CW 1148, T:d5 1222, d5+ 1232, t:d5 1290, CB 1350", Planes::both),
                    "exd5 cxd5");
  // One hand takes over from the other on the square: the contact never opens.
  BOOST_CHECK_EQUAL(moves_of(fen,
                             "T:e4 0, e4- 190, t:e4 215, T:d5 330, T:c6 723, c6- 803, t:c6 812, d5- 850, t:d5 991, CW 1148, "
                             "T:d5 1222, d5+ 1232, t:d5 1290, CB 1350", Planes::both),
                    "exd5 cxd5");
}

BOOST_AUTO_TEST_CASE(recapture_within_100_ms_where_the_contact_never_opens) {
  const char* fen = "rnbqkbnr/pp2pppp/2p5/3p4/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 0 3";
  BOOST_CHECK_EQUAL(moves_of(fen,
                             "T:d5 0, d5- 60, t:d5 70, T:e4 150, e4- 200, t:e4 210, T:d5 380, d5+ 390, T:c6 400, c6- 420, t:c6 425, "
                             "d5- 440, CW 455, d5+ 480, t:d5 520, CB 600", Planes::both),
                    "exd5 cxd5");
}

BOOST_AUTO_TEST_CASE(B25_of_several_victims_the_one_that_a_hand_visited) {
  // The rook's own hand is on b1 and b7 as well; only on a2 a hand came and went while a piece stood there.
  Game game("r4rk1/1p3pp1/p4b1p/2p2P2/4RP2/3B4/PqP3PP/1R1Q3K b - - 1 19", Planes::both);
  game.play("T:b2 0, b2- 176, t:b2 195, T:a2 319, t:a2 643, T:b1 658, b1- 762, t:b1 771, T:b7 930, CB 1022, b7- 1023, t:b7 1034, "
            "T:b7 1240, b7+ 1254, t:b7 1321, CW 1540");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
  BOOST_CHECK_EQUAL(game.moves()[0] + " " + game.moves()[1], "Qxa2 Rxb7");
  BOOST_CHECK_EQUAL(game.told(Kind::lost), 0);
}

BOOST_AUTO_TEST_CASE(who_presses_has_let_go_of_what_he_set_down) {
  // Qb3-g8 would be legal, but a hand is on g8 as White presses: it is the rook's.
  BOOST_CHECK_EQUAL(moves_of("5r2/pr6/2p5/k1p3N1/3p4/1Q6/P4P1P/6K1 w - - 0 36",
                             "T:b3 0, b3- 150, t:b3 190, T:b7 380, t:b7 760, T:f8 780, f8- 850, t:f8 860, T:g8 976, g8+ 986, CW 990, "
                             "t:g8 1072, CB 1124", Planes::both),
                    "Qxb7 Rg8");
}

BOOST_AUTO_TEST_CASE(a_hand_that_is_still_there_as_the_mover_presses_is_not_his) {
  // Bd4 would be legal, but the bishop swept the pawn on b4 aside; White's c-pawn is held low over d4 on its way to c3.
  Game game("rnbqk1nr/pppp1ppp/8/2b1p3/1PB1P3/5N2/P1PP1PPP/RNBQK2R b KQkq - 0 4", Planes::both);
  game.play("T:c5 0, c5- 25, t:c5 30, T:b4 65, t:b4 133, T:c2 700, c2- 800, t:c2 810, T:d4 1090, d4+ 1120, CB 1190");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
  BOOST_CHECK_EQUAL(game.moves()[0], "Bxb4");
  BOOST_CHECK(game.flagged(1, "inferred"));
  game.play("d4- 0, t:d4 20, T:c3 240, c3+ 255, t:c3 420, CW 1800");
  BOOST_CHECK_EQUAL(game.moves().back(), "c3");
}

BOOST_AUTO_TEST_CASE(a_victim_taken_up_first_is_no_answer_to_where_the_captor_rests) {
  // Black holds the rook of h1, and his queen rests on g1 and on h2, where that rook could have gone; White presses Kd2 meanwhile.
  Game game("2kr2nr/pp1n1ppp/2p1p3/8/1P1P1B2/2N2Q1P/1PP1BPP1/q3K2R w - - 0 12");
  game.play("e1- 0, d2+ 2000, h1- 2300, a1- 2590, g1+ 3030, g1- 3280, h2+ 3860, CW 4060, h2- 4170, h1+ 5050, f3- 5460, CB 6020, c6- 6310, "
            "c6+ 7040, CW 8000");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 3U);
  BOOST_CHECK_EQUAL(game.moves()[0] + " " + game.moves()[1] + " " + game.moves()[2], "Kd2 Qxh1 Qxc6+");
}

BOOST_AUTO_TEST_CASE(two_readings_of_a_press_are_told_and_later_presses_decide) {
  const char* fen = "6k1/8/8/6p1/8/8/7P/6K1 w - - 0 1";
  const char* pressed = "h2- 0, h4+ 300, h4- 600, g5- 700, h3+ 800, CW 850";  // h2-h3, or h2-h4 and g5xh4 on its way
  Game taken(fen);
  taken.play(pressed);
  BOOST_CHECK(taken.situation().kind == Kind::lost);
  BOOST_CHECK_EQUAL(taken.situation().readings.readings, 2);
  BOOST_CHECK(taken.moves().empty());
  BOOST_CHECK(taken.finals().empty());
  taken.play("h3- 0, h4+ 200, CB 500");
  BOOST_REQUIRE_EQUAL(taken.moves().size(), 2U);
  BOOST_CHECK_EQUAL(taken.moves()[0] + " " + taken.moves()[1], "h4 gxh4");
  BOOST_CHECK_EQUAL(taken.said().back(), "2.1 g5h4 confirmed inferred");
  BOOST_CHECK(taken.situation().kind == Kind::settled);
  Game pushed(fen);
  pushed.play(pressed).play("g4+ 0, CB 500").play("h3- 0, g4- 300, g4+ 600, CW 1000");
  BOOST_REQUIRE_EQUAL(pushed.moves().size(), 3U);
  BOOST_CHECK_EQUAL(pushed.moves()[0] + " " + pushed.moves()[1] + " " + pushed.moves()[2], "h3 g4 hxg4");
  BOOST_CHECK_EQUAL(pushed.said().back(), "3.1 h3g4 confirmed inferred");
}

BOOST_AUTO_TEST_CASE(B25_two_victims_wait_for_what_becomes_of_them) {
  Game game("rnbqkbnr/pp2pppp/8/2p1p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 3");
  game.play("d4- 0, CW 1500");
  BOOST_CHECK(game.situation().kind == Kind::lost);
  BOOST_CHECK_EQUAL(game.situation().readings.readings, 2);
  game.play("b8- 0, c6+ 300, CB 500").play("g1- 0, f3+ 300, CW 500");  // which says nothing
  BOOST_CHECK_EQUAL(game.situation().readings.readings, 2);
  BOOST_CHECK(game.moves().empty());
  game.play("c5- 0, c4+ 300, CB 500");  // that pawn is there
  BOOST_REQUIRE_EQUAL(game.moves().size(), 4U);
  BOOST_CHECK_EQUAL(game.moves()[0], "dxe5");
  BOOST_CHECK_EQUAL(game.moves()[3], "c4");
  // An operator may say it sooner.
  Game told("rnbqkbnr/pp2pppp/8/2p1p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 3");
  told.play("d4- 0, CW 1500");
  chess::Position after = told.recogniser().position();
  for (const chess::Move m : chess::legal_moves(after)) {
    if (m.from() == Square::d4 && m.to() == Square::c5) {
      after.make(m);
      break;
    }
  }
  told.recogniser().set_up(after);
  BOOST_CHECK(told.situation().kind == Kind::settled);
}

BOOST_AUTO_TEST_CASE(a_hand_that_pushes_a_piece_on_has_not_let_it_go) {
  // The pad of d5 opens a moment before the rook's magnet leaves.
  BOOST_CHECK_EQUAL(moves_of("3r2k1/8/8/8/3B4/8/8/6K1 b - - 0 1",
                             "T:d4 0, d4- 38, t:d4 48, T:d8 96, d8- 118, t:d8 119, T:d5 133, d5+ 134, t:d5 139, d4+ 140, T:d4 140, "
                             "d5- 141, t:d4 156, CB 189", Planes::both),
                    "Rxd4");
}

BOOST_AUTO_TEST_CASE(S1_arrival_and_departure_in_one_scan) {
  BOOST_CHECK_EQUAL(moves_of("8/8/8/Pk6/8/8/8/7K b - - 0 1",
                             "T:a5 0, a5- 60, t:a5 70, T:b5 150, a5+ 190, b5- 190, T:a5 190, t:b5 190, t:a5 220, CB 300", Planes::both),
                    "Kxa5");
  BOOST_CHECK_EQUAL(moves_of("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
                             "T:e7 0, e6+ 100, T:e6 100, e7- 101, t:e7 101, T:e5 129, e6- 130, t:e6 130, e5+ 139, t:e5 189, CB 260",
                             Planes::both),
                    "e5");
  // A rook that leaves each square after it has come to the next, its hand seen a scan late.
  BOOST_CHECK_EQUAL(moves_of("6k1/8/8/8/8/8/8/R5K1 w - - 0 1",
                             "T:a1 0, a2+ 100, T:a2 100, a1- 101, t:a1 101, T:a3 120, a2- 130, t:a2 130, a3+ 140, a4+ 160, T:a4 160, a3- 161, "
                             "t:a3 161, t:a4 260, CW 400", Planes::both),
                    "Ra4");
}

BOOST_AUTO_TEST_CASE(hands_too_quick_for_the_scan_and_the_answer_begun) {
  Game game("r1bqk2r/pppp1ppp/2n2n2/2b5/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 2 6", Planes::both);
  game.play("T:h2 0, t:h2 50, c6- 500, d4- 622, c6+ 746, d7- 828, CW 830, c6- 990, c6+ 1070, CB 1200");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
  BOOST_CHECK_EQUAL(game.moves()[0] + " " + game.moves()[1], "Nxc6 dxc6");
  BOOST_CHECK_EQUAL(game.said().front(), "1.1 d4c6 confirmed inferred");
  BOOST_CHECK_EQUAL(game.finals().front(), "1 move_completed 4.7.1");
}

BOOST_AUTO_TEST_CASE(what_a_final_word_has_said_stays_said) {
  // Mate ends the game. A hand that rests on a pawn then was first the mover's, and as he presses it can only be the opponent's.
  Game game("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", Planes::both);
  game.play("T:a1 0, a1- 60, t:a1 64, T:a8 300, a8+ 304, t:a8 400, T:f2 500");
  BOOST_CHECK_EQUAL(game.finals().back(), "1 game_over 5.1.1");
  BOOST_CHECK(game.flagged(1, "touch_after_made:f2"));
  game.play("CW 100");
  BOOST_CHECK_EQUAL(game.finals().back(), "1 game_over 5.1.1");
  BOOST_CHECK(game.flagged(1, "touch_after_made:f2"));
}

BOOST_AUTO_TEST_CASE(what_ended_the_game_ends_it_whatever_the_squares_show_then) {
  // Two rows are read one for the other as White presses.
  Game game("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", Planes::both);
  game.play("T:a1 0, a1- 60, t:a1 64, T:a8 300, a8+ 304, t:a8 400, T:g2 500, g1- 600, h1+ 600, f1+ 600, f2- 600, g2- 600, h2- 600, t:g2 610");
  BOOST_CHECK_EQUAL(game.finals().back(), "1 game_over 5.1.1");
  const std::vector<std::string> said = game.flags(1);
  game.play("CW 100");
  BOOST_CHECK_EQUAL(game.finals().back(), "1 game_over 5.1.1");
  for (const std::string& flag : said) BOOST_CHECK_MESSAGE(game.flagged(1, flag), flag);
  BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
  BOOST_CHECK_EQUAL(game.moves()[0], "Ra8#");
}

}  // namespace
}  // namespace adoube::recognition::testing
