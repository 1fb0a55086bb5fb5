// SPDX-License-Identifier: Apache-2.0
/// The ends of the game that the position alone decides: checkmate, stalemate, and what can be proved of dead positions.
#pragma once
#include "rules/chess/position.hpp"

namespace adoube::chess {

/// Whether the side to move has any legal move.
bool has_legal_move(const Position& position);
/// Checkmate (5.1.1) and stalemate (5.2.1).
bool is_mate(const Position& position);
bool is_stalemate(const Position& position);

/// Proved: `player` cannot checkmate by any series of legal moves (6.9, 7.5.5). False means "not proved", never "can".
/// The classes of material, each exact (the same answer wherever the pieces stand):
/// - the bare king;
/// - king and one knight against king and any number of queens. Of the squares beside the checked king that a knight's
///   check needs taken away, three lie so that a queen on one of them takes the knight, and no king covers all three;
/// - king and bishops, if all bishops of both players stand on squares of one colour and there is neither knight nor
///   pawn. Of the two squares beside the checked king and beside the bishop's line, the other king covers at most one; a
///   queen or rook on the other can step into the line; two such bishops never check at once.
bool proved_unable_to_mate(const Position& position, Colour player);

/// Proved: the position is dead (5.2.2), neither player can checkmate by any series of legal moves. False means "not
/// proved", never "alive": walls of pawns are left to the arbiter. Proved are
/// - material with which neither can mate (above): bare kings, a single minor piece, bishops of one colour of square;
/// - positions from which every line of play leads there, or into stalemate, within four plies: the last piece that could
///   mate has to be taken.
bool proved_dead(const Position& position);

}  // namespace adoube::chess
