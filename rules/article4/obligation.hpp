// SPDX-License-Identifier: Apache-2.0
/// The obligation algebra of 4.3 to 4.5: which legal moves are left after a set of touches whose order is known only
/// as far as their intervals tell.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "rules/article4/edition.hpp"
#include "rules/article4/move_mask.hpp"
#include "rules/article4/move_table.hpp"
#include "rules/core/interval.hpp"

namespace adoube::article4 {

/// A touch with intent by the player having the move, of the piece that stood on `square` when the turn began.
struct Contact {
  Square square = Square::off;
  Interval when;
  std::uint32_t id = 0;  ///< event that shows it
  friend bool operator==(const Contact&, const Contact&) = default;
};

struct Obligation {
  MoveMask allowed;              ///< union over the readings; empty only if there is no legal move
  MoveMask certain;              ///< allowed under every reading
  bool binds = false;            ///< a touched piece can be moved or taken
  bool order_unclear = false;    ///< the order of two touches decides, and the board could not tell it
  bool open = false;             ///< the Laws leave the reading open (certainty arbiter)
  std::string_view clause = "4.3";
};

/// How a player shows that he means to castle (4.4.3), beyond king and rook on their original squares.
struct CastlingIntent {
  bool king_set_two_squares = false;
};

/// Legal moves the player may still make after the contacts `touched` (any order; each piece once). Never empty while
/// the position has a legal move; with surely ordered contacts it never grows as contacts are added.
Obligation obligation(const MoveTable& table, std::span<const Contact> touched, const Edition& edition,
                      CastlingIntent intent = {});

}  // namespace adoube::article4
