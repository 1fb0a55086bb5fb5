// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/second_opinion/touches.hpp"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <utility>

namespace adoube::second_opinion {
namespace {

/// The sets that the clauses speak of, in one position.
struct Sets {
  const History& h;
  const Position& p = h.position();

  /// "moved": the legal moves of the own piece. Castling is a move of the king (3.8.2); 10I2, variation I: who touches
  /// the rook first may still castle with it.
  Moves moving(Piece own) const {
    return p.those(
        [&](const Move& m) { return m.from == own || (m.rook_from == own && h.rules().rook_first_may_castle); });
  }
  /// "captured": en passant takes the pawn where it stands, not where the capturing pawn goes (3.7.3.1).
  Moves taking(Piece enemy) const {
    if (h.has(Fault::en_passant_target))
      return p.those([&](const Move& m) { return m.taken != kNowhere && m.to == enemy; });
    return p.those([&](const Move& m) { return m.taken == enemy; });
  }
  Moves castling_with(Piece rook) const {
    return p.those([&](const Move& m) { return m.rook_from == rook; });
  }
  Moves of(Piece touched) const { return h.own(touched) ? moving(touched) : taking(touched); }
};

bool surely_before(const Touch& a, const Touch& b) { return a.hi <= b.lo; }

/// "the first piece touched that can be moved or captured", passing over one piece.
Moves first_that_can(const Sets& s, const Order& order, Piece passed_over = kNobody) {
  for (const Touch& t : order) {
    if (t.piece != passed_over && s.of(t.piece).any()) return s.of(t.piece);
  }
  return {};
}

Reading bound(const Moves& allowed, std::string_view clause) { return {allowed, true, clause}; }
Reading free_of(const Moves& allowed, std::string_view clause) { return {allowed, false, clause}; }

/// 4.3.1, 4.3.2, 4.3.3, 4.5 without castling.
/// 4.3.3: among the touched pieces there are own and enemy ones: the first enemy piece must be taken with the first own
/// piece; if that is illegal, the first piece touched that can be moved or captured. Italian seed: before that, the
/// first own piece that can take it.
Reading by_first_touch(const Sets& s, const Order& order) {
  const auto own = [&](const Touch& t) { return s.h.own(t.piece); };
  auto first_own = std::find_if(order.begin(), order.end(), own);
  const auto first_enemy = std::find_if_not(order.begin(), order.end(), own);
  const bool both = first_own != order.end() && first_enemy != order.end();
  if (both) {
    if (s.h.has(Fault::colour_of_first)) first_own = std::prev(std::find_if(order.rbegin(), order.rend(), own).base());
    if (const Moves take = s.moving(first_own->piece) & s.taking(first_enemy->piece); take.any())
      return bound(take, "4.3.3");
    if (s.h.rules().own_that_takes) {
      for (const Touch& t : order) {
        if (!own(t)) continue;
        if (const Moves take = s.moving(t.piece) & s.taking(first_enemy->piece); take.any())
          return bound(take, "4.3.3");
      }
    }
  }
  if (const Moves moves = first_that_can(s, order); moves.any()) {
    return bound(moves, both ? "4.3.3" : first_own != order.end() ? "4.3.1" : "4.3.2");
  }
  return free_of(s.p.all(), "4.5");
}

/// 4.4.2: rook, then king: no castling on that side on this move; the rook must move, if it cannot the king, if he
/// cannot any other touched piece.
Reading rook_then_king(const Sets& s, const Order& order, Piece king, Piece rook) {
  const Moves castling = s.castling_with(rook);
  if (const Moves moves = s.moving(rook); moves.any()) return bound(moves, "4.4.2");
  if (const Moves moves = s.moving(king) & ~castling; moves.any()) return bound(moves, "4.4.2");
  Order others = order;
  std::erase_if(others, [&](const Touch& t) { return t.piece == king || t.piece == rook; });
  if (const Moves moves = first_that_can(s, others); moves.any()) return bound(moves, "4.4.2");
  return free_of(s.p.all() & ~castling, "4.4.2");
}

/// 4.4.3: king and rook to castle, and that castling is illegal: another king move (the other side's castling is one);
/// he has none: any legal move, the rook is not bound.
Reading illegal_castling(const Sets& s, const Order& order, Piece king, Piece rook) {
  if (const Moves moves = s.moving(king); moves.any()) return bound(moves, "4.4.3");
  if (const Moves moves = first_that_can(s, order, rook); moves.any()) return bound(moves, "4.4.3");
  return free_of(s.p.all(), "4.4.3");
}

/// 4.4.1 to 4.4.3 for a king and a rook that were both touched, in the order given. Nothing if no clause of 4.4 speaks.
std::vector<Reading> castling(const Sets& s, const Order& order, const Touch& king, const Touch& rook,
                              bool meant_to_castle) {
  const Profile& rules = s.h.rules();
  const Moves castling = s.castling_with(rook.piece);
  const bool rook_surely_first = surely_before(rook, king) && !s.h.has(Fault::rook_first_forgotten);
  const bool king_surely_first = surely_before(king, rook);

  if (rook_surely_first) {
    if (rules.rook_first_may_castle) return {};
    return {rook_then_king(s, order, king.piece, rook.piece)};
  }
  if (castling.any()) {
    if (rules.castling_binds_at_once_only && king_surely_first) return {};
    return {bound(castling, "4.4.1")};
  }
  const auto place = [&](Piece p) {
    return std::find_if(order.begin(), order.end(), [&](const Touch& t) { return t.piece == p; }) - order.begin();
  };
  // Old 4.4c names king and rook at the same time.
  const bool at_once = rules.old_4_4c && !king_surely_first;
  if (place(rook.piece) < place(king.piece) && !at_once) {
    // Their order is unclear and that castling illegal: king moves are fine whichever came first, unless castling with
    // the other rook is to be thought of.
    Reading r = rook_then_king(s, order, king.piece, rook.piece);
    const bool other_castling = std::any_of(order.begin(), order.end(), [&](const Touch& t) {
      return t.piece != rook.piece && castling_pair(s.p, king.piece, t.piece) && s.castling_with(t.piece).any() &&
             !(rules.castling_binds_at_once_only && surely_before(king, t));
    });
    if (other_castling) return {r};
    r.allowed |= s.moving(king.piece);
    // A rook that was surely there before the king: then it is 4.4.2 in whatever order this one came.
    const bool other_rook_first = std::any_of(order.begin(), order.end(), [&](const Touch& t) {
      return t.piece != rook.piece && castling_pair(s.p, king.piece, t.piece) && surely_before(t, king);
    });
    if (!other_rook_first) r.clause = "4.4.3";
    return {r};
  }
  std::vector<Reading> readings{illegal_castling(s, order, king.piece, rook.piece)};
  const bool presumed = meant_to_castle || std::abs(place(rook.piece) - place(king.piece)) == 1;
  if (!presumed) readings.push_back(by_first_touch(s, order));
  // Old 4.4c names the king alone, or both at the same time: king, then rook can be read either way.
  if (rules.old_4_4c && king_surely_first && s.moving(king.piece).none()) {
    readings.push_back(by_first_touch(s, order));
  }
  return readings;
}

/// How long the contact that begins with event j lasted, where that is known: as stated, or to its release.
struct Length {
  long least;
  long most;
};
std::optional<Length> length(const History& h, std::size_t j, std::size_t now) {
  if (h[j].length) return Length{*h[j].length, *h[j].length};
  for (std::size_t i = j + 1; i < now; ++i) {
    if (h[i].what == What::release && h[i].square == h[j].square) return Length{h[i].lo - h[j].hi, h[i].hi - h[j].lo};
  }
  return std::nullopt;
}
bool surely_brush(const Length& contact) { return contact.most <= kBrush && contact.least < kBrush; }
bool perhaps_brush(const Length& contact) { return contact.least < kBrush; }

/// The piece was lifted while the contact of event j lasted.
bool lifted_within(const History& h, std::size_t j, std::size_t now) {
  const auto contact = length(h, j, now);
  for (std::size_t i = j + 1; i < now; ++i) {
    if (contact && h[i].hi > h[j].hi + contact->most) return false;
    if (h[i].what == What::lift && h[i].square == h[j].square) return true;
  }
  return false;
}

}  // namespace

bool castling_pair(const Position& p, Piece king, Piece rook) {
  const Board& board = p.board;
  if (board.at[static_cast<std::size_t>(king)] != letter_for(board.mover, 'K')) return false;
  if (board.at[static_cast<std::size_t>(rook)] != letter_for(board.mover, 'R')) return false;
  const int home = board.mover == 'w' ? 0 : 7;
  if (is_chess960(board)) {
    return rank_of(rook) == home && std::any_of(board.castling.begin(), board.castling.end(), [&](char c) {
             return c != '-' && owner(c) == board.mover && upper(c) - 'A' == file_of(rook);
           });
  }
  return king == home * 8 + 4 && rank_of(rook) == home && (file_of(rook) == 0 || file_of(rook) == 7);
}

bool accident(const History& h, std::size_t j, std::size_t now) {
  if (h[j].accidental) return true;
  if (h.has(Fault::brush_is_touch) || h[j].what != What::touch || h[j].via) return false;
  const auto contact = length(h, j, now);
  return contact && surely_brush(*contact) && !lifted_within(h, j, now);
}

bool declared_in_time(const History& h, std::size_t a) {
  const std::vector<Touch> touched = touches(h, a, a);
  if (h.rules().nothing_binds) return true;
  for (const Order& choice : choices(h, touched)) {
    for (const Order& order : possible_orders(h, choice)) {
      for (const Reading& r : in_order(h, order, false)) {
        if (!r.binds) return true;
      }
    }
  }
  return false;
}

bool adjusting(const History& h, std::size_t j) {
  for (std::size_t a = j; a-- > 0;) {
    if (h[a].what != What::adjust || !h.by_mover(a) || !declared_in_time(h, a)) continue;
    return h[j].hi <= h[a].until.value_or(h[a].hi + kAdjustWindow);
  }
  return false;
}

bool meant(const History& h, std::size_t j, std::size_t now) {
  if (h[j].what != What::touch && h[j].what != What::lift) return false;
  const Piece p = h.piece_of(j);
  if (p == kNobody || brought_in(p) || !h.by_mover(j) || accident(h, j, now)) return false;
  if (h[j].square != p && adjusted_elsewhere(h, p, j)) return false;  // still the same handling
  return !adjusting(h, j) || (h[j].what == What::lift && adjusted_elsewhere(h, p, now));
}

namespace {

/// Whether the contact counts is open. Through a piece: it counts if it displaced what it met, or (not under 10C) was
/// no brush. Otherwise: nobody can say whether it was as short as a brush.
bool in_doubt(const History& h, std::size_t j, std::size_t now) {
  if (adjusting(h, j)) return !h.pressed();  // and then set down elsewhere
  if (h[j].what != What::touch || lifted_within(h, j, now)) return false;
  const auto contact = length(h, j, now);
  if (h[j].via && h.rules().via_needs_displacement) return true;
  return contact && perhaps_brush(*contact);
}

}  // namespace

bool set_aside(const History& h, Piece p, std::size_t now) {
  const auto lifted = h.last_lifted(p, now);
  return lifted && h[*lifted].accidental;
}

bool adjusted_elsewhere(const History& h, Piece p, std::size_t now) {
  const auto placed = h.last_placed(p, now);
  for (std::size_t j = 0; placed && j <= *placed; ++j) {
    if (h[j].what != What::place || h[j].square == p || h.after(j + 1).at(h[j].square) != p) continue;
    const auto lifted = h.last_lifted(p, j);
    if (lifted && adjusting(h, *lifted)) return true;
  }
  return false;
}

std::vector<Touch> touches(const History& h, std::size_t before, std::size_t now) {
  std::vector<Touch> found;
  for (std::size_t j = 0; j < before; ++j) {
    if (!meant(h, j, now)) continue;
    const Piece p = h.piece_of(j);
    const auto known = std::find_if(found.begin(), found.end(), [&](const Touch& t) { return t.piece == p; });
    const bool doubtful = in_doubt(h, j, now);
    if (known == found.end()) {
      found.push_back({p, j, doubtful, h[j].lo, h[j].hi});
    } else if (known->doubtful && !doubtful) {
      // Touched then or now.
      const long lo = known->lo;
      found.erase(known);
      found.push_back({p, j, false, lo, h[j].hi});
    }
  }
  return found;
}

/// 4.4 comes in if king and rook were touched, and what was touched before the later of them left no obligation, or
/// exactly the moves of that king or of that rook. Of two such pairs the later one goes first if its castling is legal
/// (4.4.1).
std::vector<Reading> in_order(const History& h, const Order& order, bool meant_to_castle) {
  const Sets s{h};
  if (order.empty()) return {free_of(s.p.all(), "4.3")};
  std::vector<Reading> of_first_pair;
  for (std::size_t later = 1; later < order.size(); ++later) {
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      const Touch &a = order[earlier], &b = order[later];
      const bool king_first = castling_pair(s.p, a.piece, b.piece);
      if (!king_first && !castling_pair(s.p, b.piece, a.piece)) continue;
      const Touch& king = king_first ? a : b;
      const Touch& rook = king_first ? b : a;
      if (!of_first_pair.empty() && s.castling_with(rook.piece).none()) continue;
      const Order before(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(later));
      const std::vector<Reading> left = in_order(h, before, meant_to_castle);
      const bool open = std::all_of(left.begin(), left.end(), [&](const Reading& r) {
        return !r.binds || r.allowed == s.moving(king.piece) || r.allowed == s.moving(rook.piece);
      });
      if (!open) continue;
      std::vector<Reading> readings = castling(s, order, king, rook, meant_to_castle);
      if (!readings.empty()) of_first_pair = std::move(readings);
    }
  }
  return of_first_pair.empty() ? std::vector<Reading>{by_first_touch(s, order)} : of_first_pair;
}

