// SPDX-License-Identifier: Apache-2.0
/// Mate, stalemate and 9.6 end the game at once (5.1.1, 5.2.1): whatever hands do then is no play, and blames nobody.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "rules/notation/fen.hpp"
#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

using Kind = Situation::Kind;

constexpr Planes kPlanes[] = {Planes::both, Planes::presence};
constexpr const char* kBackRank = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
constexpr const char* kMate = "a1- 0, a8+ 300, CW 600";
constexpr const char* kOver = "1 game_over 5.1.1";

struct End {
  const char* fen;
  const char* move;
  const char* over;
};
constexpr End kEnds[] = {{kBackRank, kMate, kOver},
                         {"7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5- 0, g6+ 300, CW 600", "1 game_over 5.2.1"},
                         {"4k2r/8/8/8/8/8/r7/5K1R w - - 149 120", "h1- 0, h5+ 300, CW 600", "1 game_over 9.6"}};

BOOST_AUTO_TEST_CASE(nothing_is_ruled_once_it_has_ended) {
  for (const End& end : kEnds) {
    const std::string king = end.fen == kBackRank ? "g8" : end.fen == kEnds[1].fen ? "h8" : "e8";
    const std::string beside = end.fen == kBackRank ? "g8- 0, f8+ 300" : end.fen == kEnds[1].fen ? "h8- 0, h7+ 300" : "e8- 0, e7+ 300";
    for (const Planes planes : kPlanes) {
      for (const std::string& after : {std::string("CB 100"), std::string("CW 100"), beside + ", CB 500", beside + ", CB 500, CW 900", king + "- 0, CB 900",
                                       beside, "T:" + king + " 0, t:" + king + " 900"}) {
        BOOST_TEST_CONTEXT(end.over << " " << after << (planes == Planes::both ? " both" : " presence")) {
          Game game(end.fen, planes);
          game.play(end.move);
          const auto said = game.said();
          BOOST_REQUIRE_EQUAL(game.finals().back(), end.over);
          game.play(after).finish();
          BOOST_CHECK_EQUAL(game.finals().back(), end.over);
          BOOST_CHECK_EQUAL(game.moves().size(), 1U);
          BOOST_CHECK_EQUAL_COLLECTIONS(game.said().begin(), game.said().end(), said.begin(), said.end());
          BOOST_CHECK(game.recogniser().judged().judgement.verdict == article4::Verdict::game_over);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(an_answer_to_what_ended_it_is_none) {
  // After 75 moves without progress pieces still move; nobody pressed before the answer came, or the hand was still on the rook.
  for (const char* answered : {"h1- 0, h5+ 300, e8- 1000, e7+ 1300, CB 1600",
                               "T:h1 0, h1- 60, t:h1 64, T:h5 296, h5+ 300, e8- 600, e7+ 800, CB 900, t:h5 1200"}) {
    Game game(kEnds[2].fen, Planes::both);
    game.play(answered).play("f1- 0, g1+ 300, CW 500").finish();
    BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
    BOOST_CHECK_EQUAL(game.moves()[0], "Rh5");
    BOOST_CHECK_EQUAL(game.finals().back(), kEnds[2].over);
  }
}

BOOST_AUTO_TEST_CASE(what_ended_it_stands_whatever_becomes_of_the_piece_before_a_press) {
  // Taken up again, pushed on as the hand leaves it, or read elsewhere in the same scan.
  const std::string mate = "T:a1 0, a1- 60, t:a1 64, T:a8 300, a8+ 304, t:a8 400, ";
  for (const char* then : {"T:a8 600, a8- 660, t:a8 664, CW 900", "T:a8 600, a8- 660, t:a8 664, T:a3 800, a3+ 804, t:a3 900, CW 1200", "a8- 418", "a8- 418, CW 600",
                           "a8- 418, T:a3 500, a3+ 504, t:a3 600, CW 900", "a3+ 418, a8- 418, CW 600", "a8- 418, g8- 900, f8+ 1200, CB 1500"}) {
    BOOST_TEST_CONTEXT(then) {
      Game game(kBackRank, Planes::both);
      game.play(mate + then).finish();
      for (const std::string& final : game.finals()) BOOST_CHECK_EQUAL(final, kOver);
      BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
      BOOST_CHECK_EQUAL(game.moves()[0], "Ra8#");
      BOOST_CHECK(game.recogniser().judged().judgement.verdict == article4::Verdict::game_over);
    }
  }
}

BOOST_AUTO_TEST_CASE(pieces_are_put_back_for_the_next_game) {
  for (const Planes planes : kPlanes) {
    Game game(kBackRank, planes);
    game.play(kMate).play("a8- 0, a1+ 400, g8- 800, e8+ 1200, f7- 1500, f5+ 1900, CW 2500, CB 2600");
    BOOST_CHECK_EQUAL(game.finals().back(), kOver);
    game.recogniser().set_up(fen::parse("4k3/6pp/8/5p2/8/8/5PPP/R5K1 b - - 0 1").value());
    game.play("e8- 0, e7+ 300, CB 500");
    BOOST_CHECK_EQUAL(game.moves().back(), "Ke7");
    BOOST_CHECK_EQUAL(game.finals().back(), "2 move_completed 4.7");
  }
}

BOOST_AUTO_TEST_CASE(the_next_game_is_not_over_where_nobody_pressed) {
  Game game(kBackRank, Planes::both);
  game.play("a1- 0, a8+ 300");
  BOOST_REQUIRE_EQUAL(game.finals().back(), kOver);
  game.recogniser().set_up(fen::parse("r5k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1").value());
  game.play("g1- 0, f1+ 300, CW 600");
  BOOST_CHECK_EQUAL(game.moves().back(), "Kf1");
  BOOST_CHECK_EQUAL(game.finals().back(), "1 move_completed 4.7");
}

BOOST_AUTO_TEST_CASE(the_kings_still_show_the_result) {
  for (const Planes planes : kPlanes) {
    Game game(kBackRank, planes);
    game.play(kMate).play("g1- 0, e4+ 500, g8- 800, d5+ 1200").finish();
    BOOST_CHECK(game.situation().result == Result::white_wins);
    BOOST_CHECK_EQUAL(game.finals().back(), kOver);
  }
}

BOOST_AUTO_TEST_CASE(friends_take_a_mate_back) {
  for (const Planes planes : kPlanes) {
    Game game(kBackRank, planes, "casual");
    game.play(kMate).play("a8- 0, a1+ 400").play("a1- 0, a7+ 300, CW 600");
    BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
    BOOST_CHECK_EQUAL(game.moves()[0], "Ra7");
  }
}

BOOST_AUTO_TEST_CASE(a_mate_that_nobody_pressed_is_in_the_score) {
  Game game(kBackRank, Planes::both);
  game.play("a1- 0, a8+ 300").play("a8- 0, a1+ 400, f2- 700, f4+ 900").finish();
  BOOST_REQUIRE_EQUAL(game.moves().size(), 1U);
  BOOST_CHECK_EQUAL(game.moves()[0], "Ra8#");
}

BOOST_AUTO_TEST_CASE(a_gap_after_it_shows_no_more_moves) {
  for (const Planes planes : kPlanes) {
    Game still(kEnds[2].fen, planes), moved(kEnds[2].fen, planes), answered(kEnds[2].fen, planes);
    still.play(kEnds[2].move).miss("").play("e8- 0, e7+ 300, CB 500").finish();
    moved.play(kEnds[2].move).miss("e8- 0, e7+ 300").play("CB 100").finish();
    answered.play(kEnds[2].move).miss("e8- 0, e7+ 300, f1- 600, g1+ 900").play("CW 100").finish();
    for (const Game* game : {&still, &moved, &answered}) {
      BOOST_CHECK_EQUAL(game->moves().size(), 1U);
      BOOST_CHECK_EQUAL(game->finals().back(), kEnds[2].over);
    }
  }
}

}  // namespace
}  // namespace adoube::recognition::testing
