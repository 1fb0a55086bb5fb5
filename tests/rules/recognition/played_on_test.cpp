// SPDX-License-Identifier: Apache-2.0
/// An illegal move was pressed and the opponent, who does not know or does not care, replies and presses.
#include <boost/test/unit_test.hpp>
#include <set>

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

struct Scene {
  const char* what;
  std::string_view fen;
  const char* script;
  const char* moves;       // "--": an illegal one
  const char* accused = "1";  // the plies on which somebody is ruled to have completed an illegal move
};

// Hands of both players overlap round an illegal move and its answer as they do round any other.
constexpr Scene kScenes[] = {
    {"the next piece is up as the answer is pressed", kStart, "e2- 0, e5+ 300, CW 600, e7- 1000, e6+ 1300, d2- 1500, CB 1600, d4+ 1900, CW 2200", "-- e6 d4"},
    {"the next piece is on its way as the answer is pressed", kStart, "e2- 0, e5+ 300, CW 600, e7- 1000, e6+ 1300, d2- 1400, d3+ 1500, CB 1600, d3- 1700, d4+ 1900, CW 2200", "-- e6 d4"},
    {"the piece that was moved illegally is up again", kStart, "g1- 0, g4+ 300, CW 600, e7- 1000, e6+ 1300, g4- 1500, CB 1600, f6+ 1900, CW 2200", "-- e6 Nf6+"},
    {"what was moved illegally takes what the answer has set down", kStart, "g1- 0, g4+ 300, CW 600, f7- 1000, f6+ 1300, g4- 1450, f6- 1500, CB 1600, f6+ 1900, CW 2200", "-- f6 Nxf6+"},
    {"the answer is up before the press", kStart, "e2- 0, e5+ 300, e7- 500, CW 600, e6+ 900, CB 1200, d2- 1500, d4+ 1800, CW 2100", "-- e6 d4"},
    {"the answer is up before the illegal move stands", kStart, "e2- 0, e7- 200, e5+ 300, CW 600, e6+ 900, CB 1200, d2- 1500, d4+ 1800, CW 2100", "-- e6 d4"},
    {"the answer stands before the press", kStart, "e2- 0, e5+ 300, e7- 400, e6+ 550, CW 600, CB 1200, d2- 1500, d4+ 1800, CW 2100", "-- e6 d4"},
    {"the answer is answered before its press", kStart, "e2- 0, e5+ 300, CW 600, e7- 1000, e6+ 1300, d2- 1500, d4+ 1800, CB 1900, CW 2100", "-- e6 d4"},
    {"of two squares the one to which the answer had not risen yet", "4k3/8/1b6/8/8/8/8/1N5K w - - 0 1", "b1- 0, a5+ 300, b6- 400, c5+ 550, CW 600, CB 900, h1- 1200, h2+ 1500, CW 1800", "-- Bc5 Kh2"},
    {"pieces are knocked over as it is pressed, and set up", kStart, "e2- 0, e5+ 300, CW 600, e7- 1000, e6+ 1300, a2- 1500, b2- 1501, c2- 1502, f2- 1503, g2- 1504, h2- 1505, a1- 1506, h1- 1507, CB 1600, "
                                                        "a2+ 2000, b2+ 2200, c2+ 2400, f2+ 2600, g2+ 2800, h2+ 3000, a1+ 3200, h1+ 3400, d2- 4000, d4+ 4300, CW 4600", "-- e6 d4"},
    {"both", kStart, "e2- 0, e5+ 300, e7- 400, e6+ 550, CW 600, d2- 1500, d4+ 1800, CB 1900, CW 2100", "-- e6 d4"},
    {"the answer is illegal", kStart, "e2- 0, e5+ 300, CW 600, e7- 1000, e3+ 1300, CB 1600, d2- 1900, d4+ 2200, CW 2500, a7- 3000, a6+ 3300, CB 3600", "-- -- d4 a6", "1 2"},
    {"the answer is illegal, and overlaps", kStart, "e2- 0, e5+ 300, CW 600, g8- 1000, g6+ 1300, d2- 1500, CB 1600, d4+ 2200, a7- 2400, CW 2500, a6+ 3300, CB 3600", "-- -- d4 a6", "1 2"},
    {"the answer takes what was moved illegally", kStart, "e2- 0, e6+ 300, CW 600, e6- 1000, d7- 1100, e6+ 1300, CB 1600, d2- 1900, d4+ 2200, CW 2500", "-- dxe6 d4"},
    {"the answer has taken it up before the press", kStart, "e2- 0, e6+ 300, e6- 450, CW 600, d7- 1000, e6+ 1300, CB 1600, d2- 1900, d4+ 2200, CW 2500", "-- dxe6 d4"},
    {"an illegal capture that the answer has taken up before the press", "5k2/3p2p1/8/8/8/3P4/3R4/4K3 w - - 0 1", "g7- 0, d2- 200, g7+ 400, g7- 500, CW 600, f8- 650, g7+ 800, CB 1000, d3- 1200, d4+ 1500, CW 1800", "-- Kxg7 d4"},
    {"the answer has taken it before the press", kStart, "e2- 0, e6+ 300, e6- 400, d7- 450, e6+ 550, CW 600, CB 1600, d2- 1900, d4+ 2200, CW 2500", "-- dxe6 d4"},
    {"the answer takes another piece", "4k3/8/8/3p4/4P3/8/P7/4K2R w K - 0 1", "a2- 0, a5+ 300, CW 600, e4- 1000, d5- 1100, e4+ 1300, e1- 1500, CB 1600, e2+ 1900, CW 2200", "-- dxe4 Ke2"},
    {"the illegal move takes", "4k3/3p4/8/8/8/5n2/3R4/4K3 w - - 0 1", "f3- 0, d2- 200, f3+ 400, d7- 500, CW 600, d5+ 1000, e1- 1200, CB 1300, e2+ 1600, CW 1900", "-- d5 Ke2"},
    {"the illegal move takes, and is taken", "4k3/3p2p1/8/8/8/3P4/3R4/4K3 w - - 0 1", "g7- 0, d2- 200, g7+ 400, CW 600, e8- 900, d8+ 1200, g7- 1300, CB 1400, d7- 1500, d7+ 1700, CW 1900", "-- Kd8 Rxd7+"},
    {"a king is left in check", "4k3/p7/8/8/4r3/8/8/4K1N1 w - - 0 1", "g1- 0, f3+ 300, CW 600, a7- 1000, a5+ 1300, e1- 1500, CB 1600, d2+ 1900, CW 2200", "-- a5+ Kd2"},
    {"a pawn's double step leaves a king in check, and is taken en passant", "4k3/8/8/8/3p3q/8/4P3/4K3 w - - 0 1", "e2- 0, e4+ 300, CW 600, d4- 900, e3+ 1200, e4- 1300, CB 1600, e1- 1900, e2+ 2200, CW 2500", "-- dxe3+ Ke2"},
    {"castling out of check", "4k3/p7/8/8/4r3/8/8/4K2R w K - 0 1", "e1- 0, g1+ 300, h1- 400, f1+ 500, CW 700, a7- 1000, a5+ 1300, g1- 1500, CB 1600, h1+ 1900, CW 2200", "-- a5 Kh1"},
    {"a pinned pawn is promoted", "4k3/p7/8/8/8/8/1r1P1p1K/8 b - - 0 1", "f2- 0, g1+ 300, CB 600, h2- 900, g1- 1000, g1+ 1200, a7- 1400, CW 1500, a5+ 1800, CB 2100", "-- Kxg1 a5"},
    {"Black's", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e7- 0, e4- 100, e4+ 300, d2- 500, CB 600, d3+ 900, e4- 1000, CW 1100, d3- 1200, d3+ 1400, CB 1700", "-- d3 exd3"},
    {"two after another", kStart, "e2- 0, e5+ 300, CW 600, e7- 1000, e6+ 1300, b1- 1400, CB 1600, b3+ 1800, CW 2000, d7- 2300, d5+ 2500, a2- 2600, CB 2700, a4+ 2900, CW 3100", "-- e6 -- d5 a4", "1 3"},
};

// What is played after another, with the hands written out or left to be supplied: between bars.
std::vector<std::string_view> parts(std::string_view script) {
  std::vector<std::string_view> out;
  for (std::size_t bar; (bar = script.find(" | ")) != std::string_view::npos; script.remove_prefix(bar + 3)) out.push_back(script.substr(0, bar));
  out.push_back(script);
  return out;
}

void play(const Scene& scene, Planes planes) {
  BOOST_TEST_CONTEXT(scene.what << (planes == Planes::both ? "" : ", presence alone")) {
    Options straight;
    straight.rotated = false;  // an illegal first move may be a legal one of the turned board
    Game game(scene.fen, planes, "fide2023-blitz", std::move(straight));
    for (const std::string_view script : parts(scene.script)) BOOST_CHECK_NO_THROW(game.play(script));
    BOOST_CHECK_EQUAL(joined(game.moves()), scene.moves);
    std::set<std::string> accused;
    for (const std::string& f : game.finals()) {
      if (f.find("illegal") != std::string::npos || f.find("violation") != std::string::npos) accused.insert(f.substr(0, f.find(' ')));
    }
    BOOST_CHECK_EQUAL(joined({accused.begin(), accused.end()}), scene.accused);
  }
}

BOOST_AUTO_TEST_CASE(hands_overlap_as_anywhere) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    for (const Scene& scene : kScenes) play(scene, planes);
  }
}

