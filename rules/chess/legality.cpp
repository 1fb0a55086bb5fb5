// SPDX-License-Identifier: Apache-2.0
#include "rules/chess/legality.hpp"

#include <algorithm>
#include <bit>

#include "rules/chess/generator.hpp"

namespace adoube::chess {
namespace {

using Reason = std::optional<std::string>;

constexpr std::array colours{Colour::white, Colour::black};

std::string colour_name(Colour c) { return c == Colour::white ? "White" : "Black"; }
constexpr int first_rank(Colour c) { return c == Colour::white ? 0 : 7; }

Reason wrong_material(const Position& p) {
  for (const Colour c : colours) {
    const auto count = [&](Kind k) { return std::popcount(p.pieces(c, k)); };
    if (count(Kind::king) != 1) return colour_name(c) + " has " + std::to_string(count(Kind::king)) + " kings instead of one";
    const int pawns = count(Kind::pawn);
    if (pawns > 8) return colour_name(c) + " has " + std::to_string(pawns) + " pawns, more than 8";
    constexpr SquareSet dark = 0xaa55aa55aa55aa55;
    const SquareSet bishops = p.pieces(c, Kind::bishop);
    const int promoted = std::max(0, count(Kind::knight) - 2) + std::max(0, count(Kind::rook) - 2) +
                         std::max(0, count(Kind::queen) - 1) + std::max(0, std::popcount(bishops & dark) - 1) +
                         std::max(0, std::popcount(bishops & ~dark) - 1);
    if (promoted > 8 - pawns) {
      return colour_name(c) + " has " + std::to_string(promoted) + " promoted pieces but only " +
             std::to_string(8 - pawns) + " pawns are missing";
    }
  }
  const SquareSet stray = p.pieces(Kind::pawn) & (rank_set(0) | rank_set(7));
  if (stray != 0) return "a pawn stands on " + name(first(stray)) + ", where no pawn can stand";
  return std::nullopt;
}

Reason wrong_castling_right(const Position& p) {
  for (const Colour c : colours) {
    for (const Wing w : {Wing::king_side, Wing::queen_side}) {
      const auto rook = p.castling_rook(c, w);
      if (!rook) continue;
      const Square king = p.king(c);
      const auto says = [&] { return "castling with the rook on " + name(*rook) + " is a right, but "; };
      if (rank_of(king) != first_rank(c)) return says() + colour_name(c) + "'s king is not on its first rank";
      if (!contains(p.pieces(c, Kind::rook), *rook) || rank_of(*rook) != first_rank(c)) {
        return says() + "no rook of " + colour_name(c) + " stands there on its first rank";
      }
      if ((file_of(*rook) > file_of(king)) != (w == Wing::king_side)) {
        return says() + "it stands on the other side of " + colour_name(c) + "'s king";
      }
    }
  }
  return std::nullopt;
}

/// Where the pawn stands that has passed over a square, and where it came from.
struct DoubleStep {
  Square origin, pawn;
};
DoubleStep double_step_over(Square passed) {
  const int forward = rank_of(passed) == 2 ? 8 : -8;
  return {square(index(passed) - forward), square(index(passed) + forward)};
}

Reason wrong_double_step(const Position& p) {
  const auto passed = p.passed_over();
  if (!passed) return std::nullopt;
  const Colour us = p.side_to_move();
  const auto says = [&] { return "en passant square " + name(*passed); };
  if (rank_of(*passed) != (us == Colour::white ? 5 : 2)) {
    return says() + " is on the wrong rank for " + colour_name(us) + " to move";
  }
  const auto [origin, pawn] = double_step_over(*passed);
  if (!contains(p.pieces(!us, Kind::pawn), pawn)) return says() + " but no pawn stands on " + name(pawn);
  if ((p.pieces() & (set_of(*passed) | set_of(origin))) != 0) {
    return says() + " but the pawn's way from " + name(origin) + " is not empty";
  }
  return std::nullopt;
}

/// Looks for a last move of the player who has moved before which the king, now in check, was not attacked. Castling is
/// none of them: it checks by its rook alone, because whatever stood behind either piece on the rank is blocked again.
class LastMove {
 public:
  LastMove(const Position& p, SquareSet checkers)
      : p_(p), us_(p.side_to_move()), them_(!us_), king_(p.king(us_)), checkers_(checkers), empty_(~p.pieces()) {
    for (SquareSet s = checkers; s != 0;) opened_ |= between(king_, pop(s));
    taken_ = std::popcount(p.pieces(us_)) < 16;
    promoted_ = std::popcount(p.pieces(them_, Kind::pawn)) < 8;
  }

  bool explains() const {
    if (const auto passed = p_.passed_over()) {
      const auto [origin, pawn] = double_step_over(*passed);
      return quiet_before(pawn, Piece{them_, Kind::pawn}, origin, 0);
    }
    // The move of a checking piece is the likeliest by far.
    return explained_by(checkers_) || explained_by(p_.pieces(them_) & ~checkers_);
  }

 private:
  bool explained_by(SquareSet movers) const {
    while (movers != 0) {
      const Square to = pop(movers);
      const Kind kind = p_.kind_at(to);
      if (kind == Kind::pawn ? pawn_moved(to) : piece_moved(to, kind) || pawn_promoted(to)) return true;
    }
    return false;
  }

