// SPDX-License-Identifier: Apache-2.0
/// An illegal move in a game: a player sets a piece where no legal move puts it, and presses.
#pragma once
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "rules/chess/position.hpp"
#include "sim/hands/score.hpp"
#include "sim/physics/random.hpp"

namespace adoube::hands {

/// What comes of it.
enum class Slip : std::uint8_t {
  none,
  corrected,  ///< the opponent puts the piece back and presses, and its player makes a legal move with it (7.5.1)
  stands,     ///< the opponent replies, and the game goes on from there (A.5.2)
};
inline constexpr std::array<std::string_view, 3> slip_words = {"none", "corrected", "stands"};

/// One of the first plies of the score becomes such a move; what follows one that stands are the moves of the score where they are
/// still legal, others where not. The same score where there is none that could.
Score with_slip(const Score& score, Slip slip, sim::Random random);

/// What one player does from the other's press to his own.
struct Turn {
  enum class Kind : std::uint8_t { move, illegal, put_back };
  int ply = 1;             ///< from 1
  Kind kind = Kind::move;
  chess::Position before;  ///< the side to move acts
  chess::Move move;        ///< of one that is put back: where the other's piece goes
  bool waits = false;      ///< nothing of it comes before the other's press: an illegal move is put right
};

/// The turns of a score, one after the other.
std::vector<Turn> turns(const Score& score);
/// Those that stay in the game, one a ply; an illegal one stands.
std::vector<Turn> plies(const Score& score);

/// The position after an illegal move that is played on from.
chess::Position left_standing(chess::Position before, chess::Move illegal);

}  // namespace adoube::hands
