// SPDX-License-Identifier: Apache-2.0
/// 4.4.4, 4.6 and 4.7: what releases and new pieces fix, and when a move is made.
#pragma once
#include <optional>
#include <string_view>

#include "tests/rules/second_opinion/touches.hpp"

namespace adoube::second_opinion {

/// What the player may still play.
struct Allowed {
  std::vector<Reading> readings;  ///< each narrowed by what releases and new pieces have fixed
  Moves moves;                    ///< there is a reading that allows it
  Moves certain;                  ///< every reading allows it
  bool binds = false;             ///< every reading has a touched piece that can be moved or taken
  bool order_unclear = false;     ///< two orders of the same touches leave different moves
  bool committed = false;         ///< a release or a new piece has fixed something
  std::string_view clause;        ///< of the last commitment; of the touches if there is none
  std::string_view of_touches;
};

/// 4.2 to 4.7 after the first `now` events, no move having been made.
Allowed allowed(const History& h, std::size_t now);

/// A move was made that some reading allows: those readings leave that move alone, the others what they left.
Allowed after_making(Allowed a, std::size_t move);

/// 4.7: the legal move that the board shows after `now` events, with no own piece in the air and what has changed
/// released. A new piece that nothing identifies is a queen.
std::optional<std::size_t> standing(const History& h, std::size_t now);
/// No hand can still be on what has changed.
bool all_seen_released(const History& h, std::size_t now);
/// 4.7.1 to 4.7.3: which clause makes that move.
std::string_view clause_of_making(const Move& m);
/// Every own piece that is in the air or elsewhere than at the beginning is moved by one and the same allowed move: a
/// legal picture on the way to it.
bool half_of_allowed(const History& h, std::size_t now, const Allowed& a);
/// The clause that excluded that legal move: of the last release or new piece that goes with other moves only; if there
/// is none, of the touches.
std::string_view clause_of_breach(const History& h, std::size_t now, const Allowed& a, std::size_t move);

/// The first moment at which an allowed move stood on the board, seen to be released: 4.7 has fixed it.
struct Made {
  std::size_t move = 0;
  std::size_t when = 0;  ///< after so many events
};
std::optional<Made> made(const History& h, std::size_t now);

/// The board shows the result of that move, whatever is gripped, and no own piece is in the air (but the pawn that
/// promoted, which is off the board).
bool shows(const History& h, std::size_t now, const Move& m);
/// An own or a new piece, released where no legal move puts it.
std::optional<Piece> misplaced(const History& h, std::size_t now);
/// That piece is the king, castling is to be thought of, and he stands two squares beside where he stood.
bool king_set_two_squares(const History& h, Piece p, std::size_t now);
/// The king was released so: he is meant to castle (4.4.3, 4.7.2).
bool king_was_set_two_squares(const History& h, std::size_t now);
/// 7.5.2: the promotion whose pawn stands on the last rank, everything else being as after that move. Queen promotion.
std::optional<std::size_t> unpromoted(const History& h, std::size_t now);

}  // namespace adoube::second_opinion
