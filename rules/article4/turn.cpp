// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/turn.hpp"

#include <algorithm>
#include <cstdlib>

namespace adoube::article4 {

using chess::Kind;
using chess::Move;
using chess::Piece;

Turn::Turn(const MoveTable& table, const Edition& edition, TurnOptions options)
    : table_(&table), edition_(&edition), options_(options), pieces_(table.position()) {}

void Turn::feed(const Event& e) {
  const bool by_mover = !e.actor || *e.actor == table_->mover();
  ++sequence_;
  switch (e.kind) {
    case EventKind::touch: touch(e, by_mover); break;
    case EventKind::release: release(e, by_mover); break;
    case EventKind::lift: lift(e, by_mover); break;
    case EventKind::place: place(e); break;
    case EventKind::adjust: adjust(e, by_mover); break;
    case EventKind::clock:
      if (by_mover) press(e);
      break;
    case EventKind::claim: flag("claim"); break;
    case EventKind::displaced:
      flag("displaced:" + name(e.square));
      displaced_ = true;
      break;
    case EventKind::arbiter: break;
  }
  settle(e);
}

void Turn::touch(const Event& e, bool by_mover) {
  contacts_seen_ = true;
  if (e.square == Square::off) {
    off_touch_id_ = e.id;
    return;
  }
  const int t = pieces_.on(e.square);
  if (t == Pieces::kNone) return;  // a hand over an empty square is evidence only
  Token& token = pieces_[t];
  if (!by_mover) {
    if (!fixed_) {
      flag("touch_out_of_turn");
      irregular_id_ = e.id;
    }
    return;
  }
  if (fixed_) {
    if (token.moved) {
      token.regripped = true;
    } else {
      flag("touch_after_made:" + name(e.square));
      after_made_ = after_made_ || !e.actor;
    }
    return;
  }
  if (token.moved) {  // set down in this turn: the same grip goes on, or the hand comes back to it
    if (!token.gripped) token.regripped = token.gripped = true;
    return;
  }
  if (adjust_until_ && e.when.hi <= *adjust_until_) {
    token.adjusting = true;
    flag("adjusted:" + name(e.square));
    adjusted_id_ = e.id;
    return;
  }
  const bool brush = e.duration && *e.duration < edition_->brush;
  if (e.accidental || (brush && !e.via_piece)) {
    flag("accidental:" + name(e.square));
    accident_id_ = e.id;
    return;
  }
  add_contact(t, e, e.via_piece && (brush || edition_->through_piece == ThroughPiece::displaced_only));
}

void Turn::release(const Event& e, bool by_mover) {
  contacts_seen_ = true;
  const int t = pieces_.on(e.square);
  if (t == Pieces::kNone || !by_mover) return;
  Token& token = pieces_[t];
  if (!token.moved) {
    if (token.adjusting) {
      token.adjusting = false;
    } else if (Touched* c = contact_of(t); c != nullptr && e.when.hi - c->contact.when.hi < edition_->brush) {
      // Over before it can have been meant (4.2.2); a lift would have made it a grip.
      contacts_.erase(contacts_.begin() + (c - contacts_.data()));
      flag("accidental:" + name(e.square));
      accident_id_ = e.id;
    }
    return;
  }
  token.regripped = false;
  if (!token.gripped) return;
  token.gripped = false;
  token.release_id = e.id;
  token.adjusting = false;
  if (token.at != token.origin && pieces_.own(t) && !token.accidental) commit(t, e.id, false);
  if (!token.piece) commit(t, e.id, true);
}

void Turn::lift(const Event& e, bool by_mover) {
  const int t = pieces_.on(e.square);
  if (t == Pieces::kNone) return;
  // A piece cannot rise without a hand: no touch since its release means that the hand never left it.
  const bool never_left = contacts_seen_ && pieces_[t].moved && !pieces_[t].gripped && !pieces_[t].regripped;
  if (never_left) annul_release(t);
  pieces_.lift(t);
  Token& token = pieces_[t];
  token.lift_id = e.id;
  if (!by_mover) {
    if (!fixed_) {
      flag("touch_out_of_turn");
      irregular_id_ = e.id;
    }
    return;
  }
  if (e.accidental) {
    token.accidental = true;
    flag("accidental:" + name(e.square));
    accident_id_ = e.id;
    return;
  }
  if (token.adjusting) return;
  if (fixed_) {
    const SquareSet move = table_->changed(*fixed_);
    if (!contains(move, e.square)) {
      flag("touch_after_made:" + name(e.square));
      after_made_ = after_made_ || !e.actor;
    }
  } else if (Touched* c = contact_of(t)) {
    c->doubtful = false;  // displaced: it counts, however it was touched
  } else if (token.origin != Square::off) {
    add_contact(t, e, false);
  }
  if (pieces_.own_in_air() >= 2) flag("suspect_4.1");
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
      return table_->placing(pieces_[u].origin, to).empty() ? 0 : 1;
    });
    return t != Pieces::kNone ? t : pieces_.bring(seen);
  }
  const MoveMask mask = allowed().moves;
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
    return !(there & mask).empty() ? 4 : !there.empty() ? 3 : 1;
  });
  if (t == Pieces::kNone) return pieces_.bring(std::nullopt);
  Token& token = pieces_[t];
  if (pieces_.own(t)) {
    for (int u = 0; u < pieces_.count(); ++u) {
      if (u != t && pieces_[u].in_air && pieces_.own(u)) token.mixed = pieces_[u].mixed = true;
    }
    const int last = table_->mover() == Colour::white ? 7 : 0;
    token.maybe_promoted = token.piece->kind == Kind::pawn && rank_of(to) == last;
  }
  return t;
}

