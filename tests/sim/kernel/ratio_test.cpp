// SPDX-License-Identifier: Apache-2.0
// How much faster than a real board the simulation runs, printed; only the work done is judged, never the clock.
#include <boost/test/unit_test.hpp>
#include <ctime>
#include <fstream>
#include <iostream>

#include "rules/notation/pgn_reader.hpp"
#include "sim/hands/play.hpp"
#include "tests/sim/kernel/rig.hpp"

namespace adoube::sim::test {
namespace {

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

void measure(const char* name, Mode mode, const std::vector<Change>& changes, std::uint64_t length_ms) {
  Rig rig(changes, {.mode = mode});
  BOOST_REQUIRE(rig.start());
  const std::uint64_t start = rig.kernel.now();
  const double before = cpu_seconds();
  rig.kernel.run_until(start + length_ms * ms);
  const double seconds = cpu_seconds() - before;
  const auto counters = rig.kernel.counters();
  const auto promille = [&](std::uint64_t part) { return 1000.0 * static_cast<double>(part) / static_cast<double>(length_ms * ms); };
  std::cout << "ratio " << name << ' ' << (mode == Mode::lock ? "lock" : "leap") << ": "
            << static_cast<double>(length_ms) / 1000.0 / seconds << " simulated seconds a CPU second; edges "
            << rig.kernel.edges().size() << ", scan clocks " << promille(counters.scan_clocks) << " and bus bits "
            << promille(counters.usb_bits) << " of 1000\n";
  if (mode == Mode::leap) BOOST_TEST(counters.usb_bits < length_ms * ms / 20);
}

// The first game of our own file of short ones, at three minutes a player: a ply every two seconds.
std::vector<Change> blitz() {
  std::ifstream input(ADOUBE_SOURCE_DIR "/tests/games/short-games.pgn");
  pgn::Reader reader(input);
  const auto game = reader.next();
  BOOST_REQUIRE(game && game->has_value());
  return hands::play(hands::score_of(**game), 1).changes;
}

}  // namespace

BOOST_AUTO_TEST_CASE(ratios) {
  const auto game = blitz();
  measure("quiet", Mode::lock, {}, 200);
  measure("blitz", Mode::lock, game, 200);
  measure("quiet", Mode::leap, {}, 10'000);
  measure("blitz", Mode::leap, game, 30'000);
  measure("scramble of 40 contacts a second", Mode::leap, contacts(1, 30'000, 5'000'000, 200), 5'000);
}

}  // namespace adoube::sim::test