// What only hands tell that are felt, and what must not be made of them.
constexpr Scene kFelt[] = {
    {"the illegal move sweeps a piece aside", kStart,
     "T:a1 0, a1- 60, t:a1 64, T:a7 200, t:a7 400, CW 600 | e7- 0, e6+ 300, CB 600 | d2- 0, d4+ 300, CW 600", "-- e6 d4"},
    {"the illegal move sweeps a piece aside, and is taken", kStart,
     "T:a1 0, a1- 60, t:a1 64, T:a7 200, t:a7 400, CW 600 | a7- 0, a8- 100, a7+ 400, CB 600 | d2- 0, d4+ 300, CW 600", "-- Rxa7 d4"},
    {"the illegal move sweeps a piece aside, and the answer has begun", kStart,
     "T:a1 0, a1- 60, t:a1 64, T:a7 200, t:a7 400, T:e7 420, e7- 480, t:e7 484, CW 600, T:e6 700, e6+ 704, t:e6 800, CB 900 | d2- 0, d4+ 300, CW 600", "-- e6 d4"},
    {"what was swept aside explains more than the square where the answer stands", "rnbqkbnr/ppp1pppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 1",
     "T:e4 0, e4- 60, t:e4 64, T:h7 200, t:h7 400, T:c7 420, c7- 480, t:c7 484, T:c5 600, c5+ 604, t:c5 700, CW 800, CB 900 | c2- 0, c3+ 300, CW 600", "-- c5 c3"},
    {"where a hand is still that of the opponent nothing was swept aside", kStart,
     "T:a1 0, a1- 60, t:a1 64, T:a7 200, CW 600, t:a7 700 | g8- 0, f6+ 300, CB 600", ""},
    {"the illegal move takes, and the answer is on a piece that it could have swept aside", "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR b KQkq - 1 3",
     "T:c1 0, c1- 60, t:c1 64, T:d5 200, d5- 260, t:d5 264, T:c1 600, c1+ 604, t:c1 660, T:d2 675, CB 900, d2- 1000, t:d2 1004, T:d4 1300, d4+ 1304, t:d4 1400, CW 1600 | "
     "c7- 0, c6+ 300, CB 600", "-- d4 c6"},
    {"the hand that moves illegally is felt a hair late, and the king could take", "rnbqk2r/ppppbppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     "T:g1 0, g1- 60, t:g1 64, T:d8 200, d8- 260, t:d8 264, d8+ 400, T:d8 404, t:d8 600, T:e8 615, e8- 675, t:e8 679, CW 800, T:g8 900, g8+ 904, t:g8 950, "
     "T:h8 1100, h8- 1160, t:h8 1164, T:f8 1300, f8+ 1304, t:f8 1350, CB 1500 | d2- 0, d4+ 300, CW 600", "-- O-O d4"},
    {"the hand that moves illegally is on the square beside", "4k3/1p6/8/2p5/8/4B3/8/4K3 b - - 0 1",
     "T:c5 0, c5- 190, t:c5 220, T:b7 380, T:b6 410, b6+ 430, t:b7 445, t:b6 520, CB 900 | e3- 0, g5+ 300, CW 600 | e8- 0, f7+ 300, CB 600", "-- Bg5 Kf7"},
    {"the hand that answers before the press is felt a hair late", kStart,
     "T:e2 0, e2- 60, t:e2 64, T:e5 200, e5+ 204, t:e5 300, T:e7 340, e7- 400, t:e7 410, e6+ 550, T:e6 556, CW 600, t:e6 700, CB 1000 | "
     "d2- 0, d4+ 300, CW 600", "-- e6 d4"},
};

