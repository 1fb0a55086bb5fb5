// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/unheld.hpp"

#include "rules/article4/grip.hpp"
#include "rules/recognition/ownership.hpp"

namespace adoube::recognition {

namespace {

/// Somebody holds a piece of which `is(board, token)` is true.
template <class Is>
bool held(const Ownership& hands, Is is) {
  const auto in = [&](const Board& board) {
    const article4::Pieces& pieces = board.turn.pieces();
    for (int t = 0; t < pieces.count(); ++t) {
      if (pieces[t].in_air && is(board, t)) return true;
    }
    return false;
  };
  return in(hands.now()) || (hands.next() != nullptr && in(*hands.next()));
}

/// Somebody holds a piece that he may put there.
bool may_come(const Ownership& hands, Square to) {
  return held(hands, [&](const Board& board, int t) {
    const article4::Token& token = board.turn.pieces()[t];
    return board.turn.pieces().own(t) && !board.table.placing(token.origin, to).empty();
  });
}

/// A hand has let an illegal move go, and somebody holds a piece of the opponent's: an answer to it, perhaps.
bool may_answer(const Ownership& hands) {
  return hands.now().turn.judgement().verdict == article4::Verdict::illegal_uncompleted &&
         held(hands, [](const Board& board, int t) { return !board.turn.pieces().own(t); });
}

/// Where the piece on that square stood when the turn began.
Square origin(const Ownership& hands, Square s) {
  const article4::Pieces& pieces = hands.now().turn.pieces();
  const int t = pieces.on(s);
  return t == article4::Pieces::kNone || pieces[t].origin == Square::off ? s : pieces[t].origin;
}

/// Nobody has moved the piece on that square in this turn, or who has was seen to let it go: no hand is holding it there.
bool stood_still(const Ownership& hands, Square s) {
  const auto still = [&](const Board& board) {
    const article4::Pieces& pieces = board.turn.pieces();
    const int t = pieces.on(s);
    return t != article4::Pieces::kNone && (!pieces[t].moved || pieces[t].released);
  };
  return still(hands.now()) && (hands.next() == nullptr || still(*hands.next()));
}

/// A piece that a hand took stands on a square that may only flicker, and could have come to `to` instead.
bool elsewhere(const Ownership& hands, Square to) {
  const article4::Pieces& pieces = hands.now().turn.pieces();
  for (int t = 0; t < pieces.count(); ++t) {
    const article4::Token& token = pieces[t];
    const bool put = pieces.own(t) && token.moved && !token.in_air && !token.released && token.at != token.origin;
    if (put && !hands.now().table.placing(token.origin, to).empty()) return true;
  }
  return false;
}

/// The player having the move set a piece down there in this turn, and it could have gone to `to` as well.
bool rested(const Ownership& hands, Square from, Square to) {
  const article4::Pieces& pieces = hands.now().turn.pieces();
  const int t = pieces.on(from);
  return t != article4::Pieces::kNone && pieces.own(t) && pieces[t].moved && !hands.now().table.placing(pieces[t].origin, to).empty();
}

/// A legal move of either player takes a piece from one square to the other.
bool leads(const Ownership& hands, Square from, Square to) {
  return !hands.now().table.placing(from, to).empty() ||
         (hands.next() != nullptr && !hands.next()->table.placing(from, to).empty());
}

}  // namespace

std::span<const Event> Unheld::take(const Event& e, const Ownership& hands, bool may_return) {
  out_.clear();
  follow(e);
  if (e.square == Square::off || e.from_outside || e.actor) {  // nothing to find out
    pass(e);
  } else {
    switch (e.kind) {
      case EventKind::touch: touch(e, hands); break;
      case EventKind::release: release(e); break;
      case EventKind::lift: lift(e, hands); break;
      case EventKind::place: place(e, hands, may_return); break;
      default: pass(e);
    }
  }
  return {out_.data(), out_.size()};
}

void Unheld::follow(const Event& e) {
  const SquareSet here = set_of(e.square);
  contacts_ = contacts_ || e.kind == EventKind::touch || e.kind == EventKind::release;
  if (e.kind == EventKind::lift) set_down_ &= ~here;
  if (here == 0) return;
  const auto i = static_cast<std::size_t>(e.square);
  if (e.kind == EventKind::place) {
    set_down_ |= here;
    stood_[i] = e.when.hi;
  } else if (e.kind == EventKind::touch) {
    touched_ |= here;
    if (e.when.hi - stood_[i] > article4::kSensorLate) set_down_ &= ~here;  // else the hand that set it down, felt late
    came_[i] = e.when.hi;
  } else if (e.kind == EventKind::release) {
    touched_ &= ~here;
    left_[i] = e.when.hi;
    if (contains(set_down_, e.square)) came_[i] = left_[i];  // that hand let go
  }
}

SquareSet Unheld::restored() {
  const SquareSet out = restored_;
  restored_ = 0;
  return out;
}

void Unheld::clear() { fallen_ = appeared_ = set_up_ = unfelt_ = hidden_ = unread_ = restored_ = 0; }

void Unheld::misread(Square s, bool occupied, const Event& shown) {
  (occupied ? appeared_ : fallen_) |= set_of(s);
  unread_ |= set_of(s);
  Event& reads = kept_[static_cast<std::size_t>(s)];
  reads = shown;
  reads.kind = occupied ? EventKind::place : EventKind::lift;
  reads.square = s;
  reads.actor.reset();
}

void Unheld::fall(const Event& e) {
  if (contains(unfelt_, e.square)) flicker(e.square);
  unfelt_ &= ~set_of(e.square);
  unread_ &= ~set_of(e.square);
  fallen_ |= set_of(e.square);
  set_up_ &= ~set_of(e.square);
  kept_[static_cast<std::size_t>(e.square)] = e;
}

void Unheld::flicker(Square s) {
  auto& flickers = flickers_[static_cast<std::size_t>(s)];
  if (flickers < kFlickers && ++flickers == kFlickers) unsteady_ |= set_of(s);
}

void Unheld::settle(const Event& e) {
  const Square s = e.square;
  const bool lay = contains(fallen_, s) && e.when.hi - kept(s).when.hi >= kLay;
  if (!contains(touched_, s)) {
    if (e.kind == EventKind::place && lay) {
      unfelt_ |= set_of(s);
      stands_since_[static_cast<std::size_t>(s)] = e.when.hi;
    } else {
      flicker(s);
    }
  }
  fallen_ &= ~set_of(s);
  appeared_ &= ~set_of(s);
  restored_ |= set_of(s);
  set_up_ = fallen_ == 0 ? SquareSet{0} : set_up_ | set_of(s);
}

bool Unheld::by_a_hand(const Event& lift) const {
  const auto i = static_cast<std::size_t>(lift.square);
  return !contacts_ || contains(touched_, lift.square) || article4::may_have_raised(came_[i], left_[i], lift.when.hi);
}

/// The hand that has just set a piece up there, felt late; where a sensor flickers it may be a player's.
bool Unheld::sets_up(const Event& touch) const {
  return contains(unfelt_ & ~unsteady_, touch.square) &&
         touch.when.hi - stands_since_[static_cast<std::size_t>(touch.square)] <= kSettingUp;
}

void Unheld::touch(const Event& e, const Ownership& hands) {
  const SquareSet here = set_of(e.square);
  const bool late = contains(fallen_ | appeared_, e.square) && e.when.hi - kept(e.square).when.hi <= article4::kSensorLate;
  if (late && contains(appeared_, e.square) && (may_come(hands, e.square) || may_answer(hands))) {  // the hand that set it down, seen late
    appeared_ &= ~here;
    pass(kept(e.square));
    return pass(e);
  }
  if (late && contains(fallen_, e.square)) {  // the hand that took it, seen late
    fallen_ &= ~here;
    pass(e);
    return pass(kept(e.square));
  }
  const bool sets = sets_up(e);
  if (contains(unfelt_, e.square) && !sets) flicker(e.square);
  unfelt_ &= ~here;
  if (((fallen_ | appeared_ | set_up_) & here) == 0 && !sets) return pass(e);
  hidden_ |= here;
  hidden_touch_[static_cast<std::size_t>(e.square)] = e;
}

void Unheld::explain(Square s) {
  appeared_ &= ~set_of(s);
  pass(kept(s));
  if (contains(hidden_, s)) pass(hidden_touch_[static_cast<std::size_t>(s)]);
  hidden_ &= ~set_of(s);
}

void Unheld::release(const Event& e) {
  if (!contains(hidden_, e.square)) pass(e);
  hidden_ &= ~set_of(e.square);
}

void Unheld::lift(const Event& e, const Ownership& hands) {
  const Square from = e.square;
  if (contains(appeared_, from)) return settle(e);
  if (contains(hidden_ | set_up_, from) || (stood_still(hands, from) && !by_a_hand(e))) {
    return fall(e);
  }
  // The arrival was seen before the departure: on a board that reads its squares one after the other, slowly.
  for (SquareSet rest = appeared_; rest != 0;) {
    const Square to = pop(rest);
    if (e.when.hi - kept(to).when.hi > kSlowScan || !leads(hands, origin(hands, from), to)) continue;
    pass(e);
    return explain(to);
  }
  pass(e);
}

void Unheld::place(const Event& e, const Ownership& hands, bool may_return) {
  const Square to = e.square;
  if (contains(fallen_, to)) {
    if (!may_come(hands, to)) return settle(e);
    fallen_ &= ~set_of(to);  // what fell there, or was pushed off, is taken
    hidden_ &= ~set_of(to);
    pass(kept(to));
    return pass(e);
  }
  // Without a hand there, what was taken is not set down on the board, unless it is put back. Kings are not taken.
  const bool seen = contains(touched_, to);
  const bool flickers = contains(unsteady_, to) && !seen && (contacts_ || !may_come(hands, to));
  const bool another = elsewhere(hands, to);
  const auto goes_there = [&](const Board& board, int t) {
    const article4::Token& token = board.turn.pieces()[t];
    return seen || (board.turn.pieces().own(t) && !flickers) || !token.piece || token.piece->kind == chess::Kind::king ||
           (token.origin == to && !another);
  };
  const bool may_be_held = held(hands, goes_there);
  for (SquareSet rest = fallen_; rest != 0;) {
    const Square from = pop(rest);
    // What is held may go there, but to take up a piece, set another down on the way and put the first one back is no move.
    const bool goes_on = may_be_held ? rested(hands, from, to) && !may_come(hands, to) : leads(hands, origin(hands, from), to);
    if (!goes_on) continue;
    fallen_ &= ~set_of(from);  // it was moved, by a hand that was not seen to take it
    pass(kept(from));
    return pass(e);
  }
  if (may_be_held) return pass(e);
  const bool new_piece = !hands.now().table.promoting(to, std::nullopt).empty();
  if (new_piece || may_return || (seen && !another)) return pass(e);
  unread_ &= ~set_of(to);
  appeared_ |= set_of(to);
  kept_[static_cast<std::size_t>(to)] = e;
}

}  // namespace adoube::recognition
