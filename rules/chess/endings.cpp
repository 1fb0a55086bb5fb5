// SPDX-License-Identifier: Apache-2.0
#include "rules/chess/endings.hpp"

#include <algorithm>

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

bool every_line_dies(const Position& p, int plies) {
  if (proved_unable_to_mate(p, Colour::white) && proved_unable_to_mate(p, Colour::black)) return true;
  if (plies == 0) return is_stalemate(p);
  const MoveList moves = legal_moves(p);
  if (moves.empty()) return !p.in_check();
  return std::ranges::all_of(moves, [&](Move m) { return every_line_dies(p.after(m), plies - 1); });
}

}  // namespace

bool has_legal_move(const Position& p) {
  Any any;
  generate(p, any);
  return any.found;
}

bool is_mate(const Position& position) { return position.in_check() && !has_legal_move(position); }
bool is_stalemate(const Position& position) { return !position.in_check() && !has_legal_move(position); }

bool proved_unable_to_mate(const Position& p, Colour player) {
  constexpr SquareSet dark = 0xaa55aa55aa55aa55;
  const SquareSet own = p.pieces(player) & ~p.pieces(Kind::king), theirs = p.pieces(!player) & ~p.pieces(Kind::king);
  if (own == 0) return true;
  if ((own & p.pieces(Kind::knight)) != 0) {
    return (own & (own - 1)) == 0 && (theirs & ~p.pieces(Kind::queen)) == 0;
  }
  const SquareSet bishops = p.pieces(Kind::bishop);
  if ((own & ~bishops) != 0) return false;
  return ((bishops & dark) == 0 || (bishops & ~dark) == 0) && p.pieces(Kind::knight) == 0 && p.pieces(Kind::pawn) == 0;
}

bool proved_dead(const Position& position) { return every_line_dies(position, 4); }

}  // namespace adoube::chess
