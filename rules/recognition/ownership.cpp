// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/ownership.hpp"

#include <algorithm>
#include <utility>

#include "rules/article4/grip.hpp"
#include "rules/chess/attacks.hpp"

namespace adoube::recognition {

using article4::MoveMask;
using article4::MoveTable;
using chess::Move;
using chess::Position;

Ownership::Ownership(const Position& start, const article4::Edition& edition, PromotionKind kind)
    : kind_(std::move(kind)), history_(start), sight_(start.pieces()) {
  window_.reserve(kWindow);
  spare_.reserve(kWindow);
  owners_.reserve(kWindow);
  for (auto* board : {&before_, &now_, &next_}) *board = std::make_unique<Board>(start, edition, options(1));
}

Ownership::Ownership(const Ownership& home, const Left& left, SquareSet contacts, const article4::Edition& edition)
    : Ownership(left.position, edition, home.kind_) {
  illegal_ = home.illegal_;
  missed_ = home.missed_;
  before_ = std::make_unique<Board>(home.position(), edition, home.now_->options);
  now_->begin(left.position, options(home.ply() + 1));
  for (const Event& e : left.reply) contacts &= ~set_of(e.square);  // they begin again
  sight_ = home.sight_;
  sight_.begin_turn();
  sight_.correct(left.position.pieces(), contacts);
  rest_number_ = home_number_ = number_ = home.number_;
}

article4::TurnOptions Ownership::options(int ply) {
  const Position position = history_.position();
  article4::TurnOptions out;
  out.ply = ply;
  if (kind_) out.promotion_kind = kind_(ply).value_or(chess::Kind::queen);
  out.illegal_before = illegal_[static_cast<std::size_t>(position.side_to_move())];
  out.occurrences = history_.appearances();
  // A fifth appearance needs sixteen plies without progress behind it.
  if (position.halfmove_clock() < 15) return out;
  const chess::MoveList moves = chess::legal_moves(position);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    history_.make(moves[i]);
    if (history_.appearances() >= 5) out.fivefold.add(i);
    history_.take_back();
  }
  return out;
}

bool Ownership::hangs_on_missed(const Board& board, Move move) const {
  if (move.is_castling()) return missed_;
  const Board& pawn = &board == next_.get() ? *now_ : *before_;
  return move.is_en_passant() && pawn.options.sensed.has(article4::FlagWord::gap);
}

std::array<SquareSet, 2> Ownership::to_exchange_after(std::size_t move) const {
  const Move m = now_->table.moves()[move];
  const SquareSet moved = set_of(m.from()) | set_of(m.to());
  return {m.is_promotion() && now_->turn.kind_assumed() ? set_of(m.to()) : 0, to_exchange_[0] & ~moved};
}

std::optional<std::size_t> Ownership::made() const {
  if (now_->turn.standing()) return now_->turn.standing();
  return stood_ ? stood_ : now_->turn.fixed();
}

void Ownership::take(const Event& e) {
  sight_.take(e, ++number_);
  const auto before = made();
  window_.push_back({e, number_, owner_of(e)});
  if (e.kind == EventKind::lift && reorder()) {
    rebuild();
  } else if (Seen* touch = brushed_beside(e)) {
    touch->owner = window_.back().owner = Owner::mover;
    rebuild();
  } else {
    give(window_.back());
  }
  const bool another = before && made() != before;
  if (another) start_over();
  // An answer may have begun while a hand was still on what stands now instead.
  const bool open = !made() || (another && !now_->turn.standing());
  if (open && (e.kind == EventKind::place || e.kind == EventKind::release) && !answer_since_rest(false)) foreign_hands();
  if (e.kind != EventKind::touch && now_->turn.standing()) open_contacts();
  note_rest();
}

void Ownership::press(const Event& e) {
  ++number_;
  if (!now_->turn.standing() && made()) {
    // A mover who presses holds no piece: what is in the air is the opponent's capture.
    bool changed = false;
    for (Seen& s : window_) {
      if (s.number <= made_number_ || s.owner != Owner::mover || s.event.actor) continue;
      if (s.event.kind == EventKind::place) break;
      s.owner = Owner::next;
      changed = true;
    }
    if (changed) rebuild();
  }
  window_.push_back({e, number_, Owner::mover});
  const std::optional<std::size_t> let_go = now_->turn.fixed();  // before the press fixes what stands
  to_mover(window_.back());
  if (!now_->turn.standing()) answer_since_rest(true);
  if (!made()) foreign_hands();
  unclear_.clear();
  swept_capture(e, let_go);
  compare_with_rest();
  if (now_->turn.standing()) open_contacts();
}

