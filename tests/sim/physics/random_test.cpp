// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/random.hpp"

#include <array>
#include <boost/test/unit_test.hpp>

using adoube::sim::Random;

BOOST_AUTO_TEST_SUITE(draws)

BOOST_AUTO_TEST_CASE(first_draws_are_those_of_splitmix64) {
  // Reference output of the published C code for seed 1234567.
  Random random(1234567);
  BOOST_TEST(random.bits() == 6457827717110365317u);
  BOOST_TEST(random.bits() == 3203168211198807973u);
  BOOST_TEST(random.bits() == 9817491932198370423u);
}

BOOST_AUTO_TEST_CASE(bounded_draws_reach_both_ends_and_are_even) {
  Random random(7);
  std::array<int, 10> count{};
  for (int i = 0; i < 100'000; ++i) {
    const auto n = random.within(-3, 6);
    BOOST_REQUIRE(n >= -3);
    BOOST_REQUIRE(n <= 6);
    ++count[static_cast<std::size_t>(n + 3)];
  }
  for (const int c : count) BOOST_TEST((c > 9'600 && c < 10'400));  // 4 standard deviations
  BOOST_TEST(random.within(5, 5) == 5);
}

BOOST_AUTO_TEST_CASE(streams_do_not_move_each_other) {
  Random root(42);
  Random a = root.stream(1);
  Random b = root.stream(2);
  const auto first = b.bits();
  a.bits();
  BOOST_TEST(root.stream(2).bits() == first);
  BOOST_TEST(root.stream(1).bits() != first);
}

BOOST_AUTO_TEST_SUITE_END()
