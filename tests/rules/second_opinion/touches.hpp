// SPDX-License-Identifier: Apache-2.0
/// 4.2 to 4.5: which touches count, and what they leave.
#pragma once
#include <string_view>
#include <vector>

#include "tests/rules/second_opinion/history.hpp"

namespace adoube::second_opinion {

/// A piece of the position and the first contact that counts with it.
struct Touch {
  Piece piece = kNobody;
  std::size_t event = 0;
  bool doubtful = false;  ///< whether it counts is open
  long lo = 0;            ///< when: of the event, or from a doubtful contact to the sure one that came later
  long hi = 0;
};

/// What one reading of the Laws leaves to the player.
struct Reading {
  Moves allowed;
  bool binds = false;  ///< some touched piece can be moved or taken
  std::string_view clause = "4.3";
  bool only_adjusted = false;  ///< a piece was set down elsewhere while adjusting (4.2.1): nothing is made by that
};

/// Touches in an order that their intervals leave possible.
using Order = std::vector<Touch>;

/// 4.2.1: event j lies inside the window of a declaration that counts.
bool adjusting(const History& h, std::size_t j);
/// The declaration of event a came in time.
bool declared_in_time(const History& h, std::size_t a);
/// 4.2.2: the contact that begins with event j is an accident, as far as is known after `now` events.
bool accident(const History& h, std::size_t j, std::size_t now);
/// Event j is a contact with a piece of the position by the player having the move, neither accident nor adjusting.
bool meant(const History& h, std::size_t j, std::size_t now);

/// p was last lifted by accident: where it stands means nothing (7.4.1).
bool set_aside(const History& h, Piece p, std::size_t now);
/// p was last lifted within an adjust window and set down on another square: adjusting or moving, the arbiter decides.
/// A press of the clock says that it was a move.
bool adjusted_elsewhere(const History& h, Piece p, std::size_t now);

/// { p : there is an event j < before that is, as known after `now` events, a meant contact with p }, each with the
/// first such event.
std::vector<Touch> touches(const History& h, std::size_t before, std::size_t now);

/// Every choice of which doubtful touches count, none of them first. Those inside adjust windows count together: either
/// the player was adjusting or he was not.
std::vector<Order> choices(const History& h, const std::vector<Touch>& touched);
/// Every order of these touches that the intervals leave possible. 4.3.3: of an own and an enemy piece in unclear order
/// the own piece counts as first (not in the Italian seed).
std::vector<Order> possible_orders(const History& h, const std::vector<Touch>& touched);
/// 4.3 to 4.5 for touches in that order. `meant_to_castle`: the king was set two squares away.
std::vector<Reading> in_order(const History& h, const Order& order, bool meant_to_castle);

/// The rook that stands in a corner of the king's first rank while the king stands where he castles from (3.8.2).
bool castling_pair(const Position& p, Piece king, Piece rook);

}  // namespace adoube::second_opinion
