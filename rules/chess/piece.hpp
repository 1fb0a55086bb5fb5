// SPDX-License-Identifier: Apache-2.0
/// Pieces: kind and colour.
#pragma once
#include <cstdint>
#include <optional>

#include "rules/core/square.hpp"

namespace adoube::chess {

enum class Kind : std::uint8_t { pawn, knight, bishop, rook, queen, king };

struct Piece {
  Colour colour;
  Kind kind;
  friend constexpr bool operator==(const Piece&, const Piece&) = default;
};

/// FEN letter: upper case for White.
constexpr char letter(Piece p) { return (p.colour == Colour::white ? "PNBRQK" : "pnbrqk")[static_cast<int>(p.kind)]; }
/// The piece of a FEN letter, or nothing.
constexpr std::optional<Piece> parse_piece(char c) {
  for (int k = 0; k < 6; ++k) {
    if (c == "PNBRQK"[k]) return Piece{Colour::white, static_cast<Kind>(k)};
    if (c == "pnbrqk"[k]) return Piece{Colour::black, static_cast<Kind>(k)};
  }
  return std::nullopt;
}

}  // namespace adoube::chess
