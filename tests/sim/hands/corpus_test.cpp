// SPDX-License-Identifier: Apache-2.0
// Every game of the shared corpus, all of its plies: squares, order, clocks, and the time it takes to prepare them.
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "check.hpp"
#include "rules/notation/pgn_reader.hpp"

using namespace adoube;
using namespace adoube::hands;

BOOST_AUTO_TEST_SUITE(corpus)

BOOST_AUTO_TEST_CASE(every_shared_game) {
  const char* shared = std::getenv("ADOUBE_SHARED");
  const std::filesystem::path file = std::filesystem::path(shared != nullptr ? shared : "../shared") / "games/blitz-with-clocks.pgn";
  if (!std::filesystem::exists(file)) {
    std::puts("SKIP: no ADOUBE_SHARED/games/blitz-with-clocks.pgn");
    return;
  }
  std::ifstream input(file);
  pgn::Reader reader(input);
  std::size_t games = 0, plies = 0, zero = 0, stretched = 0, overlaps = 0, given = 0;
  Tick added = 0, device = 0;
  while (auto game = reader.next()) {
    BOOST_REQUIRE_MESSAGE(game->has_value(), "unreadable game");
    const Score score = score_of(**game);
    const Script script = play(score, static_cast<std::uint64_t>((*game)->number));
    for (const std::string& fault : {test::squares_fault(score, script), test::order_fault(script)}) {
      BOOST_TEST(fault.empty(), fmt::format("game {}: {}", (*game)->number, fault));
    }
    const int increment = score.control.periods.at(0).increment;
    bool gift = false;
    for (std::size_t i = 2; i < score.clocks.size(); ++i) {
      const Tick used = *score.clocks[i - 2] + increment * Tick{1'000'000} - *score.clocks[i];
      zero += used == 0 ? 1 : 0;
      gift = gift || used < 0;
    }
    given += gift ? 1 : 0;
    if (!gift) {
      const auto fault = test::clock_fault(score, script, *score.control.initial(), increment);
      BOOST_TEST(fault.empty(), fmt::format("game {}: {}", (*game)->number, fault));
    }
    for (std::size_t i = 1; i < script.plies.size(); ++i) overlaps += script.plies[i].touch < script.plies[i - 1].press ? 1 : 0;
    ++games;
    plies += script.plies.size();
    stretched += script.plies_stretched;
    added += script.added;
    device += script.end;
  }
  std::printf("%zu games, %zu plies, %zu of them zero seconds, %zu hands overlap, %zu plies stretched by %.3f s, %.0f s of device time\n",
              games, plies, zero, overlaps, stretched, static_cast<double>(added) / 1e6, static_cast<double>(device) / 1e6);
  BOOST_TEST(games == 289);
  BOOST_TEST(given <= 1);  // one player was given 40 s
  BOOST_TEST(overlaps > 1'000);
}

BOOST_AUTO_TEST_SUITE_END()