void Turn::place(const Event& e) {
  // On an occupied square the plane saw no departure: a piece taken without an empty moment in between.
  if (const int victim = pieces_.on(e.square); victim != Pieces::kNone) {
    if (pieces_.own(victim) || pieces_.own_in_air() == 0) return;
    if (contact_of(victim) == nullptr && !fixed_) add_contact(victim, e, false);
    pieces_.lift(victim);
    pieces_.place(victim, Square::off);
  }
  const int t = arriving(e);
  if (t == Pieces::kNone) return;
  pieces_.place(t, e.square);
  Token& token = pieces_[t];
  token.place_id = e.id;
  if (e.square == Square::off) return;
  if (!contacts_seen_) token.gripped = false;
  if (token.accidental && e.square != token.origin) {
    flag("displaced:" + name(token.origin) + name(e.square));
    displaced_ = true;
  }
  if (token.adjusting && e.square != token.origin) {
    token.adjusting = false;
    add_contact(t, e, true);  // inside a declared window, yet it ends elsewhere: for the arbiter
  }
  if (token.origin == Square::off && token.piece && edition_->promotion_choice == PromotionChoice::on_touch &&
      pieces_.own(t)) {
    commit(t, e.id, true);
  }
}

void Turn::adjust(const Event& e, bool by_mover) {
  if (!by_mover) {
    flag("adjust_without_move");
    irregular_id_ = e.id;
    irregular_adjust_ = true;
  } else if (fixed_ || allowed().touches.binds) {
    flag("late_adjust");
    late_adjust_id_ = e.id;
  } else {
    adjust_until_ = e.until.value_or(e.when.hi + edition_->adjust_window);
    adjusted_id_ = e.id;
  }
}

void Turn::press(const Event& e) {
  pressed_id_ = e.id;
  for (int t = 0; t < pieces_.count(); ++t) {
    Token& token = pieces_[t];
    if (token.in_air || !token.moved || !token.gripped || token.at == Square::off) continue;
    token.gripped = false;  // the hand that pressed has left the piece
    if (token.at != token.origin && pieces_.own(t) && !token.accidental) commit(t, e.id, false);
  }
}

/// After every event: what stands on the board, and whether 4.7 has fixed or lost it.
void Turn::settle(const Event& e) {
  const std::optional<std::size_t> was = standing_;
  standing_ = match();
  if (standing_ && !pressed() && half_of_castling(*standing_)) standing_.reset();
  if (standing_ && standing_ != was) {
    const Move m = table_->moves()[*standing_];
    if (standing_ != fixed_ || m.is_promotion()) {  // put back where it was made: the time is that of the making
      standing_since_ = e.when;
      standing_id_ = e.id;
    }
    const int t = pieces_.on(m.to());
    kind_assumed_ = m.is_promotion() && (!pieces_[t].piece || pieces_[t].maybe_promoted || !pieces_.own(t));
  }
  if (!fixed_) {
    if (standing_ && (contacts_seen_ || pressed()) && edition_->enforced && allowed().moves.has(*standing_)) {
      fixed_ = standing_;
    }
  } else if (standing_ == fixed_) {
    retracted_ = false;
  } else if (own_pieces_at_rest()) {
    retracted_ = true;
    flag("retracted");
  }
}

Turn::Touched* Turn::contact_of(int token) {
  for (Touched& c : contacts_) {
    if (c.token == token) return &c;
  }
  return nullptr;
}

void Turn::add_contact(int token, const Event& e, bool doubtful) {
  if (Touched* c = contact_of(token)) {
    c->doubtful = c->doubtful && doubtful;
    return;
  }
  contacts_.push_back({token, {pieces_[token].origin, e.when, e.id}, doubtful, sequence_});
}

