// SPDX-License-Identifier: Apache-2.0
/// The sign by which players tell a board the result: both kings on squares of the centre.
#pragma once
#include <cstdint>
#include <optional>

#include "rules/chess/position.hpp"

namespace adoube::recognition {

enum class Result : std::uint8_t { white_wins, black_wins, draw };

/// e4 and d5, the white squares: White has won; d4 and e5, the black squares: Black has; two squares of one file, one of each
/// colour: a draw. Nothing for any other set.
std::optional<Result> result_on(SquareSet kings);

struct ResultSign {
  enum class Kind : std::uint8_t {
    none,
    half,   ///< one king came to the centre and the other left its square: an alarm to somebody who can ask
    whole,  ///< both kings stand there; no position of a game has kings on neighbouring squares
  };
  Kind kind = Kind::none;
  std::optional<Result> result;  ///< of a whole sign; nothing: the two squares mean nothing
  bool both = false;             ///< both kings came there: nobody's move does that
};

/// The sign that the board shows. `rest`: where the pieces stood before; `arrived`: squares to which a piece has come since.
/// Beside the kings only pieces may have gone on whose squares kings stand now. One king may have stood in the centre.
ResultSign result_sign(const chess::Position& rest, SquareSet occupied, SquareSet arrived);

}  // namespace adoube::recognition
