// SPDX-License-Identifier: Apache-2.0
/// Editions of the Laws as data: a profile is one column of the table of switches, each switch with the clause it reads.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/article4/clause.hpp"
#include "rules/core/interval.hpp"
#include "rules/core/result.hpp"

namespace adoube::article4 {

/// Rate of play (Appendix A and B): changes penalties, never an obligation.
enum class Rate : std::uint8_t { standard, rapid, blitz };
inline constexpr std::size_t rate_count = 3;

/// 4.7: may a move be taken back with the opponent's consent?
enum class Takebacks : std::uint8_t { no, yes };
/// 4.2.2: which contacts count as a touch.
enum class ContactCounts : std::uint8_t {
  presumed,    ///< every contact, unless clearly an accident (2018 and later)
  intended,    ///< "with the intention of moving or capturing" (2014, 2017)
  deliberate,  ///< "deliberately" (before 2014)
};
/// 4.2.1: what adjusting needs.
enum class Declaration : std::uint8_t {
  first,    ///< to be announced before the touch
  evident,  ///< an evident adjustment needs no word (USCF 10F, casual play)
};
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
/// 4.3.2: contact with an enemy piece through the own piece in the hand.
enum class ThroughPiece : std::uint8_t {
  is_touch,        ///< counts once it lasts longer than a brush or displaces the piece (FIDE commentary)
  displaced_only,  ///< only a displacement on purpose counts (USCF 10C)
};
/// 4.4.4: when the choice of the promotion piece is final.
enum class PromotionChoice : std::uint8_t { on_touch, on_release };
/// 3.7: what a rook set down upside down is.
enum class UpsideDown : std::uint8_t { rook, queen };
/// 4.8: what a player does to lose his claim, and what the claim may be about.
enum class ClaimEnds : std::uint8_t { on_touch, on_move };
enum class ClaimScope : std::uint8_t { article4, touch_only };
/// 4.1, 7.5.4: a move with two hands, once an arbiter has confirmed it.
enum class TwoHands : std::uint8_t { arbiter, illegal, illegal_if_pressed };
/// 7.5.2: a pawn left on the last rank and the clock pressed.
enum class PawnLeft : std::uint8_t {
  queen,         ///< illegal, and it becomes a queen
  illegal_move,  ///< illegal like any other (7.5.1)
};
/// 7.5.3: the clock pressed and no move made.
enum class EmptyPress : std::uint8_t { illegal, arbiter };
/// 5.1.1, 5.2.1, 5.2.2: what the move that ends the game at once has to keep.
enum class EndNeeds : std::uint8_t {
  touch_rules,  ///< Article 3 and 4.2 to 4.7 (2014 and later)
  legal_move,   ///< Article 3
};
/// A.5.2: what becomes of an illegal move that nobody has seen once the opponent has replied.
enum class IllegalStands : std::uint8_t { no, after_reply };

/// The name of a profile, at most `limit` characters, without memory of its own.
class EditionName {
 public:
  static constexpr std::size_t limit = 47;
  constexpr EditionName() = default;
  /// Characters beyond the limit are cut off.
  constexpr explicit EditionName(std::string_view name) {
    for (const char c : name.substr(0, limit)) text_[size_++] = c;
  }
  constexpr std::string_view view() const { return {text_.data(), size_}; }
  constexpr operator std::string_view() const { return view(); }  // NOLINT(google-explicit-constructor): a view is free
  friend constexpr bool operator==(const EditionName&, const EditionName&) = default;

