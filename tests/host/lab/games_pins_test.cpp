// SPDX-License-Identifier: Apache-2.0
// Games through the pins: sensors, Verilog, bit-true USB, libusb, driver, rules.
//   test_host_lab_games_pins -- shared N ...   these games of the shared collection
//   test_host_lab_games_pins -- own            our own: the demo, and the first ten minutes of the long game
#include <boost/test/unit_test.hpp>
#include <iostream>
#include <string>

#include "tests/host/lab/corpus.hpp"

namespace adoube::lab {
namespace {

void check(const pgn::Game& game, GameOptions options) {
  Silence silence;
  const auto report = play_game(game, options, silence);
  BOOST_TEST_REQUIRE(report.has_value(), "game " << game.number << ": " << report.error().message);
  BOOST_TEST(complaint(*report) == "", "game " << game.number << ": " << complaint(*report));
  BOOST_TEST(report->moves.size() > 0u);
  std::cout << "game " << game.number << ": " << report->moves.size() << " plies, " << report->run.simulated / 1'000'000 << " s, "
            << report->run.contacts.seen << " edges confirmed, " << report->run.contacts.owed << " owed for certain, latency p50 "
            << report->run.account.latency.p50 << " p99 " << report->run.account.latency.p99 << " max "
            << report->run.account.latency.max << " us, " << report->plies_stretched << " plies stretched\n";
}

BOOST_AUTO_TEST_CASE(games_through_the_pins) {
  const auto& suite = boost::unit_test::framework::master_test_suite();
  BOOST_TEST_REQUIRE(suite.argc >= 2);
  if (std::string(suite.argv[1]) == "own") {
    check(own_games("opera-1858.pgn").at(0), options_for(BoardOptions::Path::pins));
    GameOptions first_ten_minutes = options_for(BoardOptions::Path::pins);
    first_ten_minutes.limit = 600'000'000;
    check(own_games("moscow-1985.pgn").at(0), first_ten_minutes);
    return;
  }
  const auto games = shared_games();
  if (!games) return;
  for (int i = 2; i < suite.argc; ++i) {
    check(games->at(static_cast<std::size_t>(std::stoul(suite.argv[i])) - 1), options_for(BoardOptions::Path::pins));
  }
}

}  // namespace
}  // namespace adoube::lab
