// SPDX-License-Identifier: Apache-2.0
/// What no hand did: bystanders that fall, squares that flicker, arrivals that are seen first.
#include <boost/test/unit_test.hpp>

#include <string>

#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

using Kind = Situation::Kind;

BOOST_AUTO_TEST_CASE(S1_arrival_before_departure) {
  BOOST_CHECK_EQUAL(moves_of(kStart, "a3+ 0, a2- 200", Planes::presence), "a3");
  BOOST_CHECK_EQUAL(moves_of(kStart, "a3+ 0, a2- 400", Planes::presence), "");  // that is no scan any more
  Game game(kStart);
  game.play("a3+ 0");
  BOOST_CHECK(game.said().empty());
  BOOST_CHECK(game.situation().kind == Kind::bystanders);
}

BOOST_AUTO_TEST_CASE(S2_capture_without_an_empty_moment_before_the_departure) {
  const char* fen = "rnbqkbnr/pp2pppp/8/3p4/2p5/1P6/P1PPPPPP/RNBQKBNR w KQkq - 0 4";
  BOOST_CHECK_EQUAL(moves_of(fen, "c4+ 0, b3- 150", Planes::presence), "bxc4");
}

BOOST_AUTO_TEST_CASE(a_slide_of_which_each_arrival_is_seen_first) {
  BOOST_CHECK_EQUAL(moves_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a2+ 0, a1- 40, a3+ 90, a2- 130, a4+ 180, a3- 220", Planes::presence),
                    "Ra4");
}

BOOST_AUTO_TEST_CASE(B49_squares_that_flicker_invent_nothing) {
  // a5 and a6 flip at random, no hand near, while a game is played beside them.
  const char* flicker = "a5+ 0, a5- 50, a6+ 300, a5+ 400, a5- 700, a6- 5000, a5+ 5100, a5- 5150";
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.play("T:h2 0, h2- 60, t:h2 64, T:h3 200, h3+ 204, t:h3 260, CW 400");
    game.play("T:h7 0, h7- 60, t:h7 64, T:h6 200, h6+ 204, t:h6 260, CB 400");
    game.play(std::string("T:e2 0, e2- 60, t:e2 64, ") + "a5+ 100, a5- 150, a6+ 200, T:e4 300, e4+ 304, t:e4 360, a6- 400, CW 500");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 3U);
    BOOST_CHECK_EQUAL(game.finals().back(), "3 move_completed 4.7");
    for (int i = 0; i < 3; ++i) game.play(std::string("T:a4 -200, t:a4 -100, ") + flicker);
    BOOST_CHECK_EQUAL(game.moves().size(), 3U);
    BOOST_CHECK(game.situation().kind == Kind::settled);
    game.play("T:d7 0, d7- 60, t:d7 64, T:d5 200, d5+ 204, t:d5 260, CB 400");
    BOOST_CHECK_EQUAL(game.finals().back(), "4 move_completed 4.7");
    BOOST_CHECK(game.flagged(4, "unsteady:a5"));
  }
}

BOOST_AUTO_TEST_CASE(a_square_that_reads_empty_at_times) {
  // With contacts nobody has taken the piece; presence alone cannot know that.
  Game game(kStart, Planes::both);
  game.play("T:b1 0, t:b1 20, f7- 500, f7+ 560, f7- 1000, f7+ 1300, f7- 2000, f7+ 6000, f7- 7000, f7+ 7060");
  BOOST_CHECK(game.finals().empty());
  BOOST_CHECK(game.flagged(1, "unsteady:f7"));
  BOOST_CHECK(game.recogniser().ruling().allowed.size() == 20);
}

BOOST_AUTO_TEST_CASE(a_sensor_that_flickers_once_or_twice_is_taken_for_a_bystander) {
  Game game(kStart, Planes::both);
  const char* flickers = "T:b1 0, t:b1 20, f7- 500, f7+ 560";
  game.play(flickers).play(flickers);
  BOOST_CHECK(game.flagged(1, "disturbed:f7"));
  BOOST_CHECK(!game.flagged(1, "unsteady:f7"));
  game.play(flickers);
  BOOST_CHECK(game.flagged(1, "unsteady:f7"));
}

