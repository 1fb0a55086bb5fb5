// SPDX-License-Identifier: Apache-2.0
#include "rules/chess/generator.hpp"

namespace adoube::chess {
namespace {

struct Lister {
  MoveList moves;
  void piece(Square from, SquareSet targets) {
    while (targets != 0) moves.push(Move(from, pop(targets)));
  }
  void pawns(SquareSet targets, int step) {
    while (targets != 0) {
      const Square to = pop(targets);
      moves.push(Move(square(index(to) - step), to));
    }
  }
  void promotions(SquareSet targets, int step) {
    while (targets != 0) {
      const Square to = pop(targets);
      for (const Kind kind : {Kind::queen, Kind::rook, Kind::bishop, Kind::knight}) {
        moves.push(Move(square(index(to) - step), to, Move::Type::promotion, kind));
      }
    }
  }
  void en_passant(Square from, Square to) { moves.push(Move(from, to, Move::Type::en_passant)); }
  void castling(Square from, Square to) { moves.push(Move(from, to, Move::Type::castling)); }
};

}  // namespace

MoveList legal_moves(const Position& position) {
  Lister lister;
  generate(position, lister);
  return lister.moves;
}

}  // namespace adoube::chess
