// SPDX-License-Identifier: Apache-2.0
/// Castling in every order of king and rook, and what only looks like it.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "tests/rules/recognition/board_script.hpp"

namespace adoube::recognition::testing {
namespace {

constexpr const char* kWhite = "4k3/p7/8/8/8/8/8/R3K2R w KQ - 0 1";

/// The four steps of castling on a wing in every order in which hands can do them.
std::vector<std::string> orders(const std::array<std::string, 4>& steps) {  // king up, king down, rook up, rook down
  std::vector<std::string> out;
  std::array<int, 4> order = {0, 1, 2, 3};
  do {
    const auto place = [&](int step) { return std::find(order.begin(), order.end(), step); };
    if (place(1) < place(0) || place(3) < place(2)) continue;
    std::string script;
    int ms = 0;
    for (const int s : order) {
      script += (script.empty() ? "" : ", ") + steps[static_cast<std::size_t>(s)] + " " + std::to_string(ms);
      ms += 250;
    }
    out.push_back(script);
  } while (std::next_permutation(order.begin(), order.end()));
  return out;
}

BOOST_AUTO_TEST_CASE(B16_B17_every_order_of_king_and_rook) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    int tried = 0;
    for (const std::string& script : orders({"e1-", "g1+", "h1-", "f1+"})) {
      BOOST_CHECK_EQUAL(moves_of(kWhite, script, planes), "O-O");
      BOOST_CHECK_EQUAL(moves_of(kWhite, script + ", CW 1500", planes), "O-O");
      BOOST_CHECK_EQUAL(moves_of(kWhite, script + ", a7- 1100, a5+ 1400, CB 1600", planes), "O-O a5");
      ++tried;
    }
    for (const std::string& script : orders({"e1-", "c1+", "a1-", "d1+"})) {
      BOOST_CHECK_EQUAL(moves_of(kWhite, script, planes), "O-O-O");
      ++tried;
    }
    BOOST_CHECK_EQUAL(tried, 12);
  }
}

BOOST_AUTO_TEST_CASE(B16_king_then_rook_too_fast) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    BOOST_CHECK_EQUAL(moves_of("4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8- 0, g8+ 250, h8- 330, f8+ 600", planes), "O-O");
  }
}

BOOST_AUTO_TEST_CASE(the_opponent_answers_while_the_rook_is_in_the_air) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    const char* script = "e1- 0, g1+ 300, h1- 400, a7- 450, f1+ 500, a5+ 600";
    BOOST_CHECK_EQUAL(moves_of(kWhite, script, planes), "O-O a5");
  }
}

BOOST_AUTO_TEST_CASE(B18_castling_is_said_once) {
  Game game(kWhite, Planes::both);
  game.play("e1- 0, g1+ 300, h1- 800, f1+ 1200, CW 1500");
  const std::vector<std::string> want = {"1.1 e1g1 provisional", "1.1 e1g1 confirmed"};
  BOOST_CHECK_EQUAL_COLLECTIONS(game.said().begin(), game.said().end(), want.begin(), want.end());
}

BOOST_AUTO_TEST_CASE(B20_rook_put_on_a_wrong_square) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game("4k3/8/8/8/8/8/8/4K2R w K - 0 1", planes);
    game.play("e1- 0, g1+ 500, h1- 900, e1+ 1400").finish();
    BOOST_CHECK(game.moves().empty());
  }
}

BOOST_AUTO_TEST_CASE(B21_the_right_to_castle_comes_from_the_game) {
  for (const Planes planes : {Planes::presence, Planes::both}) {
    Game game("4k3/8/8/8/8/8/p7/4K2R w K - 0 1", planes);
    game.play("e1- 0, e2+ 300, CW 600").play("a2- 0, a1+ 300, CB 600");
    game.play("e2- 0, e1+ 300, CW 600");  // in check by the new queen: no legal move
    BOOST_CHECK_EQUAL(game.moves().size(), 2U);
    Game back("4k3/p7/8/8/8/8/8/4K2R w K - 0 1", planes);
    back.play("e1- 0, e2+ 300, CW 600").play("a7- 0, a6+ 300, CB 600").play("e2- 0, e1+ 300, CW 600");
    back.play("a6- 0, a5+ 300, CB 600").play("e1- 0, g1+ 300, h1- 600, f1+ 900, CW 1200");
    BOOST_CHECK_EQUAL(back.moves().size(), 4U);
    BOOST_CHECK_EQUAL(back.finals().back(), "5 illegal_completed 7.5.1");
  }
}

BOOST_AUTO_TEST_CASE(the_answer_begins_while_the_hand_is_still_on_the_king_that_came_after_the_rook) {
  // The rook has been let go of, so that the king comes late (4.7); White takes up his bishop 11 ms before the king is released.
  Game game("r1bqk2r/pp2nppp/2n1p3/3pP3/1b1P4/2N2N2/PP3PPP/R1BQKB1R w KQkq - 5 8", Planes::both);
  game.play("T:f1 351, f1- 381, t:f1 386, T:d3 1441, d3+ 1767, t:d3 1908, T:h8 1923, h8- 1966, t:h8 1972, CW 2000, T:f8 2461, f8+ 2558, "
            "t:f8 2617, T:e8 2681, e8- 2727, t:e8 2731, T:g8 3167, g8+ 3259, T:d3 3265, d3- 3295, t:d3 3304, t:g8 3306, T:h7 3347, "
            "h7- 3377, t:h7 3385, CB 3660, T:h7 4700, h7+ 5200, t:h7 5400, CW 5500");
  BOOST_REQUIRE_EQUAL(game.moves().size(), 3U);
  BOOST_CHECK_EQUAL(game.moves()[1] + " " + game.moves()[2], "O-O Bxh7+");
  BOOST_CHECK_EQUAL(game.finals()[1], "2 violation 4.7");
  BOOST_CHECK(!game.flagged(2, "touch_after_made:d3"));
  BOOST_CHECK_EQUAL(game.finals().back(), "3 move_completed 4.7.1");
}

}  // namespace
}  // namespace adoube::recognition::testing
