// SPDX-License-Identifier: Apache-2.0
// The games of tests/games, played from end to end.
#include <boost/test/unit_test.hpp>
#include <fstream>

#include "../physics/sampled_filter.hpp"
#include "check.hpp"
#include "rules/notation/pgn_reader.hpp"

using namespace adoube;
using namespace adoube::hands;

namespace {

std::vector<pgn::Game> read(const char* file) {
  std::ifstream input(std::string(ADOUBE_SOURCE_DIR "/tests/games/") + file);
  BOOST_REQUIRE_MESSAGE(input, file);
  return pgn::read(input).value();
}

std::vector<pgn::Game> all() {
  std::vector<pgn::Game> games;
  for (const char* file : {"opera-1858.pgn", "moscow-1985.pgn", "short-games.pgn"}) {
    for (auto& game : read(file)) games.push_back(std::move(game));
  }
  return games;
}

std::string fault_of(const pgn::Game& game, std::uint64_t seed) {
  const Score score = score_of(game);
  const Script script = play(score, seed);
  for (const std::string& fault :
       {test::squares_fault(score, script), test::order_fault(script),
        test::clock_fault(score, script, score.control.initial().value(), score.control.periods.at(0).increment)}) {
    if (!fault.empty()) return fmt::format("{} - {}, seed {}: {}", game.tag("White").value_or(""), game.tag("Black").value_or(""), seed, fault);
  }
  return "";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(own_games)

BOOST_AUTO_TEST_CASE(every_game_is_played_rightly) {
  for (const pgn::Game& game : all()) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const std::string fault = fault_of(game, seed);
      BOOST_TEST(fault.empty(), fault);
    }
  }
}

BOOST_AUTO_TEST_CASE(they_hold_every_kind_of_move) {
  bool castling[2][2] = {}, en_passant = false, promotion = false, under = false, by_capture = false;
  for (const pgn::Game& game : all()) {
    chess::Position position = game.start;
    for (const pgn::Ply& ply : game.plies) {
      const chess::Move m = ply.move;
      if (m.is_castling()) castling[static_cast<int>(position.side_to_move())][file_of(m.to()) == 2] = true;
      en_passant = en_passant || m.is_en_passant();
      if (m.is_promotion()) {
        const bool takes = chess::captured_square(position, m).has_value();
        promotion = promotion || (!takes && m.promotion() == chess::Kind::queen);
        under = under || m.promotion() != chess::Kind::queen;
        by_capture = by_capture || takes;
      }
      position.make(m);
    }
    for (const pgn::Ply& ply : game.plies) BOOST_TEST(ply.clk_ms().has_value());
    BOOST_TEST((game.comments.at(0).find("made up") != std::string::npos));
  }
  for (const auto& side : castling) {
    for (const bool wing : side) BOOST_TEST(wing);
  }
  BOOST_TEST((en_passant && promotion && under && by_capture));
}

// One number a game pins every contact and every time. It changes only with the hands or the physics, and then the commit
// says why; it is the same with every compiler.
BOOST_AUTO_TEST_CASE(signatures) {
  BOOST_TEST(test::digest(play(score_of(read("opera-1858.pgn").at(0)), 1)) == 17954621737851744927u);
  BOOST_TEST(test::digest(play(score_of(read("short-games.pgn").at(4)), 1)) == 4623958123123121827u);
}

BOOST_AUTO_TEST_CASE(device_times_are_those_promised) {
  const Script opera = play(score_of(read("opera-1858.pgn").at(0)), 1);
  BOOST_TEST(opera.plies.size() == 33);
  BOOST_TEST(opera.end < 170'000'000);
  BOOST_TEST(opera.added == 0);
  const Script moscow = play(score_of(read("moscow-1985.pgn").at(0)), 1);
  BOOST_TEST(moscow.plies.size() == 80);
  BOOST_TEST(moscow.end > 89 * 60'000'000LL);
  BOOST_TEST(moscow.end < 91 * 60'000'000LL);
}

BOOST_AUTO_TEST_CASE(bullet_hands_overlap_and_the_score_is_stretched) {
  const Script script = play(score_of(read("short-games.pgn").at(5)), 1);
  std::size_t overlaps = 0;
  for (std::size_t i = 1; i < script.plies.size(); ++i) overlaps += script.plies[i].touch < script.plies[i - 1].press ? 1 : 0;
  BOOST_TEST(overlaps > script.plies.size() / 2);
  BOOST_TEST(script.plies_stretched > 5);
  BOOST_TEST(script.added > 0);
}

// Hands that like to exchange the pawn on the last rank leave it where the clock has no time for it.
BOOST_AUTO_TEST_CASE(habits_give_way_to_the_clock) {
  for (const char* clock : {"0:01:00", "0:00:50"}) {
    const auto text = fmt::format("[FEN \"8/P7/4k3/8/8/4K3/7p/8 w - - 0 1\"]\n[TimeControl \"60\"]\n\n"
                                  "1. a8=Q {{[%clk {0}]}} h1=Q {{[%clk {0}]}} *\n", clock);
    const Score score = score_of(pgn::read(text).value().at(0));
    Style style;
    style.exchange_percent = 100;
    const Script script = play(score, 1, style);
    const bool hasty = std::string_view(clock) == "0:01:00";
    std::size_t placed = 0;
    for (const auto& t : script.truth) placed += t.channel < 64 && t.level ? 1 : 0;
    BOOST_TEST(placed >= 2);
    BOOST_TEST((script.added == 0));
    if (!hasty) BOOST_TEST(placed == 4);  // the pawn and then the queen, twice
    BOOST_TEST(test::squares_fault(score, script) == "");
    BOOST_TEST(test::order_fault(script) == "");
  }
}

// A sampling filter confirms what the hands did, nothing more and nothing less; without hold it confirms the bounces.
BOOST_AUTO_TEST_CASE(a_filter_with_hold_finds_the_script_and_one_without_does_not) {
  for (const pgn::Game& game : all()) {
    const Script script = play(score_of(game), 3);
    const sim::FilterTimes times;
    const auto owed = sim::owed_edges(script.changes, times);
    const auto seen = test::sampled_edges(script.changes, times, 13);
    const auto held = sim::compare(owed, seen);
    BOOST_TEST(held.equal(), held.first_fault);
    // Every transition of the script is owed: default hands do nothing shorter than hold.
    BOOST_TEST(owed.size() == script.truth.size() + script.initial.count());

    sim::FilterTimes none = times;
    none.hold_presence = none.hold_touch = none.hold_auxiliary = 0;
    const auto raw = test::sampled_edges(script.changes, none, 13);
    BOOST_TEST(raw.size() >= 2 * seen.size());
    BOOST_TEST(!sim::compare(owed, raw).equal());
  }
}

BOOST_AUTO_TEST_SUITE_END()
