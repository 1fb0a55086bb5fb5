// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/gesture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>

namespace adoube::hands {

namespace {

using chess::Move;
using chess::Position;

class Planner {
 public:
  Planner(const Position& position, Move move, const Style& style, sim::Random& random)
      : position_(position), move_(move), style_(style), random_(random) {}

  Gesture plan() {
    const auto victim = chess::captured_square(position_, move_);
    if (move_.is_castling()) {
      // The king first: 3.8.2 and 4.4 ask for it.
      const chess::RookJourney journey = chess::castling_rook_journey(position_, move_);
      castle(journey);
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
    } else if (victim && chance(style_.mover_first_percent)) {
      take(Actor::mover);
      carry(Actor::mover, move_.from(), move_.to());
      take(Actor::victim);
      stow(Actor::victim);
      arrive();
    } else {
      if (victim) {
        take(Actor::victim);
        stow(Actor::victim);
      }
      if (!move_.is_promotion() && free_line() && chance(style_.slide_percent)) {
        add(Act::grip, Actor::mover, move_.from(), style_.grip);
        add(Act::slide, Actor::mover, move_.to(), style_.carry, distance(move_.from(), move_.to()));
        add(Act::let_go, Actor::mover, move_.to(), style_.let_go);
      } else {
        take(Actor::mover);
        if (!move_.is_promotion()) {
          carry(Actor::mover, move_.from(), move_.to());
        }
        arrive();
      }
    }
    return std::move(gesture_);
  }

 private:
  bool chance(int percent) { return random_.chance(percent); }

  // Usual durations are drawn; `eighths` scales the drawn part (a move of one square against one of eight).
  void add(Act act, Actor actor, Square target, const Span& span, int eighths = 8) {
    const Tick drawn = random_.within(span.usual_low, span.usual_high);
    gesture_.steps.push_back({act, actor, target, span.least, std::max(span.least, drawn * eighths / 8)});
  }
  void take(Actor actor) {
    add(Act::grip, actor, Square::off, style_.grip);
    add(Act::raise, actor, Square::off, style_.raise);
  }
  void stow(Actor actor) { add(Act::stow, actor, Square::off, style_.reach); }
  void reach(Actor actor) { add(Act::reach, actor, Square::off, style_.reach); }
  void carry(Actor actor, Square from, Square to) { add(Act::carry, actor, to, style_.carry, distance(from, to)); }
  void set_down(Actor actor, Square to) {
    add(Act::lower, actor, to, style_.lower);
    add(Act::let_go, actor, to, style_.let_go);
  }
  void whole(Actor actor, Square from, Square to) {
    take(actor);
    carry(actor, from, to);
    set_down(actor, to);
  }

  void castle(const chess::RookJourney& journey) {
    const bool king_stays = move_.from() == move_.to();
    const bool rook_stays = journey.from == journey.to;
    if (!king_stays && position_.at(move_.to()) && !rook_stays) {
      // Chess960, the rook stands where the king goes: king up, rook across, king down (Guidelines II.3).
      take(Actor::mover);
      stow(Actor::mover);
      whole(Actor::rook, journey.from, journey.to);
      carry(Actor::mover, move_.from(), move_.to());
      set_down(Actor::mover, move_.to());
      return;
    }
    if (!king_stays) whole(Actor::mover, move_.from(), move_.to());
    if (!king_stays && !rook_stays) reach(Actor::rook);
    if (!rook_stays) whole(Actor::rook, journey.from, journey.to);
  }

  // The mover is in the air and its square is free: put it down, or exchange it.
  void arrive() {
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

  static int distance(Square a, Square b) {
    return std::clamp(std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b))), 1, 7) + 1;
  }

  bool free_line() const {
    const int files = file_of(move_.to()) - file_of(move_.from());
    const int ranks = rank_of(move_.to()) - rank_of(move_.from());
    return files == 0 || ranks == 0 || std::abs(files) == std::abs(ranks);  // a legal move along a line is free
  }

  const Position& position_;
  Move move_;
  const Style& style_;
  sim::Random& random_;
  Gesture gesture_;
};

Tick sum(const std::vector<Step>& steps, Tick Step::*part) {
  Tick total = 0;
  for (const Step& s : steps) total += s.*part;
  return total;
}

// The pieces of a move on the table; the promoted one comes when it is needed.
class Cast {
 public:
  Cast(const Position& position, Move move, Table& table) : table_(table) {
    set(Actor::mover, table.on(move.from()));
    if (const auto victim = chess::captured_square(position, move)) set(Actor::victim, table.on(*victim));
    if (move.is_castling()) set(Actor::rook, table.on(chess::castling_rook_journey(position, move).from));
  }
  sim::Piece operator[](Actor actor) {
    auto& piece = pieces_[static_cast<std::size_t>(actor)];
    if (!piece) piece = table_.spare();
    return *piece;
  }

 private:
  void set(Actor actor, std::optional<sim::Piece> piece) { pieces_[static_cast<std::size_t>(actor)] = piece; }
  Table& table_;
  std::array<std::optional<sim::Piece>, 4> pieces_;
};

}  // namespace

Tick Gesture::least() const { return sum(steps, &Step::least); }
Tick Gesture::usual() const { return sum(steps, &Step::usual); }

Gesture plan_gesture(const Position& position, Move move, const Style& style, sim::Random& random) {
  return Planner(position, move, style, random).plan();
}

Performed perform(const Gesture& gesture, const Position& position, Move move, Tick end, Tick length, Table& table) {
  const Tick least = gesture.least();
  if (length < least) throw std::logic_error(fmt::format("a gesture of {} us in {} us", least, length));
  const Tick spread = std::max<Tick>(gesture.usual() - least, 1);
  Cast cast(position, move, table);
  Performed done{end - length, 0, 0, end, {}};
  Tick now = done.touch;
  Tick before = 0;   // the least of the steps so far
  Tick reserve = 0;  // and what they are usually longer
  for (const Step& step : gesture.steps) {
    before += step.least;
    reserve += step.usual - step.least;
    const Tick next = done.touch + before + (length - least) * reserve / spread;
    const sim::Piece piece = cast[step.actor];
    switch (step.act) {
      case Act::grip: table.grip(piece, now); break;
      case Act::raise:
        if (done.lift == 0) done.lift = now;
        table.raise(piece, now, next);
        break;
      case Act::carry: table.carry(piece, now, next, step.target); break;
      case Act::slide:
        if (done.lift == 0) done.lift = now;
        table.slide(piece, now, next, step.target);
        done.place = next;
        break;
      case Act::lower:
        table.lower(piece, now, next, step.target);
        done.place = next;
        break;
      case Act::let_go: table.let_go(piece, next); break;
      case Act::stow:
        table.stow(piece, now, next);
        break;
      case Act::reach: break;
    }
    now = next;
  }
  for (const Actor actor : {Actor::victim, Actor::mover}) {
    const bool stays_out = actor == Actor::victim ? chess::captured_square(position, move).has_value() : move.is_promotion();
    if (stays_out && table.held(cast[actor])) done.in_hand.push_back(cast[actor]);
  }
  return done;
}

}  // namespace adoube::hands
