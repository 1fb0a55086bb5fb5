// SPDX-License-Identifier: Apache-2.0
// Lock is the truth; leap must give the same packets at the same bit times and the same image at every stop.
#include "sim/kernel/kernel.hpp"

#include <boost/test/unit_test.hpp>
#include <memory>

#include "tests/sim/kernel/rig.hpp"

namespace adoube::sim::test {
namespace {

// Runs both side by side and stops both at the same random instants.
void compare(std::uint64_t seed, const std::vector<Change>& changes, std::uint64_t length) {
  Rig lock(changes, {.mode = Mode::lock});
  Rig leap(changes, {.mode = Mode::leap});
  BOOST_REQUIRE(lock.start());
  BOOST_REQUIRE(leap.start());
  Random random(seed);
  const std::uint64_t end = lock.kernel.now() + length;
  while (lock.kernel.now() < end) {
    const std::uint64_t stop = lock.kernel.now() + static_cast<std::uint64_t>(random.within(1, 60'000));
    lock.kernel.run_until(stop);
    leap.kernel.run_until(stop);
    BOOST_TEST_CONTEXT("seed " << seed << ", stop at bit time " << stop) {
      BOOST_REQUIRE_EQUAL(leap.kernel.now(), lock.kernel.now());
      BOOST_REQUIRE_EQUAL(leap.host.log_hash(), lock.host.log_hash());
      BOOST_REQUIRE_EQUAL(leap.kernel.image_hash(), lock.kernel.image_hash());
    }
  }
  BOOST_TEST((leap.kernel.edges() == lock.kernel.edges()));
  BOOST_TEST((leap.reader->packets() == lock.reader->packets()));
  BOOST_TEST(lock.kernel.edges().size() > 0U);
  BOOST_TEST(leap.kernel.counters().scan_leaps + leap.kernel.counters().wait_leaps > 0U);
  BOOST_TEST(leap.kernel.counters().usb_leaps > 0U);
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_device_enumerates_in_lock) {
  Rig rig({}, {.mode = Mode::lock});
  BOOST_TEST(rig.start());
  BOOST_TEST(rig.kernel.counters().usb_bits == rig.kernel.now());
}

BOOST_AUTO_TEST_CASE(the_device_enumerates_in_leap) {
  Rig rig({}, {.mode = Mode::leap});
  BOOST_TEST(rig.start());
  BOOST_TEST(rig.kernel.counters().usb_bits < rig.kernel.now());
}

BOOST_AUTO_TEST_CASE(lock_and_leap_agree_at_random_stops) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    compare(seed, random_changes(seed, 3'000, 60'000, 4 * static_cast<int>(seed)), 80 * ms);
  }
}

}  // namespace adoube::sim::test