BOOST_AUTO_TEST_CASE(a_piece_that_comes_to_a_sensor_that_flickers_may_be_felt_late) {
  for (const bool felt : {true, false}) {
    Game game(kStart, Planes::both);
    game.play("T:b1 0, t:b1 20, e4+ 500, e4- 530, e4+ 900, e4- 930, e4+ 1300, e4- 1330");
    game.play(std::string("T:e2 0, e2- 60, t:e2 64, e4+ 300") + (felt ? ", T:e4 340, t:e4 460" : ""));
    BOOST_CHECK_EQUAL(game.said().size(), felt ? 1U : 0U);
    if (felt) BOOST_CHECK_EQUAL(game.play("CW 0").finals().back(), "1 move_completed 4.7");
  }
}

BOOST_AUTO_TEST_CASE(a_brush_from_which_the_piece_rises_is_when_it_was_touched) {
  // A high pad feels the hand on e2 for 80 ms, the piece is gone 170 ms later; d2 was touched in between.
  Game game(kStart, Planes::both);
  game.play("T:e2 0, t:e2 80, T:d2 100, t:d2 240, e2- 250, T:e4 500, e4+ 504, t:e4 600, CW 900");
  BOOST_CHECK_EQUAL(game.finals().at(0), "1 move_completed 4.7");
}

BOOST_AUTO_TEST_CASE(a_bystander_is_bumped_and_restored) {
  Game game(kStart, Planes::both);
  game.play("T:e2 0, f2- 50, e2- 60, t:e2 64, T:e4 300, e4+ 304, t:e4 360, T:f2 800, f2+ 850, t:f2 900, CW 1500");
  BOOST_REQUIRE_EQUAL(game.finals().size(), 1U);
  BOOST_CHECK_EQUAL(game.finals()[0], "1 move_completed 4.7");
  BOOST_CHECK(game.flagged(1, "disturbed:f2"));
}

BOOST_AUTO_TEST_CASE(a_bystander_that_fell_first_binds_nobody) {
  Game game(kStart, Planes::both);
  game.play("T:b1 0, t:b1 20, f2- 500, d7- 510");
  BOOST_CHECK(game.situation().kind == Kind::bystanders);
  BOOST_CHECK_EQUAL(game.situation().missing, set_of(Square::f2) | set_of(Square::d7));
  BOOST_CHECK_EQUAL(game.recogniser().ruling().allowed.size(), 20U);
}

constexpr const char* kOpera = "4k3/p4ppp/4q3/4pb2/4P3/8/PPP2PPP/2KR4 w - - 0 1";

BOOST_AUTO_TEST_CASE(B58_two_fall_as_a_capture_is_set_down_and_are_set_up_before_the_press) {
  Game game("3rkb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 4 13", Planes::both);
  game.play("T:d1 0, d1- 152, t:d1 169, T:d7 477, d7- 633, t:d7 655, d8- 1061, e8- 1066, T:d7 1071, d7+ 1090, t:d7 1225, "
            "T:e8 1894, e8+ 1918, t:e8 2081, T:d8 2735, d8+ 2746, t:d8 2864, CW 3237");
  BOOST_REQUIRE_EQUAL(game.finals().size(), 1U);
  BOOST_CHECK_EQUAL(game.finals()[0], "1 move_completed 4.7.1");
  BOOST_CHECK(game.flagged(1, "disturbed:d8"));
  game.play("T:d8 0, d8- 60, t:d8 64, T:d7 300, d7- 340, t:d7 344, T:d7 500, d7+ 504, t:d7 560, CB 800");
  BOOST_CHECK_EQUAL(game.finals().back(), "2 move_completed 4.7.1");
}

BOOST_AUTO_TEST_CASE(B58_the_hand_that_sets_a_piece_up_is_felt_when_it_stands) {
  // Black knocks the white king over as he takes, and sets him up: that binds White to nothing.
  Game game("rnbqk2r/pppp2pp/4pn2/5p2/1bPP4/6P1/PP1BPPBP/RN1QK1NR b KQkq - 3 5", Planes::both);
  game.play("T:b4 0, b4- 140, t:b4 150, T:d2 300, d2- 440, t:d2 450, e1- 780, T:d2 810, d2+ 812, t:d2 930, "
            "e1+ 1660, T:e1 1663, t:e1 1800, CB 2000");
  BOOST_CHECK_EQUAL(game.finals().back(), "1 move_completed 4.7.1");
  BOOST_CHECK(game.flagged(1, "disturbed:e1"));
  game.play("T:b1 0, b1- 100, t:b1 110, T:d2 300, d2- 400, t:d2 410, T:d2 700, d2+ 704, t:d2 800, CW 1000");
  BOOST_REQUIRE_EQUAL(game.finals().size(), 2U);
  BOOST_CHECK_EQUAL(game.finals().back(), "2 move_completed 4.7.1");
  // And a touch that comes much later is White's own.
  Game late("rnbqk2r/pppp2pp/4pn2/5p2/1bPP4/6P1/PP1BPPBP/RN1QK1NR b KQkq - 3 5", Planes::both);
  late.play("T:b4 0, b4- 140, t:b4 150, T:d2 300, d2- 440, t:d2 450, e1- 780, T:d2 810, d2+ 812, t:d2 930, e1+ 1660, CB 2000");
  late.play("T:e1 400, t:e1 900");
  BOOST_CHECK_EQUAL(late.recogniser().ruling().allowed.size(), 2U);
}

