// SPDX-License-Identifier: Apache-2.0
// Forty times thirty plies of the shared games through the pins, by every style of hands, from the opening, the middle and the
// end of games: every score exact.
//   test_host_lab_excerpts_pins -- N M    every M-th excerpt from the N-th on, from 0
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <ctime>
#include <iostream>
#include <string>

#include "sim/hands/score.hpp"
#include "sim/hands/styles.hpp"
#include "tests/host/lab/corpus.hpp"

namespace adoube::lab {
namespace {

constexpr std::size_t excerpts = 40;
constexpr std::size_t length = 30;  // plies
constexpr const char* sections[] = {"opening", "middle", "end"};

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Where a section of so many plies begins.
std::size_t begin_of(std::size_t section, std::size_t plies) { return (plies - length) * section / (std::size(sections) - 1); }

BOOST_AUTO_TEST_CASE(excerpts_through_the_pins) {
  const auto& suite = boost::unit_test::framework::master_test_suite();
  BOOST_TEST_REQUIRE(suite.argc == 3);
  const auto games = shared_games();
  if (!games) return;
  const auto styles = hands::named_styles();
  const std::size_t first = std::stoul(suite.argv[1]);
  const std::size_t step = std::stoul(suite.argv[2]);
  Tick simulated = 0;
  std::size_t plies = 0;
  std::size_t played = 0;
  for (std::size_t i = first; i < excerpts; i += step) {
    // Spread over the collection; a game that is too short gives way to the next one.
    std::size_t number = i * games->size() / excerpts;
    while ((*games)[number].plies.size() < length) number = (number + 1) % games->size();
    const pgn::Game& game = (*games)[number];
    const std::size_t section = i % std::size(sections);
    const std::size_t from = begin_of(section, game.plies.size());
    const hands::NamedStyle& style = styles[i % styles.size()];

    GameOptions options = options_for(BoardOptions::Path::pins);
    options.seed = i + 1;
    options.players = hands::style_of(style);
    Silence silence;
    const double before = cpu_seconds();
    const auto report = play_game(hands::excerpt(hands::score_of(game), from, length), options, silence);
    const std::string where = "excerpt " + std::to_string(i) + ": " + sections[section] + " of game " + std::to_string(game.number) + ", ply " +
                              std::to_string(from + 1) + ", " + std::string(style.name);
    BOOST_TEST_REQUIRE(report.has_value(), where << ": " << report.error().message);
    BOOST_TEST(report->score.size() == length, where);
    BOOST_TEST(complaint(*report) == "", where << ": " << complaint(*report));
    std::cout << where << ", " << report->run.simulated / 1'000'000 << " s simulated in " << cpu_seconds() - before << " CPU s\n";
    simulated += report->run.simulated;
    plies += report->moves.size();
    ++played;
  }
  std::cout << played << " excerpts, " << plies << " plies, " << simulated / 1'000'000 << " s simulated in " << cpu_seconds() << " CPU s\n";
}

}  // namespace
}  // namespace adoube::lab
