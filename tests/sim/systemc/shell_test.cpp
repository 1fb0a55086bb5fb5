// SPDX-License-Identifier: Apache-2.0
// The SystemC shell changes who calls the kernel and nothing else.
#include "sim/systemc/shell.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "tests/sim/kernel/rig.hpp"

namespace adoube::sim::test {
namespace {

struct Outcome {
  std::uint64_t packets = 0;
  std::uint64_t image = 0;
  std::uint64_t now = 0;
  std::uint64_t activations = 0;
  std::uint64_t elapsed_ps = 0;
  std::vector<std::uint64_t> stops;
};

// Runs a board for a while; each packet stops the run, as the seam would.
Outcome run(const std::vector<Change>& changes, bool in_shell) {
  Rig rig(changes);
  BOOST_REQUIRE(rig.start());
  const std::uint64_t start = rig.kernel.now();
  std::unique_ptr<SystemcShell> shell;
  if (in_shell) {
    shell = std::make_unique<SystemcShell>(rig.kernel, [&] { return rig.kernel.next_change(); });
  }
  Stepper& stepper = in_shell ? static_cast<Stepper&>(*shell) : rig.kernel;
  std::uint64_t data = 0;
  rig.host.observe([&](const bus::PacketView& packet) {
    if (packet.from_device && packet.bytes.size() > 4) {
      ++data;
      stepper.stop();
    }
  });
  Outcome outcome;
  const std::uint64_t end = start + 90 * ms;
  while (stepper.now() < end) {
    stepper.run_until(end);
    outcome.stops.push_back(stepper.now());
  }
  outcome.packets = rig.host.log_hash();
  outcome.image = rig.kernel.image_hash();
  outcome.now = stepper.now() - start;
  if (in_shell) {
    outcome.activations = shell->activations();
    outcome.elapsed_ps = shell->elapsed_ps();
  }
  BOOST_TEST(data > 0U);
  return outcome;
}

}  // namespace

BOOST_AUTO_TEST_CASE(same_packets_with_and_without_shell) {
  // Several boards in one process: SystemC elaborates once, the board is new each time.
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const auto changes = contacts(seed, 3'000, 60'000, 10);
    const Outcome plain = run(changes, false);
    const Outcome shell = run(changes, true);
    BOOST_TEST(shell.packets == plain.packets);
    BOOST_TEST(shell.image == plain.image);
    BOOST_TEST(shell.stops == plain.stops, boost::test_tools::per_element());
    BOOST_TEST(plain.stops.size() > 2U);
    // SystemC's clock stands where the kernel's does, and woke only where something was due.
    BOOST_TEST(shell.elapsed_ps == shell.now * 1'000'000 / bit_times_per_us);
    BOOST_TEST(shell.activations <= plain.stops.size() + changes.size() + 1);
  }
}

BOOST_AUTO_TEST_CASE(a_run_to_the_past_does_nothing) {
  Rig rig({});
  BOOST_REQUIRE(rig.start());
  SystemcShell shell(rig.kernel, [&] { return rig.kernel.next_change(); });
  const std::uint64_t before = shell.now();
  shell.run_until(before - 10);
  BOOST_TEST(shell.now() == before);
  shell.run_until(before + 1);
  BOOST_TEST(shell.now() == before + 1);
}

}  // namespace adoube::sim::test
