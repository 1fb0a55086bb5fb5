// SPDX-License-Identifier: Apache-2.0
/// The obligation algebra of 4.3 to 4.5: which legal moves are left after a set of touches whose order is known only
/// as far as their intervals tell.
#pragma once
#include <cstdint>
#include <span>

#include "rules/article4/edition.hpp"
#include "rules/article4/judgement.hpp"
#include "rules/article4/move_mask.hpp"
#include "rules/article4/move_table.hpp"
#include "rules/core/interval.hpp"

namespace adoube::article4 {

/// A touch with intent by the player having the move, of the piece that stood on `square` when the turn began.
struct Contact {
  Square square = Square::off;
  Interval when;
  std::uint32_t id = 0;  ///< event that shows it
  int sequence = 0;      ///< place in the turn's stream of events; only `Unfit` asks for it
  friend bool operator==(const Contact&, const Contact&) = default;
};

/// Of two clauses of 4.3 to 4.5 that apply in different readings the one with the narrower condition: 4.4.3 before 4.4.2
/// before 4.4.1 before 4.3.3, 4.3.2 and 4.3.1, and 4.5 last.
Clause more_specific(Clause a, Clause b);

/// Readings that differ, each once. More than 32 do not come from hands; what comes on top goes into `everything`.
class Readings {
 public:
  /// Adds a reading unless one with the same moves is there already.
  void add(const MoveMask& allowed, Clause clause);
  void add(const Readings& more);
  /// Readings whose number is too large to list: only what they allow together is kept.
  void add_unlisted(const MoveMask& allowed);
  MoveMask together() const;
  /// What every reading allows.
  MoveMask common() const;
  bool complete() const { return unlisted_.empty(); }
  bool empty() const { return list_.empty() && complete(); }
  std::size_t size() const { return list_.size(); }
  /// The same moves in each reading, whatever their order and their clauses.
  friend bool operator==(const Readings& a, const Readings& b);
  const Reading* begin() const { return list_.begin(); }
  const Reading* end() const { return list_.end(); }
  /// Leaves those readings for which `keeps(reading)` holds.
  template <class Keeps>
  void keep(Keeps keeps) {
    list_.erase_if([&](const Reading& r) { return !keeps(r); });
  }
  /// Changes what each reading allows by `change(mask)`, and joins those that have become equal.
  template <class Change>
  void transform(Change change) {
    const auto old = list_;
    list_.clear();
    for (const Reading& r : old) add(change(r.allowed), r.clause);
    if (!unlisted_.empty()) unlisted_ = change(unlisted_);
  }

 private:
  FixedList<Reading, 32> list_;
  MoveMask unlisted_;
};

struct Obligation {
  Readings readings;             ///< one, unless order or Laws leave it open
  MoveMask allowed;              ///< union over the readings; empty only if there is no legal move
  MoveMask certain;              ///< allowed under every reading
  MoveMask king_stays;           ///< king moves that are right in whatever order king and rook were touched (4.4.3)
  bool binds = false;            ///< a touched piece can be moved or taken, in every reading
  bool order_unclear = false;    ///< the order of two touches decides, and the board could not tell it
  bool open = false;             ///< there is more than one reading (certainty arbiter)
  Clause clause = Clause::c4_3;
};

/// A release that fixed nothing in the readings asked for: what the touches up to `sequence` left had none of `moves`.
struct Unfit {
  int sequence = 0;
  MoveMask moves;
};

/// How a player shows that he means to castle (4.4.3), beyond king and rook on their original squares.
struct CastlingIntent {
  bool king_set_two_squares = false;
};

/// Legal moves the player may still make after the contacts `touched` (any order; each piece once). Never empty while
/// the position has a legal move; with surely ordered contacts it never grows as contacts are added. Readings in which one
/// of the releases `unfit` fixed something are left out; some reading remains.
Obligation obligation(const MoveTable& table, std::span<const Contact> touched, const Edition& edition,
                      CastlingIntent intent = {}, std::span<const Unfit> unfit = {});

}  // namespace adoube::article4
