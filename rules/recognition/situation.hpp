// SPDX-License-Identifier: Apache-2.0
/// How the squares differ from a position of the game, and what that is: for an operator, a display, an alarm.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/chess/position.hpp"
#include "rules/core/fixed_list.hpp"
#include "rules/core/interval.hpp"
#include "rules/recognition/gap.hpp"
#include "rules/recognition/result_sign.hpp"

namespace adoube::recognition {

class Ownership;

struct Situation {
  enum class Kind : std::uint8_t {
    settled,              ///< a position of the game stands on the board
    in_hand,              ///< pieces are in the air, the others stand
    misplaced,            ///< a piece stands where no legal move puts it
    capture_incomplete,   ///< a pawn stands where it takes en passant; `square`: what it takes is still there
    castling_incomplete,  ///< the king stands where castling puts it; `square`: where the rook is missing
    promotion_pending,    ///< a move to the last rank stands; `square`: of what kind the piece there is, nobody has told
    bystanders,           ///< pieces fell, or came, without a hand; play goes on beside them
    result_half,          ///< one king stands in the centre, the other is off the board: a result?
    result_shown,         ///< both kings stand in the centre; `result`, if the squares mean one
    disturbed,            ///< more pieces are gone than hands move; play goes on when all stand where they stood
    lost,                 ///< events are missing; `readings` say how the squares may have come about, none or several
  };
  Kind kind = Kind::settled;
  SquareSet missing = 0;        ///< empty, though a piece should stand there
  SquareSet surplus = 0;        ///< occupied, though none should
  Square square = Square::off;
  std::optional<Result> result;
  Account readings;
  bool rotated = false;         ///< the board lies the other way round; squares are those of the game
  Interval since;               ///< the event that showed it first

  /// The same but for the time.
  friend bool same(const Situation& a, const Situation& b) {
    return a.kind == b.kind && a.missing == b.missing && a.surplus == b.surplus && a.square == b.square &&
           a.result == b.result && a.rotated == b.rotated && a.readings.readings == b.readings.readings;
  }
};

/// The enumerator: "settled", "castling_incomplete".
std::string_view text(Situation::Kind kind);
inline constexpr std::size_t situation_kinds = 11;

/// While a game is played: what of a move is done and what is missing. Of the kinds above the first six.
Situation situation(const Ownership& hands);

}  // namespace adoube::recognition
