// SPDX-License-Identifier: Apache-2.0
/// The simulator's hands on the simulated board, read by an ideal filter: every score comes back.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "driver/wire/protocol.hpp"
#include "rules/article4/edition.hpp"
#include "rules/notation/pgn_reader.hpp"
#include "rules/notation/uci.hpp"
#include "rules/recognition/recogniser.hpp"
#include "sim/hands/play.hpp"

namespace adoube {
namespace {

using recognition::MoveRecord;
using recognition::Status;

class Recorder : public recognition::WordsObserver {
 public:
  void on_move(const MoveRecord& r) override {
    if (r.status == Status::confirmed) moves.push_back(r.uci);
    withdrawn += r.status == Status::withdrawn ? 1 : 0;
  }
  void on_ruling(const article4::Ruling& r) override {
    if (r.final) finals[r.ply] = r;
  }
  std::vector<std::string> moves;
  int withdrawn = 0;
  std::map<int, article4::Ruling> finals;
};

/// Confirmed edges as the driver would hand them over: onset at the next sample, in the order of onsets.
std::vector<Event> events_of(const hands::Script& script) {
  const sim::FilterTimes times;
  std::vector<Event> out;
  for (const sim::OwedEdge& edge : sim::owed_edges(script.changes, times)) {
    Event e;
    const Tick onset = (edge.first + times.scan_period - 1) / times.scan_period * times.scan_period;
    e.when = {onset - times.scan_period, onset};
    if (edge.first == 0) continue;
    if (edge.channel < 64) {
      e.kind = edge.level ? EventKind::place : EventKind::lift;
      e.square = square(edge.channel);
    } else if (edge.channel < 128) {
      e.kind = edge.level ? EventKind::touch : EventKind::release;
      e.square = square(edge.channel - 64);
    } else if (edge.level && edge.channel <= 129) {
      e.kind = EventKind::clock;
      e.actor = edge.channel == 128 ? Colour::white : Colour::black;
    } else {
      continue;
    }
    out.push_back(e);
  }
  std::stable_sort(out.begin(), out.end(), [](const Event& a, const Event& b) { return a.when.hi < b.when.hi; });
  std::uint32_t id = 0;
  for (Event& e : out) e.id = ++id;
  return out;
}

std::vector<pgn::Game> games_in(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) return {};
  auto games = pgn::read(in);
  BOOST_REQUIRE_MESSAGE(games, (games ? std::string() : games.error().message));
  return std::move(*games);
}

void play_all(const std::vector<pgn::Game>& games, const hands::Style& style, const char* name) {
  static const article4::Edition edition = article4::edition("fide2023").value();
  int exact = 0, plies = 0, irregular = 0;
  std::uint64_t seed = 1;
  for (const pgn::Game& game : games) {
    const hands::Score score = hands::score_of(game);
    const hands::Script script = hands::play(score, seed++, style);
    Recorder recorder;
    recognition::Options options;
    options.promotion_kind = [&](int ply) -> std::optional<chess::Kind> {
      const auto i = static_cast<std::size_t>(ply - 1);
      if (i >= score.moves.size() || !score.moves[i].is_promotion()) return std::nullopt;
      return score.moves[i].promotion();
    };
    recognition::Recogniser recogniser(score.start, edition, recorder, options);
    for (const Event& e : events_of(script)) recogniser.feed(e);
    recogniser.finish();
    std::vector<std::string> want;
    chess::Position p = score.start;
    for (const chess::Move m : score.moves) {
      want.push_back(uci::write(p, m));
      p.make(m);
    }
    plies += static_cast<int>(want.size());
    exact += recorder.moves == want ? 1 : 0;
    std::size_t same = 0;
    while (same < want.size() && same < recorder.moves.size() && want[same] == recorder.moves[same]) ++same;
    BOOST_CHECK_MESSAGE(recorder.moves == want, name << ", game " << game.number << ": " << same << " of " << want.size()
                                                     << " plies, then got "
                                                     << (same < recorder.moves.size() ? recorder.moves[same] : "nothing")
                                                     << ", want " << (same < want.size() ? want[same] : "nothing"));
    for (const auto& [ply, r] : recorder.finals) {
      const bool clean = r.verdict == article4::Verdict::move_completed || r.verdict == article4::Verdict::game_over;
      const bool last = ply == static_cast<int>(want.size());
      if (clean || (last && r.verdict == article4::Verdict::move_made)) continue;
      ++irregular;
      BOOST_CHECK_MESSAGE(false, name << ", game " << game.number << ", ply " << ply << ": " << text(r.verdict) << " "
                                      << r.clause << ": " << r.explanation);
    }
  }
  std::printf("%s: %d of %zu games exact, %d plies, %d of them not ruled completed\n", name, exact, games.size(), plies,
              irregular);
}

BOOST_AUTO_TEST_CASE(own_games) {
  const std::filesystem::path root = std::filesystem::path(ADOUBE_SOURCE_DIR) / "tests/games";
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(root)) {
    if (entry.path().extension() == ".pgn") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  BOOST_REQUIRE(!files.empty());
  for (const auto& file : files) play_all(games_in(file), {}, file.stem().string().c_str());
}

BOOST_AUTO_TEST_CASE(shared_games) {
  const char* root = std::getenv("ADOUBE_SHARED");
  const std::filesystem::path shared =
      root != nullptr ? std::filesystem::path(root) : std::filesystem::path(ADOUBE_SOURCE_DIR) / "../shared";
  const auto games = games_in(shared / "games/blitz-with-clocks.pgn");
  if (games.empty()) {
    std::puts("SKIP: no shared games (ADOUBE_SHARED)");
    return;
  }
  play_all(games, {}, "shared, calm hands");
  hands::Style sliding;
  sliding.slide_percent = 60;
  play_all(games, sliding, "shared, sliding hands");
}

}  // namespace
}  // namespace adoube
