// SPDX-License-Identifier: Apache-2.0
/// Random touch sequences: what hands might do in a position, so that every verdict and clause comes up often.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "tests/rules/second_opinion/chance.hpp"
#include "tests/rules/second_opinion/history.hpp"

namespace adoube::second_opinion {

/// A position, a profile and what was done.
struct Sequence {
  std::string fen;
  std::string profile;
  std::vector<Event> events;  ///< whole milliseconds in the form of the cases: (t - u - 1 us, t + u]
};

/// One sequence in that position: a few acts of the player having the move (touches, brushes, adjusting, accidents,
/// moves whole, half, wrong and in every order), a press or none, and sometimes the opponent's hand.
Sequence draw_sequence(Chance& chance, const Position& position, std::string_view profile);

}  // namespace adoube::second_opinion
