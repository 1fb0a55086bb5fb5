// SPDX-License-Identifier: Apache-2.0
/// Both deciders on the same sequence.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/rules/second_opinion/decider.hpp"
#include "tests/rules/second_opinion/sequences.hpp"

namespace adoube::second_opinion {

/// What rules/ says: the last turn and how many turns were before it.
Opinions by_the_rules(const Sequence& sequence);

/// What the second opinion says. An event without an actor is the mover's, as in the cases.
Opinions by_the_second(const Sequence& sequence, Stockfish& judge, Fault fault = Fault::none);

/// What is compared: verdict, clause, allowed and certain moves, certainty, of the last turn; number of turns.
bool agree(const Opinions& a, const Opinions& b);
/// "obligation 4.3.1 certain, allowed e2e3 e2e4, certain e2e3 e2e4".
std::string text(const Opinion& opinion);

/// Positions for sequences: from games (shared ones, or the project's few), and our own with castling, promotions, en
/// passant and checks, each for both colours.
std::vector<std::string> positions(std::size_t from_games);

/// Fewest events for which both still disagree, found by leaving out one after the other.
Sequence shrunk(const Sequence& sequence, Stockfish& judge, Fault fault);

/// How a comparison went.
struct Tally {
  std::size_t sequences = 0;
  std::size_t events = 0;
  std::map<std::string, std::size_t> verdicts;                 ///< by verdict
  std::map<std::string, std::size_t> clauses;                  ///< by clause
  std::map<std::string, std::size_t> certainties;              ///< by certainty
  std::map<std::string, std::size_t> open;                     ///< those left to the arbiter, by clause
  std::map<std::string, std::vector<Sequence>> disagreements;  ///< by how they differ, the first of each kind shrunk
  std::size_t disagreed = 0;
};

struct Run {
  std::uint64_t seed = 0;
  std::size_t sequences = 0;
  std::size_t from_games = 600;
  std::size_t stop_after = SIZE_MAX;  ///< disagreements
  Fault fault = Fault::none;          ///< planted in the second opinion
};
Tally run(const Run& run, Stockfish& judge);
void print(const Tally& tally);

}  // namespace adoube::second_opinion
