// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/gesture.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

#include "sim/hands/planner.hpp"

namespace adoube::hands {

using article4::Clause;
using article4::FlagWord;
using chess::Move;
using chess::Position;

namespace {

// A piece falls over in so long.
constexpr Tick fall_over = 60'000;
// From the hand's height to the board in free fall.
constexpr Tick free_fall = 100'000;

Tick sum(const Steps& steps, Tick Step::*part) {
  Tick total = 0;
  for (const Step& s : steps) total += s.lag == Step::alone ? s.*part : 0;
  return total;
}

}  // namespace

Planner::Planner(const Position& position, Move move, const Style& style, sim::Random& random, int ply)
    : position_(position), move_(move), style_(style), random_(random), ply_(ply), victim_(chess::captured_square(position, move)) {
  moved_ = set_of(move.from()) | set_of(move.to());
  if (victim_) moved_ |= set_of(*victim_);
  if (move.is_castling()) {
    journey_ = chess::castling_rook_journey(position, move);
    moved_ |= set_of(journey_->from) | set_of(journey_->to);
  }
}

Gesture Planner::plan() {
  meet_bystanders();
  play();
  set_up_again();
  if (has(style_.adjust_percent)) adjust();
  if (has(style_.fidget_percent)) fidget();
  return std::move(gesture_);
}

void Planner::play() {
  if (move_.is_castling()) {
    castle();
  } else if (move_.is_en_passant()) {
    if (chance(style_.mover_first_percent)) {
      whole(Actor::mover, move_.from(), move_.to());
      reach(Actor::victim);
      take(Actor::victim);
    } else {
      take(Actor::victim);
      stow(Actor::victim);
      whole(Actor::mover, move_.from(), move_.to());
    }
  } else if (victim_ && !move_.is_promotion() && has(style_.two_hands_percent)) {
    capture_with_two_hands();
  } else if (victim_ && chance(style_.mover_first_percent)) {
    take(Actor::mover);
    carry(Actor::mover, move_.from(), move_.to());
    if (!move_.is_promotion() && has(style_.sweep_percent)) {
      add(Act::grip, Actor::victim, Square::off, style_.grip);
      add(Act::sweep, Actor::victim, Square::off, style_.lower);
      along(Act::lower, Actor::mover, move_.to(), 0);
      add(Act::let_go, Actor::mover, move_.to(), style_.let_go);
      return;
    }
    take(Actor::victim);
    stow(Actor::victim);
    arrive();
  } else {
    if (victim_) {
      take(Actor::victim);
      stow(Actor::victim);
    }
    if (!move_.is_promotion() && free_line() && chance(style_.slide_percent)) {
      push(Actor::mover, move_.from(), move_.to());
    } else {
      take(Actor::mover);
      if (!move_.is_promotion()) {
        waver();
        carry(Actor::mover, move_.from(), move_.to());
      }
      arrive();
    }
  }
}

// Usual durations are drawn; `eighths` scales the drawn part (a move of one square against one of eight).
void Planner::add(Act act, Actor actor, Square target, const Span& span, int eighths) {
  const Tick drawn = random_.within(span.usual_low, span.usual_high);
  gesture_.steps.push_back({act, actor, target, span.least, std::max(span.least, drawn * eighths / 8)});
  if (actor != Actor::mover) return;
  if (act == Act::grip) brush(brushed_leaving_, 4);
  if (act != Act::lower || target != move_.to()) return;
  brush(brushed_arriving_, 2);
  for (const Square s : toppled_) along(Act::topple, s, 3, fall_over);
}

void Planner::along(Act act, Actor actor, Square target, int lag) { gesture_.steps.push_back({act, actor, target, 0, 0, lag}); }

void Planner::along(Act act, Square bystander, int lag, Tick most) {
  gesture_.steps.push_back({act, Actor::bystander, bystander, 0, most, lag, bystander});
}

void Planner::take(Actor actor) {
  add(Act::grip, actor, Square::off, style_.grip);
  add(Act::raise, actor, Square::off, style_.raise);
}

void Planner::set_down(Actor actor, Square to) {
  add(Act::lower, actor, to, style_.lower);
  add(Act::let_go, actor, to, style_.let_go);
}

void Planner::whole(Actor actor, Square from, Square to) {
  take(actor);
  carry(actor, from, to);
  set_down(actor, to);
}

void Planner::push(Actor actor, Square from, Square to) {
  add(Act::grip, actor, from, style_.grip);
  Square here = from;
  if (const auto middle = between(from, to); middle && has(style_.halt_percent)) {
    add(Act::slide, actor, *middle, style_.carry, distance(from, *middle));
    stop(actor);
    here = *middle;
  }
  add(Act::slide, actor, to, style_.carry, distance(here, to));
  add(Act::let_go, actor, to, style_.let_go);
}

void Planner::castle() {
  const bool king_stays = move_.from() == move_.to();
  const bool rook_stays = journey_->from == journey_->to;
  const bool both_go = !king_stays && !rook_stays;
  if (both_go && has(style_.two_hands_percent)) {
    castle_with_two_hands();
  } else if (both_go && position_.at(move_.to())) {
    // Chess960, the rook stands where the king goes: king up, rook across, king down (Guidelines II.3).
    take(Actor::mover);
    stow(Actor::mover);
    whole(Actor::rook, journey_->from, journey_->to);
    carry(Actor::mover, move_.from(), move_.to());
    set_down(Actor::mover, move_.to());
  } else if (both_go && journey_->to != move_.from() && has(style_.rook_first_percent)) {
    whole(Actor::rook, journey_->from, journey_->to);
    reach(Actor::mover);
    whole(Actor::mover, move_.from(), move_.to());
    remark(FlagWord::violation, Clause::c4_7).breach = true;  // 4.4.2, and the rook has been released
  } else {
    // The king first: 3.8.2 and 4.4 ask for it.
    if (!king_stays && way_is_free() && has(style_.slide_percent)) {
      push(Actor::mover, move_.from(), move_.to());
    } else if (!king_stays) {
      whole(Actor::mover, move_.from(), move_.to());
    }
    if (both_go) reach(Actor::rook);
    if (!rook_stays) whole(Actor::rook, journey_->from, journey_->to);
  }
}

// The king's hand leads by a little: touched at the same instant the two would leave the order open.
void Planner::castle_with_two_hands() {
  add(Act::grip, Actor::mover, Square::off, style_.grip);
  along(Act::grip, Actor::rook, Square::off, 4);
  add(Act::raise, Actor::mover, Square::off, style_.raise);
  along(Act::raise, Actor::rook, Square::off, 1);
  add(Act::carry, Actor::mover, move_.to(), style_.carry);
  along(Act::carry, Actor::rook, journey_->to, 1);
  add(Act::lower, Actor::mover, move_.to(), style_.lower);
  along(Act::lower, Actor::rook, journey_->to, 1);
  add(Act::let_go, Actor::mover, move_.to(), style_.let_go);
  along(Act::let_go, Actor::rook, journey_->to, 1);
  remark(FlagWord::suspect_4_1, Clause::c4_1);
}

void Planner::capture_with_two_hands() {
  add(Act::grip, Actor::mover, Square::off, style_.grip);
  along(Act::grip, Actor::victim, Square::off, 4);
  add(Act::raise, Actor::mover, Square::off, style_.raise);
  along(Act::raise, Actor::victim, Square::off, 1);
  carry(Actor::mover, move_.from(), move_.to());
  along(Act::stow, Actor::victim, Square::off, 1);
  set_down(Actor::mover, move_.to());
  remark(FlagWord::two_hands, Clause::c4_1).hidden = true;
}

// The mover is in the air and its square is free: put it down, or exchange it.
void Planner::arrive() {
  if (!move_.is_promotion()) {
    set_down(Actor::mover, move_.to());
    return;
  }
  if (chance(style_.exchange_percent)) {
    carry(Actor::mover, move_.from(), move_.to());
    set_down(Actor::mover, move_.to());
    reach(Actor::mover);  // for the new piece, and back
    take(Actor::mover);
  }
  stow(Actor::mover);
  // The new piece comes from beside the board.
  add(Act::grip, Actor::promoted, Square::off, style_.grip);
  add(Act::raise, Actor::promoted, Square::off, style_.raise);
  add(Act::carry, Actor::promoted, move_.to(), style_.carry);
  set_down(Actor::promoted, move_.to());
}

// On the way, with the piece in the air: held over a square, set down with the fingers still on it (nothing of 4.7), lost.
void Planner::waver() {
  const SquareSet empty = ~position_.pieces() & ~moved_;
  if (has(style_.hover_percent)) {
    if (const auto s = one_of(around(move_.to()) & empty)) {
      carry(Actor::mover, move_.from(), *s);
      add(Act::dip, Actor::mover, *s, style_.lower);
      stop(Actor::mover);
      add(Act::raise, Actor::mover, Square::off, style_.raise);
    }
  }
  if (has(style_.probe_percent)) {
    if (const auto s = one_of(destinations() & empty)) {
      carry(Actor::mover, move_.from(), *s);
      add(Act::lower, Actor::mover, *s, style_.lower);
      stop(Actor::mover);
      add(Act::raise, Actor::mover, Square::off, style_.raise);
    }
  }
  if (has(style_.drop_percent)) {
    // Where it could not go by the Laws; elsewhere nobody could tell it from a move that is made (4.7).
    if (const auto s = one_of(around(move_.to()) & empty & ~destinations())) {
      carry(Actor::mover, move_.from(), *s);
      gesture_.steps.push_back({Act::fall, Actor::mover, *s, free_fall, free_fall});
      reach(Actor::mover);
      take(Actor::mover);
    }
  }
}

// Neighbours of a square.
SquareSet Planner::around(Square s) {
  SquareSet set = 0;
  for (int file = std::max(file_of(s) - 1, 0); file <= std::min(file_of(s) + 1, 7); ++file) {
    for (int rank = std::max(rank_of(s) - 1, 0); rank <= std::min(rank_of(s) + 1, 7); ++rank) set |= set_of(square(file, rank));
  }
  return set & ~set_of(s);
}

SquareSet Planner::destinations() const {
  SquareSet set = 0;
  for (const Move m : chess::legal_moves(position_)) set |= m.from() == move_.from() ? set_of(m.to()) : 0;
  return set;
}

int Planner::distance(Square a, Square b) {
  return std::clamp(std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b))), 1, 7) + 1;
}

