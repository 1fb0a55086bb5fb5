// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/course.hpp"

#include <algorithm>

#include "rules/article4/grip.hpp"

namespace adoube::recognition {

namespace {

/// Quick fingers are on a piece no longer; a slower scan does not see every hand.
constexpr Tick kQuick = 5'000;
bool slow(const Interval& when) { return when.hi - when.lo > kQuick; }

}  // namespace

Event rotated(Event e) {
  const bool sensed = e.kind == EventKind::touch || e.kind == EventKind::release || e.kind == EventKind::lift ||
                      e.kind == EventKind::place || e.kind == EventKind::displaced;
  if (sensed) e.square = rotated(e.square);
  return e;
}

void Course::take(const Event& e) {
  if (e.square == Square::off) return;
  const SquareSet here = set_of(e.square);
  Trace& trace = at(e.square);
  const bool changes = e.kind == EventKind::lift || e.kind == EventKind::place;
  if (changes && trace.changes < kFlickers && ++trace.changes == kFlickers) flickering_ |= here;
  switch (e.kind) {
    case EventKind::touch:
      senses_ = true;
      contacts_ |= here;
      trace.came = trace.left = e.when.hi;
      break;
    case EventKind::release:
      contacts_ &= ~here;
      trace.left = e.when.hi;
      break;
    case EventKind::lift: lift(e.square, e.when); break;
    case EventKind::place:
      occupied_ |= here;
      trace.filled = e.when;
      break;
    default: break;
  }
}

void Course::lift(Square s, Interval when) {
  const SquareSet here = set_of(s);
  Trace& trace = at(s);
  occupied_ &= ~here;
  trace.emptied = when;
  const bool seen = contains(contacts_, s) || slow(when);
  unfelt_ = seen ? unfelt_ & ~here : unfelt_ | here;
  fallen_ = seen || article4::may_have_raised(trace.came, trace.left, when.hi) ? fallen_ & ~here : fallen_ | here;
}

void Course::correct(SquareSet occupied, Interval when) {
  for (SquareSet rest = occupied_ & ~occupied; rest != 0;) lift(pop(rest), when);
  for (SquareSet rest = occupied & ~occupied_; rest != 0;) at(pop(rest)).filled = when;
  occupied_ = occupied;
}

Course Course::turned() const {
  Course out = *this;
  for (SquareSet* squares : {&out.occupied_, &out.contacts_, &out.unfelt_, &out.fallen_, &out.flickering_}) *squares = rotated(*squares);
  std::reverse(out.traces_.begin(), out.traces_.end());
  return out;
}

Course Course::steady(SquareSet stood) const {
  Course out = *this;
  out.occupied_ = (occupied_ & ~flickering_) | (stood & flickering_);
  return out;
}

bool Course::taken(Square s) const {
  const auto& gone = emptied(s);
  return gone && (!senses_ || slow(*gone) || at(s).came != kLongAgo);
}

bool Course::visited(Square s, const Interval& since) const {
  return !senses_ || slow(since) || contains(contacts_, s) || at(s).left > since.lo;
}

}  // namespace adoube::recognition
