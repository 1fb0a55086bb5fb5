// SPDX-License-Identifier: Apache-2.0
#include "host/report/time_axis_svg.hpp"

#include <boost/test/unit_test.hpp>

namespace adoube::report {
namespace {

std::size_t count(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

BOOST_AUTO_TEST_CASE(one_bar_an_event_and_a_dot_for_evidence) {
  const std::vector<AxisRow> rows{{"1 touch c4", {0, 100}, 0, true}, {"2 lift c4", {90'000, 90'100}, 0, false}, {"3 touch d4", {200'000, 240'000}, 700'000, true}};
  const std::string svg = time_axis(rows, "axis1", "Time axis");
  BOOST_CHECK_EQUAL(count(svg, "rx=\"1.5\""), 3U);
  BOOST_CHECK_EQUAL(count(svg, "<circle"), 2U);
  BOOST_CHECK_EQUAL(count(svg, "fill=\"#bcd3e8\""), 1U);  // the contact that lasts
  BOOST_CHECK_EQUAL(count(svg, "2 lift c4"), 1U);
  BOOST_CHECK_EQUAL(count(svg, ">700 ms<"), 1U);  // the axis ends at the last round step
  BOOST_CHECK_EQUAL(svg, time_axis(rows, "axis1", "Time axis"));
}

BOOST_AUTO_TEST_CASE(later_events_stand_further_right_and_wider_intervals_are_wider) {
  const std::string svg = time_axis(std::vector<AxisRow>{{"a", {0, 1'000'000}, 0, false}, {"b", {4'000'000, 6'000'000}, 0, false}}, "x", "t");
  // 560 units for 6 s: 93.3 a second, from 190 on.
  BOOST_CHECK_NE(svg.find("<rect x=\"190\" y=\"9\" width=\"93.3\""), std::string::npos);
  BOOST_CHECK_NE(svg.find("<rect x=\"563.3\" y=\"27\" width=\"186.7\""), std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_axis_holds_any_times) {
  for (const auto& [lo, hi] : {std::pair<Tick, Tick>{-5'000, -4'999}, {0, 1}, {0, 8'640'000'000'000}, {8'639'999'999'999, 8'640'000'000'000}}) {
    const std::string svg = time_axis(std::vector<AxisRow>{{"a", {lo, hi}, 0, true}}, "x", "t");
    BOOST_CHECK_EQUAL(svg.find('-' + std::string("1")), std::string::npos);
    BOOST_CHECK_GE(count(svg, "<path"), 2U);
    BOOST_CHECK_LE(count(svg, "<path"), 11U);
  }
  BOOST_CHECK_NE(time_axis({}, "x", "t").find("</svg>"), std::string::npos);
}

BOOST_AUTO_TEST_CASE(foreign_text_is_escaped) {
  const std::string svg = time_axis(std::vector<AxisRow>{{"<script>&\"", {0, 1}, 0, false}}, "x", "<b>");
  BOOST_CHECK_EQUAL(svg.find("<script>"), std::string::npos);
  BOOST_CHECK_EQUAL(svg.find("<b>"), std::string::npos);
  BOOST_CHECK_NE(svg.find("&lt;script&gt;&amp;"), std::string::npos);
}

}  // namespace
}  // namespace adoube::report
