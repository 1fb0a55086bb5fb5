// SPDX-License-Identifier: Apache-2.0
// The ends of the game that the position alone decides.
#include "rules/chess/generator.hpp"

namespace adoube::chess {
namespace {

/// Whether there is any legal move.
struct Any {
  bool found = false;
  void piece(Square, SquareSet targets) { found |= targets != 0; }
  void pawns(SquareSet targets, int) { found |= targets != 0; }
  void promotions(SquareSet targets, int) { found |= targets != 0; }
  void en_passant(Square, Square) { found = true; }
  void castling(Square, Square) { found = true; }
};

bool has_move(const Position& p) {
  Any any;
  generate(p, any);
  return any.found;
}

}  // namespace

bool is_mate(const Position& position) { return position.in_check() && !has_move(position); }
bool is_stalemate(const Position& position) { return !position.in_check() && !has_move(position); }

bool is_dead(const Position& position) {
  constexpr SquareSet dark = 0xaa55aa55aa55aa55;
  const SquareSet bishops = position.pieces(Kind::bishop);
  const SquareSet others = position.pieces() & ~position.pieces(Kind::king) & ~bishops;
  if (others == 0) return (bishops & dark) == 0 || (bishops & ~dark) == 0;
  const bool one = (others & (others - 1)) == 0;
  return bishops == 0 && one && others == position.pieces(Kind::knight);
}

}  // namespace adoube::chess
