// SPDX-License-Identifier: Apache-2.0
/// The timeline of an incident, told piece by piece: which piece each act means, and when its fingers come and go.
#pragma once
#include <optional>
#include <vector>

#include "rules/chess/position.hpp"
#include "rules/core/result.hpp"
#include "sim/scenario/scenario.hpp"

namespace adoube::scenario {

/// Hands act from here on: the host has opened the board by then, us.
inline constexpr Tick first_act = 1'000'000;

/// A piece of the story: those that stand at the beginning by square, then new ones as they are taken.
using Actor = std::size_t;

/// One thing done to one piece (or to an empty square, a lever). Deeds come in an order in which each piece's own are in
/// order and squares are left before they are taken.
struct Deed {
  enum class Kind : std::uint8_t { grip, let_go, raise, lower, aside, slide, finger, press, adjust };
  Kind kind = Kind::grip;
  Tick begin = 0;
  Tick end = 0;                 ///< of raise, lower, aside, slide, finger, adjust
  Actor actor = 0;
  Square square = Square::off;  ///< of lower, slide, finger
  Colour player = Colour::white;
  Tick carried_from = 0;        ///< of lower and aside: the piece is up since then
};

struct Story {
  std::vector<Square> pieces;   ///< where each stands at power-up; off: beside the board
  std::vector<Deed> deeds;
  Tick end = 0;                 ///< of the last act
};

/// A timeline with its times resolved: device time, by line; stable where times are equal.
struct Moment {
  Tick at = 0;
  std::size_t line = 0;  ///< from 1
  Timed timed;
};
std::vector<Moment> moments(const Scenario& scenario);

/// Error: `malformed` at the word that cannot be done: nothing stands there, the square is taken, there is no time for it.
/// `listed`: fingers touch only where a line says so; otherwise they come 80 ms before a piece leaves its square and
/// leave 80 ms after it stands, or in a third of the time there is.
[[nodiscard]] Result<Story> tell(const Scenario& scenario, const chess::Position& start, bool listed);

}  // namespace adoube::scenario
