// SPDX-License-Identifier: Apache-2.0
/// Both players at once: an answer that begins, or ends, before the move it answers is out of the hand.
#include <boost/test/unit_test.hpp>

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

}  // namespace
}  // namespace adoube::recognition::testing
