// SPDX-License-Identifier: Apache-2.0
// Which hand can have raised a piece: of every time that a board can tell, and of those that it never told.
#include <boost/test/unit_test.hpp>

#include "rules/article4/grip.hpp"

namespace adoube::article4 {
namespace {

constexpr Tick last = -(kLongAgo + 1);  // of all times the latest whose distance from kLongAgo is a Tick

// A constant expression may not overflow: these are judged by the compiler.
static_assert(may_have_raised(kLongAgo, 1'000, 1'000));
static_assert(may_have_raised(kLongAgo, 1'000, 1'000 + kSensorLate + kRisesUnfelt), "felt since before anything was told: for long enough");
static_assert(!may_have_raised(kLongAgo, 1'000, 1'001 + kSensorLate + kRisesUnfelt));
static_assert(!may_have_raised(kLongAgo, kLongAgo, 0), "never felt");
static_assert(!may_have_raised(0, kLongAgo, 0));
static_assert(!may_have_raised(kLongAgo, kLongAgo, last));
static_assert(may_have_raised(kLongAgo, last, last));
static_assert(!may_have_raised(last, kLongAgo, last));

BOOST_AUTO_TEST_CASE(a_hand_is_unfelt_for_twice_as_long_as_it_was_felt_and_a_sensor_is_late) {
  for (const Tick felt : {Tick{0}, Tick{1}, Tick{3'000}, kRisesUnfelt / 2}) {
    BOOST_TEST(may_have_raised(100, 100 + felt, 100 + 3 * felt + kSensorLate), felt);
    BOOST_TEST(!may_have_raised(100, 100 + felt, 101 + 3 * felt + kSensorLate), felt);
  }
}

BOOST_AUTO_TEST_CASE(however_long_it_was_felt_it_does_not_rise_for_longer_than_a_second) {
  BOOST_TEST(may_have_raised(0, 60'000'000, 60'000'000 + kRisesUnfelt + kSensorLate));
  BOOST_TEST(!may_have_raised(0, 60'000'000, 60'000'001 + kRisesUnfelt + kSensorLate));
}

}  // namespace
}  // namespace adoube::article4