BOOST_AUTO_TEST_CASE(a_read_that_drops_out_sets_no_player_free) {
  Game game(kStart, Planes::both);
  game.play("T:a2 0, t:a2 20");
  game.play("g1- 0, g1+ 30, T:g1 300, t:g1 700, T:e2 1000, e2- 1060, t:e2 1064, T:e4 1300, e4+ 1304, t:e4 1400, CW 1900");
  BOOST_CHECK_EQUAL(game.finals().at(0), "1 violation 4.3.1");
}

BOOST_AUTO_TEST_CASE(B58_a_bystander_that_falls_again_and_again_is_no_sensor_that_flickers) {
  // Black knocks the bishop on c4 over with each of his moves, and sets it up; the hand is felt when it stands.
  Game game("rnbqk2r/pppp1ppp/5n2/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR b KQkq - 0 1", Planes::both);
  const char* black[] = {"T:b8 0, b8- 60, t:b8 64, ", "T:c6 0, c6- 60, t:c6 64, "};
  const char* black_to[] = {"T:c6 300, c6+ 304, t:c6 400, ", "T:b8 300, b8+ 304, t:b8 400, "};
  const char* white[] = {"T:b1 0, b1- 60, t:b1 64, T:c3 300, c3+ 304, t:c3 400, CW 600", "T:c3 0, c3- 60, t:c3 64, T:b1 300, b1+ 304, t:b1 400, CW 600"};
  for (int i = 0; i < 6; ++i) {
    game.play(std::string(black[i % 2]) + "c4- 200, " + black_to[i % 2] + "c4+ 1200, T:c4 1204, t:c4 1350, CB 1700");
    BOOST_CHECK(game.flagged(2 * i + 1, "disturbed:c4"));
    game.play(white[i % 2]);
    BOOST_CHECK_EQUAL(game.finals().back(), std::to_string(2 * i + 2) + " move_completed 4.7");
  }
}

BOOST_AUTO_TEST_CASE(B58_a_piece_falls_before_any_hand_has_been_felt) {
  // A sleeve knocks f2 and g1 over before the first touch of the game; they lie, or are set up again, while White plays.
  Game game(kStart, Planes::both);
  game.play("f2- 0, g1- 40, T:e2 300, e2- 360, t:e2 364, T:e4 600, e4+ 604, t:e4 700, CW 900");
  BOOST_REQUIRE_EQUAL(game.finals().size(), 1U);
  BOOST_CHECK_EQUAL(game.finals()[0], "1 move_completed 4.7");
  BOOST_CHECK(game.flagged(1, "displaced:f2"));
  BOOST_CHECK(game.flagged(1, "displaced:g1"));
  BOOST_CHECK(game.situation().kind == Kind::bystanders);
  game.play("T:f2 0, f2+ 20, t:f2 120, T:g1 500, g1+ 520, t:g1 620");
  BOOST_CHECK(game.situation().kind == Kind::settled);
  game.play("T:e7 0, e7- 60, t:e7 64, T:e5 300, e5+ 304, t:e5 400, CB 600");
  BOOST_CHECK(game.flagged(2, "disturbed:f2"));
  BOOST_CHECK(!game.flagged(2, "displaced:f2"));
  Game first(kStart, Planes::both);
  first.play("f2- 0, g1- 40, T:f2 300, f2+ 320, t:f2 420, g1+ 820, T:g1 824, t:g1 920");
  BOOST_CHECK_EQUAL(first.recogniser().ruling().allowed.size(), 20U);
  first.play("T:e2 300, e2- 360, t:e2 364, T:e4 600, e4+ 604, t:e4 700, CW 900");
  BOOST_CHECK_EQUAL(first.finals().back(), "1 move_completed 4.7");
}

