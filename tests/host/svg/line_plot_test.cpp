// SPDX-License-Identifier: Apache-2.0
#include "host/svg/line_plot.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdio>

#include "tests/host/svg/golden.hpp"

namespace adoube::svg {
namespace {

LinePlot plot() {
  return {.id = "plot-1", .title = "Shares <of> two & \"more\"", .across = "one scan", .settings = {"250 ms", "10 ms", "0.126 ms"},
          .panels = {{"missed", {{"calm", {6'001, 130, 0}}, {"bullet", {10'000, 2'500, 1}}}}, {"unseen", {{"calm", {9, 8, 7}}, {"bullet", {20, 3, 0}}}}}};
}

BOOST_AUTO_TEST_CASE(two_panels_of_two_curves) { check_golden("line-plot", line_plot(plot())); }

BOOST_AUTO_TEST_CASE(values_stand_in_words) {
  const std::string picture = line_plot(plot());
  BOOST_CHECK(picture.find("missed. calm: 60.01 % at 250 ms, 1.3 % at 10 ms, 0 % at 0.126 ms.") != std::string::npos);
  BOOST_CHECK(picture.find("bullet: 100 % at 250 ms, 25 % at 10 ms, 0.01 % at 0.126 ms.") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(each_panel_has_the_round_scale_that_holds_it) {
  const std::string picture = line_plot(plot());
  BOOST_CHECK(picture.find(">100 %</text>") != std::string::npos);
  BOOST_CHECK(picture.find(">50 %</text>") != std::string::npos);
  BOOST_CHECK(picture.find(">0.2 %</text>") != std::string::npos);
  BOOST_CHECK(picture.find(">0.1 %</text>") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(panels_stand_three_to_a_row) {
  const auto box = [](std::size_t panels) {
    LinePlot many = plot();
    many.panels.resize(1);
    while (many.panels.size() < panels) many.panels.push_back(many.panels.front());
    int width = 0, height = 0;
    const std::string picture = line_plot(many);
    const std::size_t at = picture.find("viewBox=\"0 0 ");
    BOOST_TEST_REQUIRE(std::sscanf(picture.c_str() + at, "viewBox=\"0 0 %d %d\"", &width, &height) == 2);
    return std::pair(width, height);
  };
  BOOST_TEST(box(2).first < box(3).first);
  BOOST_TEST(box(2).second == box(3).second);
  BOOST_TEST(box(4).first == box(3).first);
  BOOST_TEST(box(4).second > box(3).second);
  BOOST_CHECK(box(6) == box(4));
  LinePlot two_rows = plot();
  two_rows.panels.resize(4, two_rows.panels.front());
  two_rows.panels[3].title = "below";
  const std::string picture = line_plot(two_rows);
  // Left in the second row: title, then the line at the scale's bottom, one row further down than that of the first.
  BOOST_CHECK(picture.find("<text x=\"52\" y=\"358\">below</text>") != std::string::npos);
  BOOST_CHECK(picture.find("M52 278h300") != std::string::npos);
  BOOST_CHECK(picture.find("M52 590h300") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(nothing_and_too_much_are_pictures_too) {
  BOOST_CHECK(line_plot({}).ends_with("</svg>\n"));
  LinePlot many = plot();
  for (PlotPanel& panel : many.panels) {
    panel.curves.assign(most_curves + 3, {"same", {1, 2, 3, 4, 5}});
    panel.curves.back() = {"too many", {}};
  }
  const std::string picture = line_plot(many);
  BOOST_CHECK(picture.find(">too many</text>") == std::string::npos);
  many.settings.resize(1);
  BOOST_CHECK(line_plot(many).ends_with("</svg>\n"));
}

}  // namespace
}  // namespace adoube::svg
