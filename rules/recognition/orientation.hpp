// SPDX-License-Identifier: Apache-2.0
/// Which way round the board lies: White may sit where its squares are called the eighth rank.
#pragma once
#include <optional>
#include <vector>

#include "rules/chess/position.hpp"
#include "rules/core/event.hpp"
#include "rules/recognition/course.hpp"

namespace adoube::recognition {

/// Finds out which way round the board lies from the pieces as the game begins or, where those look alike both ways, from the
/// first move: White's, whichever way he sits.
class Orientation {
 public:
  /// `known`: an operator has said whether the board is turned.
  Orientation(const chess::Position& start, std::optional<bool> known);

  /// The squares as the game begins; false where the pieces stand neither way.
  bool begin(SquareSet occupied);
  /// Follows an event. True where it shows that the board is turned, against what was thought.
  bool turns(const Event& e);
  /// The squares are so, whatever events there were in that time.
  void correct(SquareSet occupied, Interval when) { course_.correct(occupied, when); }
  /// A move was recognised: nothing is to be found out any more.
  void settle();

  bool is_rotated() const { return rotated_; }
  /// It has just been told from what was done in an order that nobody knows: the other way round it may be an illegal move, or another.
  bool is_doubtful() const { return doubtful_; }
  /// What happened while it was open.
  const std::vector<Event>& early() const { return early_; }
  /// An event as the game has it.
  Event seen(const Event& e) const { return rotated_ ? rotated(e) : e; }
  SquareSet seen(SquareSet squares) const { return rotated_ ? rotated(squares) : squares; }

 private:
  /// Events for which there is room from the start; a first move that needs more tells nothing.
  static constexpr std::size_t kEarly = 256;

  chess::Position start_;
  Course course_;  // as the board names its squares
  bool rotated_ = false;
  bool known_ = false;  // an operator has said it
  bool open_ = false;
  bool doubtful_ = false;
  std::vector<Event> early_;
};

}  // namespace adoube::recognition
