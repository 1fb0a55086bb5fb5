// SPDX-License-Identifier: Apache-2.0
/// What is still allowed: the touches' obligation, bound by an illegal move before, narrowed by releases.
#include <limits>

#include "rules/article4/turn.hpp"

namespace adoube::article4 {

namespace {

/// Each reading keeps its moves inside `mask`, where it has some there. True if one has.
bool narrow(Readings& readings, const MoveMask& mask) {
  bool any = false;
  readings.transform([&](const MoveMask& moves) {
    const MoveMask both = moves & mask;
    any = any || !both.empty();
    return both.empty() ? moves : both;
  });
  return any;
}

}  // namespace

void Turn::evaluate() {
  const int first = fixings_.empty() ? std::numeric_limits<int>::max() : fixings_[0].sequence;
  const Obligation& touches =
      touches_.obligation(*table_, *edition_, CastlingIntent{picture().king_set_two_squares()}, first);
  Allowed& a = allowed_;
  a.readings = touches.readings;
  a.by_touches = touches.allowed;
  a.clause = a.clause_of_touches = touches.clause;
  a.binds = touches.binds;
  a.order_unclear = touches.order_unclear;
  a.committed = false;

  if (options_.bound) {
    a.readings.transform([&](const MoveMask& moves) {
      const MoveMask both = moves & *options_.bound;
      return both.empty() ? *options_.bound : both;
    });
    if (!a.by_touches.within(*options_.bound) && !a.binds) a.clause = Clause::c7_5_1;
  }
  if (edition_->enforced) {
    // A touch after the first release can no longer change what binds; it only chooses among what is left.
    const Touch* later = touches_.begin();
    const auto choose = [&](int until) {
      for (; later != touches_.end() && later->sequence <= until; ++later) {
        const Square s = later->contact.square;
        if (later->sequence > first) narrow(a.readings, table_->from(s) | table_->taking(s));
      }
    };
    for (Fixing& f : fixings_) {
      choose(f.sequence);
      f.clause = Clause::none;
      if (!narrow(a.readings, picture().placing(f.placement, standing_))) continue;
      a.committed = true;
      const bool brought = f.placement.new_piece || pieces_[f.placement.token].origin == Square::off;
      const bool castling = a.readings.together().within(table_->castlings());
      f.clause = brought ? Clause::c4_4_4 : castling ? Clause::c4_7_2 : Clause::c4_7;
      a.clause = f.clause;
    }
    choose(std::numeric_limits<int>::max());
  }
  if (fixed_) {
    a.readings.transform([&](const MoveMask& moves) { return moves.has(*fixed_) ? MoveMask::only(*fixed_) : moves; });
  }
  a.moves = a.readings.together();
  a.certain = a.readings.common();
  if (!a.committed && !fixed_) a.certain = a.certain | (touches.king_stays & a.moves);
  a.open = a.readings.size() > 1 || !a.readings.complete();
}

}  // namespace adoube::article4
