// SPDX-License-Identifier: Apache-2.0
// All cases of the touched piece through the pins: hands, sensors, Verilog, bit-true USB, libusb, driver, recognition, ruling.
#include "host/cases/chain_case.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <iostream>

#include "host/cases/case_file.hpp"
#include "tests/host/lab/corpus.hpp"

namespace adoube::host {
namespace {

std::vector<recognition::Case> cases() {
  auto read = read_cases(std::filesystem::path(ADOUBE_SOURCE_DIR) / "tests/rules/cases/touchmove.jsonl");
  BOOST_TEST_REQUIRE(read.has_value());
  return std::move(*read);
}

ChainCaseOptions witnessed() {
  ChainCaseOptions options;
  options.prepare = lab::witness;
  return options;
}

BOOST_AUTO_TEST_CASE(every_case_that_two_planes_sense_is_ruled_as_expected) {
  int passed = 0;
  int not_observable = 0;
  for (const recognition::Case& c : cases()) {
    const auto outcome = run_case_on_board(c, {}, witnessed());
    BOOST_TEST_REQUIRE(outcome.has_value(), c.id << ": " << outcome.error().message);
    BOOST_TEST(!outcome->error.has_value(), c.id << ": " << outcome->error.value_or(""));
    if (outcome->not_observable) {
      BOOST_TEST(*outcome->not_observable != "");
      BOOST_TEST(!outcome->ok);
      ++not_observable;
      continue;
    }
    for (const std::string& difference : outcome->differences) BOOST_ERROR(c.id << ": " << difference);
    passed += outcome->ok ? 1 : 0;
  }
  BOOST_TEST(passed == 69);
  BOOST_TEST(not_observable == 15);
  std::cout << passed << " cases through the pins, " << not_observable << " that two planes cannot sense\n";
}

recognition::Case two_at_once() {
  const auto all = cases();
  const auto c = std::find_if(all.begin(), all.end(), [](const recognition::Case& x) { return x.id == "own-two-simultaneous"; });
  BOOST_TEST_REQUIRE((c != all.end()));
  return *c;
}

BOOST_AUTO_TEST_CASE(an_order_stays_open_that_hardly_fits_into_a_scan) {
  recognition::Case c = two_at_once();
  c.events[1].when = recognition::case_time(37'000, 20'000);
  const auto outcome = run_case_on_board(c, {}, witnessed());
  BOOST_TEST_REQUIRE(outcome.has_value());
  BOOST_TEST(outcome->ok);
}

BOOST_AUTO_TEST_CASE(an_order_that_is_clear_is_ruled_as_clear) {
  recognition::Case c = two_at_once();
  for (Event& e : c.events) e.when = recognition::case_time(e.when.hi - 20'000, 0);
  const auto outcome = run_case_on_board(c, {}, witnessed());
  BOOST_TEST_REQUIRE(outcome.has_value());
  BOOST_TEST(!outcome->ok);
  BOOST_TEST(!outcome->not_observable.has_value());
  BOOST_TEST(!outcome->differences.empty());
}

}  // namespace
}  // namespace adoube::host
