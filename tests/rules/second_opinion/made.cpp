// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/second_opinion/made.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace adoube::second_opinion {
namespace {

/// Moves after which the piece that stood on `from` stands on `to`: the king's and the rook's part of castling, and the
/// pawn of a promotion.
Moves putting(const Position& p, Square from, Square to) {
  return p.those(
      [&](const Move& m) { return (m.from == from && m.to == to) || (m.rook_from == from && m.rook_to == to); });
}

/// Promotions on `to` to the kind of that letter ('?': any).
Moves promoting(const Position& p, Square to, char letter) {
  return p.those([&](const Move& m) { return m.promotes() && m.to == to && (letter == '?' || letter == m.promotion); });
}

Moves castlings(const Position& p) {
  return p.those([](const Move& m) { return m.castles(); });
}

bool king(const History& h, Piece p) { return !brought_in(p) && h.letter(p) == letter_for(h.mover(), 'K'); }

/// What event j fixes, and by which clause; an empty set if nothing.
/// 4.7: a piece released on a square, as a legal move or part of one, cannot be moved to another square on this move.
/// (4.7.2 where only castling remains: the king was released two squares away, or the rook beside him). 4.4.4: the new
/// piece that has touched its square is final; in texts without that clause when it is released.
struct Commitment {
  Moves kept;
  std::string_view clause;
};
Commitment commitment(const History& h, std::size_t j) {
  const Event& e = h[j];
  if (!h.by_mover(j)) return {};
  if (e.what == What::place && e.square != kOff) {
    const Piece p = h.piece_of(j);
    if (!brought_in(p) || h.rules().choice_on_release || h.has(Fault::promotion_of_any_kind)) return {};
    return {promoting(h.position(), e.square, h.letter(p)), "4.4.4"};
  }
  if (e.what != What::release || h.piece_of(j) == kNobody) return {};
  const Piece p = h.piece_of(j);
  if (!h.own(p) || !h.moved(p, j) || !h.last_placed(p, j) || set_aside(h, p, j)) return {};
  if (brought_in(p)) {
    if (!h.rules().choice_on_release) return {};
    return {promoting(h.position(), e.square, h.letter(p)), "4.4.4"};
  }
  const Moves kept = putting(h.position(), p, e.square);
  return {kept, "4.7"};
}

/// The event is the first contact in this order with a piece: a touch that comes after a commitment only narrows.
Moves narrowed_by_touch(const History& h, Piece p) {
  return h.position().those([&](const Move& m) { return h.own(p) ? m.from == p : m.taken == p; });
}

/// Of the clauses of several readings the one that says most about the touches.
constexpr std::array<std::string_view, 7> kMostSpecific{"4.4.3", "4.4.2", "4.4.1", "4.3.3", "4.3.2", "4.3.1", "4.5"};

Order before(const Order& order, std::size_t event) {
  Order some;
  std::copy_if(order.begin(), order.end(), std::back_inserter(some), [&](const Touch& t) { return t.event < event; });
  return some;
}

/// The readings of one order of the touches, narrowed: up to the first commitment that keeps something of what the
/// touches before it left, touches bind; from then on commitments and touches narrow, where something remains.
std::vector<Reading> narrowed(const History& h, const Order& order, std::size_t now, bool names_clause, Allowed& a) {
  const auto keeps = [](const Moves& kept) { return [&](const Reading& r) { return (kept & r.allowed).any(); }; };
  std::size_t first = 0;
  std::vector<Reading> readings;
  // In the reading in which a piece was only adjusted its release fixes nothing.
  const auto only_adjusted = [&](Piece p, std::size_t n) {
    return p != kNobody && !h.pressed() && adjusted_elsewhere(h, p, n) &&
           std::none_of(order.begin(), order.end(), [&](const Touch& t) { return t.piece == p; });
  };
  const auto commits = [&](std::size_t j) -> Commitment {
    const Piece p = h[j].what == What::release ? h.piece_of(j) : kNobody;
    return only_adjusted(p, j) ? Commitment{} : commitment(h, j);
  };
  for (; first < now; ++first) {
    const Moves kept = commits(first).kept;
    if (kept.none()) continue;
    readings = in_order(h, before(order, first), king_was_set_two_squares(h, first + 1));
    if (std::any_of(readings.begin(), readings.end(), keeps(kept))) break;
  }
  if (first == now) readings = in_order(h, order, king_was_set_two_squares(h, now));
  for (Piece p = 0; p < 64; ++p) {
    if (!only_adjusted(p, now)) continue;
    for (Reading& r : readings) r.only_adjusted = true;
  }
  for (const Reading& r : readings) {
    const auto rank = [](std::string_view clause) {
      return std::find(kMostSpecific.begin(), kMostSpecific.end(), clause);
    };
    if (a.of_touches.empty() || (names_clause && rank(r.clause) < rank(a.of_touches))) a.of_touches = r.clause;
  }
  for (std::size_t j = first; j < now; ++j) {
    const auto narrow = [&](Reading& r, const Moves& kept) {
      if ((kept & r.allowed).none()) return false;
      r.allowed &= kept;
      return true;
    };
    const Commitment c = commits(j);
    const auto touched = std::find_if(order.begin(), order.end(), [&](const Touch& t) { return t.event == j; });
    for (Reading& r : readings) {
      if (narrow(r, c.kept)) {
        a.committed = true;
        a.clause = (r.allowed & ~castlings(h.position())).none() ? "4.7.2" : c.clause;
      } else if (touched != order.end()) {
        narrow(r, narrowed_by_touch(h, touched->piece));
      }
    }
  }
  return readings;
}

}  // namespace