  /// No piece of theirs attacked the king while the piece now on `to` stood as `was` on `from`. On the squares of `ours`
  /// stood pieces that the move took away, from which no attack on an own king comes.
  bool quiet_before(Square to, Piece was, Square from, SquareSet ours) const {
    Position before = p_;
    before.remove(to);
    before.put(from, was);
    return (attackers_past(before, king_, before.pieces() | ours) & before.pieces(them_)) == 0;
  }
  /// Only a move of a checker, or one that opened a line, can have given check.
  bool matters(Square to, Square from) const { return contains(checkers_, to) || contains(opened_, from); }
  /// A piece taken on `to` blocked at least as much as none, so a capture is the better explanation where one is possible.
  bool moved(Square to, Piece was, Square from) const {
    return matters(to, from) && quiet_before(to, was, from, taken_ ? set_of(to) : 0);
  }

  bool piece_moved(Square to, Kind kind) const {
    SquareSet origins = 0;
    if (kind == Kind::knight) origins = knight_attacks(to);
    if (kind == Kind::bishop || kind == Kind::queen) origins |= bishop_attacks(to, p_.pieces());
    if (kind == Kind::rook || kind == Kind::queen) origins |= rook_attacks(to, p_.pieces());
    if (kind == Kind::king) origins = king_attacks(to);
    for (const Wing w : {Wing::king_side, Wing::queen_side}) {
      const auto rook = p_.castling_rook(them_, w);
      if (rook && (kind == Kind::king || *rook == to)) return false;  // has not moved
    }
    for (origins &= empty_; origins != 0;) {
      if (moved(to, {them_, kind}, pop(origins))) return true;
    }
    return false;
  }

  /// Squares from which a pawn takes on `to`.
  SquareSet takers(Square to) const { return taken_ ? pawn_attacks(to, us_) & empty_ : 0; }
  Square behind(Square s) const { return square(index(s) - (them_ == Colour::white ? 8 : -8)); }

  bool pawn_moved(Square to) const {
    const int rank = them_ == Colour::white ? rank_of(to) : 7 - rank_of(to);
    if (rank == 1) return false;
    const Piece pawn{them_, Kind::pawn};
    const Square once = behind(to), twice = rank == 3 ? behind(once) : Square::off;
    if (contains(empty_, once)) {
      if (matters(to, once) && quiet_before(to, pawn, once, 0)) return true;
      if (contains(empty_, twice) && matters(to, twice) && quiet_before(to, pawn, twice, 0)) return true;
    }
    for (SquareSet s = takers(to); s != 0;) {
      if (moved(to, pawn, pop(s))) return true;
    }
    // En passant: the victim stood behind, and had made its double step, so its way is still empty.
    if (rank != 5 || !contains(empty_, once) || !contains(empty_, double_step_over(to).origin)) return false;
    for (SquareSet s = takers(to); s != 0;) {
      if (quiet_before(to, pawn, pop(s), set_of(once))) return true;
    }
    return false;
  }

  bool pawn_promoted(Square to) const {
    if (!promoted_ || rank_of(to) != first_rank(us_) || p_.kind_at(to) == Kind::king) return false;
    const Piece pawn{them_, Kind::pawn};
    const Square once = behind(to);
    if (contains(empty_, once) && matters(to, once) && quiet_before(to, pawn, once, 0)) return true;
    for (SquareSet s = takers(to); s != 0;) {
      if (moved(to, pawn, pop(s))) return true;
    }
    return false;
  }

  const Position& p_;
  Colour us_, them_;
  Square king_;
  SquareSet checkers_, empty_;
  SquareSet opened_ = 0;  ///< squares between the king and those who check him
  bool taken_, promoted_;  ///< a piece of ours, a pawn of theirs has left the board
};

Reason wrong_check(const Position& p) {
  const Colour us = p.side_to_move();
  if (p.attackers(p.king(!us), us) != 0) {
    return colour_name(us) + " is to move but " + colour_name(!us) + " is in check";
  }
  const SquareSet checkers = p.attackers(p.king(us), !us);
  if (checkers == 0) return std::nullopt;
  if (std::popcount(checkers) > 2) return colour_name(us) + " is in check from more than two pieces";
  const bool one = (checkers & (checkers - 1)) == 0;
  if ((one && !p.passed_over()) || LastMove(p, checkers).explains()) return std::nullopt;
  std::string squares = name(first(checkers));
  if (const SquareSet rest = checkers & (checkers - 1); rest != 0) squares += " and " + name(first(rest));
  const char* culprit = p.passed_over() ? ", which the double step just made cannot" : ", which no last move can";
  return colour_name(us) + " is in check from " + squares + culprit + " have given";
}

}  // namespace

std::optional<std::string> misfit(const Position& p) {
  if (auto reason = wrong_material(p)) return reason;
  if (auto reason = wrong_castling_right(p)) return reason;
  return wrong_double_step(p);
}

std::optional<std::string> illegality(const Position& p) {
  if (auto reason = misfit(p)) return reason;
  return wrong_check(p);
}

}  // namespace adoube::chess
