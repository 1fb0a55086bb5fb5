// SPDX-License-Identifier: Apache-2.0
#include "sim/physics/fitness.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>
#include <string>
#include <vector>

using namespace adoube;
using namespace adoube::sim;

namespace {

// Why a board with one other parameter is not fit.
std::string why(std::string_view name, std::int64_t value, std::int64_t off_centre = 6'000) {
  Parameters p;
  BOOST_REQUIRE(set_parameter(p, name, value).has_value());
  return unfit(p, {off_centre}).value_or("");
}

bool names(const std::string& reason, std::string_view word) { return reason.find(word) != std::string::npos; }

}  // namespace

BOOST_AUTO_TEST_SUITE(fitness)

BOOST_AUTO_TEST_CASE(the_defaults_are_fit) { BOOST_TEST(!unfit({}, {6'000})); }

BOOST_AUTO_TEST_CASE(what_does_not_work_is_named_with_what_would_help) {
  BOOST_TEST(names(why("magnet_field", 40'000), "lower magnet_field"));
  BOOST_TEST(names(why("square_pitch", 50'000), "neighbours"));
  BOOST_TEST(why("column_capacitance", 1'500).empty());  // with 10 kOhm just fast enough
  Parameters slow;
  slow.column_capacitance = 1'500;
  slow.column_resistance = 22'000;
  BOOST_TEST(names(unfit(slow, {6'000}).value_or(""), "column_resistance"));
  BOOST_TEST(!unfit(slow, {6'000}, {}, wire::front::direct));  // no lines
  slow.column_capacitance = 1'000;
  BOOST_TEST(names(unfit(slow, {6'000}).value_or(""), "the sample is taken after 13916"));
  BOOST_TEST(!unfit(slow, {6'000}, {}, wire::front::shift));
  slow = {};
  slow.row_capacitance = 1'500;
  slow.row_resistance = 22'000;
  BOOST_TEST(names(unfit(slow, {6'000}).value_or(""), "row_resistance"));
  BOOST_TEST(why("wet_reach", 150).empty());
  Parameters wet;
  wet.touch_on = 25'000;
  wet.wet_reach = 150;
  wet.touch_drift = 3'000;
  BOOST_TEST(names(unfit(wet, {6'000}).value_or(""), "wet"));
  BOOST_TEST(names(why("presence_bounce_whole_max", 20'000), "presence_bounce_whole_max"));
  BOOST_TEST(names(why("lever_bounce_whole_max", 4'000), "lever_bounce_whole_max"));
  Parameters hall;
  hall.sensor = static_cast<std::int64_t>(Sensor::hall);
  BOOST_TEST(names(unfit(hall, {6'000}).value_or(""), "sensor_depth"));
  hall.sensor_depth = 12'000;
  BOOST_TEST(!unfit(hall, {6'000}));
  hall.presence.whole_max = 20'000;
  BOOST_TEST(!unfit(hall, {6'000}));  // they do not bounce
  hall.hall_latency = 7'000;
  BOOST_TEST(!unfit(hall, {6'000}));
  hall.hall_latency = 7'001;
  BOOST_TEST(names(unfit(hall, {6'000}).value_or(""), "lower hall_latency"));
  hall.sensor = static_cast<std::int64_t>(Sensor::reed);
  hall.sensor_depth = Parameters{}.sensor_depth;
  hall.presence = Parameters{}.presence;
  BOOST_TEST(!unfit(hall, {6'000}));  // reeds have none
}

BOOST_AUTO_TEST_CASE(how_a_board_is_set_and_who_plays_on_it_counts) {
  FilterTimes none;
  none.hold_presence = none.hold_touch = none.hold_auxiliary = 0;
  BOOST_TEST(unfit({}, {6'000}, none).value_or("") ==
             "with a hold of 0 us and scans of 126 us the filter takes a bounce of presence contacts for more; raise the hold, lower the scan pause or presence_bounce_percent");
  FilterTimes slow;
  slow.scan_period = 250'126;
  BOOST_TEST(names(unfit({}, {6'000}, slow).value_or(""), "a scan takes 250126 us, and quick fingers leave a piece 7000 us after it stands"));
  Parameters clean;
  clean.presence.percent = clean.touch.percent = clean.lever.percent = 0;
  slow.scan_period = 7'000;
  BOOST_TEST(!unfit(clean, {6'000}, {}));
  BOOST_TEST(names(unfit(clean, {6'000}, slow).value_or(""), "lower the scan pause"));
  slow.scan_period = 6'999;
  BOOST_TEST(!unfit(clean, {6'000}, slow));
  BOOST_TEST(names(unfit(clean, {6'000, 40'000, 6'999}, slow).value_or(""), "quick fingers leave a piece 6999 us"));
  Parameters strong;
  strong.magnet_field = 22'000;
  BOOST_TEST(!unfit(strong, {0, 40'000}));
  BOOST_TEST(names(unfit(strong, {0, 15'000}).value_or(""), "a carried piece"));
}

BOOST_AUTO_TEST_CASE(less_care_is_never_fitter) {
  Random random(5);
  for (int i = 0; i < 20; ++i) {
    const FitBoard board = random_fit_board(random);
    BOOST_TEST(!unfit(board.parameters, {board.off_centre / 2}));
    BOOST_TEST(!unfit(board.parameters, {0}));
  }
}

// Fit boards are found all over: of each parameter at least half of its range.
BOOST_AUTO_TEST_CASE(fit_boards_spread_over_the_ranges_and_come_again_with_their_seed) {
  std::vector<std::int64_t> low(parameter_table().size(), std::numeric_limits<std::int64_t>::max()), high(low.size(), 0);
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed), again(seed);
    FitBoard board = random_fit_board(random);
    FitBoard same = random_fit_board(again);
    BOOST_TEST(!inconsistent(board.parameters));
    BOOST_TEST(!unfit(board.parameters, {board.off_centre}));
    for (std::size_t i = 0; i < low.size(); ++i) {
      const auto value = parameter_table()[i].field(board.parameters);
      BOOST_TEST(value == parameter_table()[i].field(same.parameters));
      low[i] = std::min(low[i], value);
      high[i] = std::max(high[i], value);
    }
  }
  std::size_t narrow = 0;
  for (std::size_t i = 0; i < low.size(); ++i) {
    const ParameterInfo& row = parameter_table()[i];
    if ((high[i] - low[i]) * 2 >= row.high - row.low) continue;
    ++narrow;
    BOOST_TEST_MESSAGE(row.name << ": " << low[i] << " to " << high[i] << " of " << row.low << " to " << row.high);
  }
  BOOST_TEST(narrow <= 4u);  // the longest bounces of the three planes are no board's that works
}

BOOST_AUTO_TEST_SUITE_END()
