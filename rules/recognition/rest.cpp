// SPDX-License-Identifier: Apache-2.0
/// Where the pieces last stood still, and the way back there when something else than a move happened to them.
#include <algorithm>
#include <bit>

#include "rules/recognition/ownership.hpp"

namespace adoube::recognition {

using chess::Move;
using chess::Position;

namespace {

// A capture, an answer that takes and a third move that takes, all under way at once: three victims and two pieces in the air.
constexpr int kMostOff = 5;

}  // namespace

Position Ownership::rest() const {
  return rest_move_ ? position().after(now_->table.moves()[*rest_move_]) : position();
}

std::optional<Move> Ownership::move_at_rest() const {
  return rest_move_ ? std::optional(now_->table.moves()[*rest_move_]) : std::nullopt;
}

SquareSet Ownership::placed_after(int number) const {
  SquareSet out = 0;
  for (int i = 0; i < 64; ++i) {
    if (sight_.placed(square(i)) > number) out |= set_of(square(i));
  }
  return out;
}

bool Ownership::scattered(int fallen) const {
  return std::popcount(rest().pieces()) - std::popcount(sight_.occupied()) + fallen > kMostOff;
}

void Ownership::note_rest() {
  if (held_) return;
  if (sight_.occupied() == position().pieces()) {
    rest_move_.reset();
    rest_number_ = home_number_ = number_;
    return;
  }
  const auto stands = [&](std::size_t i) { return foreign_squares(sight_, now_->table, i) == SquareSet{0}; };
  std::optional<std::size_t> move = made();
  if (!move || !stands(*move)) {
    move.reset();
    for (std::size_t i = 0; i < now_->table.moves().size() && !move; ++i) {
      if (stands(i)) move = i;
    }
  }
  if (!move) return;
  rest_move_ = move;
  rest_number_ = number_;
}

void Ownership::forget(const Event& e, bool all) {
  const bool home = all || sight_.occupied() == position().pieces();
  const int last = home ? home_number_ : rest_number_;
  SquareSet open = 0, lifted = 0;
  for (const Seen& s : window_) {
    if (s.number > last && s.event.kind == EventKind::lift) lifted |= set_of(s.event.square);
  }
  std::erase_if(window_, [&](const Seen& s) { return s.number > last; });
  for (const Seen& s : window_) {
    if (s.event.kind == EventKind::touch) open |= set_of(s.event.square);
    if (s.event.kind == EventKind::release) open &= ~set_of(s.event.square);
  }
  // A hand that was on a square when it all began has left it in between, or its touch was the beginning.
  open &= ~sight_.contacts() | lifted;
  const SquareSet set_down = home || !rest_move_ ? SquareSet{0} : now_->table.changed(*rest_move_);
  for (SquareSet rest = open; rest != 0;) {
    const Square s = pop(rest);
    if (contains(set_down, s) && !contains(lifted, s)) {
      Event left = e;
      left.kind = EventKind::release;
      left.square = s;
      window_.push_back({left, number_, Owner::mover});
    } else {
      const auto touch = std::find_if(window_.rbegin(), window_.rend(), [&](const Seen& w) {
        return w.event.square == s && w.event.kind == EventKind::touch;
      });
      window_.erase(std::next(touch).base());
    }
  }
  const Sight levels = sight_;
  sight_.begin_turn();
  for (const Seen& s : window_) sight_.take(s.event, s.number);
  sight_.correct(levels.occupied(), levels.contacts());
  if (home) rest_move_.reset();
  rest_number_ = number_;
  if (home) home_number_ = number_;
  rebuild();
}

void Ownership::correct(SquareSet presence, SquareSet touched) {
  ++number_;
  sight_.correct(presence, touched);
}

void Ownership::suppose(std::optional<Move> move, SquareSet missing, const Event& shown, SquareSet surplus) {
  window_.clear();
  Owner owner = Owner::mover;
  const auto did = [&](EventKind kind, Square s) {
    Event e;
    e.kind = kind;
    e.square = s;
    e.when = shown.when;
    e.id = shown.id;
    if (kind != EventKind::lift) e.actor = owner == Owner::mover ? mover() : !mover();
    window_.push_back({e, ++number_, owner});
  };
  const Sight levels = sight_;
  if (move) {
    const auto i = *now_->table.index_of(*move);
    did(EventKind::lift, move->from());
    if (const Square taken = now_->table.taken(i); taken != Square::off) did(EventKind::lift, taken);
    if (move->is_castling()) {
      const chess::RookJourney rook = now_->table.rook_journey(i);
      did(EventKind::lift, rook.from);
      did(EventKind::place, move->to());
      did(EventKind::place, rook.to);
    } else {
      did(EventKind::place, move->to());
    }
    for (SquareSet set_down = now_->table.changed(i) & levels.occupied() & ~levels.contacts(); set_down != 0;) {
      did(EventKind::release, pop(set_down));
    }
  }
  if (move) owner = Owner::next;
  while (missing != 0) did(EventKind::lift, pop(missing));
  while (surplus != 0) did(EventKind::place, pop(surplus));
  sight_.begin_turn();
  for (const Seen& s : window_) sight_.take(s.event, s.number);
  sight_.correct(levels.occupied(), levels.contacts());
  rest_move_ = move ? now_->table.index_of(*move) : std::nullopt;
  rest_number_ = home_number_ = number_;
  rebuild();
}

bool Ownership::supply(Square s, EventKind kind) {
  const auto touch = std::find_if(window_.rbegin(), window_.rend(), [&](const Seen& w) {
    return w.event.square == s && w.event.kind == EventKind::touch && w.owner == Owner::mover;
  });
  if (touch == window_.rend()) return false;
  Seen missed = *touch;
  missed.event.kind = kind;
  const Sight read = sight_;
  sight_.take(missed.event, missed.number);
  const auto supplied = window_.insert(touch.base(), missed);
  rebuild();
  if (now_->turn.standing()) return true;
  window_.erase(supplied);
  sight_ = read;
  rebuild();
  return false;
}

void Ownership::set_up(const Position& position) {
  const int next = ply() + (position.side_to_move() == mover() ? 0 : 1);
  history_ = chess::History(position);
  std::swap(before_, now_);
  to_exchange_ = {};
  missed_ = false;
  const article4::TurnOptions then = options(next);
  now_->begin(position, then);
  suppose(std::nullopt, 0, {});
}

void Ownership::raise(article4::FlagWord word, SquareSet squares, bool named) {
  for (SquareSet rest = squares; rest != 0;) {
    const Square s = pop(rest);
    now_->options.sensed.raise(word, named ? s : Square::off);
  }
  rebuild();
}

}  // namespace adoube::recognition
