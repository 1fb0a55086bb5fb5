// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/obligation.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

namespace adoube::article4 {

Clause more_specific(Clause a, Clause b) {
  const auto rank = [](Clause c) { return c == Clause::c4_5 || c == Clause::c4_3 ? 0 : static_cast<int>(c); };
  return rank(b) > rank(a) ? b : a;
}

void Readings::add(const MoveMask& allowed, Clause clause) {
  for (Reading& r : list_) {
    if (!(r.allowed == allowed)) continue;
    r.clause = more_specific(r.clause, clause);
    return;
  }
  if (!list_.push({allowed, clause})) add_unlisted(allowed);
}

void Readings::add(const Readings& more) {
  for (const Reading& r : more) add(r.allowed, r.clause);
  if (!more.complete()) add_unlisted(more.unlisted_);
}

void Readings::add_unlisted(const MoveMask& allowed) { unlisted_ = unlisted_ | allowed; }

bool operator==(const Readings& a, const Readings& b) {
  const auto has = [&b](const Reading& r) {
    return std::any_of(b.begin(), b.end(), [&r](const Reading& s) { return s.allowed == r.allowed; });
  };
  return a.size() == b.size() && a.unlisted_ == b.unlisted_ && std::all_of(a.begin(), a.end(), has);
}

MoveMask Readings::together() const {
  MoveMask all = unlisted_;
  for (const Reading& r : list_) all = all | r.allowed;
  return all;
}

MoveMask Readings::common() const {
  if (list_.empty() || !complete()) return {};
  MoveMask common = list_[0].allowed;
  for (const Reading& r : list_) common = common & r.allowed;
  return common;
}

namespace {

/// Orders tried before the algebra gives up: 7! is more than any hand produces.
constexpr std::size_t kMostOrders = 5040;

using Order = FixedList<Contact, 32>;

/// What one order of the touches leaves.
struct Ruled {
  MoveMask allowed;
  std::optional<Reading> otherwise;   ///< a second reading, where the Laws are silent for this very order
  bool binds = false;
  bool king_stays = false;            ///< castling turned out illegal: the king's moves are fine whatever the order was
  Clause clause = Clause::c4_3;
};

class Algebra {
 public:
  Algebra(const MoveTable& table, const Edition& edition, CastlingIntent intent)
      : table_(table), edition_(edition), intent_(intent) {}

  Ruled read(std::span<const Contact> order) const {
    if (auto castling = castling_override(order)) return *castling;
    return in_order(order);
  }

  bool own(const Contact& c) const { return contains(table_.position().pieces(table_.mover()), c.square); }
  /// Moves that honour the touch of one piece: M for an own, C for an enemy piece. Where a rook touched first may still
  /// castle, its touch is honoured by castling too.
  MoveMask honouring(const Contact& c) const {
    if (!own(c)) return table_.taking(c.square);
    if (edition_.rook_first == RookFirst::permits) return table_.from(c.square) | table_.castling_with(c.square);
    return table_.from(c.square);
  }

 private:
  Ruled free(Clause clause) const { return {table_.all(), {}, false, false, clause}; }
  static Ruled bound(const MoveMask& mask, Clause clause) { return {mask, {}, true, false, clause}; }

  /// 4.3.1 to 4.3.3 and 4.5, without castling.
  Ruled in_order(std::span<const Contact> order) const {
    const Contact* own_first = nullptr;
    const Contact* enemy_first = nullptr;
    for (const Contact& c : order) {
      if (own(c) && own_first == nullptr) own_first = &c;
      if (!own(c) && enemy_first == nullptr) enemy_first = &c;
    }
    const bool both = own_first != nullptr && enemy_first != nullptr;
    if (both) {
      const MoveMask capture = table_.from(own_first->square) & table_.taking(enemy_first->square);
      if (!capture.empty()) return bound(capture, Clause::c4_3_3);
      if (edition_.both_colours == BothColours::own_that_takes) {
        for (const Contact& c : order) {
          if (!own(c)) continue;
          const MoveMask takes = table_.from(c.square) & table_.taking(enemy_first->square);
          if (!takes.empty()) return bound(takes, Clause::c4_3_3);
        }
      }
    }
    for (const Contact& c : order) {
      const MoveMask moves = honouring(c);
      if (!moves.empty()) return bound(moves, both ? Clause::c4_3_3 : own(c) ? Clause::c4_3_1 : Clause::c4_3_2);
    }
    return free(Clause::c4_5);
  }

