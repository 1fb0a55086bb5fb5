// SPDX-License-Identifier: Apache-2.0
/// A chess position by bitboards: what stands where, whose move it is, and what the rules of 3.8 and 3.7.3 remember.
#pragma once
#include <array>
#include <cstdint>
#include <optional>

#include "rules/chess/move.hpp"
#include "rules/chess/piece.hpp"
#include "rules/core/square.hpp"

namespace adoube::chess {

/// The two sides of castling: towards the h-file (short) and the a-file (long).
enum class Wing : std::uint8_t { king_side, queen_side };

/// A position. A value: copying is cheap (under 200 bytes), no allocation. Made legal by `fen::parse`
/// (rules/notation/fen.hpp) or by `Position::start()`; `make` keeps it so.
class Position {
 public:
  /// The initial position (Laws 2.3).
  static Position start();

  Colour side_to_move() const { return side_; }
  /// What stands on a square.
  std::optional<Piece> at(Square s) const;
  SquareSet pieces() const { return by_colour_[0] | by_colour_[1]; }
  SquareSet pieces(Colour c) const { return by_colour_[static_cast<std::size_t>(c)]; }
  SquareSet pieces(Kind k) const { return by_kind_[static_cast<std::size_t>(k)]; }
  SquareSet pieces(Colour c, Kind k) const { return pieces(c) & pieces(k); }
  Square king(Colour c) const { return first(pieces(c, Kind::king)); }
  /// Square of the rook with which castling on that wing is still a right (3.8.2.1), or nothing.
  std::optional<Square> castling_rook(Colour c, Wing w) const {
    const Square s = castling_[static_cast<std::size_t>(c) * 2 + static_cast<std::size_t>(w)];
    return s == Square::off ? std::nullopt : std::optional(s);
  }
  /// The square passed over by the pawn that has just made its double step, set only if an en passant capture
  /// there is legal (3.7.3.1); nothing otherwise.
  std::optional<Square> en_passant() const {
    return en_passant_ == Square::off ? std::nullopt : std::optional(en_passant_);
  }
  /// The square passed over if the last move was a double step (3.7.2), whether or not anybody may capture there. It is
  /// remembered for those who ask how the position came about (Polyglot keys, `illegality`); what is legal in the
  /// position does not depend on it, so it takes no part in comparison and a FEN does not carry it.
  std::optional<Square> passed_over() const {
    return passed_over_ == Square::off ? std::nullopt : std::optional(passed_over_);
  }
  /// Plies since the last pawn move or capture (9.3), and the number of the full move, from 1. Both stay at `last_number`
  /// once they are there, so that every position that a game can reach has a FEN.
  static constexpr int last_number = 9999;
  int halfmove_clock() const { return halfmove_; }
  int fullmove_number() const { return fullmove_; }

  /// Squares from which pieces of colour `by` attack `s`.
  SquareSet attackers(Square s, Colour by) const;
  bool in_check() const { return attackers(king(side_), !side_) != 0; }
  /// Kind of the piece on a square that is not empty.
  Kind kind_at(Square s) const {
    const auto bit = [&](Kind k) { return static_cast<int>(pieces(k) >> index(s) & 1); };
    return static_cast<Kind>(bit(Kind::knight) + 2 * bit(Kind::bishop) + 3 * bit(Kind::rook) + 4 * bit(Kind::queen) +
                             5 * bit(Kind::king));
  }

  /// Plays a legal move.
  void make(Move m);
  Position after(Move m) const {
    Position p = *this;
    p.make(m);
    return p;
  }

  // Building blocks for those who set positions up: put (on an empty square) and remove keep the sets consistent,
  // nothing is checked; `illegality` (rules/chess/legality.hpp) checks the whole.
  void put(Square s, Piece p);
  void remove(Square s);
  void set_side_to_move(Colour c) { side_ = c; }
  void set_castling_rook(Colour c, Wing w, std::optional<Square> rook);
  /// The last move was a double step over `passed`, or none. Pieces and side to move stand already.
  void set_passed_over(std::optional<Square> passed);
  void set_clocks(int halfmove, int fullmove) { halfmove_ = halfmove, fullmove_ = fullmove; }

  /// Pieces, side to move, rights, en passant and both counters are the same.
  friend bool operator==(const Position& a, const Position& b) {
    return same_position(a, b) && a.halfmove_ == b.halfmove_ && a.fullmove_ == b.fullmove_;
  }
  /// The same position as 9.2.3 means it: same side to move, same pieces on the same squares, and the same moves
  /// possible for both players, so the same castling rights (9.2.3.2) and the same legal en passant capture (9.2.3.1).
  friend bool same_position(const Position& a, const Position& b) {
    return a.by_kind_ == b.by_kind_ && a.by_colour_ == b.by_colour_ && a.castling_ == b.castling_ &&
           a.en_passant_ == b.en_passant_ && a.side_ == b.side_;
  }

 private:
  std::array<SquareSet, 2> by_colour_{};
  std::array<SquareSet, 6> by_kind_{};
  std::array<Square, 4> castling_{Square::off, Square::off, Square::off, Square::off};  ///< [colour * 2 + wing]
  Square passed_over_ = Square::off;
  Square en_passant_ = Square::off;
  Colour side_ = Colour::white;
  int halfmove_ = 0;
  int fullmove_ = 1;
};

/// Every legal move (Laws, Article 3), in an order that depends on the position only.
MoveList legal_moves(const Position& position);
/// Whether the side to move may take en passant on `passed`, given that the pawn beyond has just made its double step.
bool en_passant_possible(const Position& position, Square passed);
/// Square of the piece that a move takes (en passant: the pawn's square), or nothing.
std::optional<Square> captured_square(const Position& position, Move m);
/// Where the rook of a castling move stands and where it goes.
struct RookJourney {
  Square from;
  Square to;
};
RookJourney castling_rook_journey(const Position& position, Move castling);
/// Number of legal games of `depth` plies.
std::uint64_t perft(const Position& position, int depth);

}  // namespace adoube::chess
