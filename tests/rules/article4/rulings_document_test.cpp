// SPDX-License-Identifier: Apache-2.0
/// docs/rulings.md lists every word of a ruling, in the order of the enums and no other; and the flags that it leaves to
/// the layers that sense are raised by no turn.
#include <array>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "rules/article4/turn.hpp"
#include "tests/rules/article4/drawn_turns.hpp"

namespace adoube::article4 {
namespace {

using Row = std::vector<std::string>;

/// The rows of the table under a heading; their cells without blanks around and without backticks.
std::vector<Row> table_of(const std::string& heading) {
  std::ifstream file(std::string(ADOUBE_SOURCE_DIR) + "/docs/rulings.md");
  std::vector<Row> rows;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("## ")) inside = line == "## " + heading;
    if (!inside || !line.starts_with("| `")) continue;
    Row row;
    std::size_t at = 1;
    for (std::size_t end; (end = line.find(" |", at)) != std::string::npos; at = end + 2) {
      std::string cell = line.substr(at + 1, end - at - 1);
      if (row.empty()) cell = cell.substr(1, cell.size() - 2);
      row.push_back(cell);
    }
    rows.push_back(row);
  }
  return rows;
}

template <class Enum>
void same_words(const std::string& heading, std::size_t count) {
  const std::vector<Row> rows = table_of(heading);
  BOOST_REQUIRE_MESSAGE(rows.size() == count, heading << " has " << rows.size() << " rows, not " << count);
  for (std::size_t i = 0; i < count; ++i) BOOST_CHECK_EQUAL(rows[i].front(), text(static_cast<Enum>(i)));
}

BOOST_AUTO_TEST_CASE(the_tables_list_the_enums) {
  same_words<Verdict>("Verdicts", kVerdicts);
  same_words<State>("States", kStates);
  same_words<Certainty>("Certainty", kCertainties);
  same_words<FlagWord>("Flags", kFlagWords);
  same_words<Penalty::Kind>("Penalties", kPenalties);
}

BOOST_AUTO_TEST_CASE(verdicts_states_and_flags_occur_as_the_document_says) {
  std::array<bool, kVerdicts> verdicts{};
  std::array<bool, kStates> states{};
  std::array<bool, kFlagWords> flags{};
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    testing::Dice dice(seed);
    const MoveTable table(testing::draw_position(dice));
    const Edition e = testing::draw_edition(dice);
    Turn turn(table, e);
    for (const Event& event : testing::draw_events(dice, table, 20)) {
      const Judgement& j = turn.feed(event);
      verdicts[static_cast<std::size_t>(j.verdict)] = true;
      states[static_cast<std::size_t>(j.state)] = true;
      for (const Flag& f : j.flags) flags[static_cast<std::size_t>(f.word)] = true;
    }
  }
  for (std::size_t i = 0; i < kVerdicts; ++i) BOOST_CHECK_MESSAGE(verdicts[i], text(static_cast<Verdict>(i)));
  for (std::size_t i = 0; i < kStates; ++i) BOOST_CHECK_MESSAGE(states[i], text(static_cast<State>(i)));
  // Three that belong to the turn before: the recogniser raises them.
  const auto elsewhere = [](FlagWord word) {
    return word == FlagWord::illegal || word == FlagWord::draw_declined || word == FlagWord::opponent_acted_after_illegal;
  };
  const std::vector<Row> rows = table_of("Flags");
  for (std::size_t i = 0; i < kFlagWords; ++i) {
    const bool by_turn = rows[i][1] == "rules" && !elsewhere(static_cast<FlagWord>(i));
    BOOST_CHECK_MESSAGE(flags[i] == by_turn, rows[i][0] << " is raised by " << rows[i][1]);
  }
}

}  // namespace
}  // namespace adoube::article4
