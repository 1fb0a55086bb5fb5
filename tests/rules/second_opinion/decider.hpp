// SPDX-License-Identifier: Apache-2.0
/// The second opinion: what the Laws say about a history, clause by clause.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "tests/rules/second_opinion/history.hpp"
#include "tests/rules/second_opinion/stockfish.hpp"

namespace adoube::second_opinion {

struct Opinion {
  std::string verdict;
  std::string clause;
  std::vector<std::string> allowed;  ///< UCI, sorted
  std::vector<std::string> certain;
  std::string certainty = "certain";
  std::set<std::string> flags;
  friend bool operator==(const Opinion&, const Opinion&) = default;
};

/// One turn: events of both players, every actor being known or, by default, the mover.
Opinion turn(const History& h, Stockfish& judge);

/// A history that may reach into the opponent's turn. The opinion is on the last turn that anyone has begun.
struct Opinions {
  Opinion last;
  std::vector<Opinion> earlier;  ///< turns before it
};
Opinions decide(const Board& start, const Profile& rules, const std::vector<Event>& events, Stockfish& judge,
                Fault fault = Fault::none);

}  // namespace adoube::second_opinion
