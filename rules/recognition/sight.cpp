// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/sight.hpp"

#include <algorithm>
#include <bit>

namespace adoube::recognition {

using article4::MoveTable;
using chess::Move;
using chess::Position;

void Sight::take(const Event& e, int number) {
  if (e.square == Square::off) return;
  const auto i = static_cast<std::size_t>(e.square);
  switch (e.kind) {
    case EventKind::touch:
      senses_ = true;
      if (!contains(contacts_, e.square)) touch_[i] = number;
      contacts_ |= set_of(e.square);
      break;
    case EventKind::release:
      contacts_ &= ~set_of(e.square);
      if (contains(occupied_, e.square)) visit_[i] = number;
      break;
    case EventKind::lift:
      occupied_ &= ~set_of(e.square);
      lift_[i] = number;
      if (rise_[i] == 0) rise_[i] = number;
      break;
    case EventKind::place:
      occupied_ |= set_of(e.square);
      place_[i] = number;
      break;
    default: break;
  }
}

void Sight::begin_turn() {
  visit_.fill(0);
  lift_.fill(0);
  place_.fill(0);
  rise_.fill(0);
}

namespace {

/// Could the mover have done this part: its squares emptied and filled, in an order that hands can produce?
bool plausible(const Sight& sight, const MoveTable& table, std::size_t i) {
  const Move m = table.moves()[i];
  const Square taken = table.taken(i);
  const auto left = [&](Square s) { return !contains(sight.occupied(), s) && sight.lifted(s) != 0; };
  const auto came = [&](Square s) { return contains(sight.occupied(), s) && sight.placed(s) != 0; };
  if (m.is_castling()) {
    const chess::RookJourney rook = table.rook_journey(i);
    const bool king_left = m.from() == rook.to || m.from() == m.to() || left(m.from());
    const bool rook_left = rook.from == m.to() || rook.from == rook.to || left(rook.from);
    return king_left && rook_left && (m.from() == m.to() || came(m.to())) && (rook.from == rook.to || came(rook.to));
  }
  if (!left(m.from()) || !came(m.to())) return false;
  if (!m.is_promotion() && sight.placed(m.to()) < sight.lifted(m.from()) && sight.lifted(m.from()) != 0) return false;
  if (taken == m.to()) return sight.lifted(taken) != 0 && sight.lifted(taken) < sight.placed(taken);
  return taken == Square::off || left(taken);
}

/// Squares that a move empties, and fills.
struct Traffic {
  SquareSet leaves;
  SquareSet comes;
};

Traffic traffic(const Position& p, Move m) {
  Traffic out{set_of(m.from()), set_of(m.to())};
  if (const auto taken = chess::captured_square(p, m)) out.leaves |= set_of(*taken);
  if (m.is_castling()) {
    const chess::RookJourney rook = chess::castling_rook_journey(p, m);
    out.leaves |= set_of(rook.from);
    out.comes |= set_of(rook.to);
  }
  return out;
}

}  // namespace

bool part_of_reply(const Position& after, SquareSet missing, SquareSet surplus, OnTheWay on_the_way, SquareSet fallen) {
  const chess::MoveList replies = chess::legal_moves(after);
  return std::ranges::any_of(replies, [&](Move r) {
    const Traffic t = traffic(after, r);
    if ((missing & ~fallen & ~t.leaves) != 0 || (surplus != 0 && (missing & t.leaves) == 0)) return false;
    if ((surplus & ~t.comes) == 0) return true;
    return on_the_way == OnTheWay::anywhere && std::popcount(surplus) == 1 && contains(missing, r.from());
  });
}

SquareSet squares_of_replies(const Position& after, SquareSet missing, SquareSet surplus) {
  SquareSet out = 0;
  const chess::MoveList replies = chess::legal_moves(after);
  for (const Move r : replies) {
    const Traffic t = traffic(after, r);
    if ((missing & ~t.leaves) == 0 && (surplus & ~t.comes) == 0) out |= t.leaves | t.comes;
  }
  return out;
}

bool whole_reply(const Sight& sight, const Position& after, int since) {
  const SquareSet missing = after.pieces() & ~sight.occupied();
  const SquareSet surplus = sight.occupied() & ~after.pieces();
  const chess::MoveList replies = chess::legal_moves(after);
  return std::ranges::any_of(replies, [&](Move r) {
    const Traffic t = traffic(after, r);
    const auto all = [&](SquareSet squares, auto is) {
      while (squares != 0) {
        if (!is(pop(squares))) return false;
      }
      return true;
    };
    return (missing & ~t.leaves) == 0 && (surplus & ~t.comes) == 0 && all(t.leaves, [&](Square s) { return sight.lifted(s) > since; }) &&
           all(t.comes, [&](Square s) { return contains(sight.occupied(), s) && sight.placed(s) > since; }) &&
           (t.leaves & ~t.comes & sight.occupied()) == 0;
  });
}

bool reply_came(const Sight& sight, const Position& after, Square to) {
  const SquareSet missing = after.pieces() & ~sight.occupied();
  const SquareSet surplus = sight.occupied() & ~after.pieces();
  const chess::MoveList replies = chess::legal_moves(after);
  return std::ranges::any_of(replies, [&](Move r) {
    const Traffic t = traffic(after, r);
    const bool rose = sight.lifted(r.from()) != 0 && sight.lifted(r.from()) < sight.placed(to);
    return r.to() == to && !r.is_castling() && rose && missing == (t.leaves & ~t.comes) && surplus == (t.comes & ~t.leaves);
  });
}

std::optional<SquareSet> foreign_squares(const Sight& sight, const MoveTable& table, std::size_t i) {
  if (!plausible(sight, table, i)) return std::nullopt;
  const Position after = table.position().after(table.moves()[i]);
  const SquareSet missing = after.pieces() & ~sight.occupied();
  const SquareSet surplus = sight.occupied() & ~after.pieces();
  if (missing == 0 && surplus == 0) return SquareSet{0};
  if (std::popcount(missing) > 2 || std::popcount(surplus) > 2) return std::nullopt;
  if ((missing | surplus) & table.changed(i)) return std::nullopt;
  if (!part_of_reply(after, missing, surplus)) return std::nullopt;
  return missing | surplus;
}

Swept swept(const Sight& sight, const MoveTable& table) {
  Swept all, visited;
  const SquareSet victims = table.position().pieces(!table.mover());
  // The piece that rose then may have come down where another victim had been taken up.
  const auto landed = [&](Square but_for, int rose) {
    for (SquareSet rest = victims & sight.occupied() & ~set_of(but_for); rest != 0;) {
      const Square s = pop(rest);
      if (sight.placed(s) > rose) return true;
    }
    return false;
  };
  for (std::size_t i = 0; i < table.moves().size(); ++i) {
    const Move m = table.moves()[i];
    const Square to = m.to();
    const int rose = sight.rose(m.from());
    if (table.taken(i) != to || rose == 0 || sight.placed(to) != 0) continue;
    // What stands there now may be an answer on its way, if it came after a hand had left the victim's square.
    const bool rests = contains(sight.occupied(), m.from());
    if (rests && (sight.visited(to) <= rose || sight.placed(m.from()) < sight.visited(to))) continue;
    if (m.is_promotion() && m.promotion() != chess::Kind::queen) continue;
    if (sight.senses() && sight.contact_since(to) <= rose) continue;
    const Position after = table.position().after(m);
    const SquareSet missing = after.pieces() & ~sight.occupied();
    const SquareSet surplus = sight.occupied() & ~after.pieces();
    if ((missing | surplus) != 0 && !part_of_reply(after, missing, surplus, OnTheWay::anywhere)) continue;
    const Fit fit{i, missing | surplus};
    if (sight.visited(to) > rose) visited.fits.push(fit);
    if (sight.visited(to) > rose || !sight.senses() || !landed(to, rose)) all.fits.push(fit);
  }
  return visited.fits.empty() ? all : visited;
}

std::optional<Fit> fit_with_reply(const Sight& sight, const MoveTable& table) {
  std::optional<Fit> best;
  for (std::size_t i = 0; i < table.moves().size(); ++i) {
    const auto foreign = foreign_squares(sight, table, i);
    if (!foreign || *foreign == 0) continue;
    if (best) {
      const int fewer = std::popcount(best->foreign) - std::popcount(*foreign);
      // The answer begins after the move: of two pieces in the air the mover's is the one that rose first.
      const int earlier = sight.lifted(table.moves()[best->move].from()) - sight.lifted(table.moves()[i].from());
      if (fewer < 0 || (fewer == 0 && earlier <= 0)) continue;
    }
    best = Fit{i, *foreign};
  }
  return best;
}

}  // namespace adoube::recognition