void Turn::commit(int token, std::uint32_t id, bool new_piece) {
  commitments_.push_back({token, pieces_[token].at, id, sequence_, new_piece});
}

void Turn::annul_release(int token) {
  const Square at = pieces_[token].at;
  std::erase_if(commitments_,
                [&](const Commitment& c) { return c.token == token && c.square == at && !c.new_piece; });
  if (fixed_ && contains(table_->changed(*fixed_), at)) fixed_.reset();
  retracted_ = false;
}

MoveMask Turn::kept(const Commitment& c) const {
  const Token& token = pieces_[c.token];
  if (c.new_piece) {
    return table_->promoting(c.square, token.piece ? std::optional(token.piece->kind) : std::nullopt);
  }
  if (token.origin == Square::off) {
    return table_->promoting(c.square, token.piece ? std::optional(token.piece->kind) : std::nullopt);
  }
  if (token.mixed && standing_ && table_->moves()[*standing_].is_castling()) {
    // King and rook were in the air together; what stands now tells which was set down where.
    const Move castling = table_->moves()[*standing_];
    const chess::RookJourney rook = table_->rook_journey(*standing_);
    if (c.square == castling.to()) return table_->placing(castling.from(), c.square);
    if (c.square == rook.to) return table_->placing(rook.from, c.square);
  }
  MoveMask mask = table_->placing(token.origin, c.square);
  if (token.mixed) {
    for (int u = 0; u < pieces_.count(); ++u) {
      if (pieces_[u].mixed) mask = mask | table_->placing(pieces_[u].origin, c.square);
    }
  }
  return mask;
}

Turn::Allowed Turn::allowed() const {
  Allowed a;
  const int first_commitment = commitments_.empty() ? sequence_ + 1 : commitments_.front().sequence;
  std::vector<Contact> sure;
  std::vector<Contact> all;
  for (const Touched& c : contacts_) {
    if (c.sequence > first_commitment) continue;
    all.push_back(c.contact);
    if (!c.doubtful) sure.push_back(c.contact);
  }
  const CastlingIntent intent{king_set_two_squares()};
  a.touches = obligation(*table_, sure, *edition_, intent);
  if (all.size() != sure.size()) {
    const Obligation with = obligation(*table_, all, *edition_, intent);
    if (!(with.allowed == a.touches.allowed)) {
      a.touches.certain = a.touches.certain & with.certain;
      a.touches.allowed = a.touches.allowed | with.allowed;
      a.touches.open = true;
      a.touches.binds = a.touches.binds && with.binds;
      a.touches.clause = key(edition_->through_clause());
    }
  }
  a.moves = a.touches.allowed;
  a.certain = a.touches.certain;
  a.open = a.touches.open;
  a.clause = a.touches.clause;
  if (options_.bound) {
    const MoveMask both = a.moves & *options_.bound;
    a.moves = both.empty() ? *options_.bound : both;
    a.certain = a.certain & a.moves;
  }
  if (!edition_->enforced) return a;

  const auto narrow = [&](const MoveMask& mask) {
    if ((a.moves & mask).empty()) return false;
    a.moves = a.moves & mask;
    a.certain = a.certain & mask;
    return true;
  };
  auto later = contacts_.begin();
  for (const Commitment& c : commitments_) {
    for (; later != contacts_.end() && later->sequence <= c.sequence; ++later) {
      if (later->sequence > first_commitment) narrow(table_->from(later->contact.square) | table_->taking(later->contact.square));
    }
    if (!narrow(kept(c))) continue;
    a.committed = true;
    bool castling_only = true;
    for (std::size_t i = 0; i < table_->moves().size(); ++i) {
      castling_only = castling_only && (!a.moves.has(i) || table_->moves()[i].is_castling());
    }
    a.clause = c.new_piece || pieces_[c.token].origin == Square::off ? "4.4.4" : castling_only ? "4.7.2" : "4.7";
  }
  for (; later != contacts_.end(); ++later) {
    if (later->sequence > first_commitment) narrow(table_->from(later->contact.square) | table_->taking(later->contact.square));
  }
  if (fixed_) {
    a.moves = a.certain = MoveMask::only(*fixed_);
    a.open = false;
  }
  return a;
}

