// SPDX-License-Identifier: Apache-2.0
/// Positions, moves and events as they look in a mirror; for properties.
#pragma once
#include <cctype>
#include <cstdint>
#include <limits>
#include <rapidcheck.h>
#include <string>
#include <vector>

#include "rules/article4/move_table.hpp"
#include "rules/core/event.hpp"

namespace adoube::article4::testing {

/// A number for Dice, any of them from the first run on.
inline std::uint64_t draw_seed() {
  return *rc::gen::noShrink(
      rc::gen::resize(100, rc::gen::inRange<std::uint64_t>(0, std::numeric_limits<std::uint64_t>::max())));
}

using Words = std::vector<std::string>;
inline Words words(const MoveTable& table, const MoveMask& moves) { return table.uci(moves); }

/// The board upside down, the colours exchanged.
inline Square upside_down(Square s) { return s == Square::off ? s : square(file_of(s), 7 - rank_of(s)); }
/// The board seen in a mirror beside it.
inline Square left_to_right(Square s) { return s == Square::off ? s : square(7 - file_of(s), rank_of(s)); }

inline chess::Position upside_down(const chess::Position& p) {
  chess::Position out;
  for (SquareSet rest = p.pieces(); rest != 0;) {
    const Square s = pop(rest);
    const chess::Piece piece = *p.at(s);
    out.put(upside_down(s), {!piece.colour, piece.kind});
  }
  out.set_side_to_move(!p.side_to_move());
  for (const Colour c : {Colour::white, Colour::black}) {
    for (const chess::Wing w : {chess::Wing::king_side, chess::Wing::queen_side}) {
      const auto rook = p.castling_rook(c, w);
      out.set_castling_rook(!c, w, rook ? std::optional(upside_down(*rook)) : std::nullopt);
    }
  }
  out.set_passed_over(p.en_passant() ? std::optional(upside_down(*p.en_passant())) : std::nullopt);
  out.set_clocks(p.halfmove_clock(), p.fullmove_number());
  return out;
}

/// No right to castle, and the king is not where anybody would think of it.
inline bool castling_unthinkable(const chess::Position& p) {
  for (const Colour c : {Colour::white, Colour::black}) {
    for (const chess::Wing w : {chess::Wing::king_side, chess::Wing::queen_side}) {
      if (p.castling_rook(c, w)) return false;
    }
  }
  const Square king = p.king(p.side_to_move());
  return king != square(4, rank_of(king)) && king != square(3, rank_of(king));
}

inline chess::Position left_to_right(const chess::Position& p) {
  chess::Position out;
  for (SquareSet rest = p.pieces(); rest != 0;) {
    const Square s = pop(rest);
    out.put(left_to_right(s), *p.at(s));
  }
  out.set_side_to_move(p.side_to_move());
  out.set_passed_over(p.en_passant() ? std::optional(left_to_right(*p.en_passant())) : std::nullopt);
  out.set_clocks(p.halfmove_clock(), p.fullmove_number());
  return out;
}

/// Moves of the mirrored table as they are called in front of the mirror, sorted.
inline Words upside_down(const MoveTable& table, const MoveMask& moves) {
  Words out = table.uci(moves);
  for (std::string& m : out) {
    m[1] = static_cast<char>('1' + '8' - m[1]);
    m[3] = static_cast<char>('1' + '8' - m[3]);
  }
  std::sort(out.begin(), out.end());
  return out;
}
inline Words left_to_right(const MoveTable& table, const MoveMask& moves) {
  Words out = table.uci(moves);
  for (std::string& m : out) {
    m[0] = static_cast<char>('a' + 'h' - m[0]);
    m[2] = static_cast<char>('a' + 'h' - m[2]);
  }
  std::sort(out.begin(), out.end());
  return out;
}

inline Event upside_down(Event e) {
  e.square = upside_down(e.square);
  if (e.actor) e.actor = !*e.actor;
  if (e.piece) {
    const int c = static_cast<unsigned char>(*e.piece);
    e.piece = static_cast<char>(std::isupper(c) != 0 ? std::tolower(c) : std::toupper(c));
  }
  return e;
}
inline Event left_to_right(Event e) {
  e.square = left_to_right(e.square);
  return e;
}

}  // namespace adoube::article4::testing
