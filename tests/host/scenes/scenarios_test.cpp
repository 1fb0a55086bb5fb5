// SPDX-License-Identifier: Apache-2.0
// Every scenario of tests/scenarios: through the pins on the board it names and on one without the touch plane; on a board with
// a scan of 250 ms, as the field has them; and on each other board of which it says what comes out. The worked examples of
// docs/scenarios.md as well.
//   test_host_scenes_scenarios -- N M    every M-th scenario from the N-th on, from 0
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "host/scenes/scene_check.hpp"
#include "sim/scenario/parse.hpp"

namespace adoube::scenes {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  BOOST_REQUIRE_MESSAGE(in, "cannot open " << file);
  return {std::istreambuf_iterator<char>(in), {}};
}

constexpr Tick fields_scan_pause = 250'000;

struct Run {
  Observed observed;
  bool cut_off = false;  // by its cable, or by damaged packets
};

// A slow board goes by the scanner's model, where nothing happens on its bus: the pins would be clocked through every pause.
Run run_on(const scenario::Scenario& scene, const scenario::Board& board) {
  std::vector<scenario::Heading> otherwise;
  if (board.presence) otherwise.push_back({scenario::Setting::planes, "presence"});
  if (board.scan_pause) otherwise.push_back({scenario::Setting::scan_pause, "", *board.scan_pause});
  const auto performance = scenario::perform(scene, otherwise);
  BOOST_REQUIRE_MESSAGE(performance, performance.error().message);
  const auto edition = article4::edition(performance->setup.edition);
  BOOST_REQUIRE_MESSAGE(edition, edition.error().message);
  const bool cut_off = !performance->mishaps.empty() || performance->setup.line_faults != 0;
  lab::BoardOptions options;
  if (board.scan_pause && !cut_off) options.path = lab::BoardOptions::Path::edges;
  Watcher watcher;
  auto observed = play(*performance, options_of(*performance, *edition, options), watcher);
  BOOST_REQUIRE_MESSAGE(observed, scene.name << ": " << observed.error().message);
  BOOST_TEST(observed->run.breaches == "");
  BOOST_TEST(observed->run.account.lost == 0u);
  BOOST_TEST(observed->run.account.invented == 0u);
  return {std::move(*observed), cut_off};
}

// Tells every expectation that does not hold.
void hold_on(const scenario::Scenario& scene, const scenario::Board& board, const Observed& observed) {
  const auto block = block_for(scene, board);
  BOOST_REQUIRE_MESSAGE(block, scene.name << " expects nothing");
  const auto findings = hold(scene, *block, observed);
  BOOST_TEST(!findings.empty());
  for (const Finding& f : findings) {
    BOOST_CHECK_MESSAGE(f.ok, scene.name << ":" << f.line << (board.presence ? ", presence alone" : "") << (board.scan_pause ? ", slow" : "")
                                << ": expected " << f.expected << ", got " << f.got);
  }
}

// The defect of the field: what holds on our own board does not hold on a slow one.
bool defective(const scenario::Scenario& scene, const Observed& slow) {
  const auto findings = hold(scene, *block_for(scene, {}), slow);
  return !std::ranges::all_of(findings, &Finding::ok);
}

struct Tally {
  int scenarios = 0;
  int boards = 0;
  int slow = 0;
  std::vector<std::string> defects;
};

void hold_on_all(const scenario::Scenario& scene, Tally& tally) {
  const scenario::Board field{false, fields_scan_pause};
  std::vector<scenario::Board> wanted{{}, {true, {}}, field};
  for (const Expected& block : blocks(scene)) {
    if (std::ranges::find(wanted, block.board) == wanted.end()) wanted.push_back(block.board);
  }
  const auto named = [&](const scenario::Board& board) {
    return std::ranges::any_of(blocks(scene), [&](const Expected& block) { return block.board == board; });
  };
  ++tally.scenarios;
  bool cut_off = false;
  for (const scenario::Board& board : wanted) {
    if (board == field && cut_off && !named(field)) continue;  // about the cable, not about the scan
    const Run run = run_on(scene, board);
    cut_off = run.cut_off;
    hold_on(scene, board, run.observed);
    ++tally.boards;
    if (!(board == field)) continue;
    ++tally.slow;
    const bool shows = defective(scene, run.observed);
    if (shows) tally.defects.push_back(scene.name);
    BOOST_CHECK_MESSAGE(shows == named(field), scene.name << (shows ? " does not say what" : " says what else") << " comes out of a scan of 250 ms");
  }
}

BOOST_AUTO_TEST_CASE(every_scenario_holds_on_every_board) {
  const auto& suite = boost::unit_test::framework::master_test_suite();
  BOOST_TEST_REQUIRE(suite.argc == 3);
  const std::size_t first = std::stoul(suite.argv[1]);
  const std::size_t step = std::stoul(suite.argv[2]);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(ADOUBE_SOURCE_DIR "/tests/scenarios")) {
    if (entry.path().extension() == ".scn") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  Tally tally;
  for (std::size_t i = first; i < files.size(); i += step) {
    const std::string text = text_of(files[i]);
    const auto scene = scenario::parse(text, files[i].filename().string());
    BOOST_REQUIRE_MESSAGE(scene, scene.error().message);
    BOOST_CHECK_MESSAGE(scenario::write(*scene) == text, files[i].filename() << " is not in the form that adoube scn fmt writes");
    hold_on_all(*scene, tally);
  }
  std::cout << tally.scenarios << " scenarios held on " << tally.boards << " boards; with a scan of 250 ms " << tally.slow << ", of which "
            << tally.defects.size() << " show a defect of the field:";
  for (const std::string& name : tally.defects) std::cout << " " << name;
  std::cout << "\n";
  BOOST_TEST(tally.scenarios >= 20);
  BOOST_TEST(!tally.defects.empty());
}

BOOST_AUTO_TEST_CASE(the_examples_of_the_document_hold) {
  const std::string text = text_of(ADOUBE_SOURCE_DIR "/docs/scenarios.md");
  int examples = 0;
  constexpr std::string_view open = "\n```scn\n", close = "\n```\n";
  for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at)) {
    at += open.size();
    const std::size_t end = text.find(close, at);
    BOOST_TEST_REQUIRE(end != std::string::npos);
    const std::string example = text.substr(at, end + 1 - at);
    const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    const auto scene = scenario::parse(example, "docs/scenarios.md behind line " + std::to_string(line));
    BOOST_REQUIRE_MESSAGE(scene, scene.error().message);
    BOOST_TEST(scenario::write(*scene) == example);
    hold_on(*scene, {}, run_on(*scene, {}).observed);
    ++examples;
  }
  BOOST_TEST(examples >= 3);
}

}  // namespace
}  // namespace adoube::scenes
