// SPDX-License-Identifier: Apache-2.0
// Faults on the line while a game is played: nothing lost, nothing doubled, the score as before.
#include <boost/test/unit_test.hpp>

#include "host/lab/pins_board.hpp"
#include "tests/host/lab/corpus.hpp"

namespace adoube::lab {
namespace {

using Plant = std::function<void(bus::Faults&)>;

struct Played {
  GameReport report;
  bus::FaultCounters faults;
};

/// Thirty seconds of a game by its clocks, through the pins.
Played play_with(const Plant& plant) {
  GameOptions options = options_for(BoardOptions::Path::pins);
  options.limit = 30'000'000;
  Played played;
  options.prepare = [&](Board& board) {
    witness(board);
    plant(dynamic_cast<PinsBoard&>(board).host().faults());
  };
  options.finished = [&](Board& board) { played.faults = dynamic_cast<PinsBoard&>(board).host().faults().counters(); };
  Silence silence;
  auto report = play_game(own_games("opera-1858.pgn").at(0), options, silence);
  BOOST_TEST_REQUIRE(report.has_value(), report.error().message);
  BOOST_TEST(complaint(*report) == "", complaint(*report));
  BOOST_TEST(report->moves.size() > 4u);
  played.report = std::move(*report);
  return played;
}

// In bit times; the game is well under way.
constexpr std::uint64_t in_the_game = 12'000'000 * 10ull;

// Lost once, and again when it is repeated.
BOOST_AUTO_TEST_CASE(a_lost_acknowledge) {
  for (const std::uint64_t times : {1u, 2u}) {
    const Played played = play_with([times](bus::Faults& faults) {
      faults.plant({.packets = bus::Packets::handshake, .endpoint = 1, .nth = 20, .times = times});
    });
    BOOST_TEST(played.faults.happened() == times);
  }
}

BOOST_AUTO_TEST_CASE(a_damaged_packet) {
  for (const bus::Damage damage : {bus::Damage::flip, bus::Damage::drop, bus::Damage::delay}) {
    const Played played = play_with([damage](bus::Faults& faults) {
      faults.plant({.damage = damage, .side = bus::Side::device, .packets = bus::Packets::data, .endpoint = 1, .nth = 12, .times = 2,
                    .amount = 30});
    });
    BOOST_TEST(played.faults.happened() == 2u);
  }
}

// Every hundredth packet, whichever it is, in each of the six ways.
BOOST_AUTO_TEST_CASE(one_packet_in_a_hundred_damaged_at_random) {
  std::uint64_t damaged = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Played played = play_with([seed](bus::Faults& faults) { faults.random(100, seed); });
    BOOST_TEST(played.report.run.account.counters.gaps == 0u);
    BOOST_TEST(played.report.run.account.counters.behind == 0u);
    for (const auto& side : played.faults.struck) {
      for (const std::uint64_t count : side) BOOST_TEST(count > 20u);
    }
    damaged += played.faults.damaged();
  }
  BOOST_TEST(damaged > 3'000u);
  BOOST_TEST_MESSAGE(damaged << " packets damaged in five games of 30 s");
}

BOOST_AUTO_TEST_CASE(a_busy_bus) {
  const Played played = play_with([](bus::Faults& faults) {
    faults.random_foreign(2, 7);
    faults.foreign({.at = in_the_game, .address = 77, .endpoint = 1});
    faults.foreign({.at = in_the_game + 20'000, .address = 77, .what = bus::Foreign::What::setup});
  });
  BOOST_TEST(played.faults.foreign > 8'000u);
  BOOST_TEST(played.faults.low_speed > 2'000u);
}

BOOST_AUTO_TEST_CASE(a_bus_reset) {
  const Played played = play_with([](bus::Faults& faults) { faults.reset_at(in_the_game); });
  BOOST_TEST(played.faults.resets == 1u);
  BOOST_TEST(played.report.run.account.counters.hellos >= 2u);
}

}  // namespace
}  // namespace adoube::lab
