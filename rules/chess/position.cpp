// SPDX-License-Identifier: Apache-2.0
#include "rules/chess/position.hpp"

#include "rules/chess/attacks.hpp"
#include "rules/chess/generator.hpp"

namespace adoube::chess {
namespace {

constexpr std::size_t slot(Colour c, Wing w) { return static_cast<std::size_t>(c) * 2 + static_cast<std::size_t>(w); }

}  // namespace

Position Position::start() {
  Position p;
  constexpr std::array back{Kind::rook, Kind::knight, Kind::bishop, Kind::queen,
                            Kind::king, Kind::bishop, Kind::knight, Kind::rook};
  for (int file = 0; file < 8; ++file) {
    p.put(square(file, 0), {Colour::white, back[static_cast<std::size_t>(file)]});
    p.put(square(file, 1), {Colour::white, Kind::pawn});
    p.put(square(file, 6), {Colour::black, Kind::pawn});
    p.put(square(file, 7), {Colour::black, back[static_cast<std::size_t>(file)]});
  }
  p.castling_ = {Square::h1, Square::a1, Square::h8, Square::a8};
  return p;
}

std::optional<Piece> Position::at(Square s) const {
  const SquareSet here = set_of(s);
  if ((pieces() & here) == 0) return std::nullopt;
  return Piece{(pieces(Colour::white) & here) != 0 ? Colour::white : Colour::black, kind_at(s)};
}

void Position::set_castling_rook(Colour c, Wing w, std::optional<Square> rook) {
  castling_[slot(c, w)] = rook.value_or(Square::off);
}

void Position::set_passed_over(std::optional<Square> passed) {
  passed_over_ = passed.value_or(Square::off);
  const bool possible = passed && pieces(side_, Kind::king) != 0 && en_passant_possible(*this, *passed);
  en_passant_ = possible ? *passed : Square::off;
}

SquareSet Position::attackers(Square s, Colour by) const {
  return attackers_past(*this, s, pieces()) & pieces(by);
}

void Position::put(Square s, Piece p) {
  by_colour_[static_cast<std::size_t>(p.colour)] |= set_of(s);
  by_kind_[static_cast<std::size_t>(p.kind)] |= set_of(s);
}

void Position::remove(Square s) {
  for (SquareSet& set : by_colour_) set &= ~set_of(s);
  for (SquareSet& set : by_kind_) set &= ~set_of(s);
}

void Position::make(Move m) {
  const Colour us = side_;
  const Square from = m.from(), to = m.to();
  const Kind kind = kind_at(from);
  SquareSet& ours = by_colour_[static_cast<std::size_t>(us)];
  SquareSet& theirs = by_colour_[static_cast<std::size_t>(!us)];
  passed_over_ = en_passant_ = Square::off;
  halfmove_ += halfmove_ < last_number ? 1 : 0;
  fullmove_ += us == Colour::black && fullmove_ < last_number ? 1 : 0;
  side_ = !us;

  if (m.is_castling()) {
    const Wing wing = file_of(to) == 6 ? Wing::king_side : Wing::queen_side;
    const Square rook_from = castling_[slot(us, wing)];
    const Square rook_to = square(wing == Wing::king_side ? 5 : 3, rank_of(to));
    // All four squares may coincide in Chess960, so both pieces leave before either arrives.
    ours &= ~(set_of(from) | set_of(rook_from));
    ours |= set_of(to) | set_of(rook_to);
    SquareSet& kings = by_kind_[static_cast<std::size_t>(Kind::king)];
    SquareSet& rooks = by_kind_[static_cast<std::size_t>(Kind::rook)];
    kings = (kings & ~set_of(from)) | set_of(to);
    rooks = (rooks & ~set_of(rook_from)) | set_of(rook_to);
    castling_[slot(us, Wing::king_side)] = castling_[slot(us, Wing::queen_side)] = Square::off;
    return;
  }

  const SquareSet source = set_of(from), target = set_of(to);
  if ((theirs & target) != 0) {
    by_kind_[static_cast<std::size_t>(kind_at(to))] &= ~target;
    theirs &= ~target;
    halfmove_ = 0;
  }
  ours ^= source | target;
  by_kind_[static_cast<std::size_t>(kind)] &= ~source;
  by_kind_[static_cast<std::size_t>(m.is_promotion() ? m.promotion() : kind)] |= target;

  for (Square& rook : castling_) {
    if (rook == from || rook == to) rook = Square::off;
  }
  if (kind == Kind::king) {
    castling_[slot(us, Wing::king_side)] = castling_[slot(us, Wing::queen_side)] = Square::off;
  } else if (kind == Kind::pawn) {
    halfmove_ = 0;
    if (m.is_en_passant()) {
      const SquareSet victim = set_of(square(file_of(to), rank_of(from)));
      by_kind_[static_cast<std::size_t>(Kind::pawn)] &= ~victim;
      theirs &= ~victim;
    } else if ((index(from) ^ index(to)) == 16) {
      const Square passed = square((index(from) + index(to)) / 2);
      passed_over_ = passed;
      if ((pawn_attacks(passed, us) & pieces(!us, Kind::pawn)) != 0 && en_passant_possible(*this, passed)) {
        en_passant_ = passed;
      }
    }
  }
}

bool en_passant_possible(const Position& position, Square passed) {
  const Colour us = position.side_to_move();
  SquareSet pawns = pawn_attacks(passed, !us) & position.pieces(us, Kind::pawn);
  while (pawns != 0) {
    if (en_passant_legal(position, pop(pawns), passed)) return true;
  }
  return false;
}

std::optional<Square> captured_square(const Position& position, Move m) {
  if (m.is_en_passant()) return square(file_of(m.to()), rank_of(m.from()));
  if (m.is_castling() || !contains(position.pieces(!position.side_to_move()), m.to())) return std::nullopt;
  return m.to();
}

RookJourney castling_rook_journey(const Position& position, Move castling) {
  const Wing wing = file_of(castling.to()) == 6 ? Wing::king_side : Wing::queen_side;
  const auto from = position.castling_rook(position.side_to_move(), wing);
  return {from.value_or(Square::off), square(wing == Wing::king_side ? 5 : 3, rank_of(castling.to()))};
}

}  // namespace adoube::chess
