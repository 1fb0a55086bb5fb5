// SPDX-License-Identifier: Apache-2.0
// The device as an operating system meets it: reset, address, descriptors byte by byte, configuration.
#include <boost/test/unit_test.hpp>

#include "Vusb.h"
#include "driver/wire/protocol.hpp"
#include "tests/rtl/usb/bench.hpp"

namespace bus = adoube::bus;
namespace descriptor = adoube::wire::descriptor;
using Bench = adoube::test::Bench<Vusb>;

BOOST_AUTO_TEST_CASE(enumerates_at_every_phase_and_answers_in_time) {
  unsigned shortest = 1'000, longest = 0;
  for (unsigned phase = 0; phase < 4; ++phase) {
    for (const bool pins : {false, true}) {
      BOOST_TEST_CONTEXT("phase " << phase << ", pin registers " << pins) {
        Bench bench(phase, pins);
        BOOST_REQUIRE(bench.enumerate());
        BOOST_TEST(bench.device_descriptor == std::vector<std::uint8_t>(descriptor::device.begin(), descriptor::device.end()));
        BOOST_TEST(bench.configuration_descriptor ==
                   std::vector<std::uint8_t>(descriptor::configuration.begin(), descriptor::configuration.end()));
        // USB 2.0, 7.1.18.1: 2 to 6.5 bit times at the plug of a device with a detachable cable.
        BOOST_TEST(bench.turnaround_min >= 8U);
        BOOST_TEST(bench.turnaround_max <= 26U);
        shortest = std::min(shortest, bench.turnaround_min);
        longest = std::max(longest, bench.turnaround_max);
        BOOST_TEST(bench.host.counters().bad == 0U);
        BOOST_TEST(bench.host.counters().silent == 0U);
        BOOST_TEST(bench.host.counters().collisions == 0U);
        BOOST_TEST(bench.host.counters().unasked == 0U);
        BOOST_TEST(bench.host.counters().repeated == 0U);
        BOOST_TEST(bench.device.scan.hellos == 2U);  // reset, SET_CONFIGURATION
      }
    }
  }
  BOOST_TEST_MESSAGE("turnaround " << shortest << " to " << longest << " ticks of 48 MHz");
}
