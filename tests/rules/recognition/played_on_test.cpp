// SPDX-License-Identifier: Apache-2.0
/// An illegal move was pressed and the opponent, who does not know or does not care, replies and presses.
#include <boost/test/unit_test.hpp>

#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

using Kind = Situation::Kind;

std::string joined(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& w : words) out += (out.empty() ? "" : " ") + w;
  return out;
}

struct PlayedOn {
  const char* fen;
  const char* illegal;
  const char* reply;
  const char* next;
  const char* moves;
};

constexpr PlayedOn kPlayedOn[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2- 0, e5+ 300, CW 600", "e7- 0, e6+ 300, CB 600", "d2- 0, d4+ 300, CW 600", "-- e6 d4"},
    {"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 7 10", "e1- 0, e3+ 300, CW 600", "e8- 0, g8+ 200, h8- 400, f8+ 600, CB 800",
     "a2- 0, a4+ 300, CW 600", "-- O-O a4"},
    {"4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "d2- 0, e4+ 300, CW 600", "e4- 0, d5- 300, e4+ 500, CB 800", "e1- 0, e2+ 300, CW 600", "-- dxe4 Ke2"},
    {"4k3/3p4/8/8/8/5n2/3R4/4K3 w - - 0 1", "f3- 0, d2- 300, f3+ 600, CW 900", "d7- 0, d5+ 300, CB 600", "e1- 0, e2+ 300, CW 600", "-- d5 Ke2"},
};

BOOST_AUTO_TEST_CASE(in_rapid_and_blitz_it_stands_A_5_2) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    for (const PlayedOn& row : kPlayedOn) {
      Game game(row.fen, planes, "fide2023-blitz");
      game.play(row.illegal);
      BOOST_CHECK_EQUAL(game.finals().back().substr(0, 19), "1 illegal_completed");
      game.play(row.reply).play(row.next);
      BOOST_CHECK_EQUAL(joined(game.moves()), row.moves);
      BOOST_CHECK_EQUAL(game.recogniser().ply(), 4);
      BOOST_CHECK(game.flagged(1, "opponent_acted_after_illegal"));
      for (const int ply : {2, 3}) BOOST_CHECK_EQUAL(game.finals()[game.finals().size() - 4 + static_cast<std::size_t>(ply)].substr(0, 16), std::to_string(ply) + " move_completed");
    }
  }
}

BOOST_AUTO_TEST_CASE(otherwise_nobody_plays_until_the_position_before_it_stands_7_5_1) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes);
    game.play("e2- 0, e5+ 300, CW 600").play("e7- 0, e6+ 300, CB 600");
    BOOST_CHECK(game.situation().kind == Kind::disturbed);
    BOOST_CHECK(game.flagged(1, "opponent_acted_after_illegal"));
    game.play("d2- 0, d4+ 300, CW 600");  // is no second illegal move of White's
    BOOST_CHECK_EQUAL(joined(game.finals()), "1 illegal_completed 7.5.1 1 illegal_completed 7.5.1");
    game.play("d4- 0, d2+ 300, e6- 1000, e7+ 1200, e5- 2000, e2+ 2300");
    BOOST_CHECK(game.situation().kind == Kind::settled);
    game.play("e2- 0, e4+ 300, CW 600").play("e7- 0, e6+ 300, CB 600");
    BOOST_CHECK_EQUAL(joined(game.moves()), "e4 e6");
    BOOST_CHECK_EQUAL(game.finals().back(), "2 move_completed 4.7");
  }
}

BOOST_AUTO_TEST_CASE(the_clock_is_set_for_the_replacement) {
  // The position stands again, or the replacement, and Black's lever is put down so that White's time runs: nobody has replied.
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes, "fide2023-blitz");
    game.play("e2- 0, e5+ 300, CW 600").play("e5- 0, e2+ 300, CB 600").play("e2- 0, e4+ 300, CB 500, CW 600").play("e7- 0, e6+ 300, CB 600");
    BOOST_CHECK_EQUAL(joined(game.moves()), "e4 e6");
    BOOST_CHECK(!game.flagged(1, "opponent_acted_after_illegal"));
  }
}

BOOST_AUTO_TEST_CASE(a_replacement_that_was_not_pressed_is_answered) {
  // No flag of the illegal move before is told of the answer to its replacement.
  Game game(kStart, Planes::both, "fide2023-blitz");
  game.play("e2- 0, e5+ 300, CW 600").play("e5- 0, e4+ 300").play("e7- 0, e6+ 300, CB 600").play("d2- 0, d4+ 300, CW 600");
  BOOST_CHECK_EQUAL(joined(game.moves()), "e4 e6 d4");
  for (const std::string& flag : game.flags(1)) BOOST_CHECK_MESSAGE(!flag.starts_with("illegal:"), flag);
}

BOOST_AUTO_TEST_CASE(a_press_that_nothing_explains_loses_no_track_of_a_certain_ruling) {
  Game game(kStart, Planes::both);
  game.play("e2- 0, e5+ 300, CW 600").play("CB 0");
  BOOST_CHECK(game.situation().kind == Kind::misplaced);
  BOOST_CHECK_EQUAL(game.told(Kind::lost), 0);
}

BOOST_AUTO_TEST_CASE(hands_on_the_other_s_pieces_are_no_part_of_the_reply) {
  // White straightens a piece of his own while Black replies: that binds Black to nothing.
  Game game(kStart, Planes::both, "fide2023-blitz");
  game.play("T:e2 0, e2- 60, t:e2 64, T:e5 300, e5+ 304, t:e5 400, CW 600").play("T:b1 0, t:b1 400, T:e7 500, e7- 560, t:e7 564, T:e6 700, e6+ 704, t:e6 800, CB 900");
  BOOST_CHECK_EQUAL(joined(game.moves()), "-- e6");
  BOOST_CHECK_EQUAL(game.finals().back(), "2 move_completed 4.7");
}

BOOST_AUTO_TEST_CASE(what_is_done_after_a_word_that_was_left_to_the_arbiter_is_his_too) {
  Game game;  // e4 is dead, and no hand is felt
  game.play("e2- 0, CW 700").play("d7- 0, d5+ 300");
  BOOST_CHECK(game.recogniser().ruling().certainty == article4::Certainty::arbiter);
}

BOOST_AUTO_TEST_CASE(what_was_pressed_while_the_board_was_misread_is_found_from_the_squares) {
  // The first two ranks are read one for the other as White takes on e2, presses, and Black takes back; then they are right again.
  Game game("4k3/8/8/8/8/5p2/3Rq3/6K1 w - - 0 1", Planes::both);
  game.play("T:d2 0, d2- 60, t:d2 64, g1- 200, g2+ 200, e2- 200, e1+ 200, e1- 300, T:e1 280, t:e1 320, T:e1 500, e1+ 504, t:e1 600, "
            "T:f3 650, f3- 700, t:f3 704, CW 800, e1- 900, e2+ 900, g2- 900, g1+ 900, T:e2 1000, e2- 1050, t:e2 1054, T:e2 1300, e2+ 1304, t:e2 1400, "
            "CB 1600");
  BOOST_CHECK_EQUAL(joined(game.moves()), "Rxe2+ fxe2");
  BOOST_CHECK(game.flagged(1, "gap"));
  game.play("T:g1 0, g1- 60, t:g1 64, T:f2 300, f2+ 304, t:f2 400, CW 600");
  BOOST_CHECK_EQUAL(game.finals().back(), "3 move_completed 4.7");
}

}  // namespace
}  // namespace adoube::recognition::testing
