// SPDX-License-Identifier: Apache-2.0
/// What presence alone tells about one turn, and which moves it fits while the other player already acts.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "rules/article4/move_table.hpp"
#include "rules/core/event.hpp"
#include "rules/core/fixed_list.hpp"

namespace adoube::recognition {

/// Occupied squares, open contacts and, for every square, when in the turn a piece last left it or came to it.
class Sight {
 public:
  explicit Sight(SquareSet occupied) : occupied_(occupied) {}

  /// Takes an event; `number` counts events and rises.
  void take(const Event& e, int number);
  /// The next turn begins: history is forgotten, squares and contacts stay.
  void begin_turn();
  /// The latest placement on `to` came behind the latest lift on `from`, in whatever order they were taken.
  void swap(Square to, Square from) { std::swap(place_[static_cast<std::size_t>(to)], lift_[static_cast<std::size_t>(from)]); }
  /// The planes show something else than the events add up to.
  void correct(SquareSet occupied, SquareSet contacts) { occupied_ = occupied, contacts_ = contacts; }

  SquareSet occupied() const { return occupied_; }
  SquareSet contacts() const { return contacts_; }
  /// Number of the event that opened the latest contact on a square, 0 if there was none.
  int contact_since(Square s) const { return touch_[static_cast<std::size_t>(s)]; }
  /// Number of the latest event of this turn in which a hand left a square and a piece stayed there, 0 if there was none.
  int visited(Square s) const { return visit_[static_cast<std::size_t>(s)]; }
  /// A contact was sensed in this game.
  bool senses() const { return senses_; }
  /// Number of the latest lift and placement of this turn, 0 if there was none.
  int lifted(Square s) const { return lift_[static_cast<std::size_t>(s)]; }
  int placed(Square s) const { return place_[static_cast<std::size_t>(s)]; }
  /// Number of the first lift of this turn, 0 if there was none.
  int rose(Square s) const { return rise_[static_cast<std::size_t>(s)]; }

 private:
  SquareSet occupied_;
  SquareSet contacts_ = 0;
  bool senses_ = false;
  std::array<int, 64> touch_{};
  std::array<int, 64> visit_{};
  std::array<int, 64> lift_{};
  std::array<int, 64> place_{};
  std::array<int, 64> rise_{};
};

/// A move that fits what is seen, if some squares are given to the opponent's reply.
struct Fit {
  std::size_t move = 0;
  SquareSet foreign = 0;  ///< squares that only the reply changes
};

/// Squares that differ from the result of move `i` and are explained by a part of one legal reply (its pieces in the
/// air, or already set down): the foreign squares; 0 if the result stands as it is; nothing if it does not fit.
std::optional<SquareSet> foreign_squares(const Sight& sight, const article4::MoveTable& table, std::size_t i);

/// A piece under way may stand, or be held low, on a square where its move does not end.
enum class OnTheWay : std::uint8_t { nowhere, anywhere };

/// Are the missing and the surplus squares part of one legal reply, its pieces in the air or set down already? Of `fallen` some may be
/// missing without it.
bool part_of_reply(const chess::Position& after, SquareSet missing, SquareSet surplus, OnTheWay on_the_way = OnTheWay::nowhere,
                   SquareSet fallen = 0);

/// All squares that those legal replies empty or fill of which the missing and the surplus squares are a part; 0: there is none.
SquareSet squares_of_replies(const chess::Position& after, SquareSet missing, SquareSet surplus);

/// One legal reply stands on the board, every piece of it taken up and set down after event `since`.
bool whole_reply(const Sight& sight, const chess::Position& after, int since);

/// What came to `to` is the whole of a legal reply, but for castling, whose piece rose before.
bool reply_came(const Sight& sight, const chess::Position& after, Square to);

/// A capture of which the planes missed the end: its piece is in the air, and the square of the victim was not seen to be empty
/// and filled again, for the one swept the other aside. Perhaps a reply has begun, and has taken the piece that came there.
struct Swept {
  /// Two pieces of one player in the air, and eight victims for each: more than hands do.
  static constexpr std::size_t kMost = 16;
  FixedList<Fit, kMost> fits;  ///< one move for the promotions of every kind
};
/// All that fit, and where the board senses hands only those on whose victim a hand was since: if a hand came and went there
/// while the square stayed occupied, these alone. A hand that is still there may be the opponent's, and where hands set a piece down
/// on another victim's square it is.
Swept swept(const Sight& sight, const article4::MoveTable& table);

/// The move that fits with the fewest foreign squares, at least one, and of those the one begun first; nothing if no
/// move does.
std::optional<Fit> fit_with_reply(const Sight& sight, const article4::MoveTable& table);

}  // namespace adoube::recognition
