// SPDX-License-Identifier: Apache-2.0
/// Turns drawn from a number: real and random positions, and what hands may do in them, sense and nonsense.
#pragma once
#include <cstdint>
#include <vector>

#include "rules/article4/edition.hpp"
#include "rules/article4/move_table.hpp"
#include "rules/core/event.hpp"

namespace adoube::article4::testing {

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
  /// 0 <= value < count
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }
  Tick between(Tick low, Tick high) { return low + static_cast<Tick>(below(static_cast<std::size_t>(high - low + 1))); }
  bool percent(int chance) { return below(100) < static_cast<std::size_t>(chance); }
  /// A member of a set that is not empty.
  Square one_of(SquareSet set);

 private:
  std::uint64_t state_;
};

/// A position with a legal move: of the corpus of cases, of the perft lists, or some random moves after one of them.
chess::Position draw_position(Dice& dice);
/// A built-in edition at a rate.
Edition draw_edition(Dice& dice);
/// A piece on the board; king, rooks and pawns before promotion often.
Square draw_piece(Dice& dice, const chess::Position& position);

/// Writes events down, one after the other; ids from 1.
class Script {
 public:
  std::vector<Event> events;
  /// `after` us later, known to within `half_width` us.
  Event& act(EventKind kind, Square square, Tick after = 200'000, Tick half_width = 63);
  void touch_and_leave(Square square);
  void move(Square from, Square to);
  void take_away(Square square);
  void press(Colour side);
  /// Legal move `i` as hands play it, in one of the orders that the Laws allow. `victim_first`: where there is a choice.
  void play(const MoveTable& table, std::size_t i, bool victim_first);

 private:
  Tick now_ = 0;
};

/// About `count` events of one turn: touches, lifts, placements right and wrong, the other player, declarations, claims,
/// presses, an arbiter.
std::vector<Event> draw_events(Dice& dice, const MoveTable& table, std::size_t count);

}  // namespace adoube::article4::testing
