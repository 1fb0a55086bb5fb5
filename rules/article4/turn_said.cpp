// SPDX-License-Identifier: Apache-2.0
/// What is said or pressed: a declaration, the clock, claims, an arbiter's word.
#include <algorithm>

#include "rules/article4/turn.hpp"

namespace adoube::article4 {

void Turn::adjust(const Event& e, bool by_mover) {
  if (!by_mover) {
    flags_.raise(FlagWord::adjust_without_move);
    irregular_ = irregular_adjust_ = true;
    for (const Touch& t : touches_) {
      if (!t.named && t.doubt == Doubt::none && !before(t.contact.when, e.when)) touches_.settle(t.token, Doubt::whose);
    }
    other_until_ = e.until.value_or(e.when.hi + edition_->adjust_window);
    return;
  }
  // A touch that may have come after the declaration is not surely meant to move; one that surely came before is.
  bool late = fixed_.has_value();
  for (const Touch& t : touches_) late = late || (allowed_.binds && before(t.contact.when, e.when));
  if (late) {
    flags_.raise(FlagWord::late_adjust);
    return;
  }
  for (const Touch& t : touches_) {
    if (!before(t.contact.when, e.when)) touches_.settle(t.token, Doubt::adjusting);
  }
  adjust_until_ = e.until.value_or(e.when.hi + edition_->adjust_window);
}

void Turn::press(const Event& e, bool by_mover) {
  if (!by_mover) {
    flags_.raise(FlagWord::press_out_of_turn);
    return;
  }
  if (pressed_) return;
  pressed_ = true;
  // The hand that pressed has left the pieces, in the order in which they were set down.
  FixedList<int, Pieces::kMost> left;
  Pieces::for_each(pieces_.moved(), [&](int t) {
    if (!pieces_[t].in_air && !pieces_[t].released && pieces_[t].at != Square::off) left.push(t);
  });
  std::sort(left.begin(), left.end(), [&](int a, int b) { return pieces_[a].place_order < pieces_[b].place_order; });
  for (const int t : left) {
    Token& token = pieces_[t];
    token.gripped = false;
    token.released = true;
    if (token.at != token.origin && pieces_.own(t) && !token.accidental) commit(t, e.id, false);
  }
  // Who presses after setting a piece down elsewhere has meant it, window or not.
  Pieces::for_each(pieces_.moved(), [&](int t) {
    if (pieces_[t].in_air || pieces_[t].at == pieces_[t].origin) return;
    if (const Touch* touch = touches_.of(t); touch != nullptr && touch->doubt == Doubt::adjusting) {
      touches_.confirm(t);
    }
  });
}

void Turn::claim(const Event& e, bool by_mover) {
  if (e.saying == Saying::draw_offer) {
    flags_.raise(FlagWord::draw_offered);
    return;
  }
  flags_.raise(FlagWord::claim);
  const bool threefold = e.saying == Saying::threefold;
  if (!by_mover || (!threefold && e.saying != Saying::fifty_moves)) return;
  if (touched()) {  // 9.4
    flags_.raise(FlagWord::claim_forfeited);
    return;
  }
  const bool correct = threefold ? options_.occurrences >= 3 : table_->position().halfmove_clock() >= 100;
  if (correct) drawn_ = threefold ? Clause::c9_2 : Clause::c9_3;
}

void Turn::arbiter(const Event& e) {
  const int t = pieces_.on(e.square);
  switch (e.saying) {
    case Saying::two_hands: two_hands_ = TwoHandsWord::confirmed; break;
    case Saying::one_hand: two_hands_ = TwoHandsWord::denied; break;
    case Saying::intended:
      if (t != Pieces::kNone) touches_.confirm(t);
      break;
    case Saying::accident:
      if (t == Pieces::kNone || touches_.of(t) == nullptr) break;
      touches_.remove(t);
      flags_.raise(FlagWord::accidental, e.square);
      accident_ = true;
      break;
    default: break;
  }
}

}  // namespace adoube::article4
