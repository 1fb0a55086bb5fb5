// SPDX-License-Identifier: Apache-2.0
/// A legal move as hands may play it: whole or half, its parts in any order, corrected, taken back.
#pragma once
#include "tests/rules/second_opinion/hand.hpp"

namespace adoube::second_opinion {

/// Plays a move of the hand's position, drawing how. Does nothing where a piece or square it needs is no longer as it was.
void play_move(Hand& hand, const Move& move);

}  // namespace adoube::second_opinion
