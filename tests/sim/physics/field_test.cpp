// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/field.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "sim/physics/random.hpp"

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

// The field on the axis of a disc magnetised along it, by its two charged faces; remanence 1.21 T, lengths in mm, uT.
double on_axis(double diameter, double thickness, double distance) {
  const auto face = [&](double z) { return z / std::hypot(z, diameter / 2); };
  return 1.21e6 / 2 * (face(distance + thickness / 2) - face(distance - thickness / 2));
}

// The magnets of docs/hardware.md and the one that the defaults are computed for, by how docs/hardware.md computes magnet_field.
BOOST_AUTO_TEST_CASE(is_that_of_a_disc_from_two_centimetres_on) {
  constexpr double pi = 3.14159265358979;
  for (const auto& [diameter, thickness] : {std::pair(5., 3.), std::pair(6., 3.), std::pair(8., 4.)}) {
    Parameters p;
    p.magnet_field = static_cast<std::int64_t>(1.21e6 * pi * diameter * diameter / 4 * thickness / (2 * pi * 1e3));
    for (const std::int64_t mm : {20, 30, 40, 55, 80}) {
      const double exact = on_axis(diameter, thickness, static_cast<double>(mm));
      BOOST_TEST(static_cast<double>(field_at(mm * mm * 1'000'000, p)) == exact, boost::test_tools::tolerance(0.06));
    }
    BOOST_TEST(static_cast<double>(field_at(36'000'000, p)) > on_axis(diameter, thickness, 6.));  // nearer it is too much
  }
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

BOOST_AUTO_TEST_CASE(a_hall_sensor_feels_what_stands_upright) {
  Parameters p;
  p.sensor = static_cast<std::int64_t>(Sensor::hall);
  p.sensor_depth = 10'000;
  BOOST_TEST(field(0, 0, p) == p.magnet_field);             // below the magnet: all of it
  BOOST_TEST(field(0, 10'000, p) == p.magnet_field / 8);
  BOOST_TEST(std::abs(field(14'142, 0, p)) < 5);            // at 54.7 degrees: nothing
  BOOST_TEST(field(55'000, 0, p) < -40);                    // a neighbour: half of what is left, and from above
  BOOST_TEST(field(55'000, 0, p) > -50);
  std::int64_t last = field(0, 0, p);
  for (std::int64_t lateral = 1; lateral <= 14'000; lateral += 7) {
    const auto now = field(lateral, 0, p);
    BOOST_REQUIRE(now <= last);
    last = now;
  }
  last = field(0, 0, p);
  for (std::int64_t height = 1; height <= 60'000; height += 7) {
    const auto now = field(0, height, p);
    BOOST_REQUIRE(now <= last);
    last = now;
  }
}

// Bounds hold every point, and a part of the whereabouts never has wider ones.
BOOST_AUTO_TEST_CASE(bounds_of_a_field_hold_what_is_between) {
  Random random(7);
  for (int i = 0; i < 20'000; ++i) {
    Parameters p;
    p.sensor = i % 2;
    const auto draw = [&](std::int64_t low, std::int64_t high) {
      const auto a = random.within(low, high);
      const auto b = random.within(low, high);
      return std::pair(std::min(a, b), std::max(a, b));
    };
    const auto [near, far] = draw(0, 80'000);
    const auto [low, high] = draw(2'000, 90'000);
    const auto at = [](std::int64_t lateral, std::int64_t z) { return lateral * lateral + z * z; };
    const FieldRange whole = field_range({at(near, low), at(far, high), low, high}, p);
    const auto lateral = random.within(near, far);
    const auto z = random.within(low, high);
    const FieldRange point = field_range({at(lateral, z), at(lateral, z), z, z}, p);
    BOOST_REQUIRE(point.low == point.high);
    BOOST_REQUIRE(whole.low <= point.low);
    BOOST_REQUIRE(point.high <= whole.high);
    const FieldRange part = field_range({at(near, low), at(lateral, z), low, z}, p);
    BOOST_REQUIRE(whole.low <= part.low);
    BOOST_REQUIRE(part.high <= whole.high);
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
