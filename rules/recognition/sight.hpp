// SPDX-License-Identifier: Apache-2.0
/// What presence alone tells about one turn, and which moves it fits while the other player already acts.
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "rules/article4/move_table.hpp"
#include "rules/core/event.hpp"

namespace adoube::recognition {

/// Occupied squares, open contacts and, for every square, when in the turn a piece last left it or came to it.
class Sight {
 public:
  explicit Sight(SquareSet occupied) : occupied_(occupied) {}

  /// Takes an event; `number` counts events and rises.
  void take(const Event& e, int number);
  /// The next turn begins: history is forgotten, squares and contacts stay.
  void begin_turn();
  /// The planes show something else than the events add up to.
  void correct(SquareSet occupied, SquareSet contacts) { occupied_ = occupied, contacts_ = contacts; }

  SquareSet occupied() const { return occupied_; }
  SquareSet contacts() const { return contacts_; }
  /// Number of the event that opened the latest contact on a square, 0 if there was none.
  int contact_since(Square s) const { return touch_[static_cast<std::size_t>(s)]; }
  /// A contact was sensed in this game.
  bool senses() const { return senses_; }
  /// Number of the latest lift and placement of this turn, 0 if there was none.
  int lifted(Square s) const { return lift_[static_cast<std::size_t>(s)]; }
  int placed(Square s) const { return place_[static_cast<std::size_t>(s)]; }

 private:
  SquareSet occupied_;
  SquareSet contacts_ = 0;
  bool senses_ = false;
  std::array<int, 64> touch_{};
  std::array<int, 64> lift_{};
  std::array<int, 64> place_{};
};

/// A move that fits what is seen, if some squares are given to the opponent's reply.
struct Fit {
  std::size_t move = 0;
  SquareSet foreign = 0;  ///< squares that only the reply changes
};

/// Squares that differ from the result of move `i` and are explained by a part of one legal reply (its pieces in the
/// air, or already set down): the foreign squares; 0 if the result stands as it is; nothing if it does not fit.
std::optional<SquareSet> foreign_squares(const Sight& sight, const article4::MoveTable& table, std::size_t i);

/// The capture of which the planes missed the end: its piece is in the air, and the square of the victim never read empty, for
/// the one swept the other aside. A hand was on that square since, where the board senses hands; perhaps a reply has begun.
/// Nothing if there are several such captures or none.
std::optional<Fit> fit_swept(const Sight& sight, const article4::MoveTable& table);

/// The move that fits with the fewest foreign squares, at least one, and of those the one begun first; nothing if no
/// move does.
std::optional<Fit> fit_with_reply(const Sight& sight, const article4::MoveTable& table);

}  // namespace adoube::recognition
