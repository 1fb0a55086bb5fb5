// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/turn.hpp"

#include <algorithm>

#include "rules/article4/grip.hpp"

namespace adoube::article4 {

namespace {

/// That contact was no longer than a brush.
bool may_still_rise(const Touch& brushed, Tick brush, Tick now) {
  return may_have_raised(brushed.latest.hi, brushed.latest.hi + brush, now);
}

}  // namespace

using chess::Kind;
using chess::Move;
using chess::Piece;

Turn::Turn(const MoveTable& table, const Edition& edition, const TurnOptions& options)
    : table_(&table), edition_(&edition), options_(options), pieces_(table.position()),
      flags_(options.sensed), contacts_seen_(options.contacts) {
  judgement_.ply = options.ply;
  judgement_.mover = table.mover();
  evaluate();
  judge();
}

const Judgement& Turn::feed(const Event& e) {
  const bool by_mover = !e.actor || *e.actor == table_->mover();
  ++sequence_;
  switch (e.kind) {
    case EventKind::touch: touch(e, by_mover); break;
    case EventKind::release: release(e, by_mover); break;
    case EventKind::lift: lift(e, by_mover); break;
    case EventKind::place: place(e); break;
    case EventKind::adjust: adjust(e, by_mover); break;
    case EventKind::clock: press(e, by_mover); break;
    case EventKind::claim: claim(e, by_mover); break;
    case EventKind::displaced:
      flags_.raise(FlagWord::displaced, e.square);
      displaced_ = true;
      break;
    case EventKind::arbiter: arbiter(e); break;
  }
  settle(e);
  window_open_ = adjust_until_ && e.when.hi <= *adjust_until_;
  judge();
  return judgement_;
}

/// The player without the move acts before the mover's move is made (1.3).
void Turn::out_of_turn() {
  if (fixed_) return;
  flags_.raise(FlagWord::touch_out_of_turn);
  irregular_ = true;
}

/// The mover goes on touching although his move is made.
void Turn::after_made(const Event& e) {
  flags_.raise(FlagWord::touch_after_made, e.square);
  after_made_ = after_made_ || !e.actor;
}

/// It stands where it stood, and no touch of it counts: it was never taken, or by accident, or to be adjusted.
bool Turn::untouched_at_home(int token) const {
  const Token& t = pieces_[token];
  return !t.in_air && t.origin != Square::off && t.at == t.origin && touches_.of(token) == nullptr;
}

/// Taken inside a declared window (4.2.1).
void Turn::begin_adjusting(int token) {
  pieces_[token].adjusting = true;
  flags_.raise(FlagWord::adjusted, pieces_[token].origin);
  adjusted_ = true;
}

/// Whose hand it was no plane tells, and the other player has said that he adjusts pieces.
bool Turn::perhaps_the_others(const Event& e) const {
  return !e.actor && other_until_ && e.when.lo < *other_until_;
}

void Turn::touch(const Event& e, bool by_mover) {
  contacts_seen_ = true;
  if (e.square == Square::off) {
    off_touched_ = true;
    return;
  }
  const int t = pieces_.on(e.square);
  if (t == Pieces::kNone) return;  // a hand over an empty square is evidence only
  if (!by_mover) return out_of_turn();
  Token& token = pieces_[t];
  token.touched = true;
  const Touch* known = touches_.of(t);
  const bool the_mover_s_now = !fixed_ && known != nullptr && known->doubt == Doubt::whose && !perhaps_the_others(e);
  if (token.moved && !untouched_at_home(t)) {  // the same grip goes on, or the hand comes back to it
    if (fixed_) {
      token.regripped = true;
    } else if (!token.gripped) {
      token.regripped = true;
      token.gripped = !e.duration;  // a contact whose end is known does not hold the piece
    }
    if (!the_mover_s_now) return;
  }
  if (fixed_) return after_made(e);
  if (adjust_until_ && e.when.hi <= *adjust_until_) {
    begin_adjusting(t);
    token.adjusting = !e.duration;  // a contact whose end is known ends by itself
    return;
  }
  const bool brush = e.duration && *e.duration < edition_->brush;
  if (e.accidental || (brush && !e.via_piece)) {
    flags_.raise(FlagWord::accidental, e.square);
    accident_ = true;
    return;
  }
  const bool through = e.via_piece && (brush || edition_->through_piece == ThroughPiece::displaced_only);
  const bool at_the_end = adjust_until_ && e.when.lo < *adjust_until_;
  const Doubt whose = perhaps_the_others(e) ? Doubt::whose : Doubt::none;
  add_touch(t, e, through ? Doubt::through : at_the_end ? Doubt::adjusting : whose);
}

/// Kept for as long as the piece may still rise from it.
void Turn::brush(const Touch& touch, const Event& release) {
  brushed_.erase_if([&](const Touch& t) { return t.token == touch.token || !may_still_rise(t, edition_->brush, release.when.hi); });
  brushed_.push(touch);
}

/// A contact ends. Over before it can have been meant (4.2.2), as far as the intervals tell, it does not count; a lift would
/// have made it a grip.
void Turn::measure(const Touch& touch, const Event& release) {
  const int t = touch.token;
  const bool surely_short = release.when.hi - touch.latest.lo <= edition_->brush;
  const bool surely_long = release.when.lo - touch.latest.hi >= edition_->brush;
  const bool open_whose = touch.doubt == Doubt::whose;
  if (surely_long) {
    if (!open_whose) touches_.confirm(t);
  } else if (touch.via_piece) {
    touches_.settle(t, Doubt::through);
  } else if (!surely_short) {
    if (!open_whose) touches_.settle(t, Doubt::length);
  } else if (brush(touch, release); touches_.take_back_latest(t)) {
    flags_.raise(FlagWord::accidental, release.square);
    accident_ = true;
  }
}

void Turn::release(const Event& e, bool by_mover) {
  contacts_seen_ = true;
  const int t = pieces_.on(e.square);
  if (t == Pieces::kNone || !by_mover) return;
  Token& token = pieces_[t];
  if (token.at == token.origin && token.origin != Square::off) {
    const Touch* touch = touches_.of(t);
    const bool measured = touch != nullptr && !touch->sure && (touch->doubt == Doubt::none || touch->doubt == Doubt::whose);
    if (!token.adjusting && measured) measure(*touch, e);
    token.adjusting = false;
  }
  token.regripped = token.gripped = false;
  if (token.released) return;
  token.released = true;
  token.adjusting = false;
  if (!token.piece) {
    commit(t, e.id, true);
  } else if (token.at != token.origin && pieces_.own(t) && !token.accidental) {
    commit(t, e.id, false);
  }
}

void Turn::lift(const Event& e, bool by_mover) {
  const int t = pieces_.on(e.square);
  if (t == Pieces::kNone) return;
  Token& token = pieces_[t];
  // A piece cannot rise without a hand: where its contacts are seen, no touch since its release means that the hand never
  // left it.
  if (token.touched && token.placed && token.released && !token.regripped) annul_release(t);
  const bool fresh = !fixed_ && untouched_at_home(t);
  const bool restored = token.accidental && token.at != token.origin;
  pieces_.lift(t);
  if (!by_mover) return out_of_turn();
  if (e.accidental) {
    token.accidental = true;
    flags_.raise(FlagWord::accidental, e.square);
    accident_ = true;
    return;
  }
  if (restored) return;  // a displaced piece on its way back (7.4)
  token.accidental = false;
  if (token.adjusting) return;
  if (fresh && adjust_until_ && e.when.hi <= *adjust_until_) return begin_adjusting(t);
  if (fixed_) {
    if (!contains(table_->changed(*fixed_), e.square)) after_made(e);
  } else if (const Touch* touch = touches_.of(t)) {
    // Displaced: it counts, however it was touched; but not whoever did it, unless the other's time is over and no grip goes on.
    const bool whose = touch->doubt == Doubt::whose && (contacts_seen_ || perhaps_the_others(e));
    if (touch->doubt != Doubt::adjusting && !whose) touches_.confirm(t);
  } else if (token.origin != Square::off && !raised_from_brush(t, e)) {
    add_touch(t, e, perhaps_the_others(e) ? Doubt::whose : Doubt::none);
  }
  if (pieces_.own_in_air() >= 2) suspect_ = true;
}

/// Which piece arrives on the square. Without identity: what the hand holds, by what the legal moves make likely.
int Turn::arriving(const Event& e) {
  const std::optional<Piece> seen = e.piece ? chess::parse_piece(*e.piece) : std::nullopt;
  if (e.from_outside) return pieces_.bring(seen);
  const Square to = e.square;
  if (to == Square::off) {
    return pieces_.choose([&](int t) {
      const Token& token = pieces_[t];
      if (seen && token.piece && *token.piece != *seen) return -1;
      return !pieces_.own(t) ? 2 : token.piece && token.piece->kind == Kind::pawn ? 1 : 0;
    });
  }
  if (seen) {
    const int t = pieces_.choose([&](int u) {
      if (!pieces_[u].piece || *pieces_[u].piece != *seen) return -1;
      return pieces_[u].origin == to ? 2 : table_->placing(pieces_[u].origin, to).empty() ? 0 : 1;
    });
    return t != Pieces::kNone ? t : pieces_.bring(seen);
  }
  const bool own_held = pieces_.own_in_air() > 0;
  const int t = pieces_.choose([&](int u) {
    const Token& token = pieces_[u];
    if (token.accidental) return 5;
    if (!pieces_.own(u)) {
      if (!token.piece) return 3;
      return token.origin == to ? 2 : own_held ? -1 : 0;
    }
    if (token.origin == to) return 4;
    const MoveMask there = table_->placing(token.origin, to);
    return !(there & allowed_.moves).empty() ? 4 : !there.empty() ? 3 : 1;
  });
  if (t == Pieces::kNone) return pieces_.bring(std::nullopt);
  if (pieces_.own(t)) {
    pieces_.mix(t);
    const int last = table_->mover() == Colour::white ? 7 : 0;
    pieces_[t].maybe_promoted = pieces_[t].piece->kind == Kind::pawn && rank_of(to) == last;
  }
  return t;
}

void Turn::place(const Event& e) {
  // On an occupied square the plane saw no departure: a piece taken without an empty moment in between.
  if (const int victim = pieces_.on(e.square); victim != Pieces::kNone) {
    if (pieces_.own(victim) || pieces_.own_in_air() == 0) return;
    if (touches_.of(victim) == nullptr && !fixed_) {
      add_touch(victim, e, Doubt::none);
      evaluate();
    }
    pieces_.lift(victim);
    pieces_.place(victim, Square::off);
  }
  const int t = arriving(e);
  if (t == Pieces::kNone) return;
  pieces_.place(t, e.square);
  if (e.square == Square::off) return;
  Token& token = pieces_[t];
  token.identified = e.piece.has_value();
  if (!contacts_seen_) token.gripped = false;
  if (token.accidental && e.square != token.origin) {
    flags_.raise(FlagWord::displaced, token.origin, e.square);
  }
  if (e.square == token.origin && contains(options_.to_exchange, e.square) && touches_.of(t) != nullptr) touches_.settle(t, Doubt::exchanged);
  if (token.adjusting && e.square == token.origin && !contacts_seen_) token.adjusting = false;  // put back, and that was it
  if (token.adjusting && e.square != token.origin) {
    token.adjusting = false;
    moved_adjusting_ = true;
    add_touch(t, e, Doubt::adjusting);  // inside a declared window, yet it ends elsewhere: for the arbiter
  }
  if (token.origin == Square::off && token.piece && edition_->promotion_choice == PromotionChoice::on_touch &&
      pieces_.own(t)) {
    commit(t, e.id, true);
  }
}

void Turn::add_touch(int token, const Event& e, Doubt doubt) {
  const bool lasted = e.duration && *e.duration >= edition_->brush;
  Touch touch{token, {pieces_[token].origin, e.when, e.id, sequence_}, doubt, e.via_piece, false, e.when, Doubt::none, e.actor.has_value()};
  touch.sure = doubt == Doubt::none && (lasted || e.kind != EventKind::touch);
  touches_.add(touch);
}

/// A piece does not rise by itself: the contact that ended just before was the hand on it, higher by then than a hand is felt.
/// It was touched when that contact began.
bool Turn::raised_from_brush(int token, const Event& lift) {
  const auto of_it = [token](const Touch& t) { return t.token == token; };
  const Touch* grip = nullptr;
  for (const Touch& t : brushed_) grip = of_it(t) ? &t : grip;
  if (grip == nullptr || !may_still_rise(*grip, edition_->brush, lift.when.hi)) return false;
  Touch held = *grip;
  held.sure = true;
  touches_.add(held);
  brushed_.erase_if(of_it);
  flags_.lower({FlagWord::accidental, held.contact.square});
  return true;
}

void Turn::commit(int token, std::uint32_t event, bool new_piece) {
  const Placement placement{token, pieces_[token].at, new_piece};
  for (const Fixing& f : fixings_) {
    if (f.placement == placement) return;
  }
  fixings_.push({placement, event, sequence_, Clause::none});
}

void Turn::annul_release(int token) {
  const Square at = pieces_[token].at;
  fixings_.erase_if([&](const Fixing& f) {
    return f.placement.token == token && f.placement.square == at && !f.placement.new_piece;
  });
  if (fixed_ && contains(table_->changed(*fixed_), at)) {
    fixed_.reset();
    ended_ = Clause::none;
  }
  retracted_ = false;
}

/// Players who may take moves back begin the turn again.
void Turn::take_back() {
  flags_.raise(FlagWord::takeback);
  stood_ = false;
  ended_ = Clause::none;
  fixed_.reset();
  retracted_ = false;
  fixings_.clear();
  touches_ = Touches();
}

/// US rules, variation I: a rook set down beside the king's path may turn out to be the first half of castling.
bool Turn::rook_may_still_castle() const {
  if (!standing_ || edition_->rook_first != RookFirst::permits) return false;
  const Move m = table_->moves()[*standing_];
  return !m.is_castling() && !(table_->placing(m.from(), m.to()) & table_->castlings() & allowed_.moves).empty();
}

/// After every event: what stands on the board, and whether 4.7 has fixed or lost it.
void Turn::settle(const Event& e) {
  evaluate();
  const std::optional<std::size_t> was = standing_;
  standing_ = picture().match();
  if (standing_ && !pressed_) {
    const auto half = [&](const Reading& r) { return half_of_castling(*table_, *standing_, r.allowed); };
    if (std::any_of(allowed_.readings.begin(), allowed_.readings.end(), half)) standing_.reset();
  }
  if (standing_ != was) {
    end_ = standing_ ? end_of_game(*standing_) : Clause::none;
    evaluate();  // king and rook that were in the air together are told apart by what stands
  }
  if (standing_ && standing_ != was) {
    stood_ = true;
    const Move m = table_->moves()[*standing_];
    if (standing_ != fixed_ || m.is_promotion()) standing_since_ = e.when;  // put back, it was made before
    const int t = pieces_.on(m.to());
    kind_assumed_ = m.is_promotion() && (!pieces_[t].piece || pieces_[t].maybe_promoted || !pieces_.own(t));
  }
  if (stood_ && !pressed_ && edition_->takebacks == Takebacks::yes && pieces_.changed() == 0) {
    take_back();
    evaluate();
  } else if (!fixed_) {
    const bool released = pressed_ || (contacts_seen_ && picture().released() && !rook_may_still_castle());
    const bool made = standing_ && edition_->enforced && released;
    if (made && allowed_.moves.has(*standing_)) {
      fixed_ = standing_;
      if (end_ != Clause::c5_2_2) ended_ = end_;
      evaluate();
    }
  } else if (standing_ == fixed_) {
    retracted_ = false;
  } else if (picture().at_rest(fixed_)) {
    retracted_ = true;
    flags_.raise(FlagWord::retracted);
  }
}

}  // namespace adoube::article4
