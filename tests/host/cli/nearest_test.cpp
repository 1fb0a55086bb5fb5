// SPDX-License-Identifier: Apache-2.0
#include "host/cli/nearest.hpp"

#include <boost/test/unit_test.hpp>

namespace adoube::cli {
namespace {

const std::vector<std::string_view> names = {"pull_in", "drop_out", "magnet_field", "touch_on", "touch_off", "touch_drift", "touch_drift_period"};

BOOST_AUTO_TEST_CASE(a_letter_or_two_may_be_wrong) {
  BOOST_TEST(perhaps("pull_im", names) == "perhaps pull_in is meant");
  BOOST_TEST(perhaps("pul_in", names) == "perhaps pull_in is meant");
  BOOST_TEST(perhaps("dropout", names) == "perhaps drop_out is meant");
  BOOST_TEST(perhaps("magnetfeild", names) == "perhaps magnet_field is meant");
}

BOOST_AUTO_TEST_CASE(the_likest_comes_first_and_three_are_enough) {
  BOOST_TEST(perhaps("touch_of", names) == "perhaps touch_on or touch_off is meant");
  BOOST_TEST(perhaps("touch", names) == "perhaps touch_on, touch_off or touch_drift is meant");  // a part of the name
}

BOOST_AUTO_TEST_CASE(what_is_like_nothing_gets_no_advice) {
  BOOST_TEST(perhaps("", names).empty());
  BOOST_TEST(perhaps("xyzzy", names).empty());
  BOOST_TEST(perhaps("pull_in", {}).empty());
}

}  // namespace
}  // namespace adoube::cli
