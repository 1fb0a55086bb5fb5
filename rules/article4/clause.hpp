// SPDX-License-Identifier: Apache-2.0
/// The clauses a ruling can name, and the number that each text of the Laws gives them.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace adoube::article4 {

/// A clause by its number in the Laws of 2023; two that have no counterpart there, by their number in the US rules.
enum class Clause : std::uint8_t {
  none,
  c1_3,      ///< having the move
  c3_7,      ///< promotion
  c3_8_2,    ///< castling
  c4_1,      ///< one hand
  c4_2_1,    ///< adjusting
  c4_2_2,    ///< other contact
  c4_3,      ///< touching pieces
  c4_3_1,    ///< own pieces
  c4_3_2,    ///< the opponent's pieces
  c4_3_3,    ///< both colours
  c4_4_1,    ///< king and rook
  c4_4_2,    ///< rook, then king
  c4_4_3,    ///< castling that turns out illegal
  c4_4_4,    ///< choice of the new piece
  c4_5,      ///< nothing touched can be moved or taken
  c4_6,      ///< ways of promoting
  c4_7,      ///< release
  c4_7_1,    ///< release: capture
  c4_7_2,    ///< release: castling
  c4_7_3,    ///< release: promotion
  c4_8,      ///< claims
  c4_9,      ///< assistant
  c5_1_1,    ///< mate
  c5_2_1,    ///< stalemate
  c5_2_2,    ///< dead position
  c6_2_1,    ///< pressing the clock
  c7_4_1,    ///< displaced pieces
  c7_5_1,    ///< illegal move
  c7_5_2,    ///< pawn left on the last rank
  c7_5_3,    ///< press without a move
  c7_5_4,    ///< two hands
  c7_5_5,    ///< penalty
  c9_1_2_1,  ///< draw offer and touch
  c9_2,      ///< threefold repetition
  c9_3,      ///< fifty moves
  c9_4,      ///< touch and draw claim
  c9_6,      ///< fivefold repetition, seventy-five moves
  cA_3,      ///< rapid and blitz: penalty
  cA_5_2,    ///< rapid and blitz: an illegal move that stands
  cA_5_4,    ///< rapid and blitz: both kings in check
  c10C,      ///< US rules: the opponent's piece displaced by one's own
  c10H,      ///< US rules: pieces outside the board
};
inline constexpr std::size_t clause_count = static_cast<std::size_t>(Clause::c10H) + 1;

/// The texts that number their clauses. Each edition quotes one of them.
enum class Text : std::uint8_t {
  fide2023,
  fide2018,
  fide2017,
  fide2014,
  fide2009,
  fide2005,
  s4,    ///< an older Article 4 (its 4.6 is forfeiture and its 4.7 release), of the family of 1997 and 2001
  uscf,
  seed,  ///< an encyclopaedia's article: no numbers
};
inline constexpr std::size_t text_count = static_cast<std::size_t>(Text::seed) + 1;

/// "4.4.2": the word by which data and files name the clause; "" for `none`.
std::string_view key(Clause clause);
/// The clause of that key. Nothing for any other word, "" included.
std::optional<Clause> parse_clause(std::string_view key);
/// Its number in that text: "4.4b" in S4. "" where the text does not have the clause or has no numbers.
std::string_view number(Clause clause, Text text);
/// The text has the clause in substance, with a number or (an encyclopaedia's article) without.
bool has(Text text, Clause clause);

}  // namespace adoube::article4
