// SPDX-License-Identifier: Apache-2.0
/// The corpus of rulings, straight into the rules.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <filesystem>
#include <set>

#include "host/cases/case_file.hpp"

namespace adoube {
namespace {

const std::filesystem::path kCorpus = std::filesystem::path(ADOUBE_SOURCE_DIR) / "tests/rules/cases/touchmove.jsonl";

std::vector<recognition::Case> corpus() {
  auto cases = host::read_cases(kCorpus);
  BOOST_REQUIRE_MESSAGE(cases, (cases ? std::string() : cases.error().message));
  return *cases;
}

BOOST_AUTO_TEST_CASE(every_case_is_ruled_as_written) {
  int passed = 0, failed = 0, not_observable = 0;
  for (const recognition::Case& c : corpus()) {
    const recognition::CaseOutcome outcome = recognition::run_case(c);
    if (outcome.not_observable) {
      ++not_observable;
      continue;
    }
    outcome.ok ? ++passed : ++failed;
    std::string why = outcome.error.value_or("");
    for (const std::string& d : outcome.differences) why += "\n  " + d;
    BOOST_CHECK_MESSAGE(outcome.ok, c.id << why);
  }
  std::printf("cases passed %d, failed %d, not observable %d\n", passed, failed, not_observable);
  BOOST_CHECK_EQUAL(passed, 84);
}

}  // namespace
}  // namespace adoube