BOOST_AUTO_TEST_CASE(what_hands_tell_of_an_illegal_move_that_stands) {
  for (const Scene& scene : kFelt) play(scene, Planes::both);
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

BOOST_AUTO_TEST_CASE(an_illegal_answer_is_left_to_the_arbiter) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game(kStart, planes, "fide2023-blitz");
    game.play("b1- 0, b3+ 300, CW 600, g8- 1000, g6+ 1300, CB 1600");
    BOOST_CHECK_EQUAL(game.finals().back(), "2 illegal_completed 7.5.1");
    BOOST_CHECK(game.recogniser().ruling().certainty == article4::Certainty::arbiter);
  }
}

BOOST_AUTO_TEST_CASE(of_two_games_later_presses_tell_which) {
  // Both pieces were up together: knight and bishop may stand on either square.
  Game game("4k3/8/1b6/8/8/8/8/1N5K w - - 0 1", Planes::both, "fide2023-blitz");
  game.play("b1- 0, b6- 100, a5+ 300, c5+ 400, CW 600, CB 1000");
  BOOST_CHECK(game.situation().kind == Kind::lost);
  BOOST_CHECK_EQUAL(game.situation().readings.readings, 2);
  game.play("c5- 0, d7+ 300, CW 600");
  BOOST_CHECK_EQUAL(joined(game.moves()), "-- Ba5 Nd7");
}

