// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/recognition/scripted_hands.hpp"

#include <algorithm>

namespace adoube::testing {

using chess::Kind;
using chess::Move;
using chess::Position;

namespace {

constexpr Tick kScan = 126;
constexpr Tick kLeastPly = 120'000;

struct Step {
  EventKind kind;
  Square square;
  Tick gap;  ///< time since the step before
};

/// The steps of one ply, from the first touch to the release that makes the move.
class Gesture {
 public:
  Gesture(const Position& p, Move m, const Habits& h, Dice& dice, bool hurry)
      : p_(p), m_(m), h_(h), dice_(dice), hurry_(hurry) {
    if (dice_.percent(h_.adjust_back)) put_back();
    if (m_.is_castling()) {
      castle();
    } else if (m_.is_promotion()) {
      promote();
    } else if (m_.is_en_passant()) {
      en_passant();
    } else {
      plain();
    }
  }
  std::vector<Step> steps;

 private:
  Tick gap(Tick quick, Tick slow) { return hurry_ ? quick : dice_.within(quick, slow); }
  void add(EventKind k, Square s, Tick g) { steps.push_back({k, s, g}); }
  void take(Square s) {
    add(EventKind::touch, s, gap(15'000, 120'000));
    add(EventKind::lift, s, gap(15'000, 90'000));
    if (dice_.percent(50)) add(EventKind::release, s, gap(3'000, 15'000));  // the hand leaves the empty square
  }
  void set(Square s) {
    if (dice_.percent(50)) add(EventKind::touch, s, gap(3'000, 10'000));
    add(EventKind::place, s, gap(25'000, 300'000));
    add(EventKind::release, s, gap(10'000, 90'000));
  }
  void put_back() {
    SquareSet own = p_.pieces(p_.side_to_move());
    const Tick skip = dice_.within(0, 7);
    Square s = pop(own);
    for (Tick i = 0; i < skip && own != 0; ++i) s = pop(own);
    take(s);
    set(s);
  }

  std::vector<Square> between() const {
    const int df = file_of(m_.to()) - file_of(m_.from()), dr = rank_of(m_.to()) - rank_of(m_.from());
    std::vector<Square> out;
    if (df != 0 && dr != 0 && df != dr && df != -dr) return out;
    const int sf = (df > 0) - (df < 0), sr = (dr > 0) - (dr < 0);
    for (int f = file_of(m_.from()) + sf, r = rank_of(m_.from()) + sr;
         f != file_of(m_.to()) || r != rank_of(m_.to()); f += sf, r += sr) {
      out.push_back(square(f, r));
    }
    return out;
  }

