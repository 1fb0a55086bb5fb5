// SPDX-License-Identifier: Apache-2.0
/// A hand at a board, for drawing sequences: it can only lift what stands there and only put down what it holds.
#pragma once
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "tests/rules/second_opinion/chance.hpp"
#include "tests/rules/second_opinion/history.hpp"

namespace adoube::second_opinion {

/// One millisecond in the microseconds of events: sequences are drawn in whole milliseconds, as cases are written.
inline constexpr long kMs = 1'000;

class Hand {
 public:
  Hand(Chance& chance, const Position& position) : chance_(chance), position_(position), board_(position.board.at) {}

  Chance& chance() { return chance_; }
  const Position& position() const { return position_; }
  char at(Square s) const { return board_[static_cast<std::size_t>(s)]; }
  std::vector<Square> empty_squares() const {
    std::vector<Square> empty;
    for (Square s = 0; s < 64; ++s) {
      if (at(s) == ' ') empty.push_back(s);
    }
    return empty;
  }
  std::vector<Event> done() { return std::move(events_); }

  void wait() { t_ += 250 + static_cast<long>(chance_.below(600)); }
  void moment() { t_ += 30 + static_cast<long>(chance_.below(60)); }

  Event& add(What what, Square s, long half_width = 0) {
    events_.push_back({.what = what, .square = s, .lo = (t_ - half_width) * kMs - 1, .hi = (t_ + half_width) * kMs});
    return events_.back();
  }
  void by_accident() { events_.back().accidental = true; }
  void by_opponent() { events_.back().actor = other(position_.board.mover); }

  /// A contact of 200 to 400 ms that is over; its end given in advance or as a release of its own.
  void touch(Square s, long half_width = 0) { contact(s, 200 + static_cast<long>(chance_.below(200)), half_width); }
  void brush(Square s) { contact(s, 20 + static_cast<long>(chance_.below(50)), 0); }
  void touch_by_opponent(Square s) {
    const long length = 200 + static_cast<long>(chance_.below(200));
    add(What::touch, s).length = length * kMs;
    by_opponent();
    t_ += length;
  }
  /// Two contacts whose order cannot be told.
  void touch_both(Square a, Square b) {
    const long half_width = 10 + static_cast<long>(chance_.below(20));
    t_ += 100;
    add(What::touch, a, half_width).length = 300 * kMs;
    t_ += static_cast<long>(chance_.below(static_cast<std::size_t>(half_width)));
    add(What::touch, b, half_width).length = 300 * kMs;
    t_ += 400;
  }

  void lift(Square s, bool with_touch = true) {
    if (with_touch) {
      add(What::touch, s);
      moment();
    }
    add(What::lift, s);
    held_.push_back(std::exchange(board_[static_cast<std::size_t>(s)], ' '));
  }
  void place(Square s, char piece) {
    Event& e = add(What::place, s);
    const auto held = std::find(held_.begin(), held_.end(), piece);
    if (held != held_.end()) held_.erase(held);
    if (held_.empty() && held != held_.end() && chance_.percent(15)) {
      // A board that does not identify pieces: there was only one it could be.
    } else {
      e.piece = piece;
    }
    if (s != kOff) board_[static_cast<std::size_t>(s)] = piece;
  }
  void bring(Square s, char piece) {
    Event& e = add(What::place, s);
    e.piece = piece;
    e.fresh = true;
    board_[static_cast<std::size_t>(s)] = piece;
  }
  void release(Square s) {
    moment();
    add(What::release, s);
  }

  void time_passes(long ms) { t_ += ms; }
  long now() const { return t_; }

 private:
  void contact(Square s, long length, long half_width) {
    t_ += half_width;
    if (chance_.percent(50)) {
      add(What::touch, s, half_width).length = length * kMs;
      t_ += length;
    } else {
      add(What::touch, s, half_width);
      t_ += length;
      add(What::release, s);
    }
    t_ += half_width;
  }

  Chance& chance_;
  const Position& position_;
  std::array<char, 64> board_;
  std::vector<char> held_;
  std::vector<Event> events_;
  long t_ = 1'000;
};

}  // namespace adoube::second_opinion
