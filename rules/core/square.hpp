// SPDX-License-Identifier: Apache-2.0
/// Squares and sets of squares: one byte and one word, shared by every layer.
#pragma once
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace adoube {

/// A square of the board, a1 = 0, b1 = 1, ... h8 = 63: the order of the presence channels on the wire.
/// `off` means "outside the board" (a captured piece, a new queen) and is no member of any set.
enum class Square : std::uint8_t {
  a1, b1, c1, d1, e1, f1, g1, h1, a2, b2, c2, d2, e2, f2, g2, h2, a3, b3, c3, d3, e3, f3, g3, h3,
  a4, b4, c4, d4, e4, f4, g4, h4, a5, b5, c5, d5, e5, f5, g5, h5, a6, b6, c6, d6, e6, f6, g6, h6,
  a7, b7, c7, d7, e7, f7, g7, h7, a8, b8, c8, d8, e8, f8, g8, h8, off
};

constexpr int index(Square s) { return static_cast<int>(s); }
constexpr Square square(int i) { return static_cast<Square>(i); }
/// File 0 (a) to 7 (h) and rank 0 (first) to 7 (eighth).
constexpr Square square(int file, int rank) { return static_cast<Square>(rank * 8 + file); }
constexpr int file_of(Square s) { return index(s) & 7; }
constexpr int rank_of(Square s) { return index(s) >> 3; }

/// A set of squares: bit i is square i.
using SquareSet = std::uint64_t;
constexpr SquareSet set_of(Square s) { return s == Square::off ? 0 : SquareSet{1} << index(s); }
constexpr bool contains(SquareSet set, Square s) { return (set & set_of(s)) != 0; }
/// Lowest square of a set that is not empty.
constexpr Square first(SquareSet set) { return square(std::countr_zero(set)); }
/// Removes and returns the lowest square of a set that is not empty.
constexpr Square pop(SquareSet& set) {
  const Square s = first(set);
  set &= set - 1;
  return s;
}

/// "e4"; `off` is "off".
inline std::string name(Square s) {
  if (s == Square::off) return "off";
  return {static_cast<char>('a' + file_of(s)), static_cast<char>('1' + rank_of(s))};
}
/// "e4" or "off"; anything else is nothing.
constexpr std::optional<Square> parse_square(std::string_view text) {
  if (text == "off") return Square::off;
  if (text.size() != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8') return std::nullopt;
  return square(text[0] - 'a', text[1] - '1');
}

/// The two players; White is 0.
enum class Colour : std::uint8_t { white, black };
constexpr Colour operator!(Colour c) { return c == Colour::white ? Colour::black : Colour::white; }
constexpr char letter(Colour c) { return c == Colour::white ? 'w' : 'b'; }

}  // namespace adoube