Allowed allowed(const History& h, std::size_t now) {
  Allowed a;
  a.certain = h.position().all();
  a.binds = true;
  const std::vector<Touch> touched = touches(h, now, now);
  if (h.rules().nothing_binds) {
    a.moves = h.position().all();
    a.binds = false;
    a.clause = a.of_touches = "4.3";
    return a;
  }
  std::optional<std::pair<Moves, Moves>> first_choice;  // what is left under some and under every order
  bool doubt_decides = false;
  for (const Order& choice : choices(h, touched)) {
    std::optional<Moves> first_order;
    std::pair<Moves, Moves> of_choice{{}, h.position().all()};
    for (const Order& order : possible_orders(h, choice)) {
      Moves of_order;
      for (const Reading& r : narrowed(h, order, now, !first_choice, a)) {
        of_choice.first |= r.allowed;
        of_choice.second &= r.allowed;
        a.moves |= r.allowed;
        a.certain &= r.allowed;
        a.binds &= r.binds;
        of_order |= r.allowed;
        a.readings.push_back(r);
      }
      a.order_unclear |= first_order && *first_order != of_order;
      first_order = of_order;
    }
    if (!first_choice) first_choice = of_choice;
    doubt_decides |= *first_choice != of_choice;
  }
  a.certain &= a.moves;
  if (!a.committed) a.clause = a.of_touches;
  const auto doubtful = std::find_if(touched.begin(), touched.end(), [](const Touch& t) { return t.doubtful; });
  if (doubt_decides) {
    a.of_touches = adjusting(h, doubtful->event) ? "4.2.1"
                   : !h[doubtful->event].via     ? "4.2.2"
                   : h.rules().own_numbers       ? "10C"
                                                 : "4.3.2";
    if (!a.committed) a.clause = a.of_touches;
  }
  return a;
}

Allowed after_making(Allowed a, std::size_t move) {
  Moves only;
  only.set(move);
  a.moves.reset();
  a.certain.set();
  for (Reading& r : a.readings) {
    if (r.allowed[move] && !r.only_adjusted) r.allowed = only;
    a.moves |= r.allowed;
    a.certain &= r.allowed;
  }
  return a;
}

bool shows(const History& h, std::size_t now, const Move& m) {
  const Scene& scene = h.after(now);
  const auto held = [&](Piece p) { return h.own(p) && !brought_in(p) && !(m.promotes() && p == m.from); };
  if (std::any_of(scene.in_air.begin(), scene.in_air.end(), held)) return false;
  for (Square s = 0; s < 64; ++s) {
    const char wanted = m.after.at[static_cast<std::size_t>(s)];
    const Piece p = scene.at(s);
    if ((p == kNobody) != (wanted == ' ')) return false;
    if (p == kNobody || h.letter(p) == wanted) continue;
    if (h.letter(p) == '?' && m.promotes() && s == m.to) continue;
    return false;
  }
  return true;
}

std::optional<std::size_t> standing(const History& h, std::size_t now) {
  const Position& p = h.position();
  std::optional<std::size_t> found;
  for (std::size_t i = 0; i < p.legal.size(); ++i) {
    if (!shows(h, now, p.legal[i])) continue;
    if (!found || upper(p.legal[i].promotion) == 'Q') found = i;
  }
  if (!found) return std::nullopt;
  for (Square s = 0; s < 64; ++s) {
    const Piece q = h.after(now).at(s);
    if (q != kNobody && q != s && (!h.released(q, now) || set_aside(h, q, now))) return std::nullopt;
  }
  return found;
}

