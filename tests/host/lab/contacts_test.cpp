// SPDX-License-Identifier: Apache-2.0
// What the filter confirmed, held against what hands did to the contacts.
#include <boost/test/unit_test.hpp>

#include "host/lab/game_run.hpp"

namespace adoube::lab {
namespace {

// A touch contact that bounces for 20 ms, longer than chatter_max: the board stamps its edge anew.
BOOST_AUTO_TEST_CASE(a_contact_may_be_restless_where_the_run_is_cut) {
  std::vector<sim::Change> changes;
  for (Tick at = 1'000'000; at <= 1'020'000; at += 1'000) changes.push_back({at, 70, at / 1'000 % 2 == 0});
  const std::vector<TrueEdge> truth{{70, true, 1'020'100, 1'022'200, true, false}};
  for (const Tick until : {990'000, 1'005'000, 1'019'000, 1'100'000}) {
    BOOST_TEST(compare_contacts(changes, truth, {}, until).equal(), "cut at " << until);
    BOOST_TEST(compare_contacts(changes, {}, {}, until).equal() == (until < 1'100'000), "nothing seen, cut at " << until);
  }
}

// A bounce about as long as the hold: its end may be the onset that the board stamps.
BOOST_AUTO_TEST_CASE(a_contact_may_have_bounced_for_a_hold_where_the_run_is_cut) {
  const std::vector<sim::Change> changes{{1'000'000, 70, true}, {1'001'000, 70, false}, {1'003'100, 70, true}};
  const std::vector<TrueEdge> truth{{70, true, 1'003'200, 1'005'300, false, false}};
  for (const Tick until : {990'000, 1'001'000, 1'003'150, 1'003'300, 1'100'000}) {
    BOOST_TEST(compare_contacts(changes, truth, {}, until).equal(), "cut at " << until);
    BOOST_TEST(compare_contacts(changes, {}, {}, until).equal() == (until < 1'100'000), "nothing seen, cut at " << until);
  }
}

}  // namespace
}  // namespace adoube::lab
