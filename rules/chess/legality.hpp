// SPDX-License-Identifier: Apache-2.0
/// Whether a position that was set up, not played to, can stand on a board at all.
#pragma once
#include <optional>
#include <string>

#include "rules/chess/position.hpp"

namespace adoube::chess {

/// Why no game can reach the position, as the core of a sentence without its stop ("White has 2 kings instead of one"),
/// or nothing. For every maker of positions: readers of text, boards that are set up by hand. What a game can reach, of
/// Chess960 too, is never refused. Refused is
/// - any number of kings but one each, more than 8 pawns, a pawn on the first or last rank, more promoted pieces than
///   pawns are missing;
/// - a check of the player who has just moved (3.9);
/// - a castling right (3.8.2.1) without king and rook on their first rank, or with the rook on the other wing;
/// - a double step just made without the pawn beyond the square passed over, or with something on its way;
/// - a check that the double step just made cannot have given;
/// - more than two checking pieces, and two that no last move (step, capture, promotion, en passant) can have let check
///   at once: two pawns, pawn and knight, two sliders on both sides of the king.
/// Other positions that cannot arise pass: a single check without a last move is in many positions made for study and
/// testing, among them one of those that every move generator is measured by.
/// Every function of rules/chess may be called with a position that passes. No allocation unless there is a reason.
std::optional<std::string> illegality(const Position& position);

/// The same but for checks: why a position cannot stand on a board even after an illegal move, which may have left a king where
/// he could be taken. Beside `illegality`, every function of rules/chess may be called with a position that passes this.
std::optional<std::string> misfit(const Position& position);

}  // namespace adoube::chess
