// SPDX-License-Identifier: Apache-2.0
// Faults on the line while a game is played: nothing lost, nothing doubled, the score as before.
#include <boost/test/unit_test.hpp>

#include "host/lab/pins_board.hpp"
#include "tests/host/lab/corpus.hpp"

namespace adoube::lab {
namespace {

GameReport play_with(const std::function<void(bus::Faults&)>& plant) {
  GameOptions options = options_for(BoardOptions::Path::pins);
  options.limit = 30'000'000;
  std::uint64_t happened = 0;
  options.prepare = [&](Board& board) { plant(dynamic_cast<PinsBoard&>(board).host().faults()); };
  options.finished = [&](Board& board) { happened = dynamic_cast<PinsBoard&>(board).host().faults().happened; };
  Silence silence;
  auto report = play_game(own_games("opera-1858.pgn").at(0), options, silence);
  BOOST_TEST_REQUIRE(report.has_value(), report.error().message);
  BOOST_TEST(happened == 1u);
  BOOST_TEST(complaint(*report) == "", complaint(*report));
  BOOST_TEST(report->moves.size() > 4u);
  return *report;
}

// In bit times; the game is well under way.
constexpr std::uint64_t in_the_game = 12'000'000 * 10ull;

BOOST_AUTO_TEST_CASE(a_lost_acknowledge) {
  for (std::uint64_t n = 20; n < 60; n += 13) play_with([n](bus::Faults& faults) { faults.lose_ack(n); });
}

BOOST_AUTO_TEST_CASE(a_corrupted_packet) {
  for (std::uint64_t n = 5; n < 30; n += 7) play_with([n](bus::Faults& faults) { faults.corrupt_in(n); });
}

BOOST_AUTO_TEST_CASE(a_packet_for_a_foreign_address) {
  play_with([](bus::Faults& faults) { faults.foreign_at(in_the_game, 77, 1); });
  play_with([](bus::Faults& faults) { faults.foreign_at(in_the_game, 77, 0, true); });
}

BOOST_AUTO_TEST_CASE(a_bus_reset) {
  const GameReport report = play_with([](bus::Faults& faults) { faults.reset_at(in_the_game); });
  BOOST_TEST(report.run.account.counters.hellos >= 2u);
}

}  // namespace
}  // namespace adoube::lab
