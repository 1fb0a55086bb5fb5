// SPDX-License-Identifier: Apache-2.0
/// A fault in the rules (this program is linked with a planted copy of one source) is found by the comparison.
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <string_view>

#include "tests/rules/oracle.hpp"
#include "tests/rules/second_opinion/case_line.hpp"
#include "tests/rules/second_opinion/comparison.hpp"

namespace adoube::second_opinion {
namespace {

BOOST_AUTO_TEST_CASE(the_fault_is_found) {
  if (std::string_view(ADOUBE_STOCKFISH).empty()) return test::skip("stockfish is not installed");
  Stockfish judge(ADOUBE_STOCKFISH);
  const Tally tally = run({.seed = 2023, .sequences = 20'000, .stop_after = 1}, judge);
  BOOST_TEST(tally.disagreed == 1U);
  for (const auto& [kind, found] : tally.disagreements) {
    std::printf("found in sequence %zu: %s\n  %s\n", tally.sequences, kind.c_str(),
                as_case(found.front(), "planted", "{}").c_str());
  }
}

}  // namespace
}  // namespace adoube::second_opinion
