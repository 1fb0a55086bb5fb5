// SPDX-License-Identifier: Apache-2.0
// Every named style plays games whose packets enter at the wire; the driver, recognition and the rules say what they saw.
// The score must come back, and the rulings must fit what the script knows that an arbiter would have noted.
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "host/lab/numbers.hpp"
#include "sim/hands/play.hpp"
#include "sim/hands/styles.hpp"
#include "tests/host/lab/corpus.hpp"

namespace adoube::lab {
namespace {

using article4::FlagWord;
using article4::Judgement;
using article4::Verdict;

/// Keeps the last word on every ply.
class Rulings final : public GameListener {
 public:
  void on_move(const PlayedMove&) override {}
  void on_ruling(const article4::Ruling&) override {}
  void on_judgement(const recognition::Judged& judged) override {
    if (judged.judgement.final) last[judged.judgement.ply] = judged.judgement;
  }
  bool on_time(Tick, Tick) override { return true; }
  std::map<int, Judgement> last;
};

struct Tally {
  int games = 0, exact = 0, plies = 0, remarks = 0, breaches = 0;
};

/// A brush before the opponent has pressed may have been his: no sensor says whose hand it was.
bool may_be_the_opponents(const hands::Script& script, int ply) {
  const auto i = static_cast<std::size_t>(ply - 1);
  return i > 0 && script.plies[i].touch < script.plies[i - 1].press;
}

bool shows(const Judgement& j, const hands::Remark& r) {
  if (r.breach) return j.verdict == Verdict::violation && j.clause == r.clause;
  return j.flags.has({r.flag, r.square});
}

void play(const pgn::Game& game, const hands::Players& players, std::uint64_t seed, const std::string& name, Tally& tally) {
  GameOptions options = options_for(BoardOptions::Path::edges);
  options.seed = seed;
  options.players = players;
  Rulings rulings;
  const auto report = play_game(game, options, rulings);
  const hands::Script script = hands::play(hands::score_of(game), seed, players);
  const std::string where = name + ", game " + std::to_string(game.number) + ", seed " + std::to_string(seed);
  BOOST_TEST_REQUIRE(report.has_value(), where << ": " << report.error().message);
  ++tally.games;
  tally.plies += static_cast<int>(script.plies.size());
  tally.exact += report->score_equal ? 1 : 0;
  BOOST_TEST(report->run.contacts.equal(), where << ": " << report->run.contacts.first_fault);
  BOOST_TEST(complaint(*report) == "", where << ": " << complaint(*report));
  if (!report->score_equal) return;
  std::set<int> breaches;
  for (const hands::Remark& r : script.remarks) {
    ++tally.remarks;
    const Judgement& j = rulings.last[r.ply];
    if (r.breach) breaches.insert(r.ply);
    if (r.hidden || (r.flag == FlagWord::accidental && may_be_the_opponents(script, r.ply))) continue;
    BOOST_TEST(shows(j, r), where << ", ply " << r.ply << ": " << text(r.flag) << " " << adoube::name(r.square) << " is not in the ruling, "
                                  << text(j.verdict) << " " << article4::number(j.clause, article4::Text::fide2023));
  }
  tally.breaches += static_cast<int>(breaches.size());
  for (const auto& [ply, j] : rulings.last) {
    const bool last = ply == static_cast<int>(script.plies.size());
    const bool clean = j.verdict == Verdict::move_completed || j.verdict == Verdict::game_over || (last && j.verdict == Verdict::move_made);
    if (clean || breaches.contains(ply)) continue;
    BOOST_TEST(false, where << ", ply " << ply << ": innocent hands, and the ruling is " << text(j.verdict) << " "
                            << article4::number(j.clause, article4::Text::fide2023));
  }
}

/// Every how many shared games one is played; sanitizers leave more out.
constexpr std::size_t usual_stride = 8;
std::size_t stride() {
  const char* n = std::getenv("ADOUBE_GAMES_STRIDE");
  return n != nullptr ? static_cast<std::size_t>(std::max(std::atoi(n), 1)) : usual_stride;
}

void play_all(const hands::Players& players, const std::string& name, const std::optional<std::vector<pgn::Game>>& shared) {
  Tally tally;
  for (const char* file : {"opera-1858.pgn", "short-games.pgn"}) {
    for (const pgn::Game& game : own_games(file)) {
      const std::uint64_t seeds = stride() > usual_stride ? 1 : 2;
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) play(game, players, seed, name, tally);
    }
  }
  for (std::size_t i = 0; shared && i < shared->size(); i += stride()) play((*shared)[i], players, i, name, tally);
  std::printf("%s: %d of %d games exact, %d plies, %d remarks, %d breaches\n", name.c_str(), tally.exact, tally.games, tally.plies,
              tally.remarks, tally.breaches);
}

BOOST_AUTO_TEST_CASE(every_style_against_itself) {
  const auto shared = shared_games();
  for (const hands::NamedStyle& row : hands::named_styles()) play_all(hands::style_of(row), std::string(row.name), shared);
}

BOOST_AUTO_TEST_CASE(styles_against_each_other) {
  const auto shared = shared_games();
  for (const char* pair : {"white=bullet,black=beginner", "white=slider,black=brusher", "white=adjuster,black=bullet"}) {
    play_all(hands::players_named(pair, 1).value(), pair, shared);
  }
}

/// The first moves, where it is found out which way round the board lies, with much knocked over and taken up early; the seconds that
/// they take. Straight and turned, with the touch plane or without.
BOOST_AUTO_TEST_CASE(every_style_begins_on_a_turned_board) {
  const auto games = own_games("short-games.pgn");
  std::map<std::string, int> told;
  for (const hands::NamedStyle& row : hands::named_styles()) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      for (const bool presence : {false, true}) {
        for (const bool rotated : {false, true}) {
          GameOptions options = options_for(BoardOptions::Path::edges);
          options.seed = seed;
          options.players = hands::style_of(row);
          for (const auto& [habit, value] : {std::pair{"topple_percent", 100}, std::pair{"ahead_percent", 100}, std::pair{"ahead", 100'000}}) {
            BOOST_TEST_REQUIRE(set_number(options, habit, value).has_value());
          }
          options.presence = presence;
          options.rotated = rotated;
          options.own_pace = true;
          options.limit = 9'000'000;
          Rulings rulings;
          const auto report = play_game(games[seed % games.size()], options, rulings);
          const std::string where = std::string(row.name) + ", seed " + std::to_string(seed) + (presence ? ", presence" : "") + (rotated ? ", turned" : "");
          BOOST_TEST_REQUIRE(report.has_value(), where << ": " << report.error().message);
          if (report->moves.empty()) continue;
          BOOST_TEST(report->moves[0].record.uci == report->score[0], where << ": " << report->moves[0].record.uci << " is not the first move");
          if (!presence) BOOST_TEST(complaint(*report) == "", where << ": " << complaint(*report));
          ++told[std::string(presence ? "presence" : "both planes") + (rotated ? ", turned" : "")];
        }
      }
    }
  }
  for (const auto& [board, games_told] : told) {
    std::printf("%s: %d games begun\n", board.c_str(), games_told);
    BOOST_TEST(games_told > 100, board << ": " << games_told);
  }
}

}  // namespace
}  // namespace adoube::lab
