// SPDX-License-Identifier: Apache-2.0
/// Plays the moves of a game as events of both planes, with the habits and hurry of hands. A test's own script: it
/// shares no code with the simulator, and none with what it tests beyond legal moves.
#pragma once
#include <cstdint>
#include <vector>

#include "rules/chess/position.hpp"
#include "rules/core/event.hpp"

namespace adoube::testing {

/// Small generator with one number of state (splitmix64).
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15ULL;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
  }
  /// low <= value <= high
  Tick within(Tick low, Tick high) {
    return low + static_cast<Tick>(next() % static_cast<std::uint64_t>(high - low + 1));
  }
  bool percent(int chance) { return within(0, 99) < chance; }

 private:
  std::uint64_t state_;
};

struct Habits {
  bool contacts = true;        ///< the touch plane is there
  bool presses = true;         ///< both players press the clock
  int victim_first = 50;       ///< percent of captures begun with the captured piece
  int slide = 0;               ///< percent of line moves pushed over the squares between
  int hover = 0;               ///< percent of moves set down on another square first, without letting go
  int rook_first = 0;          ///< percent of castlings begun with the rook (a breach; it must still be recognised)
  int rook_quick = 30;         ///< percent of castlings with the rook lifted before the king stands
  int pawn_first = 40;         ///< percent of promotions where the pawn is set down on the last rank and exchanged
  int piece_first = 0;         ///< percent of promotions where the new piece comes before the pawn is lifted
  int overlap = 0;             ///< percent of plies that may begin before the opponent's release
  int early_victim = 0;        ///< percent of those that may take the victim before the opponent's release
  int late_press = 0;          ///< percent of presses that come after the opponent's first touch, where he is fast
  int flutter = 0;             ///< percent of slid squares where the touch seems to end just before the piece leaves
  int adjust_back = 0;         ///< percent of plies before which an own piece is taken up and put back (4.3.1 ignored)
  Tick think = 2'000'000;      ///< most time between the opponent's release and one's own, us; at least 120 ms
};

struct Scripted {
  std::vector<Event> events;        ///< sorted by time, ids from 1
  std::vector<Tick> releases;       ///< instant that makes each ply
  std::vector<bool> overlapped;     ///< the ply began before the previous one was made
};

Scripted script(const chess::Position& start, const std::vector<chess::Move>& moves, const Habits& habits,
                std::uint64_t seed);

}  // namespace adoube::testing
