// SPDX-License-Identifier: Apache-2.0
/// The legal move generator, written once and instantiated for each colour and for what is to be done with the moves:
/// listing, counting, or asking whether there is one. Internal to rules/chess; others call `legal_moves`.
///
/// Only legal moves are ever produced. No move takes a king (1.4.1), although an illegal move that stands (A.5.2) may have left one
/// where he could be taken. Checks restrict every move but the king's to the squares that answer them; pins
/// restrict the pinned piece to its line; the king may not enter squares attacked once he has left his own.
#pragma once
#include "rules/chess/attacks.hpp"
#include "rules/chess/position.hpp"

namespace adoube::chess {

/// Pieces of both colours that attack `s` when exactly the squares of `occupied` block lines.
inline SquareSet attackers_past(const Position& p, Square s, SquareSet occupied) {
  const SquareSet queens = p.pieces(Kind::queen);
  return (pawn_attacks(s, Colour::black) & p.pieces(Colour::white, Kind::pawn)) |
         (pawn_attacks(s, Colour::white) & p.pieces(Colour::black, Kind::pawn)) |
         (knight_attacks(s) & p.pieces(Kind::knight)) | (king_attacks(s) & p.pieces(Kind::king)) |
         (bishop_attacks(s, occupied) & (p.pieces(Kind::bishop) | queens)) |
         (rook_attacks(s, occupied) & (p.pieces(Kind::rook) | queens));
}

/// Whether the side to move may take en passant on `passed` with its pawn on `from`. Two pawns leave the fifth rank at
/// once, so neither pin nor check masks are enough: the board after the capture is looked at.
inline bool en_passant_legal(const Position& p, Square from, Square passed) {
  const Colour us = p.side_to_move();
  const SquareSet victim = set_of(square(file_of(passed), rank_of(from)));
  const SquareSet occupied = (p.pieces() & ~victim & ~set_of(from)) | set_of(passed);
  return (attackers_past(p, p.king(us), occupied) & p.pieces(!us) & ~victim) == 0;
}

/// Squares attacked by one side when `occupied` blocks lines.
template <Colour by>
SquareSet attacked_squares(const Position& p, SquareSet occupied) {
  const SquareSet pawns = p.pieces(by, Kind::pawn);
  SquareSet attacked = pawn_attacks_west<by>(pawns) | pawn_attacks_east<by>(pawns) | king_attacks(p.king(by));
  const SquareSet queens = p.pieces(by, Kind::queen);
  for (SquareSet s = p.pieces(by, Kind::knight); s != 0;) attacked |= knight_attacks(pop(s));
  for (SquareSet s = p.pieces(by, Kind::bishop) | queens; s != 0;) attacked |= bishop_attacks(pop(s), occupied);
  for (SquareSet s = p.pieces(by, Kind::rook) | queens; s != 0;) attacked |= rook_attacks(pop(s), occupied);
  return attacked;
}

/// Where the king of `us` may castle to as far as rights and pieces in between go (3.8.2); attacks are not looked at.
/// In Chess960 the rook may be what shields the king's goal along the rank, and then it is pinned now.
inline SquareSet castling_goals(const Position& p, Colour us, SquareSet pinned_straight) {
  SquareSet goals = 0;
  const Square king = p.king(us);
  for (const Wing wing : {Wing::king_side, Wing::queen_side}) {
    const auto rook = p.castling_rook(us, wing);
    if (!rook) continue;
    const Square goal = square(wing == Wing::king_side ? 6 : 2, rank_of(king));
    const Square rook_goal = square(wing == Wing::king_side ? 5 : 3, rank_of(king));
    const SquareSet crossed = between(king, goal) | between(*rook, rook_goal) | set_of(goal) | set_of(rook_goal);
    const SquareSet in_the_way = crossed & p.pieces() & ~set_of(king) & ~set_of(*rook);
    if (in_the_way == 0 && !contains(pinned_straight, *rook)) goals |= set_of(goal);
  }
  return goals;
}

/// Gives every legal move of `us`, who has the move, to `sink`:
///   sink.piece(from, targets)            one piece, any of the targets
///   sink.pawns(targets, step)            pawns whose origin is target - step
///   sink.promotions(targets, step)       the same with all four kinds
///   sink.en_passant(from, to), sink.castling(from, to)
template <Colour us, class Sink>
void generate(const Position& p, Sink& sink) {
  constexpr Colour them = !us;
  const SquareSet own = p.pieces(us), enemy = p.pieces(them), occupied = own | enemy;
  const SquareSet barred = own | p.pieces(them, Kind::king);
  const Square king = p.king(us);
  const SquareSet queens = p.pieces(them, Kind::queen);

  // Checkers, the squares that answer a single check, and the lines of the pins (square of the pinning piece included).
  SquareSet checkers = (pawn_attacks(king, us) & p.pieces(them, Kind::pawn)) |
                       (knight_attacks(king) & p.pieces(them, Kind::knight));
  SquareSet answers = checkers;
  SquareSet pin_straight = 0, pin_diagonal = 0;
  const auto look = [&](SquareSet snipers, SquareSet& pins) {
    while (snipers != 0) {
      const Square sniper = pop(snipers);
      const SquareSet line = between(king, sniper);
      const SquareSet blockers = line & occupied;
      if (blockers == 0) {
        checkers |= set_of(sniper);
        answers |= line | set_of(sniper);
      } else if ((blockers & (blockers - 1)) == 0) {
        pins |= line | set_of(sniper);
      }
    }
  };
  look(rook_rays(king) & (p.pieces(them, Kind::rook) | queens), pin_straight);
  look(bishop_rays(king) & (p.pieces(them, Kind::bishop) | queens), pin_diagonal);

  // The attacked squares cost most of all, and a king shut in by his own pieces needs none.
  const SquareSet steps = king_attacks(king) & ~barred;
  const SquareSet goals = checkers == 0 ? castling_goals(p, us, pin_straight) : 0;
  if ((steps | goals) != 0) {
    const SquareSet attacked = attacked_squares<them>(p, occupied ^ set_of(king));
    sink.piece(king, steps & ~attacked);
    for (SquareSet s = goals; s != 0;) {
      const Square goal = pop(s);
      if (((between(king, goal) | set_of(goal)) & attacked) == 0) sink.castling(king, goal);
    }
  }
  if ((checkers & (checkers - 1)) != 0) return;
  if (checkers == 0) answers = ~SquareSet{0};
  const SquareSet targets = answers & ~barred;
  const SquareSet pinned = pin_straight | pin_diagonal;

  for (SquareSet s = p.pieces(us, Kind::knight) & ~pinned; s != 0;) {
    const Square from = pop(s);
    sink.piece(from, knight_attacks(from) & targets);
  }
  const SquareSet diagonal = p.pieces(us, Kind::bishop) | p.pieces(us, Kind::queen);
  for (SquareSet s = diagonal & ~pinned; s != 0;) {
    const Square from = pop(s);
    sink.piece(from, bishop_attacks(from, occupied) & targets);
  }
  for (SquareSet s = diagonal & pin_diagonal; s != 0;) {
    const Square from = pop(s);
    sink.piece(from, bishop_attacks(from, occupied) & targets & pin_diagonal);
  }
  const SquareSet straight = p.pieces(us, Kind::rook) | p.pieces(us, Kind::queen);
  for (SquareSet s = straight & ~pinned; s != 0;) {
    const Square from = pop(s);
    sink.piece(from, rook_attacks(from, occupied) & targets);
  }
  for (SquareSet s = straight & pin_straight; s != 0;) {
    const Square from = pop(s);
    sink.piece(from, rook_attacks(from, occupied) & targets & pin_straight);
  }

  // Pawns. A pawn pinned on a diagonal may only take along it, one pinned on its file may only advance.
  constexpr int up = us == Colour::white ? 8 : -8;
  const auto shift_up = [](SquareSet s) { return us == Colour::white ? s << 8 : s >> 8; };
  constexpr SquareSet last = rank_set(us == Colour::white ? 7 : 0);
  constexpr SquareSet third = rank_set(us == Colour::white ? 2 : 5);
  const SquareSet pawns = p.pieces(us, Kind::pawn);
  const SquareSet pushers = pawns & ~pin_diagonal;
  const SquareSet free_steps = (shift_up(pushers & ~pin_straight) | (shift_up(pushers & pin_straight) & pin_straight)) &
                               ~occupied;
  const SquareSet double_steps = shift_up(free_steps & third) & ~occupied & answers;
  const SquareSet single_steps = free_steps & answers;
  const SquareSet takers = pawns & ~pin_straight;
  const SquareSet takers_free = takers & ~pin_diagonal, takers_pinned = takers & pin_diagonal;
  const SquareSet victims = enemy & answers & ~barred;
  const SquareSet west =
      (pawn_attacks_west<us>(takers_free) | (pawn_attacks_west<us>(takers_pinned) & pin_diagonal)) & victims;
  const SquareSet east =
      (pawn_attacks_east<us>(takers_free) | (pawn_attacks_east<us>(takers_pinned) & pin_diagonal)) & victims;
  sink.pawns(single_steps & ~last, up);
  sink.pawns(double_steps, 2 * up);
  sink.pawns(west & ~last, up - 1);
  sink.pawns(east & ~last, up + 1);
  if (((single_steps | west | east) & last) != 0) {
    sink.promotions(single_steps & last, up);
    sink.promotions(west & last, up - 1);
    sink.promotions(east & last, up + 1);
  }
  if (const auto passed = p.en_passant()) {
    for (SquareSet s = pawn_attacks(*passed, them) & pawns; s != 0;) {
      const Square from = pop(s);
      if (en_passant_legal(p, from, *passed)) sink.en_passant(from, *passed);
    }
  }
}

template <class Sink>
void generate(const Position& p, Sink& sink) {
  if (p.side_to_move() == Colour::white) {
    generate<Colour::white>(p, sink);
  } else {
    generate<Colour::black>(p, sink);
  }
}

}  // namespace adoube::chess
