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
  const Colour colour = c >= 'a' ? Colour::black : Colour::white;
  switch (c) {
    case 'P': case 'p': return Piece{colour, Kind::pawn};
    case 'N': case 'n': return Piece{colour, Kind::knight};
    case 'B': case 'b': return Piece{colour, Kind::bishop};
    case 'R': case 'r': return Piece{colour, Kind::rook};
    case 'Q': case 'q': return Piece{colour, Kind::queen};
    case 'K': case 'k': return Piece{colour, Kind::king};
    default: return std::nullopt;
  }
}

}  // namespace adoube::chess
