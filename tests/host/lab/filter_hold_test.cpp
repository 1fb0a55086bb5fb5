// SPDX-License-Identifier: Apache-2.0
// The comparison of confirmed edges with physical transitions can fail: with a hold of 0 every bounce is an edge.
#include <boost/test/unit_test.hpp>
#include <iostream>

#include "driver/wire/protocol.hpp"
#include "sim/hands/play.hpp"
#include "tests/host/lab/corpus.hpp"

namespace adoube::lab {
namespace {

constexpr Tick limit = 30'000'000;

BOOST_AUTO_TEST_CASE(hold_zero_confirms_the_bounces) {
  const pgn::Game game = own_games("opera-1858.pgn").at(0);
  GameOptions options = options_for(BoardOptions::Path::pins);
  options.limit = limit;
  Silence silence;
  const auto held = play_game(game, options, silence);
  BOOST_TEST_REQUIRE(held.has_value(), held.error().message);
  BOOST_TEST(complaint(*held) == "", complaint(*held));

  for (const std::uint32_t reg : {wire::reg::hold_presence, wire::reg::hold_touch, wire::reg::hold_auxiliary}) {
    options.settings.push_back({static_cast<std::uint8_t>(reg), 0});
  }
  const auto open = play_game(game, options, silence);
  BOOST_TEST_REQUIRE(open.has_value(), open.error().message);

  const auto in_the_game = [](const GameReport& report) {
    return std::ranges::count_if(report.run.truth, [](const TrueEdge& edge) { return edge.onset > 1'000'000; });
  };
  BOOST_TEST(in_the_game(*open) >= 2 * in_the_game(*held));
  const hands::Script script = hands::play(hands::score_of(game), options.seed);
  BOOST_TEST(compare_contacts(script.changes, held->run.truth, {}, limit - 100'000).equal());
  BOOST_TEST(!compare_contacts(script.changes, open->run.truth, {}, limit - 100'000).equal());
  std::cout << "edges with hold " << in_the_game(*held) << ", without " << in_the_game(*open) << "; the score without hold is "
            << (open->score_equal ? "equal" : "not equal") << '\n';
}

}  // namespace
}  // namespace adoube::lab
