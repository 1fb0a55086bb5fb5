// SPDX-License-Identifier: Apache-2.0
/// The rules and the second opinion on random touch sequences.
#include "tests/rules/second_opinion/comparison.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "tests/rules/oracle.hpp"
#include "tests/rules/second_opinion/case_line.hpp"

namespace adoube::second_opinion {
namespace {

std::size_t wanted() {
  const char* n = std::getenv("ADOUBE_SEQUENCES");
  return n != nullptr ? static_cast<std::size_t>(std::strtoull(n, nullptr, 10)) : 100'000;
}

BOOST_AUTO_TEST_CASE(both_say_the_same) {
  if (std::string_view(ADOUBE_STOCKFISH).empty()) return test::skip("stockfish is not installed");
  Stockfish judge(ADOUBE_STOCKFISH);
  const Tally tally = run({.seed = 2023, .sequences = wanted()}, judge);
  print(tally);
  std::vector<std::pair<std::size_t, std::string>> kinds;
  for (const auto& [kind, sequences] : tally.disagreements) kinds.emplace_back(sequences.size(), kind);
  std::sort(kinds.rbegin(), kinds.rend());
  for (const auto& [n, kind] : kinds) {
    const Sequence& s = tally.disagreements.at(kind).front();
    const Opinions rules = by_the_rules(s), second = by_the_second(s, judge);
    std::printf("%zu x %s\n  %s\n  rules:  %s\n  second: %s\n", n, kind.c_str(),
                as_case(s, "disagreement", "{}").c_str(), text(rules.last).c_str(), text(second.last).c_str());
  }
  BOOST_TEST(tally.disagreed == 0U);
  BOOST_TEST(tally.certainties.at("arbiter") * 20 <= tally.sequences);
}

BOOST_AUTO_TEST_CASE(a_fault_in_the_second_opinion_is_found) {
  if (std::string_view(ADOUBE_STOCKFISH).empty()) return test::skip("stockfish is not installed");
  Stockfish judge(ADOUBE_STOCKFISH);
  for (const Fault fault : {Fault::colour_of_first, Fault::rook_first_forgotten, Fault::en_passant_target,
                            Fault::promotion_of_any_kind, Fault::held_is_released, Fault::brush_is_touch}) {
    const Tally tally = run({.seed = 2023, .sequences = 20'000, .stop_after = 1, .fault = fault}, judge);
    BOOST_TEST(tally.disagreed == 1U);
    std::printf("fault %d: found in sequence %zu\n", static_cast<int>(fault), tally.sequences);
  }
}

}  // namespace
}  // namespace adoube::second_opinion