bool Planner::free_line() const {
  const int files = file_of(move_.to()) - file_of(move_.from());
  const int ranks = rank_of(move_.to()) - rank_of(move_.from());
  return files == 0 || ranks == 0 || std::abs(files) == std::abs(ranks);  // a legal move along a line is free
}

// The king's way along the first rank, where no rook of Chess960 stands in it.
bool Planner::way_is_free() const {
  const int step = file_of(move_.to()) > file_of(move_.from()) ? 1 : -1;
  for (int file = file_of(move_.from()) + step; file != file_of(move_.to()) + step; file += step) {
    if (position_.at(square(file, rank_of(move_.from())))) return false;
  }
  return true;
}

// A square between the ends of a line, half way or just before it.
std::optional<Square> Planner::between(Square a, Square b) {
  const int half = (distance(a, b) - 1) / 2;
  const auto part = [&](int from, int to) { return from + (to > from ? half : to < from ? -half : 0); };
  if (half == 0) return std::nullopt;
  return square(part(file_of(a), file_of(b)), part(rank_of(a), rank_of(b)));
}

Tick Steps::least() const { return sum(*this, &Step::least); }
Tick Steps::usual() const { return sum(*this, &Step::usual); }

Gesture plan_gesture(const Position& position, Move move, const Style& style, sim::Random& random, int ply) {
  return Planner(position, move, style, random, ply).plan();
}

}  // namespace adoube::hands
