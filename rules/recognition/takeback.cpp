// SPDX-License-Identifier: Apache-2.0
/// Confirmed moves that players take back or change where their edition lets them, the pieces in whatever order; and what is known of a
/// move after which its player has moved once more, where it lets nobody.
#include <algorithm>

#include "rules/recognition/recogniser_impl.hpp"

namespace adoube::recognition {

using article4::FlagWord;
using chess::Move;
using chess::Position;

namespace {

/// The player who has just moved has the move once more; nothing, where that cannot be as the other is in check.
std::optional<Position> once_more(Position p) {
  if (p.in_check()) return std::nullopt;
  p.set_side_to_move(!p.side_to_move());
  p.set_passed_over(std::nullopt);
  return p;
}

Position after(Position p, const Line& line) {
  for (const Move m : line) p = p.after(m);
  return p;
}

/// Taken back, a castling leaves one of these on the way: that is no other move yet.
bool half_of(const Position& before, Move castling, Move m) {
  if (!castling.is_castling()) return false;
  const chess::RookJourney rook = chess::castling_rook_journey(before, castling);
  return (m.from() == castling.from() && m.to() == castling.to()) || (m.from() == rook.from && m.to() == rook.to);
}

}  // namespace

bool Ownership::by_hand(const Position& now) const {
  for (const Colour c : {Colour::white, Colour::black}) {
    for (SquareSet differing = now.pieces(c) ^ position().pieces(c); differing != 0;) {
      const Square s = pop(differing);
      if ((contains(now.pieces(), s) ? sight_.placed(s) : sight_.lifted(s)) == 0) return false;
    }
  }
  return true;
}

bool Ownership::answer_under_way() const {
  const SquareSet occupied = sight_.occupied();
  return std::ranges::any_of(now_->table.moves(), [&](Move m) {
    if (sight_.lifted(m.from()) == 0 || sight_.placed(m.to()) == 0) return false;
    const SquareSet then = position().after(m).pieces();
    return part_of_reply(position().after(m), then & ~occupied, occupied & ~then, OnTheWay::anywhere);
  });
}

std::size_t Ownership::taken_back() const {
  const SquareSet occupied = sight_.occupied();
  if (occupied == position().pieces()) return 0;
  for (std::size_t k = 1; k <= history_.plies(); ++k) {
    if (history_.back(k).pieces() != occupied) continue;
    // A piece that goes back where it came from may also be moved there.
    return by_hand(history_.back(k)) && explain(position(), occupied, 2).count == 0 ? k : 0;
  }
  return 0;
}

Change Ownership::changed() const {
  const SquareSet occupied = sight_.occupied(), stood = position().pieces();
  if (occupied == stood) return {};
  Change found;
  int readings = 0;
  for (std::size_t k = 1; k <= std::min<std::size_t>(history_.plies(), 2); ++k) {
    const Position& before = history_.back(k);
    for (const Line& line : explain(before, occupied, 1).lines) {
      if (half_of(before, history_.played(k), line[0]) || (sight_.contacts() & set_of(line[0].to())) != 0) return {};
      const Position now = after(before, line);
      if (!by_hand(now)) continue;
      // A piece of the player who has to answer that was up and stands again may have begun something else.
      for (SquareSet others = now.pieces(now.side_to_move()) & position().pieces(now.side_to_move()); others != 0;) {
        if (sight_.lifted(pop(others)) != 0) return {};
      }
      ++readings;
      found = {k, line};
    }
  }
  if (readings != 1 || part_of_reply(position(), stood & ~occupied, occupied & ~stood, OnTheWay::anywhere) || answer_under_way()) return {};
  const Explanations legal = explain(position(), occupied, 2);
  const bool played = std::ranges::any_of(legal.lines, [&](const Line& line) { return by_hand(after(position(), line)); });
  return played ? Change{} : found;
}

Change Ownership::changed_and_answered() const {
  if (history_.plies() == 0) return {};
  Change found;
  int readings = 0;
  const Position& before = history_.back(1);
  for (const Line& line : explain(before, sight_.occupied(), 2, true).lines) {
    if (line.size() != 2 || line[0] == history_.played(1) || !by_hand(after(before, line))) continue;
    ++readings;
    found = {1, line};
  }
  return readings == 1 ? found : Change{};
}

SquareSet Ownership::moved_once_more(SquareSet shown) const {
  SquareSet out = 0;
  const auto stands = [&](const Position& moved, const Position& now) {
    if (by_hand(now)) out |= moved.pieces(!mover()) & ~position().pieces(!mover());
  };
  const auto moved = [&](const Position& from, std::optional<Move> but) {
    for (const Line& line : explain(from, shown, 2).lines) {
      const Move first = line[0], last = line.back();
      // Whoever answers a move has seen it.
      if (first != but && sight_.placed(last.to()) >= sight_.placed(first.to())) stands(from.after(first), after(from, line));
    }
  };
  if (const auto again = once_more(position())) moved(*again, {});
  if (history_.plies() == 0) return out;
  const Position& before = history_.back(1);
  moved(before, history_.played(1));
  if (before.pieces() == shown) stands(before, before);
  if (const auto gone = once_more(before)) {
    for (const Line& line : explain(*gone, shown, 1).lines) stands(*gone, after(*gone, line));
  }
  return out;
}

void Ownership::take_back(std::size_t moves) {
  const int ply_then = ply() - static_cast<int>(moves);
  for (std::size_t k = 0; k < moves; ++k) history_.take_back();
  std::swap(before_, now_);
  to_exchange_ = {};
  const article4::TurnOptions then = options(ply_then);
  now_->begin(history_.position(), then);
  now_->options.sensed.raise(FlagWord::takeback);
  window_.clear();
  sight_.begin_turn();
  rest_move_.reset();
  rest_number_ = home_number_ = number_;
  rebuild();
}

void Recogniser::Impl::take_back(std::size_t moves) {
  withdraw();
  for (std::size_t k = 0; k < moves; ++k) {
    MoveRecord r = score.back();
    score.pop_back();
    r.status = Status::taken_back;
    observer->on_move(r);
  }
  hands.take_back(moves);
  over = false;
  let_stand.reset();
  illegal_left.reset();
  shown.reset();
}

void Recogniser::Impl::retract(const Event& e) {
  if (edition.takebacks != article4::Takebacks::yes) return;
  if (e.kind == EventKind::place) {
    if (const std::size_t moves = hands.taken_back(); moves != 0) return take_back(moves);
  }
  if (e.kind != EventKind::place && e.kind != EventKind::release) return;
  const Change change = hands.changed();
  if (change.line.empty()) return;
  take_back(change.moves);
  hands.suppose(change.line[0], 0, e);
  if (!unheld.senses()) hands.raise(FlagWord::inferred);
}

bool Recogniser::Impl::changed_and_answered(const Event& press) {
  if (edition.takebacks != article4::Takebacks::yes) return false;
  const Change change = hands.changed_and_answered();
  if (change.line.empty()) return false;
  Event since = press;
  since.when.lo = hands.window().front().event.when.lo;
  take_back(change.moves);
  const auto played = [&](Move m, std::optional<Interval> completed) {
    hands.suppose(m, 0, since);
    hands.raise(FlagWord::inferred);
    if (completed) hands.press(press);
    advance(*hands.now().turn.standing(), completed);
  };
  played(change.line[0], std::nullopt);
  played(change.line[1], press.when);
  const SquareSet stood = hands.position().pieces(), occupied = hands.sight().occupied();
  hands.suppose(std::nullopt, stood & ~occupied, since, occupied & ~stood);
  report();
  return true;
}

}  // namespace adoube::recognition
