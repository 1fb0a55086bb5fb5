// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/field.hpp"

#include <boost/test/unit_test.hpp>

using namespace adoube::sim;

BOOST_AUTO_TEST_SUITE(field_of_a_magnet)

BOOST_AUTO_TEST_CASE(roots_are_exact) {
  for (std::int64_t n = 0; n < 70'000; ++n) {
    const auto r = integer_root(n);
    BOOST_REQUIRE(r * r <= n);
    BOOST_REQUIRE((r + 1) * (r + 1) > n);
  }
  BOOST_TEST(integer_root(9'223'372'036'854'775'807) == 3'037'000'499);
  BOOST_TEST(integer_root(3'037'000'499 * std::int64_t{3'037'000'499}) == 3'037'000'499);
}

BOOST_AUTO_TEST_CASE(falls_with_the_third_power) {
  const Parameters p;
  const std::int64_t ten = 10'000;
  BOOST_TEST(field_at(ten * ten, p) == p.magnet_field);
  BOOST_TEST(field_at(4 * ten * ten, p) == p.magnet_field / 8);
  BOOST_TEST(field_at(9 * ten * ten, p) == p.magnet_field / 27);
}

BOOST_AUTO_TEST_CASE(never_grows_with_distance) {
  const Parameters p;
  for (std::int64_t height = 0; height <= 60'000; height += 3'000) {
    std::int64_t last = field(0, height, p);
    for (std::int64_t lateral = 1; lateral <= 60'000; lateral += 7) {
      const auto now = field(lateral, height, p);
      BOOST_REQUIRE(now <= last);
      last = now;
    }
  }
  for (std::int64_t lateral = 0; lateral <= 60'000; lateral += 3'000) {
    std::int64_t last = field(lateral, 0, p);
    for (std::int64_t height = 1; height <= 60'000; height += 7) {
      const auto now = field(lateral, height, p);
      BOOST_REQUIRE(now <= last);
      last = now;
    }
  }
}

BOOST_AUTO_TEST_CASE(a_threshold_is_reached_up_to_its_reach_and_no_further) {
  Parameters p;
  for (const std::int64_t magnet : {8'000, 16'000, 40'000}) {
    p.magnet_field = magnet;
    std::int64_t last = reach_squared(100, p);
    for (std::int64_t threshold = 101; threshold < 4'000; threshold += 13) {
      const auto reach = reach_squared(threshold, p);
      BOOST_REQUIRE(field_at(reach, p) >= threshold);
      BOOST_REQUIRE(field_at(reach + 1, p) < threshold);
      BOOST_REQUIRE(reach <= last);  // a higher threshold never reaches further
      last = reach;
    }
  }
}

BOOST_AUTO_TEST_CASE(defaults_feel_a_piece_on_its_square_only) {
  const Parameters p;
  // 8.5 mm off the middle along both axes: still felt. A neighbour as far off as that towards us: not even held.
  BOOST_TEST(field(integer_root(2 * 8'500 * 8'500), 0, p) >= p.pull_in);
  BOOST_TEST(field(p.square_pitch - 8'500, 0, p) < p.drop_out);
  BOOST_TEST(field(0, 40'000, p) < p.drop_out);
}

BOOST_AUTO_TEST_SUITE_END()
