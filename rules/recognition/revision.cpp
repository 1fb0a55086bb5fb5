// SPDX-License-Identifier: Apache-2.0
/// Second thoughts about whose hand it was: the board or a press shows that the first guess was wrong.
#include <algorithm>
#include <iterator>

#include "rules/article4/grip.hpp"
#include "rules/recognition/ownership.hpp"

namespace adoube::recognition {

using chess::Move;
using chess::Position;

/// Another move than was thought stands on the board, or none: whose events were whose is open again.
void Ownership::start_over() {
  for (Seen& s : window_) {
    if (!s.event.actor) s.owner = Owner::mover;
  }
  rebuild();
}

/// A lift that came last tells in which order the others have to be read: hands did not leave a piece that goes on without being
/// touched again, and what arrived in the same scan arrived after it.
bool Ownership::reorder() {
  const auto lift = std::prev(window_.end());
  const Square from = lift->event.square;
  if (lift->event.actor) return false;
  // A hand that has just left the piece, and has not come back to it, pushes it on.
  const auto last = std::find_if(std::next(window_.rbegin()), window_.rend(), [&](const Seen& s) { return s.event.square == from; });
  const bool left = last != window_.rend() && last->event.kind == EventKind::release && lift->event.when.hi - last->event.when.hi <= kPush;
  const bool came = left && std::any_of(std::next(last), window_.rend(), [&](const Seen& s) {
    return s.event.square == from && s.event.kind == EventKind::place;
  });
  // A piece may be seen to come before it is seen to go: in one scan, or pushed by a hand that is ahead of it.
  const int t = now_->turn.pieces().on(from);
  const Square origin = t == article4::Pieces::kNone ? from : now_->turn.pieces()[t].origin;
  const auto arrival = std::find_if(came ? last.base() : window_.begin(), lift, [&](const Seen& s) {
    const bool between = left && s.number > last->number;  // the hand left, what it held came, and then the sensor there told that it had gone
    return s.event.kind == EventKind::place && s.event.square != from && (came || between || adoube::unclear(s.event.when, lift->event.when)) &&
           !now_->table.placing(origin, s.event.square).empty();
  });
  const bool late = arrival != lift && (came || !made());
  if (late) {
    std::swap(arrival->number, lift->number);
    sight_.swap(arrival->event.square, from);
    std::rotate(arrival, lift, window_.end());
  }
  if (came) {
    const auto release = std::prev(last.base());
    const auto behind = std::find_if(release, window_.end(), [&](const Seen& s) { return s.event.square == from && s.event.kind == EventKind::lift; });
    std::rotate(release, std::next(release), std::next(behind));
  }
  return late || came;
}

void Ownership::rebuild() {
  now_->restart();
  stood_.reset();
  made_number_ = 0;
  for (const Seen& s : window_) {
    if (s.owner == Owner::mover) to_mover(s);
  }
  begun_ = false;
  next_after_.reset();
  if (std::any_of(window_.begin(), window_.end(), [](const Seen& s) { return s.owner == Owner::next; })) open_next();
}

int Ownership::begun(Square s) const {
  const Seen* touch = nullptr;
  const Seen* left = nullptr;
  int lift = 0;
  for (const Seen& w : window_) {
    if (w.event.square != s) continue;
    switch (w.event.kind) {
      case EventKind::touch:
        if (lift == 0) touch = &w, left = nullptr;
        break;
      case EventKind::release:
        if (lift == 0) left = &w;
        break;
      case EventKind::lift: {
        // A hand is felt no more before its piece is gone.
        const bool raised = touch != nullptr && (left == nullptr || article4::may_have_raised(touch->event.when.hi, left->event.when.hi, w.event.when.hi));
        lift = raised ? touch->number : w.number;
        break;
      }
      case EventKind::place:
        touch = left = nullptr;
        lift = 0;
        break;
      default: break;
    }
  }
  if (lift != 0) return lift;
  return touch != nullptr && left == nullptr ? touch->number : 0;
}

/// The board shows a move of the mover except for squares where a reply has begun: those hands are the opponent's.
void Ownership::foreign_hands() {
  const auto fit = fit_with_reply(sight_, now_->table);
  if (!fit) return;
  owners_.clear();
  for (const Seen& s : window_) owners_.push_back(s.owner);
  give_away(fit->foreign);
  rebuild();
  const auto m = now_->turn.standing();
  const Move want = now_->table.moves()[fit->move];
  const bool stands = m && now_->table.moves()[*m].from() == want.from() && now_->table.moves()[*m].to() == want.to();
  if (stands) return;
  for (std::size_t i = 0; i < window_.size(); ++i) window_[i].owner = owners_[i];
  rebuild();
}

/// The mover had let a move stand, and what hands have done since is an answer to it: the whole of one or, as he has pressed
/// and so holds nothing, any part.
bool Ownership::answer_since_rest(bool pressed) {
  if (!rest_move_) return false;
  const Move move = now_->table.moves()[*rest_move_];
  const Position after = position().after(move);
  const SquareSet missing = after.pieces() & ~sight_.occupied();
  const SquareSet surplus = sight_.occupied() & ~after.pieces();
  const auto since = [&](const Seen& s) { return s.number > rest_number_ && !s.event.actor; };
  // Who presses has left the pieces as well: where a hand still is, another has set one down.
  const bool another = pressed && (surplus & sight_.contacts()) != 0;
  const bool let_go = another || !sight_.senses() || now_->turn.fixed() == rest_move_ || std::any_of(window_.begin(), window_.end(), [&](const Seen& s) {
    return since(s) && s.event.kind == EventKind::release && contains(now_->table.changed(*rest_move_), s.event.square);
  });
  const bool answered = pressed ? missing != 0 && part_of_reply(after, missing, surplus, let_go ? OnTheWay::anywhere : OnTheWay::nowhere)
                                : whole_reply(sight_, after, rest_number_);
  if (!answered) return false;
  owners_.clear();
  for (const Seen& s : window_) owners_.push_back(s.owner);
  const SquareSet of_the_move = now_->table.changed(*rest_move_);
  SquareSet theirs = 0;
  for (auto s = window_.begin(); s != window_.end(); ++s) {
    const Event& e = s->event;
    if (!since(*s) || e.square == Square::off) continue;
    const bool moves = e.kind == EventKind::lift || e.kind == EventKind::place;
    if (moves || contains(theirs, e.square)) s->owner = Owner::next;
    if (!moves || contains(theirs, e.square)) continue;
    theirs |= set_of(e.square);
    // The contact that led to it; but one that has been open since the move was made began with the mover's hand.
    const auto contact = std::find_if(std::reverse_iterator(s), window_.rend(), [&](const Seen& w) { return w.event.square == e.square; });
    const bool touch = contact != window_.rend() && contact->event.kind == EventKind::touch && !contact->event.actor;
    if (touch && (since(*contact) || !contains(of_the_move, e.square))) contact->owner = Owner::next;
  }
  rebuild();
  const auto m = made();
  if (m && now_->table.moves()[*m].from() == move.from() && now_->table.moves()[*m].to() == move.to()) return true;
  for (std::size_t i = 0; i < window_.size(); ++i) window_[i].owner = owners_[i];
  rebuild();
  return false;
}

/// What goes on on these squares is the opponent's.
void Ownership::give_away(SquareSet foreign) {
  while (foreign != 0) {
    const Square s = pop(foreign);
    const int from = contains(sight_.occupied(), s) ? 0 : begun(s);  // all that led there, where a piece has come
    for (Seen& w : window_) {
      if (w.event.square == s && w.number >= from && !w.event.actor) w.owner = Owner::next;
    }
  }
}

/// What hands did there since its piece left is the opponent's: he has set another down.
void Ownership::give_away_since_lift(Square s) {
  bool came = false;
  for (Seen& w : window_) {
    if (w.event.square != s || w.number <= sight_.lifted(s)) continue;
    came = came || w.event.kind == EventKind::touch || w.event.kind == EventKind::place;
    if (came && !w.event.actor) w.owner = Owner::next;
  }
}

/// Who presses holds no piece: of a capture that leaves what the squares show the arrival was missed. It stood there before
/// the hand left the square. Where events name their actor somebody tells what happened, and misses nothing. `let_go`: the move
/// whose hand was seen to go before the press.
void Ownership::swept_capture(const Event& press, std::optional<std::size_t> let_go) {
  const auto told = [](const Seen& s) { return s.event.kind == EventKind::lift && s.event.actor; };
  if (std::any_of(window_.begin(), window_.end(), told)) return;
  const Swept found = swept(sight_, now_->table);
  const auto standing = now_->turn.standing();
  if (!standing && made()) return;
  if (standing && !sight_.senses()) {
    // What was set down there may be the whole of a reply, and what the mover took up the captor of a piece he swept aside.
    const Move now = now_->table.moves()[*standing];
    for (const Fit& fit : found.fits) {
      const Move other = now_->table.moves()[fit.move];
      if (other.from() == now.from() && other.to() != now.to() && reply_came(sight_, position().after(other), now.to())) unclear_.push(other);
    }
    if (!unclear_.empty()) unclear_.push(now);
    return;
  }
  if (standing) {
    // Who presses has let go as well: where a hand still is, another has set the piece down, if a capture fits so well; unless the
    // first was seen to go, and this one comes to take what it left.
    const Square to = now_->table.moves()[*standing].to();
    if (!contains(sight_.contacts(), to) || found.fits.size() != 1 || let_go == standing) return;
    const Square taken = now_->table.moves()[found.fits[0].move].to();
    if (sight_.visited(taken) <= sight_.lifted(now_->table.moves()[found.fits[0].move].from())) return;
  }
  if (found.fits.size() != 1) {
    for (const Fit& fit : found.fits) unclear_.push(now_->table.moves()[fit.move]);
    return;
  }
  const Fit fit = found.fits[0];
  const Square to = now_->table.moves()[fit.move].to();
  const Square from = now_->table.moves()[fit.move].from();
  for (Seen& s : window_) {
    if (s.event.square == from && !s.event.actor) s.owner = Owner::mover;  // whatever its piece was thought to be taken by
  }
  give_away(fit.foreign & ~set_of(from));
  if (contains(fit.foreign, from)) give_away_since_lift(from);
  const auto on_it = [&](EventKind kind) {
    return std::find_if(window_.rbegin(), window_.rend(), [&](const Seen& s) {
      return s.event.square == to && s.event.kind == kind && s.owner == Owner::mover;
    });
  };
  const auto came = on_it(EventKind::touch), left = on_it(EventKind::release);
  Seen arrival{press, number_, Owner::mover};
  if (came != window_.rend()) arrival = {came->event, came->number, Owner::mover};
  arrival.event.kind = EventKind::place;
  arrival.event.square = to;
  arrival.event.when.hi = left != window_.rend() ? left->event.when.hi : press.when.hi;
  const bool seen_leaving = left != window_.rend() && (came == window_.rend() || left < came);
  window_.insert(seen_leaving ? std::next(left).base() : std::prev(window_.end()), arrival);
  now_->options.sensed.raise(article4::FlagWord::inferred);
  rebuild();
}

/// Without contacts a piece that stood and is under way may be the mover's, who goes on, or the opponent's, who takes what
/// stood there: both explain the squares.
void Ownership::compare_with_rest() {
  const auto m = now_->turn.standing();
  if (!m || !rest_move_ || sight_.senses()) return;
  const Move now = now_->table.moves()[*m], then = now_->table.moves()[*rest_move_];
  if (now.from() == then.from() && now.to() == then.to()) return;
  const Position after = position().after(then);
  const SquareSet missing = after.pieces() & ~sight_.occupied();
  const SquareSet surplus = sight_.occupied() & ~after.pieces();
  if (missing == 0 || !part_of_reply(after, missing, surplus, OnTheWay::anywhere)) return;
  unclear_.push(now);
  unclear_.push(then);
}

SquareSet Ownership::forget_fallen(const Position& after, Owner owner) {
  const SquareSet missing = after.pieces() & ~sight_.occupied();
  const SquareSet surplus = sight_.occupied() & ~after.pieces();
  const bool begun = (missing | surplus) != 0;
  const SquareSet replies = begun ? squares_of_replies(after, missing, surplus) : 0;
  if (begun && replies == 0) return 0;
  SquareSet fallen = 0;
  const auto gone = std::erase_if(window_, [&](const Seen& s) {
    const bool stray = s.owner == owner && !s.event.actor && s.event.square != Square::off && !contains(replies, s.event.square);
    if (stray && s.event.kind == EventKind::lift) fallen |= set_of(s.event.square);
    return stray;
  });
  if (gone != 0) {
    const Sight levels = sight_;
    sight_.begin_turn();
    for (const Seen& s : window_) sight_.take(s.event, s.number);
    sight_.correct(levels.occupied(), levels.contacts());
    rebuild();
  }
  return fallen & after.pieces();
}

/// Contacts with the opponent's pieces that were open when the move was made: the mover's hand was on his own piece.
void Ownership::open_contacts() {
  if (made_number_ != number_) return;
  const std::size_t m = *now_->turn.standing();
  SquareSet open = sight_.contacts() & position().pieces(!mover()) & ~now_->table.changed(m);
  bool changed = false;
  while (open != 0) {
    const Square s = pop(open);
    const int from = sight_.contact_since(s);
    for (Seen& w : window_) {
      if (w.event.square != s || w.number < from || w.event.actor || w.owner == Owner::next) continue;
      w.owner = Owner::next;
      changed = true;
    }
  }
  if (changed) rebuild();
}

}  // namespace adoube::recognition
