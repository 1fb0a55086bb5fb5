// SPDX-License-Identifier: Apache-2.0
#include "host/lab/deviation.hpp"

#include <boost/test/unit_test.hpp>

namespace adoube::lab {
namespace {

BOOST_AUTO_TEST_CASE(lines_that_read_each_other) {
  using enum sim::FaultKind;
  const std::vector<sim::Fault> faults{{swapped_rows, 2, 3, 10, 20}, {swapped_rows, 8, 3, 10, 30}, {swapped_rows, 3, 8, 10, 40},
                                       {swapped_columns, 2, 3, 10, 50}, {swapped_columns, 2, 8, 10, 55}, {broken_row, 2, 3, 10, 60}, {swapped_rows, 7, 0, 30, 70}};
  BOOST_TEST((lines_exchanged(faults, false) == Stretches{{10, 20}, {30, 70}}));
  BOOST_TEST((lines_exchanged(faults, true) == Stretches{{10, 20}, {10, 50}, {30, 70}}));  // where no hand is felt in the file it was in
}

BOOST_AUTO_TEST_CASE(what_hands_did_that_the_board_misread) {
  const std::vector<sim::Transition> done{{100, 100, 1, true}, {200, 200, 2, true}, {300, 300, 3, true}};
  BOOST_TEST(handled(done, 200, 299) == Channels(4));
  BOOST_TEST(handled(done, 100, 200) == Channels(6));
  const std::vector<Deviation> deviations{{2, 200, 300}};
  BOOST_TEST(misread(deviations, Channels(4), 100, 200));
  BOOST_TEST(misread(deviations, Channels(4), 300, 400));
  BOOST_TEST(!misread(deviations, Channels(4), 301, 400));
  BOOST_TEST(!misread(deviations, Channels(10), 100, 400));
}

BOOST_AUTO_TEST_CASE(where_and_when_two_boards_read_otherwise) {
  using Found = std::vector<Deviation>;
  const std::vector<sim::Change> sound{{10, 1, true}, {500'000, 1, false}};
  BOOST_TEST(deviations(sound, sound, 1'000'000).empty());
  const std::vector<sim::Change> late{{10, 1, true}, {500'100, 1, false}};
  BOOST_TEST((deviations(sound, late, 1'000'000) == Found{{1, 500'000, 500'100}}));
  const std::vector<sim::Change> stuck{{10, 1, true}};
  BOOST_TEST((deviations(sound, stuck, 1'000'000) == Found{{1, 500'000, 1'000'000}}));
  const std::vector<sim::Change> pulses{{10, 1, true}, {100, 2, true}, {200, 2, false}, {50'000, 2, true}, {50'010, 2, false},
                                        {400'000, 2, true}, {400'010, 2, false}, {500'000, 1, false}};
  BOOST_TEST((deviations(sound, pulses, 1'000'000) == Found{{2, 100, 50'010}, {2, 400'000, 400'010}}));
  // Each channel has its own.
  const std::vector<sim::Change> two{{10, 1, true}, {100, 2, true}, {150, 3, true}, {200, 2, false}, {250, 3, false}, {300, 2, true}, {500'000, 1, false}};
  BOOST_TEST((deviations(sound, two, 1'000'000) == Found{{2, 100, 1'000'000}, {3, 150, 250}}));
}

}  // namespace
}  // namespace adoube::lab
