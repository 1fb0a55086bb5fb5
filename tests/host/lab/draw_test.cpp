// SPDX-License-Identifier: Apache-2.0
// What is drawn reaches everything, fits together, and is the game that its words say.
#include "host/lab/draw.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "host/lab/numbers.hpp"
#include "sim/hands/styles.hpp"

namespace adoube::lab {
namespace {

constexpr std::size_t plies[] = {least_plies, 25, 80};
constexpr std::uint32_t pins_one_in = 10;

Draw nth(std::uint64_t number) { return draw(7, number, plies, pins_one_in); }

BOOST_AUTO_TEST_CASE(every_number_has_had_its_turn_at_both_ends) {
  const std::vector<std::string_view> names = number_names();
  std::map<std::string_view, std::pair<bool, bool>> ends;
  for (std::uint64_t number = 100; number < 100 + 2 * names.size(); ++number) {
    for (const auto& [name, value] : nth(number).numbers) {
      const NumberRange range = range_of(name);
      BOOST_TEST((value >= range.low && value <= range.high), name);
      ends[name].first |= near_low(value, range.low, range.high);
      ends[name].second |= near_high(value, range.low, range.high);
    }
  }
  for (const std::string_view name : names) {
    BOOST_TEST(ends[name].first, "low " << name);
    BOOST_TEST(ends[name].second, "high " << name);
  }
}

BOOST_AUTO_TEST_CASE(what_is_drawn_fits_together) {
  for (std::uint64_t number = 1; number <= 300; ++number) {
    const Draw d = nth(number);
    BOOST_TEST(!inconsistent(options_of(d)), "draw " << number);
    std::set<std::string_view> names;
    for (const auto& [name, value] : d.numbers) BOOST_TEST(names.insert(name).second, name << " twice in draw " << number);
    BOOST_TEST(d.first_ply >= 1u);
    BOOST_TEST(d.first_ply + least_plies <= plies[d.game] + 1);
    for (const sim::Mishap& mishap : d.board.mishaps) BOOST_TEST(mishap.at < d.limit);
  }
}

// Neither an end that what belongs to it would not let be, nor a habit that never shows.
BOOST_AUTO_TEST_CASE(what_has_its_turn_counts) {
  const std::vector<std::string_view> names = number_names();
  for (std::uint64_t number = 0; number < 2 * names.size(); ++number) {
    const Turn turn = turn_of(number);
    const Draw d = nth(number);
    const GameOptions options = options_of(d);
    const auto value = std::ranges::find(d.numbers, turn.name, &Numbers::value_type::first);
    BOOST_REQUIRE(value != d.numbers.end());
    const NumberRange range = range_of(turn.name);
    BOOST_TEST((turn.high ? near_high(value->second, range.low, range.high) : near_low(value->second, range.low, range.high)), turn.name);
    for (const hands::Style* style : {&options.players.white, &options.players.black}) {
      if (turn.name.starts_with("sleeve_")) BOOST_TEST((style->sleeve_percent > 0 || turn.name == "sleeve_percent"));
      if (turn.name == "wet_reach") BOOST_TEST(style->wet_percent > 0);
      if (turn.name.starts_with("hover_height")) BOOST_TEST(style->hover_percent > 0);
    }
    if (turn.name.starts_with("free_think")) BOOST_TEST(options.own_pace);
    if (turn.name.starts_with("hall_")) BOOST_TEST(options.parameters.is_hall());
    if (turn.name == "pull_in" || turn.name == "drop_out" || turn.name.starts_with("presence_bounce")) BOOST_TEST(!options.parameters.is_hall());
  }
}

BOOST_AUTO_TEST_CASE(games_through_the_pins_come_to_both_ends_as_well) {
  const std::vector<std::string_view> names = number_names();
  std::size_t high = 0, low = 0;
  for (std::uint64_t number = pins_one_in - 1; number < 4 * names.size(); number += pins_one_in) ++(turn_of(number).high ? high : low);
  BOOST_TEST(high >= names.size() / 10);
  BOOST_TEST(low >= names.size() / 10);
}

BOOST_AUTO_TEST_CASE(boards_are_fit_for_the_hands_that_play_on_them) {
  int sound = 0;
  for (std::uint64_t number = 1; number <= 300; ++number) {
    const GameOptions options = options_of(nth(number));
    if (!unfit(options) && options.faults == 0 && !options.presence) ++sound;
  }
  BOOST_TEST(sound > 100);
}

BOOST_AUTO_TEST_CASE(a_draw_is_the_same_each_time_and_no_two_are_alike) {
  std::set<std::vector<std::string>> seen;
  for (std::uint64_t number = 1; number <= 50; ++number) {
    BOOST_TEST(words(nth(number), 3) == words(nth(number), 3), boost::test_tools::per_element());
    seen.insert(words(nth(number), 3));
  }
  BOOST_TEST(seen.size() == 50u);
}

}  // namespace
}  // namespace adoube::lab
