// SPDX-License-Identifier: Apache-2.0
/// What is still allowed: the touches' obligation, bound by an illegal move before, narrowed by releases.
#include <algorithm>
#include <limits>

#include "rules/article4/turn.hpp"

namespace adoube::article4 {

namespace {

/// Each reading keeps its moves inside `mask`, where it has some there; else of those moves that are right whatever the
/// reading (`always`), where the mask has some. True if one has.
bool narrow(Readings& readings, const MoveMask& mask, const MoveMask& always) {
  bool any = false;
  readings.transform([&](const MoveMask& moves) {
    MoveMask both = moves & mask;
    if (both.empty()) both = always & mask;
    any = any || !both.empty();
    return both.empty() ? moves : both;
  });
  return any;
}

}  // namespace

/// The readings by the touches up to an event, inside what an illegal move before has left; without those in which one of
/// the releases `unfit` fixed something.
void Turn::start_readings(int last_sequence, std::span<const Unfit> unfit) {
  const Obligation& touches = touches_.obligation(
      *table_, *edition_, CastlingIntent{picture().king_set_two_squares()}, last_sequence, unfit);
  Allowed& a = allowed_;
  a.readings = touches.readings;
  a.by_touches = touches.allowed;
  a.king_stays = touches.king_stays;
  a.clause = a.clause_of_touches = touches.clause;
  a.binds = touches.binds;
  a.order_unclear = touches.order_unclear;
  if (!options_.bound) return;
  a.readings.transform([&](const MoveMask& moves) {
    const MoveMask both = moves & *options_.bound;
    return both.empty() ? *options_.bound : both;
  });
  if (!a.by_touches.within(*options_.bound) && !a.binds) a.clause = Clause::c7_5_1;
}

/// Narrows the readings, in which release `first` is the first that fixed something, by it and by what came later: touches
/// can no longer change what binds, they and the releases only choose among the moves that are left.
void Turn::narrow_from(std::size_t first) {
  Allowed& a = allowed_;
  const int first_sequence = fixings_[first].sequence;
  const Touch* later = touches_.begin();
  const auto choose = [&](int until) {
    for (; later != touches_.end() && later->contact.sequence <= until; ++later) {
      const Square s = later->contact.square;
      if (later->contact.sequence > first_sequence) narrow(a.readings, table_->from(s) | table_->taking(s), {});
    }
  };
  for (std::size_t i = first; i < fixings_.size(); ++i) {
    Fixing& f = fixings_[i];
    choose(f.sequence);
    if (!narrow(a.readings, picture().placing(f.placement, standing_), a.king_stays)) continue;
    const bool brought = f.placement.new_piece || pieces_[f.placement.token].origin == Square::off;
    const bool castling = std::any_of(a.readings.begin(), a.readings.end(), [&](const Reading& r) {
      return r.allowed.within(table_->castlings());
    });
    f.clause = brought ? Clause::c4_4_4 : castling ? Clause::c4_7_2 : Clause::c4_7;
    a.clause = f.clause;
  }
  choose(std::numeric_limits<int>::max());
}

/// Each reading is bound by the first release that fixed something in it: whose piece went where a move allowed by that
/// reading puts it.
void Turn::evaluate() {
  Allowed& a = allowed_;
  Allowed done;  // readings bound by a release; words of the first of them
  FixedList<Unfit, 32> unfit;
  bool rest = true;
  for (Fixing& f : fixings_) f.clause = Clause::none;
  for (std::size_t i = 0; i < fixings_.size() && edition_->enforced && rest; ++i) {
    start_readings(fixings_[i].sequence, {unfit.data(), unfit.size()});
    const MoveMask there = picture().placing(fixings_[i].placement, standing_);
    const auto fits = [&](const Reading& r) { return !(r.allowed & there).empty(); };
    if (std::none_of(a.readings.begin(), a.readings.end(), fits)) continue;
    // King moves that are right in any order, and orders too many to list, are not told apart.
    const bool apart = a.readings.complete() && (a.king_stays & there).empty();
    rest = apart && !std::all_of(a.readings.begin(), a.readings.end(), fits);
    if (rest) a.readings.keep(fits);
    narrow_from(i);
    a.committed = true;
    if (done.committed) {
      done.readings.add(a.readings);
      done.by_touches = done.by_touches | a.by_touches;
    } else {
      done = a;
    }
    unfit.push({fixings_[i].sequence, there});
  }
  if (rest) {
    start_readings(std::numeric_limits<int>::max(), {unfit.data(), unfit.size()});
    a.committed = false;
  }
  if (done.committed) {
    if (rest) {
      done.readings.add(a.readings);
      done.by_touches = done.by_touches | a.by_touches;
    }
    a = done;
  }
  if (fixed_) {
    const bool in_any_order = a.king_stays.has(*fixed_);
    a.readings.transform([&](const MoveMask& moves) {
      return in_any_order || moves.has(*fixed_) ? MoveMask::only(*fixed_) : moves;
    });
  }
  if (moved_adjusting_ && !pressed_ && edition_->enforced) {
    // Perhaps the piece that came down elsewhere inside the window was only adjusted: then it is to be put back.
    const Obligation meant = touches_.without_doubtful(*table_, *edition_);
    for (const Reading& r : meant.readings) a.readings.add(r.allowed, r.clause);
  }
  a.moves = a.readings.together();
  a.certain = a.readings.common();
  if (!a.committed && !fixed_) a.certain = a.certain | (a.king_stays & a.moves);
  a.open = a.readings.size() > 1 || !a.readings.complete();
}

}  // namespace adoube::article4
