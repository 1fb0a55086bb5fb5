// SPDX-License-Identifier: Apache-2.0
/// Editions of the Laws as data: a profile is one row of switches, each with the clause it comes from.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/core/interval.hpp"
#include "rules/core/result.hpp"

namespace adoube::article4 {

/// Rate of play (Appendix A and B): changes penalties, never an obligation.
enum class Rate : std::uint8_t { standard, rapid, blitz };

/// 4.4.1: what binds a player who touches king and rook to castle.
enum class CastlingBinds : std::uint8_t {
  king_and_rook,  ///< king and rook touched, the rook not surely first (FIDE)
  at_once,        ///< only when both are touched at the same time (English and Czech seeds)
};
/// 4.4.2: what touching the rook first does to castling.
enum class RookFirst : std::uint8_t {
  forbids,  ///< no castling on that side on this move (FIDE, USCF 10I2)
  permits,  ///< castling stays allowed (USCF 10I2, variation I)
};
/// 4.4.3: who is freed when castling turns out to be illegal and the king has no move.
enum class IllegalCastling : std::uint8_t {
  king_then_rook,     ///< "the king and then a rook": any legal move (2014 and later)
  king_or_both_once,  ///< "the king, or king and rook at the same time": a rook surely later is not named (before 2014)
};
/// 4.3.3: what is left when the first own piece cannot take the first enemy piece.
enum class BothColours : std::uint8_t {
  first_touched,   ///< the first touched piece that can be moved or taken (FIDE)
  own_that_takes,  ///< the first own piece that can take it, then the first touched (Italian seed)
};
/// 4.3.3, last sentence: own against enemy piece in unclear order.
enum class UnclearOrder : std::uint8_t {
  own_first,  ///< the own piece counts as touched first (FIDE)
  silent,     ///< no such rule: every order is a reading (Italian seed)
};
/// Contact with an enemy piece through the own piece in the hand.
enum class ThroughPiece : std::uint8_t {
  is_touch,           ///< counts once it lasts longer than a brush or displaces the piece (FIDE commentary)
  displaced_only,     ///< only a displacement on purpose counts (USCF 10C)
};
/// 4.4.4: when the choice of the promotion piece is final.
enum class PromotionChoice : std::uint8_t { on_touch, on_release };
/// 4.8: what a player does to lose his claim, and what the claim may be about.
enum class ClaimEnds : std::uint8_t { on_touch, on_move };
enum class ClaimScope : std::uint8_t { article4, touch_only };
/// 4.1, 7.5.4: a move with two hands, once an arbiter has confirmed it and the clock was pressed.
enum class TwoHands : std::uint8_t { arbiter, illegal_if_pressed };

/// One profile. A value; every switch says which clause it reads.
struct Edition {
  std::string name;              ///< "fide2023", "fide2018-blitz"
  Rate rate = Rate::standard;
  bool enforced = true;          ///< false: nothing binds (casual play)
  CastlingBinds castling_binds = CastlingBinds::king_and_rook;        ///< 4.4.1
  RookFirst rook_first = RookFirst::forbids;                          ///< 4.4.2, USCF 10I2
  IllegalCastling illegal_castling = IllegalCastling::king_then_rook; ///< 4.4.3 (4.4c before 2014)
  BothColours both_colours = BothColours::first_touched;              ///< 4.3.3
  UnclearOrder unclear_order = UnclearOrder::own_first;               ///< 4.3.3
  ThroughPiece through_piece = ThroughPiece::is_touch;                ///< 4.3.2, USCF 10C
  PromotionChoice promotion_choice = PromotionChoice::on_touch;       ///< 4.4.4
  ClaimEnds claim_ends = ClaimEnds::on_touch;                         ///< 4.8 (4.6, 4.7 before)
  ClaimScope claim_scope = ClaimScope::article4;                      ///< 4.8
  TwoHands two_hands = TwoHands::illegal_if_pressed;                  ///< 4.1, 7.5.4
  std::string through_clause = "4.3.2";   ///< clause named when contact through a piece decides
  std::string off_board_clause = "4.3";   ///< clause that leaves pieces outside the board free
  std::string displaced_clause = "7.4.1"; ///< displaced pieces
  Tick brush = 100'000;          ///< contacts shorter than this without a lift are accidental (4.2.2), microseconds
  Tick settle = 500'000;         ///< a piece at rest this long is settled, microseconds
  Tick adjust_window = 10'000'000;  ///< how long a declaration lasts when its end is not known [a reading], microseconds
};

/// One cell of the table of editions: for documents and for `explain`.
struct Switch {
  std::string_view name;    ///< "rook_first"
  std::string_view clause;  ///< "4.4.2"
  std::string_view value;   ///< "forbids"
};

/// The profile of that name, with "-rapid" or "-blitz" for the rate. Error: `usage`, one sentence that lists the names.
[[nodiscard]] Result<Edition> edition(std::string_view name);
/// Names of all rows, without rates, in the order of the table.
std::vector<std::string_view> edition_names();
/// The row as text.
std::vector<Switch> switches(const Edition& edition);

}  // namespace adoube::article4
