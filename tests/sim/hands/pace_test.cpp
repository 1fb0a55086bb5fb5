// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/pace.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

using namespace adoube;
using namespace adoube::hands;

namespace {

constexpr Tick second = 1'000'000;

// Only number of plies, clocks and control matter to the pace.
Score clocks(const char* control, std::vector<std::optional<int>> shown) {
  Score s;
  s.control = parse_time_control(control).value();
  s.moves.resize(shown.size());
  for (const auto& seconds : shown) s.clocks.push_back(seconds ? std::optional(*seconds * second) : std::nullopt);
  return s;
}

Pace pace(const Score& score, Tick least = 120'000, std::uint64_t seed = 1, Tick start = second) {
  sim::Random random(seed);
  const std::vector<Tick> each(score.moves.size(), least);
  return plan_presses(score, each, start, {}, random);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(presses)

BOOST_AUTO_TEST_CASE(each_press_falls_inside_its_second) {
  const Score score = clocks("180", {178, 175, 170, 160, 170, 159});
  for (std::uint64_t seed = 1; seed < 200; ++seed) {
    const Pace p = pace(score, 120'000, seed);
    BOOST_REQUIRE(p.total == 0);
    // White has used 2, 10 and 10 s; Black 5, 20 and 21 s.
    const Tick white1 = p.presses[0] - second;
    const Tick black1 = p.presses[1] - p.presses[0];
    const Tick white2 = white1 + p.presses[2] - p.presses[1];
    const Tick black2 = black1 + p.presses[3] - p.presses[2];
    const Tick white3 = white2 + p.presses[4] - p.presses[3];
    const Tick black3 = black2 + p.presses[5] - p.presses[4];
    const auto shows = [](Tick used, Tick seconds) { return used > seconds * second - second / 2 && used <= seconds * second + second / 2; };
    BOOST_REQUIRE(shows(white1, 2));
    BOOST_REQUIRE(shows(black1, 5));
    BOOST_REQUIRE(shows(white2, 10));
    BOOST_REQUIRE(shows(black2, 20));
    BOOST_REQUIRE(shows(white3, 10));
    BOOST_REQUIRE(shows(black3, 21));
    BOOST_REQUIRE(white3 - white2 >= 120'000);
  }
}

BOOST_AUTO_TEST_CASE(each_press_falls_inside_its_tenth_where_tenths_are_shown) {
  Score score = clocks("60", {58, 57, {}, 50});
  score.clock_unit = second / 10;
  for (int tenths = 500; tenths < 580; ++tenths) {
    score.clocks[2] = tenths * second / 10;
    const Pace p = pace(score, 120'000, static_cast<std::uint64_t>(tenths));
    BOOST_REQUIRE(p.total == 0);
    const Tick white1 = p.presses[0] - second;
    const Tick white2 = white1 + p.presses[2] - p.presses[1];
    BOOST_REQUIRE(std::abs(60 * second - white1 - *score.clocks[0]) <= second / 20);
    BOOST_REQUIRE(std::abs(60 * second - white2 - *score.clocks[2]) <= second / 20);
  }
}

BOOST_AUTO_TEST_CASE(presses_use_the_whole_second) {
  const Score score = clocks("180", {170});
  Tick low = 100 * second, high = 0;
  for (std::uint64_t seed = 1; seed < 500; ++seed) {
    const Tick used = pace(score, 120'000, seed).presses[0] - second;
    low = std::min(low, used);
    high = std::max(high, used);
  }
  BOOST_TEST(low < 9'520'000);
  BOOST_TEST(high > 10'480'000);
}

BOOST_AUTO_TEST_CASE(increments_count_from_the_second_move_unless_the_clock_shows_otherwise) {
  // 300+3: 5:00 after the first move (nothing counted), 5:01 after 2 s with the increment.
  Pace p = pace(clocks("300+3", {300, 300, 301}));
  BOOST_TEST(p.total == 0);
  BOOST_TEST(p.window_high[0] == second / 2);
  BOOST_TEST(p.window_high[2] == 2 * second + second / 2);
  p = pace(clocks("300+3", {302, 300, 301}));
  BOOST_TEST(p.window_high[0] == second + second / 2);      // 1 s used, 3 gained
  BOOST_TEST(p.window_high[2] == 5 * second + second / 2);  // then 4 s more
}

BOOST_AUTO_TEST_CASE(an_excerpt_counts_from_the_clocks_as_they_stood) {
  Score score = clocks("2/100:50+3", {30, 42, 75, 40});
  score.begun = {40 * second, 45 * second};
  score.moves_before = {0, 2};
  const Pace p = pace(score);
  BOOST_TEST(p.window_high[0] == 10 * second + second / 2);
  BOOST_TEST(p.window_high[1] == 6 * second + second / 2);
  BOOST_TEST(p.window_high[2] == (10 + 5) * second + second / 2);  // the second move brings 50 s
  BOOST_TEST(p.window_high[3] == (6 + 5) * second + second / 2);
}

BOOST_AUTO_TEST_CASE(huge_increments_without_clocks_add_up) {
  // White's 30 moves without a clock gain 29 * 99,999,999 s and more: 32 bits do not hold it.
  std::vector<std::optional<int>> shown(60);
  shown.push_back(10);
  const Pace p = pace(clocks("60+99999999", shown));
  BOOST_TEST(p.window_high[60] > Tick{2'900'000'000} * second);
}

BOOST_AUTO_TEST_CASE(a_new_period_gives_its_time) {
  Score score = clocks("2/100:50", {90, 90, 130, 130});
  const Pace p = pace(score);
  BOOST_TEST(p.window_high[2] == 20 * second + second / 2);  // 10 s, then 10 s more, 50 gained
}

BOOST_AUTO_TEST_CASE(time_that_was_given_is_not_thinking_time) {
  const Pace p = pace(clocks("600", {64, 64, 104, 64, 100, 64}));
  BOOST_TEST(p.total == 0);
  BOOST_TEST(p.window_high[2] == p.window_high[0]);
  BOOST_TEST(p.window_high[4] == p.window_high[0] + 4 * second);
}

BOOST_AUTO_TEST_CASE(what_hands_cannot_do_is_stretched_by_the_least_amount) {
  // Ten plies a player inside one second: White's from the start of his time to 0.5 s, at 120 ms each.
  const Score score = clocks("60", std::vector<std::optional<int>>(20, 60));
  for (std::uint64_t seed = 1; seed < 50; ++seed) {
    const Pace p = pace(score, 120'000, seed);
    // 0.5 s hold four plies; the other six need 120 ms each, less the 20 ms left over: 700 ms a player.
    BOOST_REQUIRE(p.total == 2 * 700'000);
    BOOST_REQUIRE(std::count_if(p.added.begin(), p.added.end(), [](Tick t) { return t > 0; }) == 12);
    for (std::size_t i = 1; i < 20; ++i) BOOST_REQUIRE(p.presses[i] - p.presses[i - 1] == 120'000);
  }
}

BOOST_AUTO_TEST_CASE(a_stretch_moves_what_follows_and_no_more) {
  // White: four zero-second plies at 300 ms need 1.2 s for a window that ends at 0.5 s: 700 ms added. Then 10 s of thought.
  const Pace p = pace(clocks("60", {60, 50, 60, 40, 60, 30, 60, 20, 50, 10}), 300'000);
  BOOST_TEST(p.total == 700'000);
  Tick white = p.presses[0] - second;
  for (std::size_t i = 2; i < 10; i += 2) white += p.presses[i] - p.presses[i - 1];
  BOOST_TEST(white > 10 * second - second / 2 + 700'000);
  BOOST_TEST(white <= 10 * second + second / 2 + 700'000);
}

BOOST_AUTO_TEST_CASE(without_clocks_a_default_pace) {
  const Score score = clocks("-", std::vector<std::optional<int>>(40, std::nullopt));
  const Pace p = pace(score);
  const Style style;
  Tick before = second;
  for (const Tick t : p.presses) {
    BOOST_TEST(t - before >= style.free_think_low);
    BOOST_TEST(t - before <= style.free_think_high);
    before = t;
  }
  BOOST_TEST(p.total == 0);
}

BOOST_AUTO_TEST_CASE(plies_without_a_clock_leave_room_for_those_with_one) {
  // White has 2 s for three plies, the middle one without a clock.
  const Pace p = pace(clocks("60", {59, 59, std::nullopt, 58, 58, 57}));
  const Tick white = p.presses[0] - second + p.presses[2] - p.presses[1] + p.presses[4] - p.presses[3];
  BOOST_TEST(white > second + second / 2);
  BOOST_TEST(white <= 2 * second + second / 2);
  BOOST_TEST(p.total == 0);
}

BOOST_AUTO_TEST_SUITE_END()
