// SPDX-License-Identifier: Apache-2.0
/// The corpus of rulings, judged by the second opinion alone.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <filesystem>
#include <string_view>

#include "host/cases/case_file.hpp"
#include "tests/rules/oracle.hpp"
#include "tests/rules/second_opinion/events.hpp"

namespace adoube::second_opinion {
namespace {

std::string words(const std::vector<std::string>& texts) {
  std::string line;
  for (const std::string& t : texts) line += ' ' + t;
  return line;
}

void compare(const recognition::Case& c, const Opinions& o) {
  const Opinion& got = o.last;
  const auto sorted = [](std::vector<std::string> v) {
    std::sort(v.begin(), v.end());
    return v;
  };
  if (c.expected.verdict)
    BOOST_CHECK_MESSAGE(got.verdict == *c.expected.verdict,
                        c.id << ": " << got.verdict << ", want " << *c.expected.verdict);
  if (c.expected.clause)
    BOOST_CHECK_MESSAGE(got.clause == *c.expected.clause,
                        c.id << ": clause " << got.clause << ", want " << *c.expected.clause);
  if (c.expected.allowed_moves) {
    BOOST_CHECK_MESSAGE(got.allowed == sorted(*c.expected.allowed_moves),
                        c.id << ": allowed" << words(got.allowed) << ", want" << words(*c.expected.allowed_moves));
  }
  if (c.expected.certain_moves) {
    BOOST_CHECK_MESSAGE(got.certain == sorted(*c.expected.certain_moves),
                        c.id << ": certain" << words(got.certain) << ", want" << words(*c.expected.certain_moves));
  }
  if (c.expected.certainty)
    BOOST_CHECK_MESSAGE(got.certainty == *c.expected.certainty,
                        c.id << ": " << got.certainty << ", want " << *c.expected.certainty);
  for (const std::string& flag : c.expected.flags)
    BOOST_CHECK_MESSAGE(got.flags.contains(flag), c.id << ": flag " << flag << " is missing");
  BOOST_CHECK_MESSAGE(o.earlier.size() == c.expected.turns.size(),
                      c.id << ": " << o.earlier.size() << " earlier turns");
  for (std::size_t i = 0; i < std::min(o.earlier.size(), c.expected.turns.size()); ++i) {
    const recognition::ExpectedTurn& want = c.expected.turns[i];
    if (want.verdict)
      BOOST_CHECK_MESSAGE(o.earlier[i].verdict == *want.verdict, c.id << ": turn " << i << ' ' << o.earlier[i].verdict);
    for (const std::string& flag : want.flags)
      BOOST_CHECK_MESSAGE(o.earlier[i].flags.contains(flag), c.id << ": flag " << flag << " is missing");
  }
}

std::vector<recognition::Case> cases(std::string_view file) {
  auto read = host::read_cases(std::filesystem::path(ADOUBE_SOURCE_DIR) / "tests/rules/cases" / file);
  BOOST_REQUIRE_MESSAGE(read, (read ? std::string() : read.error().message));
  return *read;
}

BOOST_AUTO_TEST_CASE(every_case_is_ruled_as_written) {
  if (std::string_view(ADOUBE_STOCKFISH).empty()) return test::skip("stockfish is not installed");
  Stockfish judge(ADOUBE_STOCKFISH);
  for (const std::string_view file : {"touchmove.jsonl", "second_opinion.jsonl"}) {
    for (const recognition::Case& c : cases(file)) {
      compare(c, decide(board_of(c.fen), profile(c.profile), events_in(c), judge));
    }
  }
}

BOOST_AUTO_TEST_CASE(the_rules_say_the_same_of_the_cases_found_here) {
  for (const recognition::Case& c : cases("second_opinion.jsonl")) {
    const recognition::CaseOutcome outcome = recognition::run_case(c);
    std::string why = outcome.error.value_or("");
    for (const std::string& d : outcome.differences) why += "\n  " + d;
    BOOST_CHECK_MESSAGE(outcome.ok, c.id << why);
  }
}

}  // namespace
}  // namespace adoube::second_opinion