  void carry() {
    const std::vector<Square> path = between();
    if (!path.empty() && dice_.percent(h_.slide)) {
      for (const Square s : path) {
        add(EventKind::touch, s, gap(3'000, 40'000));
        add(EventKind::place, s, gap(2'000, 10'000));
        if (dice_.percent(h_.flutter)) {
          add(EventKind::release, s, gap(4'000, 40'000));
          add(EventKind::lift, s, gap(1'000, 4'000));
        } else {
          add(EventKind::lift, s, gap(4'000, 900'000));
          add(EventKind::release, s, gap(1'000, 4'000));
        }
      }
    } else if (dice_.percent(h_.hover)) {
      SquareSet free = ~p_.pieces() & ~set_of(m_.to());
      for (Tick i = dice_.within(0, 20); i > 0; --i) pop(free);
      const Square s = first(free);
      add(EventKind::place, s, gap(20'000, 200'000));
      add(EventKind::lift, s, gap(20'000, 1'500'000));
    }
  }

  void plain() {
    const bool capture = p_.at(m_.to()).has_value();
    if (capture && dice_.percent(h_.victim_first)) {
      take(m_.to());
      take(m_.from());
      carry();
    } else {
      take(m_.from());
      carry();
      if (capture) take(m_.to());
    }
    set(m_.to());
  }

  void en_passant() {
    const Square victim = *chess::captured_square(p_, m_);
    switch (dice_.within(0, 2)) {
      case 0: take(victim), take(m_.from()), set(m_.to()); break;
      case 1: take(m_.from()), set(m_.to()), take(victim); break;
      default: take(m_.from()), take(victim), set(m_.to()); break;
    }
  }

  void castle() {
    const chess::RookJourney rook = chess::castling_rook_journey(p_, m_);
    if (dice_.percent(h_.rook_first)) {
      take(rook.from), take(m_.from());
      dice_.percent(50) ? (set(m_.to()), set(rook.to)) : (set(rook.to), set(m_.to()));
    } else if (dice_.percent(h_.rook_quick)) {
      take(m_.from()), take(rook.from);
      dice_.percent(50) ? (set(m_.to()), set(rook.to)) : (set(rook.to), set(m_.to()));
    } else {
      take(m_.from()), set(m_.to()), take(rook.from), set(rook.to);
    }
  }

  void promote() {
    const bool capture = p_.at(m_.to()).has_value();
    const bool victim_first = dice_.percent(h_.victim_first);
    if (capture && victim_first) take(m_.to());
    if (!(capture && !victim_first) && dice_.percent(h_.piece_first)) {
      set(m_.to());
      take(m_.from());
      return;
    }
    take(m_.from());
    if (capture && !victim_first) take(m_.to());
    if (dice_.percent(h_.pawn_first)) {
      set(m_.to());
      take(m_.to());
    }
    set(m_.to());
  }

  const Position& p_;
  Move m_;
  const Habits& h_;
  Dice& dice_;
  bool hurry_;
};

SquareSet touched_by(const Position& p, Move m) {
  SquareSet s = set_of(m.from()) | set_of(m.to());
  if (const auto taken = chess::captured_square(p, m)) s |= set_of(*taken);
  if (m.is_castling()) {
    const chess::RookJourney rook = chess::castling_rook_journey(p, m);
    s |= set_of(rook.from) | set_of(rook.to);
  }
  return s;
}

}  // namespace

Scripted script(const Position& start, const std::vector<Move>& moves, const Habits& habits, std::uint64_t seed) {
  Dice dice(seed);
  Scripted out;
  Position p = start;
  Tick released = 1'000'000;             // the latest release
  Tick free_from[2] = {0, 0};            // when each player's hand is back from the clock
  SquareSet busy = 0;                    // squares of the ply before, until it was made
  Tick first_touch_next = 0;
  std::vector<Event> events;
  Tick late_press_at = -1;               // a press still to come, and whose
  Colour late_presser = Colour::white;
  for (const Move m : moves) {
    const Colour us = p.side_to_move();
    const bool hurry = habits.think <= 3 * kLeastPly;
    Gesture g(p, m, habits, dice, hurry);
    Tick length = 0;
    for (std::size_t i = 1; i < g.steps.size(); ++i) length += g.steps[i].gap;
    const Tick wait = dice.within(kLeastPly, std::max(kLeastPly, habits.think));
    Tick end = std::max(released + wait, free_from[static_cast<int>(us)] + length);
    const bool may_overlap = dice.percent(habits.overlap);
    const bool early_victim = dice.percent(habits.early_victim);
    // What may happen before the opponent's move is made: contacts and lifts away from the squares of his move.
    Tick at = end - length;
    bool clash = !may_overlap;
    for (std::size_t i = 0; i < g.steps.size(); ++i) {
      const Step& s = g.steps[i];
      if (i > 0) at += s.gap;
      if (at > released + 5'000) break;
      const bool own = contains(p.pieces(us), s.square);
      clash = clash || contains(busy, s.square) || s.kind == EventKind::place || (!own && !early_victim);
    }
    if (clash && end - length <= released + 5'000) end = released + 6'000 + length;
    out.overlapped.push_back(end - length <= released);
    first_touch_next = end - length;
    if (late_press_at >= 0) {
      Event press;
      press.kind = EventKind::clock;
      press.actor = late_presser;
      const Tick t = std::min(std::max(late_press_at, first_touch_next + 2'000), end - 10'000);
      press.when = {t - kScan, t};
      events.push_back(press);
      free_from[static_cast<int>(late_presser)] = t + 5'000;
      late_press_at = -1;
    }
    at = end - length;
    for (std::size_t i = 0; i < g.steps.size(); ++i) {
      if (i > 0) at += g.steps[i].gap;
      const Step& s = g.steps[i];
      if (!habits.contacts && (s.kind == EventKind::touch || s.kind == EventKind::release)) continue;
      Event e;
      e.kind = s.kind;
      e.square = s.square;
      e.when = {at - kScan, at};
      events.push_back(e);
    }
    released = end;
    out.releases.push_back(end);
    free_from[static_cast<int>(us)] = end + 5'000;
    busy = touched_by(p, m);
    if (habits.presses) {
      if (dice.percent(habits.late_press)) {
        late_press_at = end + 50'000;
        late_presser = us;
      } else {
        Event press;
        press.kind = EventKind::clock;
        press.actor = us;
        const Tick t = end + dice.within(45'000, 100'000);
        press.when = {t - kScan, t};
        events.push_back(press);
        free_from[static_cast<int>(us)] = t + 5'000;
      }
    }
    p.make(m);
  }
  std::stable_sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.when.hi < b.when.hi; });
  std::uint32_t id = 0;
  for (Event& e : events) e.id = ++id;
  out.events = std::move(events);
  return out;
}

}  // namespace adoube::testing
