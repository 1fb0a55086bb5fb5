// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/doubt.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include "rules/article4/grip.hpp"

namespace adoube::recognition {

using article4::FlagWord;
using article4::Judgement;
using article4::Verdict;

namespace {

constexpr Tick kForever = std::numeric_limits<Tick>::max();

void raise(Judgement& j, FlagWord word, SquareSet squares) {
  while (squares != 0) j.flags.raise(word, pop(squares));
}

/// Squares of the turn that a piece left or where, `felt`, a hand was with one in the air.
struct Visits {
  SquareSet left = 0;
  SquareSet filled = 0;   ///< again, whoever has taken up what stood there since
  SquareSet felt = 0;
  bool together = false;  ///< two pieces were in the air at once: which was touched first their lifts do not tell
  bool many = false;      ///< more than a player takes up for any move
};

Visits visits(const Ownership& hands, Owner owner) {
  Visits out;
  bool up = false;
  int in_air = 0;
  for (const Seen& s : hands.window()) {
    if (s.event.kind == EventKind::place) out.filled |= out.left & set_of(s.event.square);
    if (s.owner != owner || s.event.square == Square::off) continue;
    if (s.event.kind == EventKind::lift) {
      out.left |= set_of(s.event.square);
      out.together = out.together || up;
      out.many = out.many || ++in_air > 2;
    }
    if (s.event.kind == EventKind::place && in_air > 0) --in_air;
    if (s.event.kind == EventKind::lift || s.event.kind == EventKind::place) up = s.event.kind == EventKind::lift;
    if (s.event.kind == EventKind::touch && out.left != 0) out.felt |= set_of(s.event.square);
  }
  return out;
}

using Window = std::vector<Seen>;

/// When the hand that came with that touch left the square; never, if it is still there.
Tick left_at(const Window& window, Window::const_iterator touch) {
  const auto release = std::find_if(touch, window.end(), [&](const Seen& s) {
    return s.event.kind == EventKind::release && s.event.square == touch->event.square;
  });
  return release == window.end() ? kForever : release->event.when.hi;
}

/// The hand that came with `touch` can have done what `moved` shows, wherever that was; it may be felt a moment late.
bool can_have_done(const Window& window, Window::const_iterator touch, const Event& moved) {
  const Tick came = touch->event.when.hi, left = left_at(window, touch), now = moved.when.hi;
  return came <= now + article4::kSensorLate && (left >= now || (moved.kind == EventKind::lift && article4::may_have_raised(came, left, now)));
}

/// Hands of the player that were felt where no piece left or came while one of his left or came to another square. One hand is not
/// in two places: he has two on the board, or a pad is stuck, or one plane reads another square than the other.
struct Elsewhere {
  SquareSet stayed = 0;  ///< beside a hand that was felt where the piece was, or
  SquareSet alone = 0;   ///< without one
};

Elsewhere felt_elsewhere(const Ownership& hands, Owner owner) {
  Elsewhere out;
  SquareSet changed = 0;
  const Window& window = hands.window();
  for (const Seen& s : window) {
    const Event& moved = s.event;
    if (s.owner != owner || moved.square == Square::off || (moved.kind != EventKind::lift && moved.kind != EventKind::place)) continue;
    changed |= set_of(moved.square);
    if (moved.from_outside) continue;  // a new piece (3.7.3) may come with the other hand
    bool felt = false;
    SquareSet stayed = 0, all = 0;
    for (auto t = window.begin(); t != window.end(); ++t) {
      if (t->event.kind != EventKind::touch || t->event.square == Square::off || !can_have_done(window, t, moved)) continue;
      felt = felt || t->event.square == moved.square;
      if (t->owner != owner) continue;
      all |= set_of(t->event.square);
      if (t->event.when.hi <= moved.when.hi && left_at(window, t) >= moved.when.hi) stayed |= set_of(t->event.square);
    }
    if (felt) {
      out.stayed |= stayed;
    } else {
      out.alone |= all;
    }
  }
  out.stayed &= ~changed;
  out.alone &= ~changed;
  return out;
}

/// Squares to which a piece of the opponent's came, or one that nobody was seen to take anywhere, where the player's own stand as after a
/// legal move: then its owner may have brought it there, and the move is a legal one.
SquareSet brought_by_its_owner(const Board& board) {
  const article4::Pieces& pieces = board.turn.pieces();
  SquareSet own = 0, out = 0;
  for (int t = 0; t < pieces.count(); ++t) {
    const article4::Token& token = pieces[t];
    if (token.in_air || token.at == Square::off) continue;
    if (token.origin == Square::off) {
      if (!token.piece) out |= set_of(token.at);
      continue;
    }
    if (pieces.own(t)) own |= set_of(token.at);
    if (!pieces.own(t) && token.at != token.origin) out |= set_of(token.at);
  }
  const chess::Position& before = board.table.position();
  const bool legal = std::ranges::any_of(board.table.moves(), [&](chess::Move m) { return before.after(m).pieces(before.side_to_move()) == own; });
  return legal ? out : SquareSet{0};
}

/// Where a piece stands that may be the opponent's on the way to take what the player had let stand, a legal move.
SquareSet on_the_way_to_take(const Ownership& hands, SquareSet shown) {
  const auto rest = hands.move_at_rest();
  if (!rest) return 0;
  const chess::Position after = hands.rest();
  const SquareSet missing = after.pieces() & ~shown, surplus = shown & ~after.pieces();
  return contains(missing, rest->to()) && part_of_reply(after, missing, surplus, OnTheWay::anywhere) ? surplus : SquareSet{0};
}

/// Pieces that left their squares without a hand in this turn, and stand again.
SquareSet fallen_in_turn(const Judgement& j) {
  SquareSet out = 0;
  for (const article4::Flag& f : j.flags) {
    if (f.word == FlagWord::disturbed) out |= set_of(f.square);
  }
  return out;
}

}  // namespace

Judgement with_doubt(const Board& board, const Ownership& hands, Owner owner, const Senses& senses) {
  Judgement j = board.turn.judgement();
  const bool unseen = senses.unread != 0 || !senses.contacts || j.flags.has(FlagWord::gap);
  if (unseen && j.flags.has(FlagWord::inferred)) j.certainty = article4::Certainty::arbiter;
  if (board.options.sensed.has(FlagWord::order_unclear)) j.certainty = article4::Certainty::arbiter;
  if (j.standing && hands.hangs_on_missed(board, board.table.moves()[*j.standing])) {
    j.flags.raise(FlagWord::gap);
    j.certainty = article4::Certainty::arbiter;
  }
  const auto told = [](const Seen& s) { return s.event.kind == EventKind::lift && s.event.actor; };
  if (std::any_of(hands.window().begin(), hands.window().end(), told)) return j;
  const bool illegal = j.verdict == Verdict::illegal_completed;
  const bool blames = illegal || j.verdict == Verdict::illegal_uncompleted || j.verdict == Verdict::violation;
  const bool made = j.verdict == Verdict::move_made || j.verdict == Verdict::move_completed || j.verdict == Verdict::game_over;
  const Elsewhere felt = senses.contacts && (blames || made) ? felt_elsewhere(hands, owner) : Elsewhere{};
  if (made && felt.alone != 0) {
    raise(j, FlagWord::unsteady, felt.alone);
    j.certainty = article4::Certainty::arbiter;
  }
  if (!blames) return j;
  const SquareSet stood = board.table.position().pieces();
  const SquareSet missing = stood & ~senses.shown, surplus = senses.shown & ~stood;
  const bool gone = illegal && std::popcount(missing) > std::popcount(surplus);
  const Visits seen = visits(hands, owner);
  SquareSet touched = 0;
  for (const article4::TouchedPiece& t : j.touched) touched |= set_of(t.square);
  SquareSet bumped = 0, astray = 0, elsewhere = 0;
  SquareSet foreign = illegal ? brought_by_its_owner(board) | on_the_way_to_take(hands, senses.shown) : SquareSet{0};
  if (owner == Owner::mover) foreign |= hands.moved_once_more(senses.shown);
  const bool set_up = j.verdict == Verdict::violation && (touched & fallen_in_turn(j)) != 0;
  bool unordered = false;
  if (!senses.contacts) {
    bumped = seen.left & stood & (senses.shown | seen.filled);
    if (j.standing) bumped &= ~board.table.changed(*j.standing);
    unordered = j.verdict == Verdict::violation && seen.together;
    if (gone) astray = missing & seen.left;
  } else {
    if (gone) astray = seen.felt & ~senses.shown & ~seen.left;
    elsewhere = touched & (felt.stayed | felt.alone);
  }
  if (seen.many) astray |= missing & seen.left;
  raise(j, FlagWord::disturbed, bumped);
  raise(j, FlagWord::off_centre, astray);
  raise(j, FlagWord::unsteady, elsewhere);
  raise(j, FlagWord::displaced, foreign);
  if (unordered) j.flags.raise(FlagWord::order_unclear);
  if (unordered || set_up || (bumped | astray | elsewhere | foreign) != 0 || (illegal && senses.unheld != 0)) j.certainty = article4::Certainty::arbiter;
  return j;
}

}  // namespace adoube::recognition
