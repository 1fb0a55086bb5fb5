// SPDX-License-Identifier: Apache-2.0
/// A game's positions so far, and what they say about its end: repetition (9.2, 9.6.1) and moves without progress (9.3,
/// 9.6.2) beside what the position alone decides (5.1.1, 5.2.1, 5.2.2).
#pragma once
#include <string_view>
#include <vector>

#include "rules/chess/keys.hpp"
#include "rules/chess/position.hpp"

namespace adoube::chess {

/// What has ended a game; of several the first in this order counts (9.6.2: mate takes precedence).
enum class Ending : std::uint8_t {
  none,
  checkmate,           ///< 5.1.1: won by the player who has just moved
  stalemate,           ///< 5.2.1: drawn, as are all below
  dead_position,       ///< 5.2.2
  fivefold,            ///< 9.6.1: the same position has appeared at least five times
  seventy_five_moves,  ///< 9.6.2: 75 moves by each player without a pawn move or a capture
};
/// Clause of the Laws of 2023; empty for `none`.
std::string_view clause(Ending ending);

/// How a game stands: what has ended it, or else the draws that the player having the move may claim now.
struct Standing {
  Ending ending = Ending::none;
  bool threefold = false;    ///< 9.2.2: the present position has appeared at least three times
  bool fifty_moves = false;  ///< 9.3.2: the last 50 moves by each player without a pawn move or a capture
  friend bool operator==(const Standing&, const Standing&) = default;
};

/// The positions of a game from its start to the present. A value.
class History {
 public:
  /// A number equal for positions that are the same. Only a first look: what it finds is compared.
  using Key = std::uint64_t (*)(const Position&);

  explicit History(const Position& start, Key key = repetition_key);

  /// The present position.
  const Position& position() const { return positions_.back(); }
  /// The position so many moves ago, at most `plies()`.
  const Position& back(std::size_t moves) const { return positions_[positions_.size() - 1 - moves]; }
  /// The move that was played there, at least one ago.
  Move played(std::size_t moves) const { return moves_[moves_.size() - moves]; }
  /// Moves made since the start.
  std::size_t plies() const { return positions_.size() - 1; }
  /// Plays a legal move of the present position.
  void make(Move m);
  /// Takes the last move back; there is one.
  void take_back();

  /// How many times the present position has appeared in the game, this time included; of a game that was set up, since
  /// then. Looks back no further than the last capture or pawn move.
  int appearances() const;
  /// The state of the game. A claim before the intended move is on the board (9.2.1, 9.3.1) is judged by the standing
  /// after that move.
  Standing standing() const;

 private:
  Key key_;
  std::vector<Position> positions_;
  std::vector<Move> moves_;          ///< that led from each to the next
  std::vector<std::uint64_t> keys_;  ///< of each position, kept apart so that looking back reads little
};

}  // namespace adoube::chess