 private:
  std::array<char, limit> text_{};
  std::uint8_t size_ = 0;
};

/// One profile at one rate. A plain value that owns no memory; a default one is the Laws of 2023.
struct Edition {
  EditionName name{"fide2023"};        ///< "fide2018-blitz"
  Text text = Text::fide2023;          ///< whose numbers its clauses have
  Rate rate = Rate::standard;
  bool enforced = true;                ///< 4.3; false: nothing binds (casual play)
  Takebacks takebacks = Takebacks::no;                                ///< 4.7
  ContactCounts contact = ContactCounts::presumed;                    ///< 4.2.2
  Declaration declaration = Declaration::first;                       ///< 4.2.1
  CastlingBinds castling_binds = CastlingBinds::king_and_rook;        ///< 4.4.1
  RookFirst rook_first = RookFirst::forbids;                          ///< 4.4.2
  IllegalCastling illegal_castling = IllegalCastling::king_then_rook; ///< 4.4.3
  BothColours both_colours = BothColours::first_touched;              ///< 4.3.3
  UnclearOrder unclear_order = UnclearOrder::own_first;               ///< 4.3.3
  ThroughPiece through_piece = ThroughPiece::is_touch;                ///< 4.3.2
  PromotionChoice promotion_choice = PromotionChoice::on_touch;       ///< 4.4.4
  UpsideDown upside_down = UpsideDown::rook;                          ///< 3.7
  ClaimEnds claim_ends = ClaimEnds::on_touch;                         ///< 4.8
  ClaimScope claim_scope = ClaimScope::article4;                      ///< 4.8
  EndNeeds end_needs = EndNeeds::touch_rules;                         ///< 5.1.1, 5.2.1, 5.2.2
  PawnLeft pawn_left = PawnLeft::queen;                               ///< 7.5.2
  EmptyPress empty_press = EmptyPress::illegal;                       ///< 7.5.3
  TwoHands two_hands = TwoHands::illegal_if_pressed;                  ///< 7.5.4
  IllegalStands illegal_stands = IllegalStands::no;                   ///< A.5.2
  std::uint8_t illegal_loses = 2;      ///< 7.5.5: the completed illegal move that loses, counted from 1; 0: none does
  std::uint8_t illegal_minutes = 2;    ///< 7.5.5, A.3: minutes the opponent gains for one that does not lose
  Tick brush = 100'000;                ///< 4.2.2: shorter contacts without a lift are accidental; microseconds
  Tick adjust_window = 10'000'000;     ///< 4.2.1: how long a declaration lasts when its end is not known; microseconds

  /// The clause named when contact through a piece decides, and the one that leaves pieces outside the board free.
  Clause through_clause() const { return text == Text::uscf ? Clause::c10C : Clause::c4_3_2; }
  Clause off_board_clause() const { return text == Text::uscf ? Clause::c10H : Clause::c4_3; }
  friend bool operator==(const Edition&, const Edition&) = default;
};

/// One switch of the table: what a profile can set.
struct Switch {
  std::string_view name;                     ///< "rook_first"
  Clause clause;                             ///< the clause it reads
  std::span<const std::string_view> values;  ///< its words; empty: a whole number from 0 to `most`
  std::int64_t most = 0;
  std::string_view unit;                     ///< of a number: "ms", "minutes" or none
};

/// Every switch, in the order of the table.
std::span<const Switch> switches();
/// The word or number that the profile has for a switch (by its place in `switches()`).
std::string value(const Edition& edition, std::size_t place);
/// Sets a switch by word, or by number; false where the switch has no such value. `place` as above.
[[nodiscard]] bool set(Edition& edition, std::size_t place, std::string_view word);
[[nodiscard]] bool set(Edition& edition, std::size_t place, std::int64_t number);

/// How well a cell of the table is known.
enum class Mark : std::uint8_t {
  read,     ///< read in a published text
  memory,   ///< from memory, to be checked before it is quoted
  reading,  ///< the text is silent: our reading
};
/// The mark of a switch in one of the built-in rows (its place in `edition_names()`).
Mark mark(std::size_t place, std::size_t row);

/// The profile of that name, with "-rapid" or "-blitz" for the rate. Error: `usage`, one sentence that lists the names.
[[nodiscard]] Result<Edition> edition(std::string_view name);
/// Names of the built-in rows, without rates, in the order of the table.
std::span<const std::string_view> edition_names();

/// The rows by name: those built in, and those that a host adds.
class Editions {
 public:
  /// A row of a host: the profile at each rate, in the order of `Rate`; their `name` tells the row.
  using Row = std::array<Edition, rate_count>;

  /// As `edition`, with the rows that were added.
  [[nodiscard]] Result<Edition> find(std::string_view name) const;
  /// Error `usage`: the name of the first is taken.
  [[nodiscard]] Result<void> add(const Row& row);
  /// Names of all rows, built in and added.
  std::vector<std::string> names() const;

 private:
  std::vector<Row> added_;
};

}  // namespace adoube::article4