BOOST_AUTO_TEST_CASE(what_is_put_right_is_not_lost_although_it_was_in_doubt) {
  // Presence alone: a2 may have been touched.
  for (const char* right : {"e5- 0, e2+ 300, CB 600, e2- 900, e4+ 1200, CW 1500", "e5- 0, e4+ 300, CB 600, CW 700"}) {
    Game game(kStart, Planes::presence, "fide2023-blitz");
    game.play("a2- 0, a2+ 200, e2- 400, e5+ 700, CW 900");
    BOOST_CHECK(game.recogniser().ruling().certainty == article4::Certainty::arbiter);
    game.play(right).play("e7- 0, e6+ 300, CB 600");
    BOOST_CHECK_EQUAL(joined(game.moves()), "e4 e6");
    BOOST_CHECK_EQUAL(game.told(Kind::lost), 0);
    BOOST_CHECK(!game.flagged(1, "gap"));
  }
}

BOOST_AUTO_TEST_CASE(after_a_press_that_nothing_explains_nobody_is_accused_for_certain) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    for (const bool put_back : {false, true}) {
      BOOST_TEST_CONTEXT((planes == Planes::both ? "both planes" : "presence") << (put_back ? ", put back" : "")) {
      Game game(kStart, planes);
      game.play("b1- 0, b3+ 300, CW 600").play("CB 0");
      if (put_back) game.play("b3- 0, b1+ 300");
      game.play("d2- 0, d5+ 300, CW 600");
      BOOST_CHECK(game.recogniser().ruling().verdict == article4::Verdict::illegal_completed);
      BOOST_CHECK((game.recogniser().ruling().certainty == article4::Certainty::certain) == (put_back && planes == Planes::both));
      }
    }
  }
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

BOOST_AUTO_TEST_CASE(a_sensor_that_flickers_for_ever_is_not_kept_in_mind) {
  // More events than hands make: nobody knows any more what an answer would go on from, and nobody is accused for certain.
  Game game(kStart, Planes::both, "fide2023-blitz");
  game.play("e2- 0, e5+ 300, CW 600");
  for (int i = 0; i < 5000; ++i) game.play("T:a3 0, t:a3 20");
  game.play("e7- 0, e6+ 300, CB 600").play("d2- 0, d4+ 300, CW 600");
  for (std::size_t i = 1; i < game.finals().size(); ++i) {
    if (game.finals()[i].find("illegal") != std::string::npos) {
      BOOST_CHECK(game.recogniser().judged().judgement.certainty == article4::Certainty::arbiter);
    }
  }
}

}  // namespace
}  // namespace adoube::recognition::testing
