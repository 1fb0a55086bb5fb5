// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/doubt.hpp"

#include <algorithm>
#include <bit>

namespace adoube::recognition {

using article4::FlagWord;
using article4::Judgement;
using article4::Verdict;

namespace {

void raise(Judgement& j, FlagWord word, SquareSet squares) {
  while (squares != 0) j.flags.raise(word, pop(squares));
}

/// Squares of the turn that a piece left or where, `felt`, a hand was with one in the air.
struct Visits {
  SquareSet left = 0;
  SquareSet felt = 0;
  bool together = false;  ///< two pieces were in the air at once: which was touched first their lifts do not tell
};

Visits visits(const Ownership& hands, Owner owner) {
  Visits out;
  bool up = false;
  for (const Seen& s : hands.window()) {
    if (s.owner != owner || s.event.square == Square::off) continue;
    if (s.event.kind == EventKind::lift) {
      out.left |= set_of(s.event.square);
      out.together = out.together || up;
    }
    if (s.event.kind == EventKind::lift || s.event.kind == EventKind::place) up = s.event.kind == EventKind::lift;
    if (s.event.kind == EventKind::touch && out.left != 0) out.felt |= set_of(s.event.square);
  }
  return out;
}

}  // namespace

Judgement with_doubt(const Board& board, const Ownership& hands, Owner owner, const Senses& senses) {
  Judgement j = board.turn.judgement();
  if (senses.unread != 0 && j.flags.has(FlagWord::inferred)) j.certainty = article4::Certainty::arbiter;
  const bool illegal = j.verdict == Verdict::illegal_completed;
  if (!illegal && j.verdict != Verdict::violation) return j;
  const auto told = [](const Seen& s) { return s.event.kind == EventKind::lift && s.event.actor; };
  if (std::any_of(hands.window().begin(), hands.window().end(), told)) return j;
  const SquareSet stood = board.table.position().pieces();
  const SquareSet missing = stood & ~senses.shown, surplus = senses.shown & ~stood;
  const bool gone = illegal && std::popcount(missing) > std::popcount(surplus);
  const Visits seen = visits(hands, owner);
  SquareSet bumped = 0, astray = 0;
  bool unordered = false;
  if (!senses.contacts) {
    bumped = seen.left & stood & senses.shown;
    if (j.standing) bumped &= ~board.table.changed(*j.standing);
    unordered = !illegal && seen.together;
    if (gone) astray = missing & seen.left;
  } else if (gone) {
    astray = seen.felt & ~senses.shown & ~seen.left;
  }
  raise(j, FlagWord::disturbed, bumped);
  raise(j, FlagWord::off_centre, astray);
  if (unordered) j.flags.raise(FlagWord::order_unclear);
  if (unordered || (bumped | astray) != 0 || (illegal && senses.unheld != 0)) j.certainty = article4::Certainty::arbiter;
  return j;
}

}  // namespace adoube::recognition
