// SPDX-License-Identifier: Apache-2.0
// Every game we have, recognised from packets that enter at the wire.
#include <boost/test/unit_test.hpp>
#include <iostream>

#include "tests/host/lab/corpus.hpp"

namespace adoube::lab {
namespace {

void check_all(const std::vector<pgn::Game>& games, const std::string& name) {
  Silence silence;
  std::size_t plies = 0;
  std::size_t stretched = 0;
  Tick simulated = 0;
  Tick added = 0;
  for (const pgn::Game& game : games) {
    const auto report = play_game(game, options_for(BoardOptions::Path::edges), silence);
    BOOST_TEST_REQUIRE(report.has_value(), name << " game " << game.number << ": " << report.error().message);
    BOOST_TEST(complaint(*report) == "", name << " game " << game.number << ": " << complaint(*report));
    plies += report->moves.size();
    stretched += report->plies_stretched;
    simulated += report->run.simulated;
    added += report->added;
  }
  std::cout << name << ": " << games.size() << " games, " << plies << " plies, " << simulated / 60'000'000 << " simulated minutes, "
            << stretched << " plies stretched by " << added / 1000 << " ms in all\n";
}

BOOST_AUTO_TEST_CASE(own_games_are_recognised) {
  for (const char* file : {"opera-1858.pgn", "short-games.pgn"}) check_all(own_games(file), file);
}

BOOST_AUTO_TEST_CASE(a_game_of_ninety_minutes_is_recognised) { check_all(own_games("moscow-1985.pgn"), "moscow-1985.pgn"); }

BOOST_AUTO_TEST_CASE(shared_games_are_recognised) {
  if (const auto games = shared_games()) {
    BOOST_TEST(games->size() == 289u);
    check_all(*games, "shared");
  }
}

}  // namespace
}  // namespace adoube::lab