BOOST_AUTO_TEST_CASE(hands_not_felt_before_the_first_that_is) {
  // The pads under e2 are dead: the first contact of the game is that on e4. And where none is felt at all, presence tells.
  Game game(kStart, Planes::both);
  game.play("e2- 0, T:e4 300, e4+ 304, t:e4 400, CW 900");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
  BOOST_CHECK_EQUAL(game.finals().back(), "1 move_completed 4.7");
  Game quick(kStart, Planes::both);  // the piece has risen before the hand is felt
  quick.play("b1- 0, T:b1 30, t:b1 40, T:c3 300, c3+ 304, t:c3 400, CW 900");
  BOOST_REQUIRE_EQUAL(quick.moves().size(), 1U);
  BOOST_CHECK_EQUAL(quick.moves()[0], "Nc3");
}

BOOST_AUTO_TEST_CASE(a_move_beside_pieces_that_nobody_moved_says_so) {
  // Between Black's press and White's move a piece has gone from a8 to h4, seen by no hand; White's move completes beside it.
  Game game(kStart, Planes::both);
  game.play("T:e2 0, e2- 60, t:e2 64, T:e4 300, e4+ 304, t:e4 400, CW 600");
  BOOST_CHECK(!game.flagged(1, "displaced:a8"));
  game.play("a8- 0, h4+ 900, T:e7 1000, e7- 1060, t:e7 1064, T:e5 1300, e5+ 1304, t:e5 1400, CB 1600");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
  BOOST_CHECK(game.flagged(2, "displaced:a8"));
  BOOST_CHECK(game.flagged(2, "displaced:h4"));
}

BOOST_AUTO_TEST_CASE(B58_one_set_up_on_the_others_square_first) {
  Game game(kOpera, Planes::both);
  game.play("T:d1 0, d1- 60, t:d1 64, e5- 435, f7- 438, T:d2 444, d2+ 460, t:d2 563, T:f7 1000, f7+ 1020, t:f7 1100, "
            "T:f7 1600, f7- 1660, t:f7 1664, T:e5 2000, e5+ 2004, t:e5 2100, T:f7 3000, f7+ 3004, t:f7 3100, CW 3620");
  BOOST_REQUIRE_EQUAL(game.finals().size(), 1U);
  BOOST_CHECK_EQUAL(game.finals()[0], "1 move_completed 4.7");
}

BOOST_AUTO_TEST_CASE(a_victim_pushed_off_by_the_capturer_is_taken) {
  // The hand is sensed on e5 right after the pawn has gone from there, or not before its own is nearly down.
  for (const char* script : {"T:d4 0, d4- 60, t:d4 64, e5- 400, T:e5 405, e5+ 440, t:e5 500",
                             "T:d4 0, d4- 60, t:d4 64, e5- 400, T:e5 480, e5+ 520, t:e5 600"}) {
    Game game("rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2", Planes::both);
    game.play(script);
    BOOST_REQUIRE_EQUAL(game.said().size(), 1U);
    BOOST_CHECK_EQUAL(game.said()[0], "1.1 d4e5 provisional");
    game.play("CW 0");
    BOOST_CHECK_EQUAL(game.finals().back(), "1 move_completed 4.7.1");
  }
}

BOOST_AUTO_TEST_CASE(a_piece_whose_touch_is_not_sensed_is_still_moved) {
  Game game(kStart, Planes::both);
  game.play("T:b1 0, t:b1 20, e2- 500, T:e4 800, e4+ 804, t:e4 860, CW 1400");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
  BOOST_CHECK_EQUAL(game.moves()[0], "e4");
}