bool Ownership::press_of_next(const Event& e) {
  if (!begun_) return false;
  article4::Turn pressed = next_->turn;
  pressed.feed(e);
  if (!pressed.standing()) return false;
  window_.push_back({e, ++number_, Owner::next});
  next_->turn = pressed;
  return true;
}

void Ownership::go_on(const MoveMask& bound) {
  std::erase_if(window_, [](const Seen& s) { return s.event.kind == EventKind::clock; });
  if (!(bound == now_->table.all())) now_->options.bound = bound;
  now_->options.illegal_before = ++illegal_[static_cast<std::size_t>(mover())];
  rebuild();
}

void Ownership::close(bool pressed) {
  bool changed = false;
  for (Seen& s : window_) {
    if (s.number <= made_number_ || s.event.actor || s.event.square == Square::off) continue;
    // A contact after the move that is still open at the press is the opponent's: the mover's hand is at the clock.
    // Without a press the mover may already be at his next move: what goes on on his squares is carried on as well.
    const bool open = contains(sight_.contacts(), s.event.square) && sight_.contact_since(s.event.square) <= s.number;
    const bool going_on = !contains(sight_.occupied(), s.event.square) || contains(sight_.contacts(), s.event.square);
    if ((pressed ? open : going_on) && s.owner != Owner::next) {
      s.owner = Owner::next;
      changed = true;
    }
  }
  if (changed) rebuild();
}

std::optional<Event> Ownership::next_turn(std::size_t move) {
  to_exchange_ = to_exchange_after(move);
  history_.make(now_->table.moves()[move]);
  const int ply_after = ply() + 1;
  std::optional<Event> press;
  spare_.clear();
  for (const Seen& s : window_) {
    if (s.owner != Owner::next) continue;
    if (s.event.kind == EventKind::clock) {
      press = s.event;
    } else {
      spare_.push_back({s.event, s.number, Owner::mover});
    }
  }
  std::swap(before_, now_);
  article4::TurnOptions now = options(ply_after);
  now.to_exchange = to_exchange_[0] | to_exchange_[1];
  now_->begin(history_.position(), now);
  std::swap(window_, spare_);
  sight_.begin_turn();
  for (const Seen& s : window_) sight_.take(s.event, s.number);  // the history of this turn; levels stay as they are
  rest_move_.reset();
  rest_number_ = home_number_ = 0;
  rebuild();
  note_rest();
  if (!made()) foreign_hands();
  if (now_->turn.standing()) open_contacts();
  return press;
}

/// Whose piece stands on the square now, as far as both turns know.
std::optional<Colour> Ownership::colour_on(Square s) const {
  const article4::Pieces& pieces = begun_ ? next_->turn.pieces() : now_->turn.pieces();
  const int t = pieces.on(s);
  if (t == article4::Pieces::kNone || !pieces[t].piece) return std::nullopt;
  return pieces[t].piece->colour;
}

Owner Ownership::owner_of(const Event& e) {
  if (e.actor) {
    if (*e.actor == mover()) return Owner::mover;
    return made() ? Owner::next : Owner::mover;  // before a move is made his contact belongs to this turn's account
  }
  if (!made()) return Owner::mover;
  if (e.kind == EventKind::place) return placed_by(e.square);
  if (e.kind == EventKind::release && e.square != Square::off) {
    if (begun_) {
      const int t = next_->turn.pieces().on(e.square);
      if (t != article4::Pieces::kNone && next_->turn.pieces()[t].moved) return Owner::next;
    }
    for (auto it = window_.rbegin(); it != window_.rend(); ++it) {
      if (it->event.square == e.square && it->event.kind == EventKind::touch) return it->owner;
    }
    return Owner::mover;
  }
  const std::optional<Colour> colour = colour_on(e.square);
  if (colour && *colour != mover()) return Owner::next;
  if (e.kind == EventKind::lift && taken_in_passing(e.square)) return Owner::next;
  return Owner::mover;
}

/// The touch of a hand that came to a piece of the opponent's beside the square where the mover set his own down, while his hand was
/// there, and left with it: it is the same hand.
Seen* Ownership::brushed_beside(const Event& release) {
  if (release.kind != EventKind::release || window_.back().owner != Owner::next || !made()) return nullptr;
  const auto latest = [&](auto from, Square s) { return std::find_if(from, window_.rend(), [s](const Seen& w) { return w.event.square == s; }); };
  const auto touch = latest(std::next(window_.rbegin()), release.square);
  if (touch == window_.rend() || touch->event.kind != EventKind::touch) return nullptr;
  for (SquareSet beside = now_->table.changed(*made()) & chess::king_attacks(release.square); beside != 0;) {
    const Square s = pop(beside);
    const auto left = latest(window_.rbegin(), s);
    if (left >= touch || left->event.kind != EventKind::release || left->owner != Owner::mover) continue;
    const auto came = std::find_if(touch, window_.rend(), [s](const Seen& w) {
      return w.event.square == s && (w.event.kind == EventKind::touch || w.event.kind == EventKind::release);
    });
    const bool was_there = came != window_.rend() && came->event.kind == EventKind::touch;
    if (was_there && release.when.hi - left->event.when.hi <= article4::kSensorLate) return &*touch;
  }
  return nullptr;
}

