// SPDX-License-Identifier: Apache-2.0
// An illegal move is illegal, the turns round it fit together, and hands play them one after the other.
#include "sim/hands/slip.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "rules/chess/legality.hpp"
#include "rules/notation/uci.hpp"
#include "sim/hands/play.hpp"
#include "sim/hands/styles.hpp"

namespace adoube::hands {
namespace {

using chess::Move;
using chess::Position;
using Kind = Turn::Kind;

constexpr std::uint64_t seeds = 200;

Score opening() {
  Score score;
  Position position = score.start;
  for (const char* move : {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6", "e1g1", "f7f6", "d2d4", "e5d4", "f3d4", "c6c5"}) {
    score.moves.push_back(uci::parse(position, move).value());
    position.make(score.moves.back());
  }
  score.clocks.assign(score.moves.size(), std::nullopt);
  return score;
}

bool legal(const Position& position, Move move) {
  const auto moves = chess::legal_moves(position);
  return std::ranges::find(moves, move) != moves.end();
}

Score slipped(Slip slip, std::uint64_t seed) { return with_slip(opening(), slip, sim::Random(seed)); }

BOOST_AUTO_TEST_CASE(no_slip_is_the_same_score) {
  BOOST_TEST((slipped(Slip::none, 1).moves == opening().moves));
  BOOST_TEST(!slipped(Slip::none, 1).slip);
  BOOST_TEST(turns(opening()).size() == opening().moves.size());
  Score empty;
  BOOST_TEST(!with_slip(empty, Slip::stands, sim::Random(1)).slip);
}

BOOST_AUTO_TEST_CASE(it_is_illegal_and_the_same_ply_is_played_again_by_the_same_piece) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Score score = slipped(Slip::corrected, seed);
    BOOST_TEST_REQUIRE(score.slip.has_value());
    const std::vector<Turn> all = turns(score);
    BOOST_TEST_REQUIRE(all.size() == opening().moves.size() + 2);
    const Turn &illegal = all[*score.slip], &back = all[*score.slip + 1], &again = all[*score.slip + 2];
    BOOST_TEST((illegal.kind == Kind::illegal && back.kind == Kind::put_back && again.kind == Kind::move));
    BOOST_TEST((!illegal.waits && back.waits && again.waits));
    BOOST_TEST(!legal(illegal.before, illegal.move));
    BOOST_TEST(!illegal.before.at(illegal.move.to()));
    BOOST_TEST((back.move == Move(illegal.move.to(), illegal.move.from())));
    BOOST_TEST((back.before.side_to_move() != illegal.before.side_to_move()));
    BOOST_TEST((again.before == illegal.before));
    BOOST_TEST((again.move.from() == illegal.move.from()));
    BOOST_TEST((again.ply == illegal.ply && back.ply == illegal.ply));
    std::vector<Move> game;
    for (const Turn& ply : plies(score)) game.push_back(ply.move);
    BOOST_TEST((game == opening().moves));
  }
}

BOOST_AUTO_TEST_CASE(what_stands_is_a_position_and_what_follows_is_legal) {
  bool captures = false, others = false;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Score score = slipped(Slip::stands, seed);
    BOOST_TEST_REQUIRE(score.slip.has_value());
    const std::vector<Turn> all = turns(score);
    BOOST_TEST(all.size() == plies(score).size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      BOOST_TEST(all[i].ply == static_cast<int>(i) + 1);
      BOOST_TEST(legal(all[i].before, all[i].move) == (i != *score.slip));
      BOOST_TEST(!chess::illegality(all[i].before));
      if (i > *score.slip) others |= !(all[i].move == opening().moves[i]);
    }
    captures |= all[*score.slip].before.at(all[*score.slip].move.to()).has_value();
  }
  BOOST_TEST(captures);
  BOOST_TEST(others);
}

// Whoever has to wait for a press waits for it, and the levers alternate; so also where the clocks leave no time at all.
BOOST_AUTO_TEST_CASE(hands_play_it) {
  for (const NamedStyle& style : named_styles()) {
    for (const Slip slip : {Slip::corrected, Slip::stands}) {
      for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Score score = slipped(slip, seed);
        if (seed % 2 == 0) std::ranges::fill(score.clocks, 60'000'000);
        const Script script = play(score, seed, players_named(style.name, seed).value());
        BOOST_TEST_REQUIRE(script.illegal.size() == 1u);
        const Ply& illegal = script.illegal.front();
        const std::size_t at = static_cast<std::size_t>(illegal.number) - 1;
        BOOST_TEST(script.plies.size() == plies(score).size());
        for (std::size_t i = 0; i < script.plies.size(); ++i) {
          BOOST_TEST(script.plies[i].number == static_cast<int>(i) + 1);
          if (i > 0) BOOST_TEST(script.plies[i].press > script.plies[i - 1].press);
        }
        if (slip == Slip::stands) {
          BOOST_TEST((script.plies[at].move == illegal.move));
        } else {
          BOOST_TEST(script.plies[at].touch > illegal.press);
          BOOST_TEST(script.plies[at].press > illegal.press);
        }
      }
    }
  }
}

}  // namespace
}  // namespace adoube::hands
