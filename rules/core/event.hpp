// SPDX-License-Identifier: Apache-2.0
/// What a hand did, as the driver reports it and the rules judge it.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/core/interval.hpp"
#include "rules/core/square.hpp"

namespace adoube {

enum class EventKind : std::uint8_t {
  touch,      ///< a hand came to a square (touch plane rose)
  release,    ///< the hand left it (touch plane fell)
  lift,       ///< a piece left a square (presence fell)
  place,      ///< a piece came to a square (presence rose)
  clock,      ///< a player pressed the clock (`actor`)
  adjust,     ///< "j'adoube" was declared (button or voice); `until` is the end of the window where it is known
  claim,      ///< a player claims or offers (`saying`, `actor`)
  displaced,  ///< a lower layer found a piece moved without a grip
  arbiter,    ///< an arbiter decides what sensors cannot see (`saying`, `square` where it is about a touch)
};

/// The word for it, as in case files.
constexpr std::string_view text(EventKind kind) {
  switch (kind) {
    case EventKind::touch: return "touch";
    case EventKind::release: return "release";
    case EventKind::lift: return "lift";
    case EventKind::place: return "place";
    case EventKind::clock: return "clock";
    case EventKind::adjust: return "adjust";
    case EventKind::claim: return "claim";
    case EventKind::displaced: return "displaced";
    case EventKind::arbiter: return "arbiter";
  }
  return "";
}

/// What a claim or an arbiter's word says.
enum class Saying : std::uint8_t {
  none,
  touch_move,   ///< claim: the opponent broke Article 4 (4.8)
  threefold,    ///< claim: the position occurs for the third time (9.2)
  fifty_moves,  ///< claim: fifty moves without capture or pawn move (9.3)
  draw_offer,   ///< an offer of a draw (9.1)
  two_hands,    ///< arbiter: the move was made with two hands (4.1)
  one_hand,     ///< arbiter: it was not
  intended,     ///< arbiter: the touch of `square` was meant
  accident,     ///< arbiter: it was not (4.2.2)
};

/// One event. Squares are a1..h8, or `off` where a piece comes from or goes outside the board.
struct Event {
  EventKind kind = EventKind::touch;
  Square square = Square::off;
  Interval when;                        ///< device time; (lo, hi] in microseconds
  std::uint32_t id = 0;                 ///< number of the event in its stream, from 1: evidence names it
  std::optional<Colour> actor;          ///< who, where it is known (the clock's side, an arbiter's word)
  std::optional<Tick> duration;         ///< length of a contact whose end is known in advance, in microseconds
  std::optional<Tick> until;            ///< end of an adjust window
  Saying saying = Saying::none;         ///< of a claim or an arbiter's word
  std::optional<char> piece;            ///< FEN letter, where a board can identify pieces
  bool from_outside = false;            ///< a new piece from outside the board
  bool via_piece = false;               ///< contact through a held piece
  bool accidental = false;              ///< an arbiter calls it an accident
  bool bounced = false;                 ///< the contact chattered before it settled
  bool late = false;                    ///< its interval opens at the channel's previous edge
  friend bool operator==(const Event&, const Event&) = default;
};

}  // namespace adoube
