// SPDX-License-Identifier: Apache-2.0
/// The corpus of rulings, straight into the rules.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <filesystem>

#include "host/cases/case_file.hpp"

namespace adoube {
namespace {

const std::filesystem::path kCorpus = std::filesystem::path(ADOUBE_SOURCE_DIR) / "tests/rules/cases/touchmove.jsonl";

std::vector<recognition::Case> corpus() {
  auto cases = host::read_cases(kCorpus);
  BOOST_REQUIRE_MESSAGE(cases, (cases ? std::string() : cases.error().message));
  return *cases;
}

/// The clauses that everything else stands on: fide2023, clause 4.3.1-4.3.3, 4.5 or 4.7, king and rook not both touched.
constexpr const char* kPinned[] = {
    "famous-fischer-donner-1966",
    "famous-karpov-chernin-1992",
    "famous-polgar-kasparov-1994",
    "famous-matulovic-bilek-1967",
    "famous-unzicker-fischer-1960",
    "famous-korchnoi-wrong-bishop",
    "qa-jcf-e4-e3-clock",
    "qa-shirov-takeback",
    "own-single",
    "own-pinned",
    "own-first-immovable-second-ok",
    "own-two-simultaneous",
    "opp-single",
    "opp-king",
    "opp-two",
    "opp-ep-pinned",
    "both-capture-legal",
    "both-reverse-capture-legal",
    "both-illegal-own-first",
    "both-unclear-own-first",
    "both-own-immovable-unclear",
    "both-three-first-cannot",
    "both-none",
    "hover-many-squares",
    "adjust-then-move",
    "adjust-expired",
    "touch-after-made",
    "claim-forfeited",
    "illegal-square-not-pressed",
    "capture-removed-then-hesitates",
    "capture-slid",
    "ep-released-not-removed",
    "both-unclear-capture-legal",
    "second-violation-other-piece-same-type",
    "promo-pawn-held",
};

BOOST_AUTO_TEST_CASE(the_pinned_cases_are_there_and_pass) {
  const std::vector<recognition::Case> cases = corpus();
  for (const char* id : kPinned) {
    const auto c = std::find_if(cases.begin(), cases.end(), [&](const recognition::Case& k) { return k.id == id; });
    BOOST_REQUIRE_MESSAGE(c != cases.end(), id << " is not in the corpus");
    BOOST_CHECK_MESSAGE(recognition::run_case(*c).ok, id);
  }
}

BOOST_AUTO_TEST_CASE(every_expectation_bites) {
  // Each case must fail when what it expects is changed: a comparison that never fails proves nothing.
  for (recognition::Case c : corpus()) {
    c.expected.allowed_moves->push_back("a1a1");
    BOOST_CHECK_MESSAGE(!recognition::run_case(c).ok, c.id);
    c.expected.allowed_moves->pop_back();
    c.expected.clause = "0.0";
    BOOST_CHECK_MESSAGE(!recognition::run_case(c).ok, c.id);
  }
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
