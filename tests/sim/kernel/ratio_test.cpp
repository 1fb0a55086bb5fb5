// SPDX-License-Identifier: Apache-2.0
// How much faster than a real board the simulation runs, printed; only the work done is judged, never the clock.
#include <boost/test/unit_test.hpp>
#include <ctime>
#include <iostream>

#include "tests/sim/kernel/rig.hpp"

namespace adoube::sim::test {
namespace {

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// `contacts` a second close or open, nine of ten with bounces.
void measure(const char* name, Mode mode, std::uint64_t length_ms, int contacts) {
  const auto end = static_cast<Tick>(length_ms) * 1000;
  const auto moves = static_cast<int>(length_ms) * contacts / 1000;
  Rig rig(random_changes(1, 30'000, end, moves), {.mode = mode});
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

}  // namespace

BOOST_AUTO_TEST_CASE(ratios) {
  measure("quiet", Mode::lock, 200, 0);
  measure("blitz", Mode::lock, 200, 10);
  measure("quiet", Mode::leap, 10'000, 0);
  measure("blitz", Mode::leap, 10'000, 10);
  measure("scramble", Mode::leap, 5'000, 40);
}

}  // namespace adoube::sim::test
