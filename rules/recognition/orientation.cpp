// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/orientation.hpp"

#include <algorithm>

#include "rules/recognition/line.hpp"

namespace adoube::recognition {

Event rotated(Event e) {
  const bool sensed = e.kind == EventKind::touch || e.kind == EventKind::release || e.kind == EventKind::lift ||
                      e.kind == EventKind::place || e.kind == EventKind::displaced;
  if (sensed) e.square = rotated(e.square);
  return e;
}

Orientation::Orientation(const chess::Position& start, std::optional<bool> known)
    : start_(start), occupied_(start.pieces()), rotated_(known.value_or(false)), known_(known.has_value()),
      open_(!known && rotated(start.pieces()) == start.pieces()) {
  if (open_) early_.reserve(kEarly);
}

bool Orientation::begin(SquareSet occupied) {
  occupied_ = occupied;
  if (!known_ && !open_) rotated_ = occupied != start_.pieces() && rotated(occupied) == start_.pieces();
  return seen(occupied) == start_.pieces();
}

bool Orientation::turns(const Event& e) {
  if (!open_) return false;
  if (early_.size() == kEarly) {
    settle();
    return false;
  }
  early_.push_back(e);
  if (e.square != Square::off && (e.kind == EventKind::lift || e.kind == EventKind::place)) {
    auto& changes = changes_[static_cast<std::size_t>(e.square)];
    if (changes < kFlickers && ++changes == kFlickers) flickering_ |= set_of(e.square);
  }
  if (e.square != Square::off && e.kind == EventKind::lift) occupied_ &= ~set_of(e.square);
  if (e.square != Square::off && e.kind == EventKind::place) {
    occupied_ |= set_of(e.square);
    came_ |= set_of(e.square);
  }
  // Black may move by mistake, but White does not press for him, nor answer.
  const bool press = e.kind == EventKind::clock && e.actor == start_.side_to_move();
  if (press || (e.kind == EventKind::place && e.square != Square::off)) {
    // Who presses holds nothing, though his opponent may; before that a piece may be up for a move on the board as it was thought to
    // lie.
    const bool in_hand = !press && (occupied_ & ~start_.pieces()) == 0 && taken_up(start_, start_.pieces() & ~occupied_);
    const bool turned = shown(occupied_, 1, press) || shown(steady(), 1, press);
    const bool first = turned && !in_hand && !straight(occupied_, press) && !straight(steady(), press);
    rotated_ = press ? first : moved_ && shown(occupied_, 2, false);
    moved_ = moved_ || first;
  }
  return rotated_;
}

void Orientation::settle() {
  open_ = false;
  early_.clear();
}

/// A line so long leads to the squares of the turned board, or at a `press` to what they are once the next move is begun.
bool Orientation::shown(SquareSet occupied, std::size_t plies, bool press) const {
  const Explanations turned = explain(start_, rotated(occupied), plies, press);
  const SquareSet came = rotated(arrivals(occupied, press));
  return std::any_of(turned.lines.begin(), turned.lines.end(), [&](const Line& line) { return line.size() == plies && arrived(line, came); });
}

/// They are those of the board as it was thought to lie, whether or not an answer has begun.
bool Orientation::straight(SquareSet occupied, bool press) const {
  const Explanations read = explain(start_, occupied, 2, true);
  const SquareSet came = arrivals(occupied, press);
  const bool all_listed = read.count == static_cast<int>(read.lines.size());
  return !all_listed || std::any_of(read.lines.begin(), read.lines.end(), [&](const Line& line) { return arrived(line, came); });
}

/// A piece has come where the first move of the line goes. After a capture that was answered by taking up both pieces the squares are
/// empty whichever way the board lies; this tells.
bool Orientation::arrived(const Line& line, SquareSet came) { return contains(came, line[0].to()); }

}  // namespace adoube::recognition
