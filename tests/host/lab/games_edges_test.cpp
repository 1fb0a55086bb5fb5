// SPDX-License-Identifier: Apache-2.0
// Every game we have, played by the hands that the command line names, recognised from packets that enter at the wire. With
// both planes each score comes back. On a board without the touch plane it comes back too, or recognition says from which
// press on several moves explain the squares, and tells nothing after it.
#include <boost/test/unit_test.hpp>
#include <algorithm>
#include <iostream>
#include <set>

#include "sim/hands/play.hpp"
#include "sim/hands/styles.hpp"
#include "tests/host/lab/corpus.hpp"

namespace adoube::lab {
namespace {

using recognition::Situation;

const hands::NamedStyle& style() {
  const auto& suite = boost::unit_test::framework::master_test_suite();
  BOOST_TEST_REQUIRE(suite.argc == 2, "name the style of the hands");
  const hands::NamedStyle* row = hands::named_style(suite.argv[1]);
  BOOST_TEST_REQUIRE(row != nullptr);
  return *row;
}

/// Keeps the last situation, and the plies of which a player was blamed for certain.
class Situations final : public GameListener {
 public:
  void on_move(const PlayedMove&) override {}
  void on_ruling(const article4::Ruling&) override {}
  void on_judgement(const recognition::Judged& judged) override {
    using article4::Verdict;
    const article4::Judgement& j = judged.judgement;
    if (!j.final) return;
    const bool blames = j.verdict == Verdict::violation || j.verdict == Verdict::illegal_completed;
    if (blames && j.certainty == article4::Certainty::certain) {
      blamed.insert(j.ply);
    } else {
      blamed.erase(j.ply);
    }
  }
  void on_situation(const Situation& situation) override { last = situation; }
  bool on_time(Tick, Tick) override { return true; }
  Situation last;
  std::set<int> blamed;
};

/// What was told is the score as far as it goes, and there it says in how many ways the squares can have come about.
bool ambiguity_named(const GameReport& report, const Situation& last) {
  if (last.kind != Situation::Kind::lost || last.readings.readings < 2 || report.moves.size() >= report.score.size()) return false;
  for (std::size_t i = 0; i < report.moves.size(); ++i) {
    if (report.moves[i].record.uci != report.score[i]) return false;
  }
  return true;
}

struct Tally {
  std::size_t games = 0, exact = 0, named = 0, plies = 0;
};

void check(const pgn::Game& game, std::uint64_t seed, bool presence, const std::string& file, Tally& tally) {
  GameOptions options = options_for(BoardOptions::Path::edges);
  options.players = hands::style_of(style());
  options.seed = seed;
  options.presence = presence;
  Situations heard;
  const auto report = play_game(game, options, heard);
  const std::string where = file + ", game " + std::to_string(game.number) + ", seed " + std::to_string(seed) + (presence ? ", presence" : "");
  BOOST_TEST_REQUIRE(report.has_value(), where << ": " << report.error().message);
  ++tally.games;
  tally.plies += report->moves.size();
  tally.exact += report->score_equal ? 1 : 0;
  for (const int ply : heard.blamed) {
    const auto remarks = hands::play(hands::score_of(game), seed, options.players).remarks;
    const bool did = std::ranges::any_of(remarks, [&](const hands::Remark& r) { return r.ply == ply && r.breach; });
    BOOST_TEST(did, where << ", ply " << ply << ": blamed for certain, and no hand did that");
  }
  if (presence && ambiguity_named(*report, heard.last)) {
    ++tally.named;
  } else {
    BOOST_TEST(complaint(*report) == "", where << ": " << complaint(*report));
  }
}

void check_all(const std::vector<pgn::Game>& games, const std::string& file) {
  for (const bool presence : {false, true}) {
    Tally tally;
    for (std::size_t i = 0; i < games.size(); ++i) check(games[i], i, presence, file, tally);
    std::cout << file << ", " << style().name << ", " << (presence ? "presence alone" : "both planes") << ": " << tally.exact << " of "
              << tally.games << " games exact, " << tally.named << " with the ambiguity named, " << tally.plies << " plies\n";
    BOOST_TEST(tally.exact + tally.named == games.size());
  }
}

BOOST_AUTO_TEST_CASE(own_games_are_recognised) {
  for (const char* file : {"opera-1858.pgn", "short-games.pgn", "moscow-1985.pgn"}) check_all(own_games(file), file);
}

BOOST_AUTO_TEST_CASE(shared_games_are_recognised) {
  if (const auto games = shared_games()) {
    BOOST_TEST(games->size() == 289u);
    check_all(*games, "shared");
  }
}

}  // namespace
}  // namespace adoube::lab