bool Turn::shows(std::size_t move, Square s, const std::optional<Piece>& want) const {
  const int t = pieces_.on(s);
  if (!want) return t == Pieces::kNone;
  if (t == Pieces::kNone) return false;
  const Token& token = pieces_[t];
  if (token.accidental || (token.gripped && !token.regripped)) return false;
  const Move m = table_->moves()[move];
  if (m.is_promotion() && s == m.to() && (!token.piece || token.maybe_promoted)) {
    return want->kind == options_.promotion_kind;
  }
  if (token.piece && *token.piece == *want) return true;
  // Unidentified on the square of a taken piece: its return, or the new piece of a pawn that was lifted later. The
  // press tells, for the pawn cannot stay in the hand.
  if (m.is_promotion() && s == m.to() && token.origin == s && token.place_id != 0 && pressed()) {
    return want->kind == options_.promotion_kind;
  }
  if (token.mixed) {
    for (int u = 0; u < pieces_.count(); ++u) {
      if (pieces_[u].mixed && pieces_[u].piece && *pieces_[u].piece == *want) return true;
    }
  }
  return false;
}

/// The legal move whose result stands on the board with every piece released and the taken piece gone.
std::optional<std::size_t> Turn::match() const {
  const SquareSet changed = pieces_.changed();
  if (changed == 0) return std::nullopt;
  for (std::size_t i = 0; i < table_->moves().size(); ++i) {
    SquareSet rest = table_->changed(i);
    if ((changed & ~rest) != 0) continue;
    const Move m = table_->moves()[i];
    bool same = true;
    while (rest != 0 && same) {
      const Square s = pop(rest);
      std::optional<Piece> want;
      if (s == m.to()) {
        want = table_->position().at(m.from());
        if (m.is_promotion()) want->kind = m.promotion();
      } else if (m.is_castling() && s == table_->rook_journey(i).to) {
        want = Piece{table_->mover(), Kind::rook};
      }
      same = shows(i, s, want);
    }
    if (same) return i;
  }
  return std::nullopt;
}

/// A rook's move on the board, while all that is allowed is to castle with that rook: the king is still to come.
bool Turn::half_of_castling(std::size_t move) const {
  const MoveMask mask = allowed().moves;
  const Move m = table_->moves()[move];
  for (std::size_t i = 0; i < table_->moves().size(); ++i) {
    if (!mask.has(i)) continue;
    if (!table_->moves()[i].is_castling()) return false;
    const chess::RookJourney rook = table_->rook_journey(i);
    if (rook.from != m.from() || rook.to != m.to()) return false;
  }
  return true;
}

bool Turn::own_pieces_at_rest() const {
  for (int t = 0; t < pieces_.count(); ++t) {
    const Token& token = pieces_[t];
    const bool brought = token.origin == Square::off;
    if ((!brought && !pieces_.own(t)) || !token.moved) continue;
    const bool exchanged_pawn = fixed_ && table_->moves()[*fixed_].is_promotion() && !token.maybe_promoted &&
                                (brought || token.piece->kind == Kind::pawn);
    if (token.in_air && !(exchanged_pawn && !brought)) return false;
    if (!token.in_air && token.at != Square::off && token.gripped) return false;
  }
  return true;
}

int Turn::misplaced() const {
  for (int t = 0; t < pieces_.count(); ++t) {
    const Token& token = pieces_[t];
    if (!token.moved || token.in_air || token.gripped || token.accidental || token.at == Square::off) continue;
    if (token.at == token.origin || (token.piece && !pieces_.own(t) && token.origin != Square::off)) continue;
    Commitment here{t, token.at, 0, 0, token.origin == Square::off};
    if (token.origin == Square::off && token.piece && !pieces_.own(t)) return t;
    if (kept(here).empty()) return t;
  }
  return Pieces::kNone;
}

bool Turn::king_set_two_squares() const {
  const int t = [&] {
    for (int u = 0; u < pieces_.count(); ++u) {
      if (pieces_.own(u) && pieces_[u].origin == table_->king()) return u;
    }
    return Pieces::kNone;
  }();
  if (t == Pieces::kNone) return false;
  const Token& king = pieces_[t];
  return !king.in_air && king.at != king.origin && table_->castling_target(king.at) &&
         rank_of(king.at) == rank_of(king.origin) && std::abs(file_of(king.at) - file_of(king.origin)) == 2;
}

/// 7.5.2: a pawn that was seen to stay on the last rank; the promotion to a queen it stands for.
std::optional<std::size_t> Turn::unreplaced_pawn() const {
  for (int t = 0; t < pieces_.count(); ++t) {
    const Token& token = pieces_[t];
    if (!pieces_.own(t) || token.in_air || token.at == Square::off || token.origin == Square::off) continue;
    if (token.piece->kind != Kind::pawn || token.maybe_promoted || !token.moved) continue;
    const auto queen = table_->index_of(Move(token.origin, token.at, Move::Type::promotion, Kind::queen));
    if (queen && (pieces_.changed() & ~table_->changed(*queen)) == 0) return queen;
  }
  return std::nullopt;
}

}  // namespace adoube::article4
