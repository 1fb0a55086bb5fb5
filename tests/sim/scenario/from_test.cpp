// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/from.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "rules/notation/pgn_reader.hpp"
#include "sim/hands/play.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/perform.hpp"

using namespace adoube;
using namespace adoube::scenario;

namespace {

Event event(EventKind kind, Tick ms, Square square) {
  Event e;
  e.kind = kind;
  e.square = square;
  e.when = recognition::case_time(ms * 1'000, 0);
  return e;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(made_of_what_is_there)

// The text is complete: what comes back from it is played with the very contacts of the game itself.
BOOST_AUTO_TEST_CASE(a_game_is_the_same_game) {
  std::ifstream file(ADOUBE_SOURCE_DIR "/tests/games/short-games.pgn");
  pgn::Reader reader(file);
  int games = 0;
  while (auto game = reader.next()) {
    BOOST_TEST_REQUIRE(game->has_value());
    ++games;
    const std::string text = write(from_game(**game));
    const auto again = parse(text, "game.scn");
    BOOST_REQUIRE_MESSAGE(again, again.error().message);
    BOOST_TEST(write(*again) == text);
    const auto performance = perform(*again);
    BOOST_REQUIRE_MESSAGE(performance, performance.error().message);
    BOOST_TEST((performance->script.changes == hands::play(hands::score_of(**game), 1).changes));
    BOOST_TEST(performance->game.size() == (*game)->plies.size());
  }
  BOOST_TEST(games > 3);
}

BOOST_AUTO_TEST_CASE(a_case_in_its_own_times) {
  recognition::Case c;
  c.fen = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
  c.profile = "uscf";
  c.events = {event(EventKind::touch, 0, Square::e1), event(EventKind::clock, 2'500, Square::off), event(EventKind::lift, 900, Square::a2),
              event(EventKind::place, 1'400, Square::a4)};
  c.events[0].duration = 400'000;
  c.events[2].when = recognition::case_time(900'000, 125'000);
  c.expected.verdict = "violation";
  c.expected.clause = "4.3.1";
  c.expected.allowed_moves = {{"e1d1", "e1f1"}};
  c.expected.flags = {"late_adjust"};
  c.expected.turns = {{"a2a4", "move_completed", "6.2.1", {}}};
  BOOST_TEST(write(from_case(c, "a # in a title")) ==
             "scenario a   in a title\nposition 4k3/8/8/8/8/8/P7/4K3 w - - 0 1\nedition uscf\ncontacts listed\n\n"
             "at 1 s        white touch e1 for 400 ms\nat 1.9 s      white lift a2  # give or take 125 ms\nat 2.4 s      white place a4\n"
             "at 3.5 s      white press\n\nexpect\n  move a4 ply 1\n  ruling move_completed 6.2.1 ply 1\n  ruling violation 4.3.1\n"
             "  allowed e1d1 e1f1\n  flag late_adjust\n");
}

BOOST_AUTO_TEST_SUITE_END()
