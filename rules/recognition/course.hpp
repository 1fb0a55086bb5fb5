// SPDX-License-Identifier: Apache-2.0
/// What became of each square since the pieces were set up.
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "rules/core/event.hpp"
#include "rules/core/square.hpp"

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

class Course {
 public:
  explicit Course(SquareSet occupied) : occupied_(occupied) {}

  void take(const Event& e);
  /// The squares are so, whatever events there were; they came to be so within that time.
  void correct(SquareSet occupied, Interval when);
  /// The same as whoever sits on the other side sees it.
  Course turned() const;
  /// The same where the sensors that flicker read what `stood`.
  Course steady(SquareSet stood) const;

  SquareSet occupied() const { return occupied_; }
  /// The board feels hands, as one tells that was felt.
  bool senses() const { return senses_; }
  /// When a piece last left a square, and last came there.
  const std::optional<Interval>& emptied(Square s) const { return at(s).emptied; }
  const std::optional<Interval>& filled(Square s) const { return at(s).filled; }

  /// A hand was on that square before its piece was gone, as far as the board feels hands.
  bool taken(Square s) const;
  /// Nobody's hand was on it as it went: the piece may have fallen; for all that a board without contacts knows, any may.
  bool may_have_fallen(Square s) const { return contains(unfelt_, s); }
  /// It has fallen: no hand that was felt there can have raised it.
  bool fell(Square s) const { return senses_ && contains(fallen_, s); }
  /// A hand was on the square after that time, as far as the board feels hands.
  bool visited(Square s, const Interval& since) const;

 private:
  /// Changes after which a sensor flickers; a first move changes none so often.
  static constexpr std::uint8_t kFlickers = 5;
  struct Trace {
    std::optional<Interval> emptied, filled;
    Tick came = kLongAgo;  // the hand that was felt there last
    Tick left = kLongAgo;
    std::uint8_t changes = 0;
  };
  const Trace& at(Square s) const { return traces_[static_cast<std::size_t>(s)]; }
  Trace& at(Square s) { return traces_[static_cast<std::size_t>(s)]; }
  void lift(Square s, Interval when);

  SquareSet occupied_;
  SquareSet contacts_ = 0;
  SquareSet unfelt_ = ~SquareSet{0};  // gone while no hand was there
  SquareSet fallen_ = 0;
  SquareSet flickering_ = 0;
  bool senses_ = false;
  std::array<Trace, 64> traces_{};
};

}  // namespace adoube::recognition
