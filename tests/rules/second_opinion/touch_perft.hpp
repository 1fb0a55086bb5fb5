// SPDX-License-Identifier: Apache-2.0
/// Touch perft: every sequence of touches, lifts, placements and a press, counted by verdict.
#pragma once
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/rules/second_opinion/sequences.hpp"

namespace adoube::second_opinion {

/// Where it is counted.
struct PerftStart {
  std::string_view name;
  std::string_view fen;
  int depth;  ///< longest sequences that are counted
};
const std::vector<PerftStart>& perft_starts();

/// How many sequences come to each verdict.
using Verdicts = std::map<std::string, long>;

/// All sequences of `n` events in a position that hands can make: the hand of the player having the move touches any
/// piece (for 300 ms), lifts any, sets down any it holds on any empty square or outside, or (as the last event) presses
/// the clock. No end of a contact is seen but by its length; one event a second.
void for_each_sequence(const Position& position, int n, const std::function<void(const std::vector<Event>&)>& visit);

}  // namespace adoube::second_opinion
