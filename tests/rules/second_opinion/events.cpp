// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/second_opinion/events.hpp"

#include <algorithm>
#include <stdexcept>

namespace adoube::second_opinion {
namespace {

What what_of(EventKind kind) {
  switch (kind) {
    case EventKind::touch:
      return What::touch;
    case EventKind::release:
      return What::release;
    case EventKind::lift:
      return What::lift;
    case EventKind::place:
      return What::place;
    case EventKind::clock:
      return What::clock;
    case EventKind::adjust:
      return What::adjust;
    case EventKind::claim:
      return What::claim;
    case EventKind::displaced:
    case EventKind::arbiter:
      break;
  }
  throw std::runtime_error("the second opinion hears neither a lower layer nor an arbiter");
}

}  // namespace

std::vector<Event> events_in(const recognition::Case& c) {
  std::vector<Event> events;
  for (const adoube::Event& e : c.auto_hands ? recognition::with_hands(c.events) : c.events) {
    Event mine{.what = what_of(e.kind), .square = index(e.square), .lo = e.when.lo, .hi = e.when.hi};
    mine.actor = adoube::letter(e.actor.value_or(c.side));
    if (e.duration) mine.length = *e.duration;
    if (e.until) mine.until = *e.until;
    if (e.piece) mine.piece = *e.piece;
    mine.fresh = e.from_outside;
    mine.via = e.via_piece;
    mine.accidental = e.accidental;
    events.push_back(mine);
  }
  std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.hi < b.hi; });
  return events;
}

}  // namespace adoube::second_opinion