std::vector<Order> possible_orders(const History& h, const std::vector<Touch>& touched) {
  const auto must_precede = [&](const Touch& a, const Touch& b) {
    if (surely_before(a, b)) return true;
    if (surely_before(b, a) || h.rules().no_unclear_order_rule) return false;
    return h.own(a.piece) && h.enemy(b.piece);
  };
  std::vector<std::size_t> places(touched.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::vector<Order> orders;
  do {
    bool possible = true;
    for (std::size_t i = 0; i < places.size() && possible; ++i) {
      for (std::size_t j = i + 1; j < places.size() && possible; ++j) {
        possible = !must_precede(touched[places[j]], touched[places[i]]);
      }
    }
    if (!possible) continue;
    Order order;
    for (const std::size_t i : places) order.push_back(touched[i]);
    orders.push_back(order);
  } while (std::next_permutation(places.begin(), places.end()));
  return orders;
}

std::vector<Order> choices(const History& h, const std::vector<Touch>& touched) {
  std::vector<Order> all{{}};
  const auto adjusted = [&](const Touch& t) { return adjusting(h, t.event); };
  bool any_adjusted = false;
  for (const Touch& t : touched) {
    if (t.doubtful && adjusted(t)) {
      any_adjusted = true;
      continue;
    }
    std::vector<Order> more;
    for (const Order& choice : all) {
      if (t.doubtful) more.push_back(choice);
      Order with = choice;
      with.push_back(t);
      more.push_back(with);
    }
    all = more;
  }
  if (!any_adjusted) return all;
  std::vector<Order> both = all;
  for (Order choice : all) {
    std::copy_if(touched.begin(), touched.end(), std::back_inserter(choice),
                 [&](const Touch& t) { return t.doubtful && adjusted(t); });
    std::sort(choice.begin(), choice.end(), [](const Touch& a, const Touch& b) { return a.event < b.event; });
    both.push_back(choice);
  }
  return both;
}

}  // namespace adoube::second_opinion
