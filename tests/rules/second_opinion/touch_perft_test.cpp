// SPDX-License-Identifier: Apache-2.0
/// The table of touch perft, counted again by the rules and by the second opinion. ADOUBE_TOUCH_PERFT_OUT=FILE writes
/// it.
#include "tests/rules/second_opinion/touch_perft.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "tests/rules/oracle.hpp"
#include "tests/rules/second_opinion/case_line.hpp"
#include "tests/rules/second_opinion/comparison.hpp"

namespace adoube::second_opinion {
namespace {

const std::filesystem::path kTable =
    std::filesystem::path(ADOUBE_SOURCE_DIR) / "tests/rules/second_opinion/touch_perft.txt";

/// Sequences one event shorter than the table's where optimised code is not at hand.
int left_out() {
  const char* n = std::getenv("ADOUBE_TOUCH_PERFT_LEFT_OUT");
  return n != nullptr ? std::atoi(n) : 0;
}

/// "start | 2 | 5184 | free 2448  obligation 2160 | fide2023 fide2018": editions that count the same share a row.
std::vector<std::string> rows_of(const PerftStart& start, int n,
                                 const std::map<std::string_view, Verdicts>& by_edition) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const Profile& rules : profiles()) {
    long all = 0;
    std::string words;
    for (const auto& [verdict, count] : by_edition.at(rules.name)) {
      all += count;
      words += (words.empty() ? "" : "  ") + verdict + ' ' + std::to_string(count);
    }
    const std::string counts =
        std::string(start.name) + " | " + std::to_string(n) + " | " + std::to_string(all) + " | " + words + " |";
    const auto same = std::find_if(rows.begin(), rows.end(), [&](const auto& r) { return r.first == counts; });
    (same == rows.end() ? rows.emplace_back(counts, "").second : same->second) += ' ' + std::string(rules.name);
  }
  std::vector<std::string> texts;
  for (const auto& [counts, editions] : rows) texts.push_back(counts + editions);
  return texts;
}

/// Rows of the file, comments left out.
std::vector<std::string> table() {
  std::vector<std::string> rows;
  std::istringstream in(test::contents(kTable));
  for (std::string line; std::getline(in, line);) {
    if (!line.empty() && line.front() != '#') rows.push_back(line);
  }
  return rows;
}

BOOST_AUTO_TEST_CASE(both_count_what_the_table_says) {
  if (std::string_view(ADOUBE_STOCKFISH).empty()) return test::skip("stockfish is not installed");
  Stockfish judge(ADOUBE_STOCKFISH);
  std::vector<std::string> rows;
  int disagreements = 0;
  for (const PerftStart& start : perft_starts()) {
    const Position& p = judge.position(std::string(start.fen));
    for (int n = 1; n <= start.depth - left_out(); ++n) {
      std::map<std::string_view, Verdicts> by_rules, by_second;
      for (const Profile& rules : profiles()) {
        for_each_sequence(p, n, [&](const std::vector<Event>& events) {
          const Sequence s{std::string(start.fen), std::string(rules.name), events};
          const Opinions a = by_the_rules(s), b = by_the_second(s, judge);
          ++by_rules[rules.name][a.last.verdict];
          ++by_second[rules.name][b.last.verdict];
          if (!agree(a, b) && ++disagreements <= 5) {
            std::printf("%s\n  rules:  %s\n  second: %s\n", as_case(s, "disagreement", "{}").c_str(),
                        text(a.last).c_str(), text(b.last).c_str());
          }
        });
      }
      const std::vector<std::string> counted = rows_of(start, n, by_rules), again = rows_of(start, n, by_second);
      BOOST_CHECK_EQUAL_COLLECTIONS(counted.begin(), counted.end(), again.begin(), again.end());
      rows.insert(rows.end(), counted.begin(), counted.end());
    }
  }
  BOOST_TEST(disagreements == 0);
  if (const char* file = std::getenv("ADOUBE_TOUCH_PERFT_OUT")) {
    std::ofstream out(file);
    for (const std::string& r : rows) out << r << '\n';
    return;
  }
  std::vector<std::string> wanted;
  for (const std::string& r : table()) {
    for (const PerftStart& start : perft_starts()) {
      for (int n = 1; n <= start.depth - left_out(); ++n) {
        if (r.starts_with(std::string(start.name) + " | " + std::to_string(n) + " | ")) wanted.push_back(r);
      }
    }
  }
  BOOST_CHECK_EQUAL_COLLECTIONS(rows.begin(), rows.end(), wanted.begin(), wanted.end());
}

}  // namespace
}  // namespace adoube::second_opinion
