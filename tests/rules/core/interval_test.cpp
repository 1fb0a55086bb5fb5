// SPDX-License-Identifier: Apache-2.0
#include "rules/core/interval.hpp"

#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>
#include <rapidcheck/boost_test.h>

namespace adoube {
namespace {

BOOST_AUTO_TEST_CASE(half_open_intervals_that_meet_are_ordered) {
  constexpr Interval early{0, 126}, next{126, 252}, overlapping{125, 251};
  BOOST_TEST(before(early, next));
  BOOST_TEST(!before(next, early));
  BOOST_TEST(!unclear(early, next));
  BOOST_TEST(unclear(early, overlapping));
  BOOST_TEST(!before(early, overlapping));
}

BOOST_AUTO_TEST_CASE(nothing_is_before_itself) {
  constexpr Interval some{5, 9};
  BOOST_TEST(!before(some, some));
  BOOST_TEST(unclear(some, some));
}

Interval drawn() {
  const Tick lo = *rc::gen::inRange<Tick>(0, 40);
  const Tick width = *rc::gen::inRange<Tick>(1, 20);
  return {lo, lo + width};
}

/// The definition of an interval: an instant in (lo, hi]. Certain order means every pair of instants agrees.
bool always_earlier(const Interval& a, const Interval& b) {
  for (Tick x = a.lo + 1; x <= a.hi; ++x) {
    for (Tick y = b.lo + 1; y <= b.hi; ++y) {
      if (x >= y) return false;
    }
  }
  return true;
}

RC_BOOST_PROP(before_is_what_every_pair_of_instants_says, ()) {
  const Interval a = drawn(), b = drawn();
  RC_ASSERT(before(a, b) == always_earlier(a, b));
  RC_ASSERT(unclear(a, b) == (!always_earlier(a, b) && !always_earlier(b, a)));
}

RC_BOOST_PROP(before_is_a_strict_order_and_unclear_is_symmetric, ()) {
  const Interval a = drawn(), b = drawn(), c = drawn();
  RC_ASSERT(unclear(a, b) == unclear(b, a));
  RC_ASSERT(static_cast<int>(before(a, b)) + static_cast<int>(before(b, a)) + static_cast<int>(unclear(a, b)) == 1);
  RC_ASSERT(!(before(a, b) && before(b, c)) || before(a, c));
}

}  // namespace
}  // namespace adoube
