// SPDX-License-Identifier: Apache-2.0
/// Which way round the board lies: White may sit where its squares are called the eighth rank.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/chess/position.hpp"
#include "rules/core/event.hpp"
#include "rules/recognition/line.hpp"

namespace adoube::recognition {

/// The board turned by half a circle: a1 is h8.
constexpr Square rotated(Square s) { return s == Square::off ? s : square(63 - index(s)); }
constexpr SquareSet rotated(SquareSet squares) {
  SquareSet out = 0;
  while (squares != 0) out |= set_of(rotated(pop(squares)));
  return out;
}
/// What sensors tell of, on the turned board; what people say has the squares of the game already.
Event rotated(Event e);

/// Finds out which way round the board lies from the pieces as the game begins or, where those look alike both ways, from the
/// first move.
class Orientation {
 public:
  /// `known`: an operator has said whether the board is turned.
  Orientation(const chess::Position& start, std::optional<bool> known);

  /// The squares as the game begins; false where the pieces stand neither way.
  bool begin(SquareSet occupied);
  /// Follows an event. True where it shows that the board is turned, against what was thought.
  bool turns(const Event& e);
  /// The squares are so, whatever events there were.
  void correct(SquareSet occupied) {
    occupied_ = occupied;
    came_ |= occupied & ~start_.pieces();
  }
  /// A move was recognised: nothing is to be found out any more.
  void settle();

  bool is_rotated() const { return rotated_; }
  /// What happened while it was open.
  const std::vector<Event>& early() const { return early_; }
  /// An event as the game has it.
  Event seen(const Event& e) const { return rotated_ ? rotated(e) : e; }
  SquareSet seen(SquareSet squares) const { return rotated_ ? rotated(squares) : squares; }

 private:
  /// Events for which there is room from the start; a first move that needs more tells nothing.
  static constexpr std::size_t kEarly = 256;
  /// Changes after which a sensor flickers; a first move changes none so often.
  static constexpr std::uint8_t kFlickers = 5;
  bool shown(SquareSet occupied, std::size_t plies, bool press) const;
  bool straight(SquareSet occupied, bool press) const;
  /// A piece came there; or, as who presses holds none, swept another aside without an empty moment.
  SquareSet arrivals(SquareSet occupied, bool press) const { return came_ | (press ? occupied & start_.pieces() : SquareSet{0}); }
  /// The squares where those that flicker are as at the start.
  SquareSet steady() const { return (occupied_ & ~flickering_) | (start_.pieces() & flickering_); }
  static bool arrived(const Line& line, SquareSet came);

  chess::Position start_;
  SquareSet occupied_;  // as the board names its squares
  SquareSet came_ = 0;  // a piece came there
  SquareSet flickering_ = 0;
  std::array<std::uint8_t, 64> changes_{};
  bool rotated_ = false;
  bool known_ = false;  // an operator has said it
  bool open_ = false;
  bool moved_ = false;  // the first move was one of the turned board
  std::vector<Event> early_;
};

}  // namespace adoube::recognition