  /// 4.4.1 to 4.4.3, where king and a corner rook are among the touched; nothing where they do not decide. The first rook
  /// that does decides, unless a later one takes a part of what that leaves: castling with it is legal where castling with
  /// the first is not.
  std::optional<Ruled> castling_override(std::span<const Contact> order) const {
    const auto king = std::find_if(order.begin(), order.end(), [&](const Contact& c) { return c.square == table_.king(); });
    if (king == order.end()) return std::nullopt;
    std::optional<Ruled> ruled;
    for (const Contact& c : order) {
      if (!table_.castling_rook(c.square)) continue;
      const std::optional<Ruled> pair = king_and_rook(order, static_cast<std::size_t>(king - order.begin()),
                                                      static_cast<std::size_t>(&c - order.data()));
      const bool takes_over = ruled && pair && pair->clause == Clause::c4_4_1 && pair->allowed.within(ruled->allowed);
      if (!ruled || takes_over) ruled = pair;
    }
    return ruled;
  }

  std::optional<Ruled> king_and_rook(std::span<const Contact> order, std::size_t king, std::size_t rook) const {
    const Contact& k = order[king];
    const Contact& r = order[rook];
    const MoveMask& castling = table_.castling_with(r.square);
    const MoveMask& king_moves = table_.from(k.square);
    const MoveMask rook_moves = honouring(r);
    // A binding touch of another piece before the later of the two wins: it was there first.
    const Ruled earlier = read(order.first(std::max(king, rook)));
    const bool undisturbed = !earlier.binds || earlier.allowed == king_moves || earlier.allowed == rook_moves;
    if (!undisturbed) return std::nullopt;

    if (before(r.when, k.when)) {
      if (edition_.rook_first == RookFirst::permits) return std::nullopt;
      return rook_first(order, k, r);
    }
    if (!castling.empty()) {
      if (edition_.castling_binds == CastlingBinds::at_once && before(k.when, r.when)) return std::nullopt;
      return bound(castling, Clause::c4_4_1);
    }
    if (rook < king && edition_.illegal_castling != IllegalCastling::king_or_both_once) return rook_first(order, k, r);
    return illegal_castling(order, king, rook);
  }

  /// 4.4.2: no castling on that side; the rook must move, if it cannot the king, if neither the other touched pieces.
  Ruled rook_first(std::span<const Contact> order, const Contact& k, const Contact& r) const {
    const MoveMask& castling = table_.castling_with(r.square);
    Ruled ruled;
    if (!table_.from(r.square).empty()) {
      ruled = bound(table_.from(r.square), Clause::c4_4_2);
    } else if (const MoveMask king = table_.from(k.square) - castling; !king.empty()) {
      ruled = bound(king, Clause::c4_4_2);
    } else if (const Contact* other = first_other(order, k, r)) {
      ruled = bound(honouring(*other), Clause::c4_4_2);
    } else {
      // Castling alone legal and forbidden cannot happen: a king that may castle may step on the crossed square.
      ruled = {table_.all() - castling, {}, !castling.empty(), false, Clause::c4_4_2};
    }
    ruled.king_stays = castling.empty();
    return ruled;
  }

  /// 4.4.3: castling with that rook is illegal. Another king move, castling on the other side included; if there is
  /// none the player is free, and the rook does not bind him.
  Ruled illegal_castling(std::span<const Contact> order, std::size_t king, std::size_t rook) const {
    const Contact& k = order[king];
    const Contact& r = order[rook];
    const Contact* other = first_other(order, k, r);
    const bool king_moves = !table_.from(k.square).empty();
    Ruled ruled = king_moves ? bound(table_.from(k.square), Clause::c4_4_3)
                  : other != nullptr ? bound(honouring(*other), Clause::c4_4_3)
                                     : free(Clause::c4_4_3);
    ruled.king_stays = king_moves;
    // Two places where the words decide only by interpretation: was castling intended, and (before 2014) does a rook
    // touched surely after the king fall under "king and rook at the same time"? The other reading is the plain walk.
    const bool adjacent = king + 1 == rook || rook + 1 == king;
    const bool intended = intent_.king_set_two_squares || adjacent;
    const bool named = king_moves || edition_.illegal_castling == IllegalCastling::king_then_rook || unclear(k.when, r.when);
    if (!intended || !named) {
      const Ruled plain = in_order(order);
      ruled.otherwise = Reading{plain.allowed, plain.clause};
    }
    return ruled;
  }

  /// First touched piece other than king and rook that can be moved or taken.
  const Contact* first_other(std::span<const Contact> order, const Contact& k, const Contact& r) const {
    for (const Contact& c : order) {
      if (c.square != k.square && c.square != r.square && !honouring(c).empty()) return &c;
    }
    return nullptr;
  }

