// SPDX-License-Identifier: Apache-2.0
// Every scenario of tests/scenarios, through the pins: on the board it names, on one without the touch plane, and on each
// other board of which it says what comes out. The worked examples of docs/scenarios.md as well.
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

// Plays the scenario on a board and tells every expectation that does not hold.
void hold_on(const scenario::Scenario& scene, const scenario::Board& board, const Expected& block) {
  scenario::Otherwise otherwise;
  if (board.presence) otherwise.presence = true;
  otherwise.scan_pause = board.scan_pause;
  const auto performance = scenario::perform(scene, otherwise);
  BOOST_REQUIRE_MESSAGE(performance, performance.error().message);
  const auto edition = article4::edition(performance->setup.edition);
  BOOST_REQUIRE_MESSAGE(edition, edition.error().message);
  Watcher watcher;
  const auto observed = play(*performance, *edition, {}, watcher);
  BOOST_REQUIRE_MESSAGE(observed, observed.error().message);
  const auto findings = hold(scene, block, *observed);
  BOOST_TEST(!findings.empty());
  for (const Finding& f : findings) {
    BOOST_CHECK_MESSAGE(f.ok, scene.name << ":" << f.line << (board.presence ? ", presence alone" : "") << (board.scan_pause ? ", slow" : "")
                                << ": expected " << f.expected << ", got " << f.got);
  }
  BOOST_TEST(observed->run.breaches == "");
  BOOST_TEST(observed->run.account.lost == 0u);
  BOOST_TEST(observed->run.account.invented == 0u);
}

// How many boards it was held on.
int hold_on_all(const scenario::Scenario& scene) {
  int boards = 0;
  std::vector<scenario::Board> wanted{{}, {true, {}}};
  for (const Expected& block : blocks(scene)) {
    if (std::ranges::find(wanted, block.board) == wanted.end()) wanted.push_back(block.board);
  }
  for (const scenario::Board& board : wanted) {
    const auto block = block_for(scene, board);
    BOOST_REQUIRE_MESSAGE(block, scene.name << " expects nothing");
    hold_on(scene, board, *block);
    ++boards;
  }
  return boards;
}

BOOST_AUTO_TEST_CASE(every_scenario_holds_on_every_board) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(ADOUBE_SOURCE_DIR "/tests/scenarios")) {
    if (entry.path().extension() == ".scn") files.push_back(entry.path());
  }
  std::ranges::sort(files);
  BOOST_TEST(files.size() >= 20u);
  int boards = 0;
  for (const fs::path& file : files) {
    const std::string text = text_of(file);
    const auto scene = scenario::parse(text, file.filename().string());
    BOOST_REQUIRE_MESSAGE(scene, scene.error().message);
    BOOST_CHECK_MESSAGE(scenario::write(*scene) == text, file.filename() << " is not in the form that adoube scn fmt writes");
    boards += hold_on_all(*scene);
  }
  std::cout << files.size() << " scenarios held on " << boards << " boards\n";
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
    const auto block = block_for(*scene, {});
    BOOST_REQUIRE_MESSAGE(block, scene->name << " expects nothing");
    hold_on(*scene, {}, *block);
    ++examples;
  }
  BOOST_TEST(examples >= 3);
}

}  // namespace
}  // namespace adoube::scenes