bool all_seen_released(const History& h, std::size_t now) {
  for (Square s = 0; s < 64; ++s) {
    const Piece p = h.after(now).at(s);
    if (p != kNobody && p != s && !h.seen_released(p, now)) return false;
  }
  return true;
}

std::string_view clause_of_making(const Move& m) {
  if (m.promotes()) return "4.7.3";
  if (m.castles()) return "4.7.2";
  return m.taken != kNowhere ? "4.7.1" : "4.7";
}

bool half_of_allowed(const History& h, std::size_t now, const Allowed& a) {
  Moves left = a.moves;
  for (Square s = 0; s < 64; ++s) {
    const Piece gone = h.after(0).at(s);
    if (gone != kNobody && h.own(gone) && h.after(now).where(gone) != s) {
      left &= h.position().those([&](const Move& m) { return m.from == gone || m.rook_from == gone; });
    }
    const Piece p = h.after(now).at(s);
    if (p == kNobody || p == s || !h.own(p)) continue;
    left &= brought_in(p) ? promoting(h.position(), s, h.letter(p)) : putting(h.position(), p, s);
  }
  return left.any();
}

std::string_view clause_of_breach(const History& h, std::size_t now, const Allowed& a, std::size_t move) {
  if (!a.committed) return a.of_touches;
  for (std::size_t j = now; j-- > 0;) {
    const Commitment c = commitment(h, j);
    if (c.kept[move] || (c.kept & a.moves).none()) continue;
    return (c.kept & a.moves & ~castlings(h.position())).none() ? "4.7.2" : c.clause;
  }
  return a.of_touches;
}

std::optional<Made> made(const History& h, std::size_t now) {
  if (h.rules().nothing_binds) return std::nullopt;
  for (std::size_t k = 1; k <= now; ++k) {
    const auto m = standing(h, k);
    if (!m || !allowed(h, k).moves[*m]) continue;
    // 10I2, variation I: the rook may go first, so that its move is not made while castling with it is left.
    const Move& move = h.position().legal[*m];
    const Moves castling =
        h.position().those([&](const Move& c) { return c.rook_from == move.from && c.rook_to == move.to; });
    if (h.rules().rook_first_may_castle && (castling & allowed(h, k).moves).any()) continue;
    if (all_seen_released(h, k)) return Made{*m, k};
  }
  return std::nullopt;
}

std::optional<Piece> misplaced(const History& h, std::size_t now) {
  for (Square s = 0; s < 64; ++s) {
    const Piece p = h.after(now).at(s);
    if (p == kNobody || p == s || !h.own(p) || !h.released(p, now) || set_aside(h, p, now) || h.gripped_again(p, now))
      continue;
    const Moves legal = brought_in(p) ? promoting(h.position(), s, h.letter(p)) : putting(h.position(), p, s);
    if (legal.none()) return p;
  }
  for (Square s = 0; s < 64; ++s) {  // a new piece of the wrong colour
    const Piece p = h.after(now).at(s);
    if (p != kNobody && brought_in(p) && !h.own(p) && h.released(p, now) && !h.gripped_again(p, now)) return p;
  }
  return std::nullopt;
}

bool king_set_two_squares(const History& h, Piece p, std::size_t now) {
  const Square s = h.after(now).where(p);
  if (!king(h, p) || s == kOff || rank_of(s) != rank_of(p) || (s != p + 2 && s != p - 2)) return false;
  for (Piece rook = 0; rook < 64; ++rook) {
    if (castling_pair(h.position(), p, rook)) return true;
  }
  return false;
}

bool king_was_set_two_squares(const History& h, std::size_t now) {
  for (std::size_t j = 0; j < now; ++j) {
    if (h[j].what != What::release &&
        (h[j].what != What::place || h.piece_of(j) == kNobody || h.set_down_by_sensed_hand(h.piece_of(j), j + 1))) {
      continue;
    }
    const Piece p = h.piece_of(j);
    if (p != kNobody && king_set_two_squares(h, p, j + 1)) return true;
  }
  return false;
}

std::optional<std::size_t> unpromoted(const History& h, std::size_t now) {
  const Position& p = h.position();
  for (std::size_t i = 0; i < p.legal.size(); ++i) {
    Move m = p.legal[i];
    if (upper(m.promotion) != 'Q') continue;
    m.after.at[static_cast<std::size_t>(m.to)] = letter_for(h.mover(), 'P');
    if (shows(h, now, m)) return i;
  }
  return std::nullopt;
}

}  // namespace adoube::second_opinion
