// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/parameters.hpp"

#include <boost/test/unit_test.hpp>
#include <set>
#include <string>

using namespace adoube;
using namespace adoube::sim;

BOOST_AUTO_TEST_SUITE(parameters)

BOOST_AUTO_TEST_CASE(every_field_is_in_the_table_once_and_its_default_in_range) {
  Parameters p;
  std::set<std::string> names;
  std::set<const std::int64_t*> fields;
  for (const ParameterInfo& info : parameter_table()) {
    BOOST_TEST(names.insert(std::string(info.name)).second, info.name);
    BOOST_TEST(fields.insert(&info.field(p)).second, info.name);
    BOOST_TEST(info.field(p) >= info.low, info.name);
    BOOST_TEST(info.field(p) <= info.high, info.name);
    BOOST_TEST(!info.unit.empty());
    BOOST_TEST(!info.source.empty());
  }
  BOOST_TEST(fields.size() * sizeof(std::int64_t) == sizeof(Parameters));
  BOOST_TEST(!inconsistent(p));
}

BOOST_AUTO_TEST_CASE(setting_by_name) {
  Parameters p;
  BOOST_TEST(set_parameter(p, "pull_in", 2'500).has_value());
  BOOST_TEST(p.pull_in == 2'500);
  BOOST_TEST(set_parameter(p, "touch_bounce_percent", 0).has_value());
  BOOST_TEST(p.touch.percent == 0);
  const auto unknown = set_parameter(p, "pull_out", 1);
  BOOST_REQUIRE(!unknown);
  BOOST_TEST((unknown.error().cause == Cause::usage));
  BOOST_TEST(unknown.error().message.find("pull_out") != std::string::npos);
  BOOST_TEST(!set_parameter(p, "pull_in", 4'001).has_value());
  BOOST_TEST(!set_parameter(p, "pull_in", 999).has_value());
  BOOST_TEST(p.pull_in == 2'500);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_together_is_named) {
  const auto with = [](auto change) {
    Parameters p;
    change(p);
    return inconsistent(p);
  };
  BOOST_TEST(with([](Parameters& p) { p.drop_out = p.pull_in; }).has_value());
  BOOST_TEST(with([](Parameters& p) { p.touch_off = p.touch_on; }).has_value());
  BOOST_TEST(with([](Parameters& p) { p.touch_off = p.square_pitch; }).has_value());
  BOOST_TEST(with([](Parameters& p) { p.rocker_travel_min = p.rocker_travel_max + 1; }).has_value());
  BOOST_TEST(with([](Parameters& p) { p.lever.spell_min = p.lever.spell_max + 1; }).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
