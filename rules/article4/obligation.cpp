// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/obligation.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

namespace adoube::article4 {

namespace {

/// Orders tried before the algebra gives up and calls the order open: 7! is more than any hand produces.
constexpr std::size_t kMostOrders = 5040;

/// What one order of the touches leaves.
struct Reading {
  MoveMask allowed;
  MoveMask certain;       ///< smaller than `allowed` where the Laws are silent for this very order
  bool binds = false;
  bool open = false;
  bool king_stays = false;  ///< castling turned out illegal: the king's moves are fine whatever the order was
  std::string_view clause = "4.3";
};

class Algebra {
 public:
  Algebra(const MoveTable& table, const Edition& edition, CastlingIntent intent)
      : table_(table), edition_(edition), intent_(intent) {}

  Reading read(std::span<const Contact> order) const {
    if (order.empty()) return free("4.3");
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
  Reading free(std::string_view clause) const { return {table_.all(), table_.all(), false, false, false, clause}; }
  static Reading bound(const MoveMask& mask, std::string_view clause) { return {mask, mask, true, false, false, clause}; }

  /// 4.3.1 to 4.3.3 and 4.5, without castling.
  Reading in_order(std::span<const Contact> order) const {
    const Contact* own_first = nullptr;
    const Contact* enemy_first = nullptr;
    for (const Contact& c : order) {
      if (own(c) && own_first == nullptr) own_first = &c;
      if (!own(c) && enemy_first == nullptr) enemy_first = &c;
    }
    const bool both = own_first != nullptr && enemy_first != nullptr;
    if (both) {
      const MoveMask capture = table_.from(own_first->square) & table_.taking(enemy_first->square);
      if (!capture.empty()) return bound(capture, "4.3.3");
      if (edition_.both_colours == BothColours::own_that_takes) {
        for (const Contact& c : order) {
          if (!own(c)) continue;
          const MoveMask takes = table_.from(c.square) & table_.taking(enemy_first->square);
          if (!takes.empty()) return bound(takes, "4.3.3");
        }
      }
    }
    for (const Contact& c : order) {
      if (!honouring(c).empty()) return bound(honouring(c), both ? "4.3.3" : own(c) ? "4.3.1" : "4.3.2");
    }
    return free("4.5");
  }

  /// 4.4.1 to 4.4.3, where king and a corner rook are among the touched; nothing where they do not decide.
  std::optional<Reading> castling_override(std::span<const Contact> order) const {
    std::optional<std::size_t> king;
    std::optional<std::size_t> rook;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (order[i].square == table_.king()) king = king.value_or(i);
      if (table_.castling_rook(order[i].square)) rook = rook.value_or(i);
    }
    if (!king || !rook) return std::nullopt;
    const Contact& k = order[*king];
    const Contact& r = order[*rook];
    const MoveMask& castling = table_.castling_with(r.square);
    const MoveMask& king_moves = table_.from(k.square);
    const MoveMask rook_moves = honouring(r);
    // A binding touch of another piece before the later of the two wins: it was there first.
    const Reading earlier = in_order(order.first(std::max(*king, *rook)));
    const bool undisturbed = !earlier.binds || earlier.allowed == king_moves || earlier.allowed == rook_moves;
    if (!undisturbed) return std::nullopt;

    if (before(r.when, k.when)) {
      if (edition_.rook_first == RookFirst::permits) return std::nullopt;
      return rook_first(order, k, r);
    }
    if (!castling.empty()) {
      if (edition_.castling_binds == CastlingBinds::at_once && before(k.when, r.when)) return std::nullopt;
      return bound(castling, "4.4.1");
    }
    if (*rook < *king && edition_.illegal_castling != IllegalCastling::king_or_both_once) return rook_first(order, k, r);
    return illegal_castling(order, *king, *rook);
  }

  /// 4.4.2: no castling on that side; the rook must move, if it cannot the king, if neither the other touched pieces.
  Reading rook_first(std::span<const Contact> order, const Contact& k, const Contact& r) const {
    const MoveMask& castling = table_.castling_with(r.square);
    Reading reading;
    if (!table_.from(r.square).empty()) {
      reading = bound(table_.from(r.square), "4.4.2");
    } else if (const MoveMask king = table_.from(k.square) - castling; !king.empty()) {
      reading = bound(king, "4.4.2");
    } else if (const Contact* other = first_other(order, k, r)) {
      const MoveMask rest = honouring(*other);
      reading = bound(rest, "4.4.2");
    } else {
      const MoveMask rest = table_.all() - castling;
      // Castling alone legal and forbidden cannot happen: a king that may castle may step on the crossed square.
      reading = {rest, rest, !castling.empty(), false, false, "4.4.2"};
    }
    reading.king_stays = castling.empty();
    return reading;
  }

