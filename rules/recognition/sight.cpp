// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/sight.hpp"

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
    case EventKind::release: contacts_ &= ~set_of(e.square); break;
    case EventKind::lift:
      occupied_ &= ~set_of(e.square);
      lift_[i] = number;
      break;
    case EventKind::place:
      occupied_ |= set_of(e.square);
      place_[i] = number;
      break;
    default: break;
  }
}

void Sight::begin_turn() {
  lift_.fill(0);
  place_.fill(0);
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

/// Are the missing and the surplus squares part of one legal reply?
bool part_of_reply(const Position& after, SquareSet missing, SquareSet surplus) {
  const chess::MoveList replies = chess::legal_moves(after);
  for (const Move r : replies) {
    SquareSet leaves = set_of(r.from());
    SquareSet comes = set_of(r.to());
    if (const auto taken = chess::captured_square(after, r)) leaves |= set_of(*taken);
    if (r.is_castling()) {
      const chess::RookJourney rook = chess::castling_rook_journey(after, r);
      leaves |= set_of(rook.from);
      comes |= set_of(rook.to);
    }
    if ((missing & ~leaves) != 0 || (surplus & ~comes) != 0) continue;
    if (surplus != 0 && missing == 0) continue;
    return true;
  }
  return false;
}

}  // namespace

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

std::optional<Fit> fit_swept(const Sight& sight, const MoveTable& table) {
  std::optional<Fit> found;
  for (std::size_t i = 0; i < table.moves().size(); ++i) {
    const Move m = table.moves()[i];
    const Square to = m.to();
    const bool in_hand = !contains(sight.occupied(), m.from()) && sight.lifted(m.from()) != 0;
    if (table.taken(i) != to || !in_hand || sight.lifted(to) != 0 || sight.placed(to) != 0) continue;
    if (sight.senses() && sight.contact_since(to) <= sight.lifted(m.from())) continue;
    const Position after = table.position().after(m);
    const SquareSet missing = after.pieces() & ~sight.occupied();
    const SquareSet surplus = sight.occupied() & ~after.pieces();
    if ((missing | surplus) != 0 && !part_of_reply(after, missing, surplus)) continue;
    if (found && (table.moves()[found->move].from() != m.from() || table.moves()[found->move].to() != to)) return std::nullopt;
    if (!found) found = Fit{i, missing | surplus};
  }
  return found;
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
