// SPDX-License-Identifier: Apache-2.0
// The clocks of board and host differ by as much as USB allows: nothing is lost, late or otherwise than it was.
#include <boost/test/unit_test.hpp>

#include "host/lab/pins_board.hpp"
#include "tests/host/lab/corpus.hpp"

namespace adoube::lab {
namespace {

GameOptions options_with(BoardOptions::Path path, int ppm) {
  GameOptions options = options_for(path);
  options.board.drift_ppm = ppm;
  options.limit = path == BoardOptions::Path::pins ? 8'000'000 : 0;
  return options;
}

BOOST_AUTO_TEST_CASE(a_game_at_either_end_of_the_allowance) {
  std::uint64_t frames[3] = {};
  for (const int ppm : {-2'500, 0, 2'500}) {
    GameOptions options = options_with(BoardOptions::Path::pins, ppm);
    auto& sent = frames[ppm / 2'500 + 1];
    options.finished = [&sent](Board& board) { sent = dynamic_cast<PinsBoard&>(board).host().counters().frames; };
    Silence silence;
    const auto report = play_game(own_games("opera-1858.pgn").at(0), options, silence);
    BOOST_TEST_REQUIRE(report.has_value(), report.error().message);
    BOOST_TEST(complaint(*report) == "", ppm << " ppm: " << complaint(*report));
    BOOST_TEST(report->findings.objections.empty());
  }
  // A quarter of a percent of eight seconds are twenty frames.
  BOOST_TEST(frames[0] > frames[1] + 15);
  BOOST_TEST(frames[2] + 15 < frames[1]);
}

BOOST_AUTO_TEST_CASE(the_model_drifts_too) {
  std::uint64_t signature = 0;
  for (const int ppm : {-2'500, 0, 2'500}) {
    Silence silence;
    const auto report = play_game(own_games("opera-1858.pgn").at(0), options_with(BoardOptions::Path::edges, ppm), silence);
    BOOST_TEST_REQUIRE(report.has_value(), report.error().message);
    BOOST_TEST(complaint(*report) == "", ppm << " ppm: " << complaint(*report));
    BOOST_TEST(report->run.account.signature != signature);
    signature = report->run.account.signature;
  }
}

}  // namespace
}  // namespace adoube::lab
