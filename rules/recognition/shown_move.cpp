// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/shown_move.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace adoube::recognition {

using chess::Move;
using chess::Position;

namespace {

/// The squares after move `i` but for a reply that has begun: on other squares than the move's or, `taken`, with what came there.
std::optional<ShownMove> shows(const Ownership& hands, SquareSet shown, std::size_t i, bool taken = false,
                               OnTheWay on_the_way = OnTheWay::nowhere) {
  const article4::MoveTable& table = hands.now().table;
  const Move m = table.moves()[i];
  const Position after = table.position().after(m);
  ShownMove out{m, after.pieces() & ~shown, shown & ~after.pieces(), 0};
  const SquareSet others = out.missing | out.surplus;
  const SquareSet untouched = table.changed(i) & ~(taken ? set_of(m.to()) : SquareSet{0});
  if (others != 0 && ((others & untouched) != 0 || !part_of_reply(after, out.missing, out.surplus, on_the_way))) return std::nullopt;
  return out;
}

/// Squares that stand as after move `i` although a piece left or came there while the turn was played.
SquareSet bumped(const Ownership& hands, const ShownMove& shown, std::size_t i) {
  SquareSet out = 0;
  for (SquareSet rest = ~hands.now().table.changed(i) & ~(shown.missing | shown.surplus); rest != 0;) {
    const Square s = pop(rest);
    if (hands.sight().lifted(s) != 0 && contains(hands.position().pieces(), s)) out |= set_of(s);
  }
  return out;
}

/// Nothing has come to another square since the piece on `s` left.
bool left_last(const Sight& sight, Square s) {
  for (int other = 0; other < 64; ++other) {
    if (sight.placed(square(other)) > sight.lifted(s)) return false;
  }
  return true;
}

/// Hands took up the piece on `s`, and then a piece came there.
bool exchanged(const Sight& sight, Square s) { return sight.lifted(s) != 0 && sight.lifted(s) < sight.placed(s); }

/// A hand was on the piece on `s` in this turn, or it left its square for a while.
bool stirred(const Ownership& hands, Square s) {
  using article4::FlagWord;
  const article4::Flags& sensed = hands.now().options.sensed;
  return hands.sight().contact_since(s) > hands.turn_began() || hands.sight().lifted(s) != 0 || sensed.has({FlagWord::disturbed, s, Square::off}) ||
         sensed.has({FlagWord::unsteady, s, Square::off});
}

bool another_kind(Move m) { return m.is_promotion() && m.promotion() != chess::Kind::queen; }

}  // namespace

std::optional<ShownMove> shown_though_unfelt(const Ownership& hands, SquareSet shown, SquareSet fallen) {
  if (fallen == 0 || hands.made()) return std::nullopt;
  FixedList<ShownMove, 2> fits, captures;  // two tell as little as more; `captures`: with a hand that took up the victim
  const article4::MoveTable& table = hands.now().table;
  for (std::size_t i = 0; i < table.moves().size(); ++i) {
    const Move m = table.moves()[i];
    if (another_kind(m) || (table.changed(i) & fallen) == 0) continue;
    const auto fit = shows(hands, shown, i);
    if (!fit) continue;
    if (table.taken(i) == m.to()) {
      if (!stirred(hands, m.to())) continue;
      if (exchanged(hands.sight(), m.to())) captures.push(*fit);
    }
    fits.push(*fit);
  }
  const auto& best = captures.empty() ? fits : captures;
  return best.size() == 1 ? std::optional(best[0]) : std::nullopt;
}

std::optional<UnreadMove> shown_but_for_one(const Ownership& hands, Tick brush) {
  if (hands.made()) return std::nullopt;
  const article4::MoveTable& table = hands.now().table;
  const SquareSet occupied = hands.sight().occupied();
  std::array<int, 64> touched{};
  const Seen* last = nullptr;
  bool brushed = false;
  for (const Seen& s : hands.window()) {
    if (s.owner != Owner::mover || s.event.actor || s.event.square == Square::off) continue;
    if (s.event.kind == EventKind::touch) {
      touched[static_cast<std::size_t>(s.event.square)] = s.number;
      last = &s;
      brushed = false;
    }
    if (s.event.kind == EventKind::release && last != nullptr && s.event.square == last->event.square) {
      brushed = s.event.when.hi - last->event.when.lo < brush;
    }
  }
  if (last == nullptr || brushed) return std::nullopt;
  std::optional<UnreadMove> found;
  for (std::size_t i = 0; i < table.moves().size(); ++i) {
    const Move m = table.moves()[i];
    const auto felt = [&](Square s) { return touched[static_cast<std::size_t>(s)]; };
    if (another_kind(m) || felt(m.from()) == 0 || felt(m.to()) <= felt(m.from())) continue;
    if (m.is_castling() ? !contains(table.changed(i), last->event.square) : last->event.square != m.to()) continue;
    const SquareSet own = table.changed(i) & (occupied ^ table.position().after(m).pieces());
    if (std::popcount(own) != 1) continue;
    SquareSet rest = own;
    const Square unread = pop(rest);
    const auto fit = shows(hands, occupied ^ own, i);
    if (!fit || felt(unread) == 0) continue;
    if (found) return std::nullopt;
    found = UnreadMove{*fit, unread};
  }
  return found;
}

std::optional<ShownMove> shown_by_presence(const Ownership& hands, SquareSet shown, SquareSet appeared) {
  const Sight& sight = hands.sight();
  const auto told = [](const Seen& s) { return s.event.kind == EventKind::lift && s.event.actor; };
  if (std::any_of(hands.window().begin(), hands.window().end(), told)) return std::nullopt;
  const bool standing = hands.now().turn.standing().has_value();
  const auto made = hands.made();
  if (made && shows(hands, shown, *made, !standing, OnTheWay::anywhere)) return std::nullopt;
  if (const auto rest = hands.move_at_rest(); rest && !made) {
    const std::size_t i = *hands.now().table.index_of(*rest);
    if (auto fit = shows(hands, shown, i, true, OnTheWay::anywhere)) {
      fit->bumped = bumped(hands, *fit, i);
      return fit;
    }
  }
  const article4::MoveTable& table = hands.now().table;
  const auto came = [&](Square s) { return contains(appeared, s) ? hands.number() : sight.placed(s); };
  std::optional<ShownMove> found;
  int first = 0;
  for (std::size_t i = 0; i < table.moves().size(); ++i) {
    const Move m = table.moves()[i];
    const Square to = m.to();
    if (another_kind(m) || sight.lifted(m.from()) == 0 || came(to) < sight.lifted(m.from())) continue;
    if (table.taken(i) == to && sight.lifted(to) == 0) continue;
    if (found && came(to) >= first) continue;
    const auto fit = shows(hands, shown, i, left_last(sight, to));
    if (!fit) continue;
    found = fit;
    first = came(to);
    found->bumped = bumped(hands, *fit, i);
  }
  return found;
}

}  // namespace adoube::recognition
