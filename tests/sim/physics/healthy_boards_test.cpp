// SPDX-License-Identifier: Apache-2.0
// Boards whose every parameter is drawn over its whole range invent nothing: neither do the contacts move for anything but
// the hands, nor does the scanner report anything but the contacts.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "../hands/check.hpp"
#include "sim/hands/play.hpp"
#include "sim/physics/fitness.hpp"
#include "sim/scanner/scanner.hpp"

using namespace adoube;
using namespace adoube::sim;

namespace {

#ifdef NDEBUG
constexpr int boards = 400;
#else
constexpr int boards = 20;
#endif

// A game of random moves, played with as much thought as it takes.
hands::Score drawn_game(Random& random) {
  hands::Score score;
  chess::Position position = score.start;
  for (int ply = 0; ply < 24; ++ply) {
    const auto moves = chess::legal_moves(position);
    if (moves.empty()) break;
    const auto pick = random.within(0, static_cast<std::int64_t>(moves.size()) - 1);
    score.moves.push_back(moves[static_cast<std::size_t>(pick)]);
    score.clocks.emplace_back();
    position.make(score.moves.back());
  }
  return score;
}

// What is wrong with a run, or "".
std::string fault_of(const hands::Score& score, const hands::Script& script) {
  if (script.contacts != script.changes) return "the wires changed something";
  if (auto fault = test::squares_fault(score, script); !fault.empty()) return fault;
  Scanner scanner(script.changes);
  const Tick end = script.end;
  for (Tick now = 100'000; now < end; now += 500'000) {
    scanner.run_to(static_cast<std::uint64_t>(now) * 12);
    while (scanner.poll()) {
    }
  }
  scanner.run_to(static_cast<std::uint64_t>(end) * 12);
  std::vector<SeenEdge> seen;
  for (const ConfirmedEdge& e : scanner.edges()) seen.push_back({e.onset, e.channel, e.level, e.late});
  const Comparison result = compare(owed_edges(script.changes, {}), seen);
  if (!result.equal()) return result.first_fault;
  const std::size_t moved = script.truth.size() + script.initial.count();
  if (seen.size() != moved) return fmt::format("{} edges for {} transitions", seen.size(), moved);
  return "";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(healthy_boards)

BOOST_AUTO_TEST_CASE(invent_nothing) {
  const char* given = std::getenv("ADOUBE_SEED");  // what a failure prints
  const std::uint64_t first = given != nullptr ? std::strtoull(given, nullptr, 10) : 1;
  Tick simulated = 0;
  std::size_t edges = 0;
  int halls = 0;
  for (std::uint64_t seed = first; seed < first + (given != nullptr ? 1 : boards); ++seed) {
    Random random(seed);
    const FitBoard board = random_fit_board(random);
    hands::Style style;
    style.off_centre = static_cast<decltype(style.off_centre)>(board.off_centre);
    const hands::Score score = drawn_game(random);
    const hands::Script script = hands::play(score, seed, style, board.parameters);
    const std::string fault = fault_of(score, script);
    BOOST_TEST(fault.empty(), fault << " (ADOUBE_SEED=" << seed << " shows this board alone)");
    simulated += script.end;
    edges += script.truth.size();
    halls += board.parameters.is_hall() ? 1 : 0;
  }
  std::printf("%.1f h of healthy boards, %d of them with Hall sensors: %zu edges, nothing invented or missed\n",
              static_cast<double>(simulated) / 3.6e9, halls, edges);
  if (given != nullptr) return;
  BOOST_TEST((halls > 0 && halls < boards));
#ifdef NDEBUG
  BOOST_TEST(simulated >= Tick{10} * 3'600'000'000);
#endif
}

BOOST_AUTO_TEST_SUITE_END()