// A pad that does not work must not make an innocent move illegal: hands that were not sensed at one of the squares of a
// move, or at several, in either order.
BOOST_AUTO_TEST_CASE(a_move_whose_hands_are_not_sensed_is_no_illegal_one) {
  struct Line {
    const char* position;
    const char* script;
    const char* move;
  };
  constexpr const char* kCapture = "4k3/8/8/3p4/4P3/8/8/1N2K3 w - - 0 1";
  constexpr const char* kEnPassant = "4k3/8/8/3pP3/8/8/8/1N2K3 w - d6 0 2";
  constexpr const char* kPromotion = "3rk3/4P3/8/8/8/8/8/1N2K3 w - - 0 1";
  for (const Line& line : std::initializer_list<Line>{
           {kCapture, "e4- 500, T:d5 650, d5- 700, t:d5 704, T:d5 895, d5+ 900, t:d5 960", "exd5"},
           {kCapture, "T:d5 450, d5- 500, t:d5 504, e4- 700, T:d5 895, d5+ 900, t:d5 960", "exd5"},
           {kCapture, "e4- 500, d5- 700, d5+ 900", "exd5"},
           {kCapture, "d5- 500, e4- 700, d5+ 900", "exd5"},
           {kEnPassant, "d5- 500, e5- 700, d6+ 900", "exd6"},
           {kEnPassant, "e5- 500, d6+ 700, d5- 900", "exd6"},
           {kPromotion, "e7- 500, d8- 700, d8+ 900", "exd8=Q+"}}) {
    BOOST_TEST_CONTEXT(line.script) {
      Game game(line.position, Planes::both);
      game.play("T:b1 0, t:b1 20");
      game.play(line.script);
      game.play("CW 1400");
      BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
      BOOST_CHECK_EQUAL(game.moves()[0], line.move);
      BOOST_TEST(game.finals().back().find("illegal") == std::string::npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_capture_by_a_piece_whose_hand_is_not_sensed_takes_the_victim_that_was_taken_up) {
  // Black takes the knight up and pushes his queen to its square faster than a contact is confirmed; the squares show Qxf1 and Qxh2
  // as well.
  constexpr const char* kQueen = "8/2p3pk/7p/3P1P1P/4NP2/5p2/4q2R/5NK1 b - - 0 44";
  Game game(kQueen, Planes::both);
  game.play("T:c7 -200, t:c7 -180");
  game.play("T:e4 0, e4- 31, t:e4 60, e2- 151, e4+ 156, T:e4 156, t:e4 167, CB 212");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
  BOOST_CHECK_EQUAL(game.moves()[0], "Qxe4");
  BOOST_CHECK(game.flagged(1, "inferred"));
  BOOST_TEST(game.finals().back().find("illegal") == std::string::npos);
  game.play("T:d5 0, d5- 24, t:d5 44, T:d6 153, d6+ 156, t:d6 170, CW 215");
  BOOST_CHECK_EQUAL(game.finals().back(), "2 move_completed 4.7");
  // Where nobody took a victim up, or two were, nobody knows which one it is.
  for (const char* script : {"e2- 151, T:e4 156, t:e4 167, CB 212",
                             "T:e4 0, e4- 31, t:e4 60, e2- 151, e4+ 156, T:e4 156, t:e4 167, T:f1 200, f1- 260, t:f1 264, T:f1 500, f1+ 504, t:f1 560, CB 712"}) {
    Game open(kQueen, Planes::both);
    open.play("T:c7 -200, t:c7 -180");
    open.play(script);
    BOOST_CHECK(open.moves().empty());
  }
}

BOOST_AUTO_TEST_CASE(B58_the_piece_that_has_just_been_moved_is_knocked_over) {
  // The rook that comes to g8 knocks over the queen, which her player has let go of, and the pawn beside her.
  Game game("2r1kr2/4qpp1/p1p1pn1p/1pPn4/3B4/2P3Q1/PPB2PPP/R3R1K1 w - - 0 20", Planes::both);
  game.play("T:g7 0, g7- 60, t:g7 70, T:g3 300, g3- 420, t:g3 430, T:g7 850, g7+ 860, t:g7 1040, T:f8 1055, f8- 1079, t:f8 1082, "
            "T:g8 1154, g7- 1156, g8+ 1158, f7- 1159, t:g8 1181, CW 1249, T:f7 1800, f7+ 1820, t:f7 1950, T:g7 2800, g7+ 2830, "
            "t:g7 3010, CB 3350");
  game.play("T:h6 0, h6- 100, t:h6 110, T:g7 400, g7- 500, t:g7 510, T:h6 700, h6+ 730, t:h6 870, CW 1100");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 3U);
  BOOST_CHECK_EQUAL(game.moves()[0] + " " + game.moves()[1] + " " + game.moves()[2], "Qxg7 Rg8 Qxh6");
  BOOST_CHECK_EQUAL(game.finals().back(), "3 move_completed 4.7.1");
}

BOOST_AUTO_TEST_CASE(a_hand_that_raises_slowly_is_felt_no_more_before_its_piece_is_gone) {
  // Pads lose a hand 16 to 30 mm above the board, strong magnets leave their sensors late: seconds in a slow hand. Both players'
  // pieces go 78 ms after the hand that was on them was last felt, the victim's over the press as well.
  Game game("rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 2", Planes::both);
  game.play("T:e2 0, e2- 60, t:e2 64, T:e4 300, e4+ 304, t:e4 400, T:e4 410, t:e4 760, e4- 838, CW 840, T:d5 1250, t:d5 1783, d5- 1861, "
            "T:e4 2560, e4+ 2580, t:e4 2609, CB 2758");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
  BOOST_CHECK_EQUAL(game.moves()[1], "dxe4");
  BOOST_CHECK(game.flags(1).empty());
  BOOST_CHECK(game.flags(2).empty());
  BOOST_CHECK_EQUAL(game.said().back(), "2.1 d5e4 confirmed");
  struct Contact {
    const char* script;
    bool grip;
  };
  for (const Contact& c : std::initializer_list<Contact>{{"T:b1 0, t:b1 100, b1- 300", true},     // twice as long as it was felt
                                                         {"T:b1 0, t:b1 30, b1- 200", false},     // longer: a brush, and it fell
                                                         {"T:b1 0, t:b1 900, b1- 2000", false},   // no hand is so slow
                                                         {"T:b1 0, t:b1 900, T:f2 1000, t:f2 1030, f2- 1200", false}}) {
    BOOST_TEST_CONTEXT(c.script) {
      Game one(kStart, Planes::both);
      one.play(c.script);
      BOOST_CHECK_EQUAL(one.situation().kind == Kind::bystanders, !c.grip);
    }
  }
  // The contact was a hand setting the piece down, felt before it stands or a hair after: 116 ms after that hand it falls.
  for (const char* comes : {"T:c3 300, c3+ 304", "c3+ 299, T:c3 300"}) {
    Game let_go(kStart, Planes::both);
    let_go.play(std::string("T:b1 0, b1- 60, t:b1 64, ") + comes + ", t:c3 700, c3- 816, CW 1100");
    BOOST_CHECK(let_go.situation().kind == Kind::bystanders);
    BOOST_CHECK_EQUAL(let_go.finals().back(), "1 move_completed 4.7");
  }
}

BOOST_AUTO_TEST_CASE(a_capture_whose_victim_is_held_while_the_captor_rests_on_the_way) {
  // The captor rises again 60 and 240 ms after the hand that set it down on the way was last felt: it has not fallen there, and
  // what comes down where the victim stood is not the victim.
  for (const char* rises : {"d3- 1260", "d3- 1440"}) {
    Game game("rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2", Planes::both);
    game.play(std::string("T:e5 0, t:e5 250, e5- 300, T:d4 500, t:d4 700, d4- 750, T:d3 1000, d3+ 1010, t:d3 1200, ") + rises +
              ", T:e5 1500, e5+ 1505, t:e5 1550, CW 1800, T:d7 2000, d7- 2060, t:d7 2064, T:d6 2300, d6+ 2304, t:d6 2400, CB 2600");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
    BOOST_CHECK_EQUAL(game.moves()[0], "dxe5");
    BOOST_CHECK(game.flags(1).empty());
    BOOST_CHECK_EQUAL(game.finals().front(), "1 move_completed 4.7.1");
  }
}

BOOST_AUTO_TEST_CASE(B58_a_piece_that_is_set_up_on_the_square_of_another_that_lies) {
  // Black's sleeve knocks over d4 and e4 as he plays e5. He sets the pawn up on e4, then where it belongs, then the knight: nobody has
  // touched them to move, whether his hand is felt until the pawn rises again or not quite.
  const char* fen = "rnbqkb1r/pp2pppp/2p2n2/8/3PN3/3Q4/PPP2PPP/R1B1KBNR b KQkq - 1 5";
  for (const char* rises : {"t:e4 765, e4- 766", "e4- 765, t:e4 766"}) {
    Game game(fen, Planes::both);
    game.play(std::string("T:e7 0, e7- 76, t:e7 78, e4- 196, d4- 200, T:e5 198, e5+ 201, t:e5 239, e4+ 578, T:e4 579, t:e4 625, T:e4 686, ") + rises +
              ", T:d4 1028, d4+ 1031, t:d4 1085, T:e4 1548, e4+ 1550, t:e4 1609, CB 1706");
    BOOST_CHECK(game.flagged(1, "disturbed:e4"));
    game.play("e5- 0, d4- 300, e5+ 500, CW 900");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 2U);
    BOOST_CHECK_EQUAL(game.moves()[1], "dxe5");
    BOOST_CHECK_EQUAL(game.finals().back(), "2 move_completed 4.7.1");
    BOOST_CHECK(game.recogniser().judged().judgement.certainty == article4::Certainty::certain);
  }
}

}  // namespace
}  // namespace adoube::recognition::testing
