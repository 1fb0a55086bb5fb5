// SPDX-License-Identifier: Apache-2.0
// The table and the picture of the README about boards that scan more and less often are what the shared games give now.
//   test_host_lab_readme_field -- whole     all of it
//   test_host_lab_readme_field -- sample    the longest and the shortest scan, calm hands
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "host/cli/field_picture.hpp"
#include "host/lab/scan_rate.hpp"
#include "sim/hands/styles.hpp"
#include "tests/host/lab/corpus.hpp"

namespace adoube::lab {
namespace {

const std::vector<std::string> styles = {"calm", "blitz", "bullet", "slider"};
const std::vector<Tick> scans = {250'000, 41'000, 10'000, 1'000, 126};

std::string text_of(const std::string& file) {
  std::ifstream in(std::string(ADOUBE_SOURCE_DIR "/") + file);
  BOOST_REQUIRE_MESSAGE(in, "cannot open " << file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// What the README says of one scan, by style: moves missed, games told without a fault.
struct Row {
  std::vector<std::size_t> missed, exact;
};

Row row_of(const std::string& readme, Tick scan) {
  const std::string number = R"((\d+), (\d+), (\d+), (\d+))";
  const std::regex form(R"(\n\| )" + cli::scan_text(scan) + R"( \| )" + number + R"( \| )" + number + R"( \|\n)");
  std::smatch found;
  BOOST_REQUIRE_MESSAGE(std::regex_search(readme, found, form), "no row of " << cli::scan_text(scan));
  Row row;
  for (std::size_t i = 1; i <= 8; ++i) (i <= 4 ? row.missed : row.exact).push_back(std::stoul(found[i]));
  return row;
}

BOOST_AUTO_TEST_CASE(the_readme_says_what_is_measured) {
  const auto& suite = boost::unit_test::framework::master_test_suite();
  BOOST_TEST_REQUIRE(suite.argc == 2);
  const bool whole = std::string(suite.argv[1]) == "whole";
  const auto games = shared_games();
  if (!games) return;
  const std::string readme = text_of("README.md");
  std::vector<cli::FieldRow> measured;
  for (const Tick scan : scans) {
    if (!whole && scan != scans.front() && scan != scans.back()) continue;
    const Row said = row_of(readme, scan);
    for (std::size_t i = 0; i < (whole ? styles.size() : 1); ++i) {
      cli::FieldRow row{scan, styles[i], {}};
      const ScanRateOptions options{scan, hands::style_of(*hands::named_style(styles[i])), *article4::edition("fide2023"), 1};
      for (const pgn::Game& game : *games) {
        const auto count = at_scan_rate(game, options);
        BOOST_TEST_REQUIRE(count.has_value(), "game " << game.number << ": " << count.error().message);
        row.count += *count;
      }
      const std::string where = cli::scan_text(scan) + ", " + styles[i];
      BOOST_TEST(row.count.missed == said.missed[i], where << ": the README says " << said.missed[i] << " moves missed, and there are " << row.count.missed);
      BOOST_TEST(row.count.exact == said.exact[i], where << ": the README says " << said.exact[i] << " games without a fault, and there are " << row.count.exact);
      measured.push_back(row);
    }
  }
  if (whole) BOOST_TEST(svg::line_plot(cli::field_picture(measured)) == text_of("docs/pictures/field.svg"), "docs/pictures/field.svg is not what adoube field --svg draws");
}

}  // namespace
}  // namespace adoube::lab