  /// 4.4.3: castling with that rook is illegal. Another king move, castling on the other side included; if there is
  /// none the player is free, and the rook does not bind him.
  Reading illegal_castling(std::span<const Contact> order, std::size_t king, std::size_t rook) const {
    const Contact& k = order[king];
    const Contact& r = order[rook];
    Reading reading;
    if (!table_.from(k.square).empty()) {
      reading = bound(table_.from(k.square), "4.4.3");
      reading.king_stays = true;
      return reading;
    }
    if (const Contact* other = first_other(order, k, r)) {
      reading = bound(honouring(*other), "4.4.3");
    } else {
      reading = free("4.4.3");
    }
    // Two places where the words decide only by interpretation: was castling intended, and (before 2014) does a rook
    // touched surely after the king fall under "king and rook at the same time"? The other reading is the plain walk.
    const bool adjacent = king + 1 == rook || rook + 1 == king;
    const bool intended = intent_.king_set_two_squares || adjacent;
    const bool named = edition_.illegal_castling == IllegalCastling::king_then_rook || unclear(k.when, r.when);
    if (!intended || !named) {
      const Reading plain = in_order(order);
      reading.certain = reading.allowed & plain.allowed;
      reading.allowed = reading.allowed | plain.allowed;
      reading.open = !(reading.certain == reading.allowed);
    }
    return reading;
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

/// All orders that the intervals allow, one reading each, folded into union and intersection.
class Orders {
 public:
  Orders(const Algebra& algebra, std::span<const Contact> touched, const Edition& edition)
      : algebra_(algebra), touched_(touched.begin(), touched.end()), edition_(edition) {
    // A fixed start: the result must not depend on the order in which the caller lists the touches.
    std::sort(touched_.begin(), touched_.end(), [](const Contact& a, const Contact& b) {
      return std::tie(a.when.lo, a.when.hi, a.square) < std::tie(b.when.lo, b.when.hi, b.square);
    });
  }

  Obligation fold() {
    used_.assign(touched_.size(), false);
    extend();
    Obligation result = result_;
    result.order_unclear = orders_ > 1 && !(union_of_readings_ == intersection_);
    result.allowed = union_of_readings_;
    result.certain = intersection_;
    if (result.order_unclear && king_stays_) result.certain = result.certain | (king_moves_ & result.allowed);
    result.open = result.open || result.order_unclear || orders_ >= kMostOrders;
    if (orders_ >= kMostOrders) {
      for (const Contact& c : touched_) result.allowed = result.allowed | algebra_.honouring(c);
      result.certain = MoveMask{};
      result.order_unclear = true;
    }
    return result;
  }

  void king_moves(const MoveMask& moves) { king_moves_ = moves; }

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
      take(algebra_.read(order_));
      return;
    }
    for (std::size_t i = 0; i < touched_.size(); ++i) {
      if (used_[i]) continue;
      bool minimal = true;
      for (std::size_t j = 0; j < touched_.size() && minimal; ++j) {
        minimal = j == i || used_[j] || !precedes(touched_[j], touched_[i]);
      }
      if (!minimal) continue;
      used_[i] = true;
      order_.push_back(touched_[i]);
      extend();
      order_.pop_back();
      used_[i] = false;
    }
  }

  void take(const Reading& r) {
    if (orders_ == 0) {
      union_of_readings_ = r.allowed;
      intersection_ = r.certain;
      result_.clause = r.clause;
      result_.binds = r.binds;
      king_stays_ = r.king_stays;
    } else {
      if (!r.allowed.within(union_of_readings_) && r.clause == "4.4.3") result_.clause = r.clause;
      union_of_readings_ = union_of_readings_ | r.allowed;
      intersection_ = intersection_ & r.certain;
      result_.binds = result_.binds && r.binds;
      king_stays_ = king_stays_ && r.king_stays;
    }
    result_.open = result_.open || r.open;
    ++orders_;
  }

  const Algebra& algebra_;
  std::vector<Contact> touched_;
  const Edition& edition_;
  std::vector<Contact> order_;
  std::vector<bool> used_;
  std::size_t orders_ = 0;
  MoveMask union_of_readings_;
  MoveMask intersection_;
  MoveMask king_moves_;
  bool king_stays_ = false;
  Obligation result_;
};

}  // namespace

Obligation obligation(const MoveTable& table, std::span<const Contact> touched, const Edition& edition,
                      CastlingIntent intent) {
  if (touched.empty() || !edition.enforced || table.all().empty()) {
    return {table.all(), table.all(), false, false, false, "4.3"};
  }
  const Algebra algebra(table, edition, intent);
  Orders orders(algebra, touched, edition);
  orders.king_moves(table.from(table.king()));
  return orders.fold();
}

}  // namespace adoube::article4
