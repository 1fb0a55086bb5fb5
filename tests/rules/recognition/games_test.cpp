// SPDX-License-Identifier: Apache-2.0
/// Whole games, played by scripted hands in every order and hurry, come back as the moves that were played.
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "rules/article4/edition.hpp"
#include "rules/notation/fen.hpp"
#include "rules/notation/pgn_reader.hpp"
#include "rules/notation/san.hpp"
#include "rules/notation/uci.hpp"
#include "rules/recognition/recogniser.hpp"
#include "tests/rules/recognition/scripted_hands.hpp"

namespace adoube {
namespace {

using recognition::MoveRecord;
using recognition::Recogniser;
using recognition::Status;
using testing::Habits;
using testing::Scripted;

struct Played {
  chess::Position start;
  std::vector<chess::Move> moves;
};

class Recorder : public recognition::WordsObserver {
 public:
  void on_move(const MoveRecord& r) override {
    if (r.status != Status::confirmed) return;
    confirmed_twice = confirmed_twice || r.ply != static_cast<int>(moves.size()) + 1;
    moves.push_back(r.uci);
    made.push_back(r.made.hi);
    pressed += r.press ? 1 : 0;
  }
  void on_ruling(const article4::Ruling& r) override {
    if (r.final) finals[r.ply] = r;
  }
  std::vector<std::string> moves;
  std::vector<Tick> made;
  int pressed = 0;
  bool confirmed_twice = false;
  std::map<int, article4::Ruling> finals;
};

std::vector<std::string> uci_of(const Played& game) {
  std::vector<std::string> out;
  chess::Position p = game.start;
  for (const chess::Move m : game.moves) {
    out.push_back(uci::write(p, m));
    p.make(m);
  }
  return out;
}

struct Tally {
  int games = 0, exact = 0, plies = 0, overlapped = 0, clean = 0, time_right = 0;
  std::map<std::string, int> verdicts;
};

/// Plays one game and adds it up; says at which ply recognition left the score.
void play(const Played& game, const Habits& habits, std::uint64_t seed, Tally& tally, const std::string& what) {
  static const article4::Edition edition = article4::edition("fide2023-blitz").value();
  const Scripted s = testing::script(game.start, game.moves, habits, seed);
  Recorder recorder;
  recognition::Options options;
  options.promotion_kind = [&](int ply) -> std::optional<chess::Kind> {
    const auto i = static_cast<std::size_t>(ply - 1);
    if (i >= game.moves.size() || !game.moves[i].is_promotion()) return std::nullopt;
    return game.moves[i].promotion();
  };
  Recogniser recogniser(game.start, edition, recorder, options);
  for (const Event& e : s.events) recogniser.feed(e);
  recogniser.finish();
  const std::vector<std::string> want = uci_of(game);
  ++tally.games;
  tally.plies += static_cast<int>(want.size());
  for (std::size_t i = 0; i < s.overlapped.size(); ++i) tally.overlapped += s.overlapped[i] ? 1 : 0;
  std::size_t same = 0;
  while (same < want.size() && same < recorder.moves.size() && want[same] == recorder.moves[same]) ++same;
  const bool exact = recorder.moves == want && !recorder.confirmed_twice;
  tally.exact += exact ? 1 : 0;
  if (!exact) {
    std::string tail;
    for (const Event& e : s.events) {
      if (same < s.releases.size() && e.when.hi > s.releases[same] - 900'000 && e.when.hi < s.releases[same] + 300'000) {
        static const char* const kinds[] = {"touch", "release", "lift", "place", "clock"};
        tail += "\n   " + std::to_string(e.when.hi) + " " + kinds[static_cast<int>(e.kind)] + " " +
                (e.kind == EventKind::clock ? std::string(1, letter(*e.actor)) : name(e.square));
      }
    }
    chess::Position p = game.start;
    for (std::size_t i = 0; i < same; ++i) p.make(game.moves[i]);
    std::printf("%s\n", (std::ostringstream() << what << " seed " << seed << ": ply " << same + 1 << " of " << want.size() << ", got "
                            << (same < recorder.moves.size() ? recorder.moves[same] : "nothing") << ", want "
                            << (same < want.size() ? want[same] : "nothing") << ", released "
                            << (same < s.releases.size() ? s.releases[same] : 0) << "\n   " << fen::write(p) << tail).str().c_str());
  }
  for (std::size_t i = 0; i < same; ++i) tally.time_right += recorder.made[i] == s.releases[i] ? 1 : 0;
  for (const auto& [ply, r] : recorder.finals) ++tally.verdicts[std::string(text(r.verdict)) + " " + r.clause];
}

Played from_san(const char* fen_text, std::initializer_list<const char*> sans) {
  Played game;
  game.start = fen_text == nullptr ? chess::Position::start() : fen::parse(fen_text).value();
  chess::Position p = game.start;
  for (const char* s : sans) {
    const auto parsed = san::parse(p, s);
    BOOST_REQUIRE_MESSAGE(parsed, (parsed ? std::string() : parsed.error().message));
    const chess::Move m = *parsed;
    game.moves.push_back(m);
    p.make(m);
  }
  return game;
}

/// Short games of our own: castling on both wings by both sides, en passant, promotions of every kind, promotion with
/// capture, capture and recapture on one square, mate and stalemate.
std::vector<Played> own_games() {
  return {
      from_san(nullptr, {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3", "O-O"}),
      from_san(nullptr, {"d4", "d5", "Nc3", "Nc6", "Bf4", "Bf5", "Qd3", "Qd7", "O-O-O", "O-O-O", "Qxf5", "Qxf5"}),
      from_san(nullptr, {"e4", "Nc6", "e5", "d5", "exd6", "exd6", "h4", "a5", "h5", "g5", "hxg6", "a4", "b4", "axb3",
                         "gxh7", "bxa2", "hxg8=N", "axb1=R", "Rxh8", "Rxc1", "Qxc1", "Rxa1", "Qxa1"}),
      from_san("8/P5k1/8/8/8/8/p5K1/1N6 w - - 0 1", {"a8=B", "axb1=N", "Be4", "Nd2"}),
      from_san("8/P5k1/8/8/8/8/p5K1/1N6 w - - 0 1", {"a8=Q", "a1=Q", "Qxa1+"}),
      from_san("4k3/8/8/3p4/4P3/8/8/3QK2R w K - 0 1", {"exd5", "Kd7", "O-O", "Kd6", "Qd4"}),
      from_san(nullptr, {"e4", "d5", "exd5", "Qxd5", "Nc3", "Qxg2", "Bxg2", "Nc6", "Bxc6+", "bxc6", "Qh5", "Nf6", "Qxf7+", "Kxf7"}),
      from_san(nullptr, {"f3", "e5", "g4", "Qh4#"}),
      from_san("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", {"Qg6"}),
  };
}

std::vector<Played> shared_games() {
  const char* root = std::getenv("ADOUBE_SHARED");
  const std::filesystem::path file =
      (root != nullptr ? std::filesystem::path(root) : std::filesystem::path(ADOUBE_SOURCE_DIR) / "../shared") /
      "games/blitz-with-clocks.pgn";
  std::ifstream in(file);
  if (!in) return {};
  const auto games = pgn::read(in);
  BOOST_REQUIRE_MESSAGE(games, (games ? std::string() : games.error().message));
  std::vector<Played> out;
  for (const pgn::Game& g : *games) {
    Played p;
    p.start = g.start;
    for (const pgn::Ply& ply : g.plies) p.moves.push_back(ply.move);
    out.push_back(std::move(p));
  }
  return out;
}

struct Style {
  const char* name;
  Habits habits;
  int exact_percent = 100;
  bool breaches = false;  ///< hands that break the touch rules on purpose
};

std::vector<Style> styles() {
  std::vector<Style> out;
  out.push_back({"calm", {}});
  Habits h;
  h.slide = 60, h.flutter = 40, h.hover = 30;
  out.push_back({"sliding", h});
  h = {};
  h.think = 120'000, h.overlap = 100, h.late_press = 40;
  out.push_back({"bullet", h});
  h = {};
  h.think = 400'000, h.overlap = 100, h.late_press = 30, h.slide = 20, h.rook_quick = 60;
  out.push_back({"two hands", h});
  // A victim lifted before the opponent's move is made can look exactly like his own piece taken up: see sight.cpp.
  h.early_victim = 100;
  out.push_back({"grabbing", h, 98});
  h = {};
  h.presses = false, h.overlap = 50, h.think = 600'000;
  out.push_back({"no clock", h});
  h = {};
  h.rook_first = 100, h.piece_first = 50, h.adjust_back = 10;
  out.push_back({"careless", h, 100, true});
  h = {};
  h.contacts = false, h.slide = 30;
  out.push_back({"presence only", h});
  return out;
}

/// Clean hands are never accused.
int accused(const Tally& t) {
  int n = 0;
  for (const auto& [word, times] : t.verdicts) {
    const bool clean = word.starts_with("move_made") || word.starts_with("move_completed") || word.starts_with("game_over");
    n += clean ? 0 : times;
  }
  return n;
}

void print(const char* set, const char* style, const Tally& t) {
  std::printf("%s, %s: %d of %d games exact, %d plies, %d overlapped, time of release right %d\n", set, style, t.exact,
              t.games, t.plies, t.overlapped, t.time_right);
  for (const auto& [word, n] : t.verdicts) std::printf("  %s: %d\n", word.c_str(), n);
}

/// Every how many games one is played; sanitizers leave some out.
int stride() {
  const char* n = std::getenv("ADOUBE_GAMES_STRIDE");
  return n != nullptr ? std::atoi(n) : 1;
}

BOOST_AUTO_TEST_CASE(own_games_come_back_as_played) {
  for (const Style& style : styles()) {
    Tally tally;
    std::uint64_t seed = 1;
    for (int round = 0; round < 40; ++round) {
      for (const Played& game : own_games()) play(game, style.habits, seed++, tally, style.name);
    }
    print("own", style.name, tally);
    BOOST_CHECK_GE(tally.exact * 100, tally.games * style.exact_percent);
    if (style.exact_percent == 100) BOOST_CHECK_EQUAL(accused(tally) > 0, style.breaches);
  }
}

BOOST_AUTO_TEST_CASE(shared_games_come_back_as_played) {
  const std::vector<Played> games = shared_games();
  if (games.empty()) {
    std::puts("SKIP: no shared games (ADOUBE_SHARED)");
    return;
  }
  for (const Style& style : styles()) {
    Tally tally;
    constexpr std::uint64_t seed = 1000;
    for (std::size_t i = 0; i < games.size(); i += static_cast<std::size_t>(stride())) {
      play(games[i], style.habits, seed + i, tally, style.name);
    }
    print("shared", style.name, tally);
    BOOST_CHECK_GE(tally.exact * 100, tally.games * style.exact_percent);
    if (style.exact_percent == 100) BOOST_CHECK_EQUAL(accused(tally) > 0, style.breaches);
  }
}

}  // namespace
}  // namespace adoube
