// SPDX-License-Identifier: Apache-2.0
// Properties of the hands over random games with random clocks.
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include "../physics/sampled_filter.hpp"
#include "check.hpp"
#include "sim/hands/pace.hpp"
#include "sim/hands/styles.hpp"

using namespace adoube;
using namespace adoube::hands;

namespace {

// Up to 120 random legal plies; the clocks fall by 0 to 3 s a ply, most of them by nothing.
Score random_score(sim::Random& random) {
  Score score;
  score.control = parse_time_control("300").value();
  chess::Position position = score.start;
  std::array<int, 2> clock{300, 300};
  const auto plies = random.within(1, 120);
  for (std::int64_t i = 0; i < plies; ++i) {
    const auto moves = chess::legal_moves(position);
    if (moves.empty()) break;
    const auto pick = static_cast<std::size_t>(random.within(0, static_cast<std::int64_t>(moves.size()) - 1));
    const bool slow = random.chance(40);
    auto& mine = clock[static_cast<std::size_t>(position.side_to_move())];
    if (slow) mine -= static_cast<int>(random.within(1, 3));
    score.moves.push_back(moves[pick]);
    score.clocks.push_back(mine * Tick{1'000'000});
    position.make(moves[pick]);
  }
  return score;
}

// Each player in a style of his own.
Players any_players(sim::Random& random) {
  return players_named("random", random.bits()).value();
}

void expect(const std::string& fault) {
  if (!fault.empty()) RC_LOG() << fault << "\n";
  RC_ASSERT(fault.empty());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hands_properties)

BOOST_AUTO_TEST_CASE(any_game_is_played_rightly) {
  BOOST_TEST(rc::check([](std::uint64_t seed) {
    sim::Random random(seed);
    const Score score = random_score(random);
    const Script script = play(score, seed);
    expect(test::squares_fault(score, script));
    expect(test::order_fault(script));
    expect(test::clock_fault(score, script, 300, 0));
  }));
}

BOOST_AUTO_TEST_CASE(any_game_is_found_by_a_sampling_filter) {
  BOOST_TEST(rc::check([](std::uint64_t seed) {
    sim::Random random(seed);
    const Script script = play(random_score(random), seed);
    const sim::FilterTimes times;
    const Tick phase = random.within(0, 13);
    const auto result = sim::compare(sim::owed_edges(script.changes, times), test::sampled_edges(script.changes, times, phase));
    expect(result.first_fault);
    RC_ASSERT(result.owed == script.truth.size() + script.initial.count());
  }));
}

BOOST_AUTO_TEST_CASE(same_seed_same_bytes_other_seed_other_bytes) {
  BOOST_TEST(rc::check([](std::uint64_t seed) {
    sim::Random random(seed);
    const Score score = random_score(random);
    RC_ASSERT(test::digest(play(score, seed)) == test::digest(play(score, seed)));
    RC_ASSERT(test::digest(play(score, seed)) != test::digest(play(score, seed + 1)));
  }));
}

BOOST_AUTO_TEST_CASE(any_hands_play_any_game_rightly) {
  BOOST_TEST(rc::check([](std::uint64_t seed) {
    sim::Random random(seed);
    const Score score = random_score(random);
    const Players players = any_players(random);
    const Script script = play(score, seed, players);
    expect(test::bodies_fault(script.motion));
    expect(test::picture_fault(score, script));
    expect(test::order_fault(script, players));
    expect(test::clock_fault(score, script, 300, 0));
    for (const Remark& r : script.remarks) RC_ASSERT(script.plies.at(static_cast<std::size_t>(r.ply - 1)).side == r.side);
    RC_ASSERT(std::ranges::is_sorted(script.remarks, {}, &Remark::ply));
    RC_ASSERT(test::digest(play(score, seed, players)) == test::digest(script));
  }));
}

BOOST_AUTO_TEST_CASE(a_hand_comes_back_from_the_clock_before_it_plays) {
  BOOST_TEST(rc::check([](std::uint64_t seed) {
    sim::Random random(seed);
    const Score score = random_score(random);
    Players players;
    for (Style* style : {&players.white, &players.black}) {
      style->to_clock.least = random.within(2'000, 200'000);
      style->to_clock.usual_low = random.within(style->to_clock.least, 2'000'000);
      style->to_clock.usual_high = random.within(style->to_clock.usual_low, 5'000'000);
    }
    const Script script = play(score, seed, players);
    expect(test::order_fault(script, players));
    expect(test::clock_fault(score, script, 300, 0));
  }));
}

// The physics after the hands: whatever they do, a filter finds what they did and invents nothing.
BOOST_AUTO_TEST_CASE(any_hands_are_found_by_a_sampling_filter) {
  BOOST_TEST(rc::check([](std::uint64_t seed) {
    sim::Random random(seed);
    const Score score = random_score(random);
    const Players players = any_players(random);
    const Script script = play(score, seed, players);
    const sim::FilterTimes times;
    const Tick phase = random.within(0, 13);
    expect(sim::compare(sim::owed_edges(script.changes, times), test::sampled_edges(script.changes, times, phase)).first_fault);
  }));
}

// The stretch is the least: with the windows of the score nothing smaller works. For every pair of plies of a player the
// time the moves between them need at least, against the time their windows leave; the sum over disjoint pairs is owed.
BOOST_AUTO_TEST_CASE(the_stretch_is_the_least) {
  BOOST_TEST(rc::check([](std::uint64_t seed) {
    sim::Random random(seed);
    const Score score = random_score(random);
    std::vector<Tick> least;
    for (std::size_t i = 0; i < score.moves.size(); ++i) {
      const Tick need = random.within(120, 400);
      least.push_back(need * 1'000);
    }
    const Pace pace = plan_presses(score, least, 1'000'000, {}, random);
    Tick owed = 0;
    for (std::size_t player = 0; player < 2; ++player) {
      // best[j]: the stretch that must have happened by ply j.
      std::vector<Tick> best{0};
      std::vector<Tick> low{0};
      std::vector<Tick> need{0};  // sum of least times up to the ply
      for (std::size_t i = player; i < score.moves.size(); i += 2) {
        need.push_back(need.back() + least[i]);
        Tick b = best.back();
        for (std::size_t k = 0; k < best.size(); ++k) b = std::max(b, best[k] + low[k] + need.back() - need[k] - pace.window_high[i]);
        best.push_back(b);
        low.push_back(std::max<Tick>(0, pace.window_low[i]));
      }
      owed += best.back();
    }
    RC_ASSERT(pace.total == owed);
  }));
}

BOOST_AUTO_TEST_SUITE_END()
