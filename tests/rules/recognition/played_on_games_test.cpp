// SPDX-License-Identifier: Apache-2.0
/// Games in which somebody presses on an illegal move and nobody stops him, played by hands in every hurry (A.5.2): he is accused
/// of that ply, nobody of another one, and the score goes on from it.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

#include "rules/article4/edition.hpp"
#include "rules/chess/legality.hpp"
#include "rules/notation/fen.hpp"
#include "rules/notation/pgn_reader.hpp"
#include "rules/notation/uci.hpp"
#include "rules/recognition/recogniser.hpp"
#include "tests/rules/recognition/scripted_hands.hpp"

namespace adoube {
namespace {

using chess::Kind;
using chess::Move;
using chess::Position;
using recognition::Status;
using testing::Dice;
using testing::Habits;

class Recorder : public recognition::Observer {
 public:
  void on_move(const recognition::MoveRecord& r) override {
    if (r.status == Status::confirmed) moves[r.ply] = r.uci;
    doubt = doubt || r.inferred;
  }
  void on_judgement(const recognition::Judged& judged) override {
    if (judged.judgement.final) finals[judged.judgement.ply] = judged.judgement;
  }
  void on_situation(const recognition::Situation& s) override { doubt = doubt || s.kind == recognition::Situation::Kind::lost; }
  std::map<int, std::string> moves;
  std::map<int, article4::Judgement> finals;
  bool doubt = false;
};

struct Played {
  std::vector<Move> moves;
  int illegal = 0;  // its ply
};

/// No legal move: one of the pieces of the player having the move goes where it likes, but takes no king, promotes nothing, and leaves
/// other squares than every legal move.
std::optional<Move> illegal_move(const Position& p, Dice& dice) {
  const auto any = [&](SquareSet squares) {
    for (Tick skip = dice.within(0, 63); skip > 0 && (squares & (squares - 1)) != 0; --skip) pop(squares);
    return pop(squares);
  };
  const chess::MoveList legal = chess::legal_moves(p);
  for (int tries = 0; tries < 20; ++tries) {
    const Square from = any(p.pieces(p.side_to_move()));
    const Square to = any(~p.pieces(p.side_to_move()) & ~p.pieces(Kind::king));
    if (p.kind_at(from) == Kind::pawn && (rank_of(to) == 0 || rank_of(to) == 7)) continue;
    const Move m(from, to);
    const SquareSet after = p.after(m).pieces();
    if (std::none_of(legal.begin(), legal.end(), [&](Move l) { return p.after(l).pieces() == after; })) return m;
  }
  return std::nullopt;
}

/// A game's beginning, an illegal move that leaves a position, and a dozen legal moves drawn from there.
std::optional<Played> with_illegal_move(const pgn::Game& game, Dice& dice) {
  Played out;
  Position p = game.start;
  const auto last = static_cast<Tick>(game.plies.size()) - 1;
  const Tick before = dice.within(0, std::min<Tick>(last, 60));
  for (Tick i = 0; i < before; ++i) {
    out.moves.push_back(game.plies[static_cast<std::size_t>(i)].move);
    p.make(out.moves.back());
  }
  const auto m = illegal_move(p, dice);
  if (!m || chess::misfit(p.after(*m))) return std::nullopt;
  out.moves.push_back(*m);
  out.illegal = static_cast<int>(out.moves.size());
  p.make(*m);
  for (int i = 0; i < 12; ++i) {
    const chess::MoveList legal = chess::legal_moves(p);
    if (legal.empty()) break;
    out.moves.push_back(legal[static_cast<std::size_t>(dice.within(0, static_cast<Tick>(legal.size()) - 1))]);
    p.make(out.moves.back());
  }
  if (static_cast<int>(out.moves.size()) < out.illegal + 2) return std::nullopt;  // nobody answers, or nobody after him
  return out;
}

struct Tally {
  int games = 0, exact = 0, doubtful = 0;
};

bool accuses(const article4::Judgement& j) {
  using article4::Verdict;
  return j.verdict == Verdict::illegal_completed || j.verdict == Verdict::violation || j.verdict == Verdict::illegal_uncompleted;
}

void play(const Played& game, const Position& start, const Habits& habits, std::uint64_t seed, Tally& tally, const std::string& what) {
  static const article4::Edition edition = article4::edition("fide2023-blitz").value();
  const testing::Scripted s = testing::script(start, game.moves, habits, seed);
  Recorder recorder;
  recognition::Options options;
  options.rotated = false;  // an illegal first move may be a legal one of the turned board
  options.promotion_kind = [&](int ply) -> std::optional<Kind> {
    const auto i = static_cast<std::size_t>(ply - 1);
    return i < game.moves.size() && game.moves[i].is_promotion() ? std::optional(game.moves[i].promotion()) : std::nullopt;
  };
  recognition::Recogniser recogniser(start, edition, recorder, options);
  for (const Event& e : s.events) recogniser.feed(e);
  recogniser.finish();
  ++tally.games;
  std::string fault;
  bool doubt = recorder.doubt;
  Position p = start, before = start;
  int ply = 0;
  for (const Move m : game.moves) {
    ++ply;
    const std::string want = uci::write(p, m);
    const auto told = recorder.moves.find(ply);
    if (ply == game.illegal) before = p;
    if (ply != game.illegal && (told == recorder.moves.end() || told->second != want)) {
      fault.append(" ply ").append(std::to_string(ply)).append(" is ").append(told == recorder.moves.end() ? "nothing" : told->second).append(" for ").append(want).append(";");
      break;
    }
    p.make(m);
  }
  for (const auto& [at, j] : recorder.finals) {
    if (!accuses(j)) continue;
    doubt = doubt || j.certainty != article4::Certainty::certain;
    if (at != game.illegal && j.certainty == article4::Certainty::certain) fault.append(" ply ").append(std::to_string(at)).append(" is accused;");
  }
  if (!recorder.finals.contains(game.illegal) || recorder.finals.at(game.illegal).verdict != article4::Verdict::illegal_completed) fault += " nobody is accused;";
  if (fault.empty()) return void(++tally.exact);
  ++tally.doubtful;
  const Move m = game.moves[static_cast<std::size_t>(game.illegal - 1)];
  std::string events;
  const Tick at = s.releases[static_cast<std::size_t>(game.illegal - 1)];
  for (const Event& e : s.events) {
    if (e.when.hi < at - 500'000 || e.when.hi > at + 1'500'000) continue;
    static const char* const kinds[] = {"T:", "t:", "", "", "C"};
    events.append(" ").append(kinds[static_cast<int>(e.kind)]);
    events.append(e.kind == EventKind::clock ? std::string(1, letter(*e.actor)) : name(e.square));
    events.append(e.kind == EventKind::lift ? "- " : e.kind == EventKind::place ? "+ " : " ").append(std::to_string((e.when.hi - at) / 1000)).append(",");
  }
  BOOST_CHECK_MESSAGE(doubt, what << ": illegal ply " << game.illegal << " " << name(m.from()) << name(m.to()) << " in " << fen::write(before) << fault << "\n   " << events);
}

BOOST_AUTO_TEST_CASE(an_illegal_move_in_a_game_of_hands_in_a_hurry) {
  std::ifstream in(std::filesystem::path(ADOUBE_SOURCE_DIR) / "tests/games/short-games.pgn");
  const auto games = pgn::read(in).value();
  Habits quick;
  quick.overlap = 70, quick.early_victim = 50, quick.late_press = 30, quick.think = 300'000;
  Habits calm;
  for (const bool contacts : {true, false}) {
    for (Habits habits : {calm, quick}) {
      habits.contacts = contacts;
      Tally tally;
      const std::string what = std::string(contacts ? "both planes" : "presence alone") + (habits.overlap != 0 ? ", quick" : ", calm");
      for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
        Dice dice(seed);
        const pgn::Game& game = games[seed % games.size()];
        const auto played = with_illegal_move(game, dice);
        if (played) play(*played, game.start, habits, seed, tally, what + ", seed " + std::to_string(seed));
      }
      BOOST_TEST(tally.exact >= tally.games * 97 / 100);
      std::printf("%s: %d of %d games exact, %d in doubt\n", what.c_str(), tally.exact, tally.games, tally.doubtful);
    }
  }
}

}  // namespace
}  // namespace adoube
