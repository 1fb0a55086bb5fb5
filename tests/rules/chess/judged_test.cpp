// SPDX-License-Identifier: Apache-2.0
// Legal moves and their counts, judged by Stockfish: positions of real games, random games of both kinds, and all starts
// of Chess960. One process a batch.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "rules/notation/fen.hpp"
#include "rules/notation/pgn_reader.hpp"
#include "rules/notation/uci.hpp"
#include "tests/rules/oracle.hpp"
#include "tests/rules/playouts.hpp"

namespace adoube {
namespace {

using Division = std::map<std::string, std::uint64_t>;  ///< first move -> games that begin with it

/// Sanitizers lower the node limit; then one ply less is compared.
int depth_of(int wanted) { return std::getenv("ADOUBE_PERFT_NODES") != nullptr ? wanted - 1 : wanted; }

Division divided(const chess::Position& p, int depth, bool chess960) {
  Division counts;
  for (const chess::Move m : chess::legal_moves(p)) {
    counts[uci::write(p, m, chess960)] = chess::perft(p.after(m), depth - 1);
  }
  return counts;
}

std::vector<Division> judged(const std::vector<chess::Position>& positions, int depth, bool chess960) {
  std::ostringstream script;
  script << "setoption name UCI_Chess960 value " << (chess960 ? "true" : "false") << '\n';
  for (const chess::Position& p : positions) {
    script << "position fen " << fen::write(p) << "\ngo perft " << depth << '\n';
  }
  std::istringstream answer(test::output_of(ADOUBE_STOCKFISH, script.str() + "quit\n"));
  std::vector<Division> all(1);
  for (std::string line; std::getline(answer, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("Nodes searched")) {
      all.emplace_back();
    } else if (colon == 4 || colon == 5) {
      all.back()[line.substr(0, colon)] = std::stoull(line.substr(colon + 2));
    }
  }
  all.pop_back();
  return all;
}

void compare(const std::vector<chess::Position>& positions, int depth, bool chess960) {
  if (std::string_view(ADOUBE_STOCKFISH).empty()) return test::skip("stockfish is not installed");
  const auto verdicts = judged(positions, depth, chess960);
  BOOST_REQUIRE(verdicts.size() == positions.size());
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const Division ours = divided(positions[i], depth, chess960);
    BOOST_TEST((ours == verdicts[i]), fen::write(positions[i]));
    for (const auto& [move, count] : verdicts[i]) {
      const auto own = ours.find(move);
      BOOST_TEST((own != ours.end() && own->second == count), fen::write(positions[i]) << ' ' << move << ' ' << count);
    }
  }
}

/// Draws for the playouts: a 64-bit multiplicative generator, upper half used.
class Draws {
 public:
  std::uint8_t byte() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint8_t>(state_ >> 56);
  }

 private:
  std::uint64_t state_ = 2023;
};

std::vector<chess::Position> random_positions(int games, bool chess960) {
  Draws draws;
  std::vector<chess::Position> found;
  for (int n = 0; n < games; ++n) {
    const int number = draws.byte() * 256 + draws.byte();
    const auto rich = test::rich_positions[static_cast<std::size_t>(n) % test::rich_positions.size()];
    const auto start = chess960 ? test::chess960_start(number % 960) : fen::parse(rich).value();
    std::vector<std::uint8_t> choices(draws.byte() % 80U);
    for (auto& choice : choices) choice = draws.byte();
    found.push_back(test::play(start, choices).positions.back());
  }
  return found;
}

BOOST_AUTO_TEST_CASE(two_thousand_positions_of_real_games) {
  const auto file = test::shared_file(ADOUBE_SOURCE_DIR, "games/blitz-with-clocks.pgn");
  if (!file) return test::skip("no shared games; set ADOUBE_SHARED");
  const auto games = pgn::read(test::contents(*file));
  BOOST_REQUIRE(games.has_value());
  std::vector<chess::Position> all, drawn;
  for (const pgn::Game& game : *games) {
    chess::Position p = game.start;
    for (const pgn::Ply& ply : game.plies) all.push_back(p = pgn::after(p, ply));
  }
  constexpr std::size_t wanted = 2000;
  for (std::size_t n = 0; n < wanted; ++n) drawn.push_back(all[n * all.size() / wanted]);
  compare(drawn, depth_of(3), false);
}

BOOST_AUTO_TEST_CASE(random_games_from_rich_positions) {
  compare(random_positions(300, false), depth_of(3), false);
  compare(random_positions(2000, false), depth_of(2), false);
}

BOOST_AUTO_TEST_CASE(random_games_of_chess960) {
  compare(random_positions(400, true), depth_of(3), true);
  compare(random_positions(2000, true), depth_of(2), true);
}

BOOST_AUTO_TEST_CASE(every_start_of_chess960) {
  std::vector<chess::Position> starts, some;
  for (int n = 0; n < 960; ++n) starts.push_back(test::chess960_start(n));
  compare(starts, 2, true);
  Draws draws;
  for (int n = 0; n < 20; ++n) {
    const int number = draws.byte() * 256 + draws.byte();
    some.push_back(starts[static_cast<std::size_t>(number % 960)]);
  }
  compare(some, depth_of(4), true);
}

}  // namespace
}  // namespace adoube