/// The opponent's pawn already stands on the square behind this one, taken en passant.
bool Ownership::taken_in_passing(Square s) const {
  if (!begun_) return false;
  const MoveTable& table = next_->table;
  for (std::size_t i = 0; i < table.moves().size(); ++i) {
    const Move m = table.moves()[i];
    if (!m.is_en_passant() || table.taken(i) != s) continue;
    const int t = next_->turn.pieces().on(m.to());
    if (t != article4::Pieces::kNone && next_->turn.pieces()[t].origin == m.from()) return true;
  }
  return false;
}

/// After a move was made, whose piece comes down on `to`? The opponent's, if it takes what was lifted there or if the
/// mover holds nothing; the mover's, if he can be going on with the piece he moved; else his who can legally do it.
Owner Ownership::placed_by(Square to) {
  if (!holds_own(*now_)) return Owner::next;
  if (!begun_ || !holds_own(*next_)) return Owner::mover;
  const article4::Pieces& his = next_->turn.pieces();
  MoveMask answers;
  // What rose before the move began may be a victim that the mover took up first, while he has not let his own piece go.
  const int began = sight_.lifted(now_->table.moves()[*made()].from());
  for (int t = 0; t < his.count(); ++t) {
    const bool answers_it = now_->turn.fixed() || sight_.lifted(his[t].origin) >= began;
    if (his.own(t) && his[t].in_air && answers_it) answers = answers | next_->table.placing(his[t].origin, to);
  }
  for (std::size_t i = 0; i < next_->table.moves().size(); ++i) {
    const Square taken = next_->table.taken(i);
    if (!answers.has(i) || taken == Square::off || !taken_up_since(taken)) continue;
    for (Seen& s : window_) {
      if (s.number > made_number_ && s.event.square == taken && !s.event.actor) s.owner = Owner::next;
    }
    rebuild();
    return Owner::next;
  }
  const article4::Pieces& mine = now_->turn.pieces();
  bool may_come = false;
  for (int t = 0; t < mine.count(); ++t) {
    if (!mine.own(t) || !mine[t].in_air) continue;
    may_come = may_come || !now_->table.placing(mine[t].origin, to).empty();
    const bool of_the_move = !now_->turn.fixed() && contains(now_->table.changed(*made()), mine[t].at);
    if (of_the_move && !now_->table.placing(mine[t].origin, to).empty()) return Owner::mover;
  }
  // Once the mover is seen to have let his move go, what comes down where neither may go is the opponent's, who is playing.
  return answers.empty() && (may_come || !now_->turn.fixed()) ? Owner::mover : Owner::next;
}

/// A piece left the square after the move was made.
bool Ownership::taken_up_since(Square s) const {
  return std::any_of(window_.begin(), window_.end(), [&](const Seen& w) {
    return w.number > made_number_ && w.event.kind == EventKind::lift && w.event.square == s;
  });
}

void Ownership::give(const Seen& s) {
  if (s.owner == Owner::mover) {
    to_mover(s);
  } else {
    if (!begun_ || next_after_ != made()) {
      open_next();  // takes this event with the others
    } else {
      next_->turn.feed(s.event);
    }
  }
}

void Ownership::to_mover(const Seen& s) {
  const auto before = now_->turn.standing();
  now_->turn.feed(s.event);
  if (now_->turn.standing()) {
    if (before != now_->turn.standing()) made_number_ = s.number;
    stood_ = now_->turn.standing();
  } else if (s.event.kind == EventKind::place && !now_->turn.fixed()) {
    stood_.reset();
    made_number_ = 0;
  }
}

/// Begins the opponent's turn on the board that the mover left, with what he has done so far.
void Ownership::open_next() {
  begun_ = false;
  next_after_.reset();
  const auto m = made();
  if (!m) return;
  history_.make(now_->table.moves()[*m]);
  article4::TurnOptions his = options(ply() + 1);
  const auto left = to_exchange_after(*m);
  his.to_exchange = left[0] | left[1];
  next_->begin(history_.position(), his);
  history_.take_back();
  begun_ = true;
  next_after_ = m;
  for (const Seen& s : window_) {
    if (s.owner == Owner::next) next_->turn.feed(s.event);
  }
}

}  // namespace adoube::recognition
