// SPDX-License-Identifier: Apache-2.0
// The same game on boards that scan more and less often.
#include "host/lab/scan_rate.hpp"

#include <boost/test/unit_test.hpp>
#include <iostream>

#include "tests/host/lab/corpus.hpp"

namespace adoube::lab {
namespace {

ScanRateCount count(const pgn::Game& game, Tick period) {
  const auto counted = at_scan_rate(game, {period, {}, *article4::edition("fide2023"), 1});
  BOOST_TEST_REQUIRE(counted.has_value(), counted.error().message);
  std::cout << period << " us: missed " << counted->missed << ", invented " << counted->invented << " of " << counted->plies << ", unseen "
            << counted->unseen << " of " << counted->touches << ", order untold " << counted->untold << " and wrong " << counted->wrong << " of "
            << counted->pairs << '\n';
  return *counted;
}

BOOST_AUTO_TEST_CASE(our_own_scan_tells_the_game_and_a_slow_one_does_not) {
  const pgn::Game game = own_games("opera-1858.pgn").at(0);
  const ScanRateCount fast = count(game, shortest_scan);
  BOOST_TEST(fast.games == 1u);
  BOOST_TEST(fast.exact == 1u);
  BOOST_TEST(fast.plies == game.plies.size());
  BOOST_TEST(fast.missed == 0u);
  BOOST_TEST(fast.invented == 0u);
  BOOST_TEST(fast.touches > 2 * fast.plies);
  BOOST_TEST(fast.unseen == 0u);
  BOOST_TEST(fast.pairs == fast.touches - 1);
  BOOST_TEST(fast.untold == 0u);
  BOOST_TEST(fast.wrong == 0u);

  const pgn::Game quick = own_games("short-games.pgn").at(4);
  const ScanRateCount same = count(quick, shortest_scan);
  BOOST_TEST(same.exact == 1u);
  const ScanRateCount slow = count(quick, 250'000);
  BOOST_TEST(slow.exact == 0u);
  BOOST_TEST(slow.plies == same.plies);
  BOOST_TEST(slow.missed > 0u);
  BOOST_TEST(slow.missed <= slow.plies);
  BOOST_TEST(slow.touches == same.touches);
  BOOST_TEST(slow.unseen > 0u);
  BOOST_TEST(slow.pairs == same.pairs);
  BOOST_TEST(slow.untold >= slow.unseen / 2);
  BOOST_TEST(slow.wrong <= slow.untold);
}

BOOST_AUTO_TEST_CASE(a_move_that_is_lost_costs_no_other) {
  // At 41 ms a quick move is lost now and then; the game goes on behind it.
  ScanRateCount all;
  for (const pgn::Game& game : own_games("short-games.pgn")) all += count(game, 41'000);
  BOOST_TEST(all.games == 6u);
  BOOST_TEST(all.plies == 246u);
  BOOST_TEST(all.missed > 0u);
  BOOST_TEST(all.missed <= 12u);
  BOOST_TEST(all.invented <= 4u);
}

BOOST_AUTO_TEST_CASE(equal_seeds_count_alike) {
  const pgn::Game game = own_games("opera-1858.pgn").at(0);
  const ScanRateCount once = count(game, 10'000);
  const ScanRateCount again = count(game, 10'000);
  BOOST_TEST(once.missed == again.missed);
  BOOST_TEST(once.unseen == again.unseen);
  BOOST_TEST(once.untold == again.untold);
  BOOST_TEST(once.wrong == again.wrong);
}

}  // namespace
}  // namespace adoube::lab
