// SPDX-License-Identifier: Apache-2.0
// What a campaign says it has reached, and on which boards.
#include "host/cli/campaign_tally.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

namespace adoube::cli {
namespace {

lab::Draw with(std::string_view name, std::int64_t value) {
  lab::Draw draw;
  draw.hands = "white=calm,black=slider";
  draw.numbers = {{name, value}};
  return draw;
}

nlohmann::json told(const char* outcome, const char* board) { return {{"outcome", outcome}, {"board", board}}; }

bool has(const std::vector<std::string>& words, const char* word) { return std::ranges::find(words, word) != words.end(); }

BOOST_AUTO_TEST_CASE(an_end_reached_in_doubt_is_named_until_a_better_board_reaches_it) {
  CampaignTally tally;
  const lab::Draw low = with("square_pitch", 50'000);
  BOOST_TEST(has(tally.unreached(), "low square_pitch"));
  nlohmann::json refused = told("refused", "doubtful");
  refused["remedy"] = "raise it";
  tally.add(low, refused);  // nobody played
  BOOST_TEST(has(tally.unreached(), "low square_pitch"));
  BOOST_TEST(tally.reached_in_doubt().empty());
  tally.add(low, told("named", "doubtful"));
  BOOST_TEST(!has(tally.unreached(), "low square_pitch"));
  BOOST_TEST(has(tally.unreached(), "high square_pitch"));
  BOOST_TEST((tally.reached_in_doubt() == std::vector<std::string>{"low square_pitch"}));
  tally.add(low, told("named", "disturbed"));
  BOOST_TEST(tally.reached_in_doubt().empty());
  tally.add(low, told("named", "doubtful"));  // and what was reached stays so
  BOOST_TEST(tally.reached_in_doubt().empty());
  tally.add(with("square_pitch", 60'000), told("exact", "sound"));
  BOOST_TEST(!has(tally.unreached(), "high square_pitch"));
  BOOST_TEST(tally.reached_in_doubt().empty());
}

BOOST_AUTO_TEST_CASE(a_game_that_was_ended_from_outside_reaches_nothing) {
  CampaignTally tally;
  nlohmann::json killed = told("killed", "");
  killed["by"] = "Terminated";
  tally.add(with("square_pitch", 50'000), killed);
  BOOST_TEST(has(tally.unreached(), "low square_pitch"));
}

BOOST_AUTO_TEST_CASE(a_number_that_does_not_act_is_not_reached) {
  CampaignTally tally;
  lab::Draw reed = with("hall_latency", 10);
  tally.add(reed, told("exact", "sound"));
  BOOST_TEST(has(tally.unreached(), "low hall_latency"));
  reed.numbers.emplace_back("sensor", 1);
  tally.add(reed, told("exact", "sound"));
  BOOST_TEST(!has(tally.unreached(), "low hall_latency"));
}

}  // namespace
}  // namespace adoube::cli