  const MoveTable& table_;
  const Edition& edition_;
  CastlingIntent intent_;
};

/// All orders that the intervals allow, each ruled, folded into readings.
class Orders {
 public:
  Orders(const Algebra& algebra, std::span<const Contact> touched, const Edition& edition, const MoveMask& king_moves,
         std::span<const Unfit> unfit)
      : algebra_(algebra), edition_(edition), king_moves_(king_moves), unfit_(unfit) {
    for (const Contact& c : touched) touched_.push(c);
    // A fixed start: the result must not depend on the order in which the caller lists the touches.
    std::sort(touched_.begin(), touched_.end(), [](const Contact& a, const Contact& b) {
      return std::tie(a.when.lo, a.when.hi, a.square) < std::tie(b.when.lo, b.when.hi, b.square);
    });
  }

  Obligation fold() {
    extend();
    const bool too_many = orders_ >= kMostOrders;
    if (too_many) {
      MoveMask any;
      for (const Contact& c : touched_) any = any | algebra_.honouring(c);
      result_.readings.add_unlisted(any);
    }
    result_.allowed = result_.readings.together();
    result_.certain = result_.readings.common();
    result_.open = result_.readings.size() > 1 || !result_.readings.complete();
    result_.order_unclear = orders_ > 1 && (by_order_ || too_many);
    if (result_.order_unclear && king_stays_ && !too_many) result_.king_stays = king_moves_ & result_.allowed;
    result_.certain = result_.certain | result_.king_stays;
    return result_;
  }

 private:
  /// a must stand before b in every order.
  bool precedes(const Contact& a, const Contact& b) const {
    if (before(a.when, b.when)) return true;
    if (before(b.when, a.when) || edition_.unclear_order != UnclearOrder::own_first) return false;
    return algebra_.own(a) && !algebra_.own(b);  // 4.3.3, last sentence
  }

  void extend() {
    if (orders_ >= kMostOrders) return;
    if (order_.size() == touched_.size()) {
      take(algebra_.read({order_.data(), order_.size()}));
      return;
    }
    for (std::size_t i = 0; i < touched_.size(); ++i) {
      if ((used_ >> i & 1) != 0) continue;
      bool minimal = true;
      for (std::size_t j = 0; j < touched_.size() && minimal; ++j) {
        minimal = j == i || (used_ >> j & 1) != 0 || !precedes(touched_[j], touched_[i]);
      }
      if (!minimal) continue;
      used_ |= 1U << i;
      order_.push(touched_[i]);
      extend();
      order_.pop_back();
      used_ &= ~(1U << i);
    }
  }

  /// Leaves out of `r` what one of the releases fitted at its time. False if nothing remains.
  bool unfit(Ruled& r) const {
    bool first = true;
    bool second = r.otherwise.has_value();
    for (const Unfit& u : unfit_) {
      Order earlier;
      for (const Contact& c : order_) {
        if (c.sequence <= u.sequence) earlier.push(c);
      }
      const Ruled then = algebra_.read({earlier.data(), earlier.size()});
      first = first && (then.allowed & u.moves).empty();
      second = second && ((then.otherwise ? then.otherwise->allowed : then.allowed) & u.moves).empty();
    }
    if (!first && second) {
      r.allowed = r.otherwise->allowed;
      r.clause = r.otherwise->clause;
    }
    if (!first || !second) r.otherwise.reset();
    return first || second;
  }

  void take(Ruled r) {
    if (!unfit(r)) return;
    if (orders_ == 0) {
      result_.clause = r.clause;
      result_.binds = r.binds;
      king_stays_ = r.king_stays;
      first_ = r.allowed;
    } else {
      by_order_ = by_order_ || !(r.allowed == first_);
      result_.clause = more_specific(result_.clause, r.clause);
      result_.binds = result_.binds && r.binds;
      king_stays_ = king_stays_ && r.king_stays;
    }
    result_.readings.add(r.allowed, r.clause);
    if (r.otherwise) result_.readings.add(r.otherwise->allowed, r.otherwise->clause);
    ++orders_;
  }

  const Algebra& algebra_;
  const Edition& edition_;
  const MoveMask& king_moves_;
  std::span<const Unfit> unfit_;
  Order touched_;
  Order order_;
  std::uint32_t used_ = 0;
  std::size_t orders_ = 0;
  MoveMask first_;
  bool by_order_ = false;
  bool king_stays_ = false;
  Obligation result_;
};

}  // namespace

Obligation obligation(const MoveTable& table, std::span<const Contact> touched, const Edition& edition,
                      CastlingIntent intent, std::span<const Unfit> unfit) {
  if (touched.empty() || !edition.enforced || table.all().empty()) {
    Obligation free;
    free.readings.add(table.all(), Clause::c4_3);
    free.allowed = free.certain = table.all();
    return free;
  }
  const Algebra algebra(table, edition, intent);
  return Orders(algebra, touched, edition, table.from(table.king()), unfit).fold();
}

}  // namespace adoube::article4
