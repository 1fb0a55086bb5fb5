// SPDX-License-Identifier: Apache-2.0
/// Which squares a piece attacks: tables for the leapers, arithmetic for the sliders.
#pragma once
#include <array>
#include <cstdint>

#include "rules/chess/piece.hpp"
#include "rules/core/square.hpp"

namespace adoube::chess {

inline constexpr SquareSet file_a = 0x0101010101010101;
inline constexpr SquareSet file_h = file_a << 7;
inline constexpr SquareSet rank_1 = 0xff;
constexpr SquareSet rank_set(int rank) { return rank_1 << (8 * rank); }

/// Squares attacked by all pawns of a set, towards the a-file and towards the h-file.
template <Colour c>
constexpr SquareSet pawn_attacks_west(SquareSet pawns) {
  return c == Colour::white ? (pawns & ~file_a) << 7 : (pawns & ~file_a) >> 9;
}
template <Colour c>
constexpr SquareSet pawn_attacks_east(SquareSet pawns) {
  return c == Colour::white ? (pawns & ~file_h) << 9 : (pawns & ~file_h) >> 7;
}

namespace detail {

using Board = std::array<SquareSet, 64>;

/// The four lines through a square, the square itself left out.
struct Lines {
  SquareSet file, diagonal, antidiagonal;
};

struct Tables {
  std::array<Board, 2> pawn{};        ///< [colour][square]
  Board knight{}, king{};
  Board rook_rays{}, bishop_rays{};   ///< attacks on an empty board
  std::array<Lines, 64> lines{};
  std::array<Board, 64> between{};    ///< squares strictly between two squares of one line, else empty
  std::array<std::array<std::uint8_t, 8>, 64> rank{};  ///< [inner six bits of a rank][file]: attacked files
};

constexpr Tables make_tables() {
  Tables t;
  const auto at = [](int file, int rank) -> SquareSet {
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? 0 : set_of(square(file, rank));
  };
  constexpr std::array<std::array<int, 2>, 8> steps{
      {{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}}};
  for (int s = 0; s < 64; ++s) {
    const auto i = static_cast<std::size_t>(s);
    const int f = file_of(square(s)), r = rank_of(square(s));
    t.pawn[0][i] = at(f - 1, r + 1) | at(f + 1, r + 1);
    t.pawn[1][i] = at(f - 1, r - 1) | at(f + 1, r - 1);
    for (const int a : {-2, -1, 1, 2}) {
      for (const int b : {a * a == 1 ? 2 : 1, a * a == 1 ? -2 : -1}) t.knight[i] |= at(f + a, r + b);
    }
    for (std::size_t d = 0; d < steps.size(); ++d) {
      const int df = steps[d][0], dr = steps[d][1];
      t.king[i] |= at(f + df, r + dr);
      SquareSet ray = 0;
      for (int n = 1; at(f + n * df, r + n * dr) != 0; ++n) {
        const SquareSet here = at(f + n * df, r + n * dr);
        t.between[i][static_cast<std::size_t>(index(first(here)))] = ray;
        ray |= here;
      }
      (d < 4 ? t.rook_rays : t.bishop_rays)[i] |= ray;
      if (d < 2) t.lines[i].file |= ray;
      if (d == 4 || d == 5) t.lines[i].diagonal |= ray;
      if (d == 6 || d == 7) t.lines[i].antidiagonal |= ray;
    }
  }
  for (int inner = 0; inner < 64; ++inner) {
    for (int f = 0; f < 8; ++f) {
      int attacked = 0;
      for (int x = f + 1; x < 8; ++x) {
        attacked |= 1 << x;
        if ((inner << 1 >> x & 1) != 0) break;
      }
      for (int x = f - 1; x >= 0; --x) {
        attacked |= 1 << x;
        if ((inner << 1 >> x & 1) != 0) break;
      }
      t.rank[static_cast<std::size_t>(inner)][static_cast<std::size_t>(f)] = static_cast<std::uint8_t>(attacked);
    }
  }
  return t;
}

inline constexpr Tables tables = make_tables();

constexpr std::size_t at(Square s) { return static_cast<std::size_t>(index(s)); }

/// Hyperbola quintessence: subtracting the slider from the blockers borrows up to the first one; the byte-swapped
/// board does the same downwards. Right for every line that has at most one square a rank.
constexpr SquareSet along(SquareSet line, SquareSet slider, SquareSet occupied) {
  const SquareSet blockers = occupied & line;
  const SquareSet up = blockers - slider;
  const SquareSet down = __builtin_bswap64(__builtin_bswap64(blockers) - __builtin_bswap64(slider));
  return (up ^ down) & line;
}

}  // namespace detail

constexpr SquareSet pawn_attacks(Square s, Colour c) {
  return detail::tables.pawn[static_cast<std::size_t>(c)][detail::at(s)];
}
constexpr SquareSet knight_attacks(Square s) { return detail::tables.knight[detail::at(s)]; }
constexpr SquareSet king_attacks(Square s) { return detail::tables.king[detail::at(s)]; }
/// Squares a slider would attack on an empty board.
constexpr SquareSet rook_rays(Square s) { return detail::tables.rook_rays[detail::at(s)]; }
constexpr SquareSet bishop_rays(Square s) { return detail::tables.bishop_rays[detail::at(s)]; }
/// Squares strictly between two squares of one rank, file or diagonal; empty for any other pair.
constexpr SquareSet between(Square a, Square b) { return detail::tables.between[detail::at(a)][detail::at(b)]; }

/// Squares attacked from `s` past `occupied`, the first blocker included, whatever stands on `s`.
constexpr SquareSet bishop_attacks(Square s, SquareSet occupied) {
  const detail::Lines& lines = detail::tables.lines[detail::at(s)];
  const SquareSet slider = set_of(s);
  return detail::along(lines.diagonal, slider, occupied) | detail::along(lines.antidiagonal, slider, occupied);
}
constexpr SquareSet rook_attacks(Square s, SquareSet occupied) {
  const int shift = index(s) & 56;
  const auto inner = static_cast<std::size_t>(occupied >> (shift + 1) & 63);
  const SquareSet rank = SquareSet{detail::tables.rank[inner][static_cast<std::size_t>(file_of(s))]} << shift;
  return rank | detail::along(detail::tables.lines[detail::at(s)].file, set_of(s), occupied);
}

}  // namespace adoube::chess
