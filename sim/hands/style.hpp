// SPDX-License-Identifier: Apache-2.0
/// How a pair of hands moves: one table of durations and habits.
#pragma once
#include <cstdint>

#include "rules/core/interval.hpp"

namespace adoube::hands {

/// The shortest a hand can do a thing, and the range of what it does with time to spare; us.
struct Span {
  Tick least;
  Tick usual_low;
  Tick usual_high;
};

/// Defaults: a calm club player. The least durations add up to 100 ms for a quiet move: the fastest hands filmed in
/// bullet games move in a tenth of a second (an assumption; the score is stretched where it asks for less).
struct Style {
  Span grip{10'000, 60'000, 180'000};      ///< fingers on the piece until it rises
  Span raise{25'000, 80'000, 160'000};     ///< up to carry height
  Span carry{30'000, 150'000, 420'000};    ///< across the board
  Span lower{25'000, 80'000, 160'000};     ///< down to the square
  Span let_go{10'000, 60'000, 160'000};    ///< it stands, fingers still on it
  Span reach{20'000, 120'000, 300'000};    ///< the empty hand from one piece to the next, or a captured piece set aside
  Span to_clock{45'000, 180'000, 450'000}; ///< from the released piece to the lever
  Tick least_ply = 120'000;                ///< from the opponent's release to one's own, at least
  Tick after_release = 15'000;             ///< one does not touch before the opponent's move is made, and a little
  Tick free_think_low = 1'500'000;         ///< think time where the score has no clock
  Tick free_think_high = 6'000'000;
  std::int32_t carry_height_low = 40'000;  ///< um above the board
  std::int32_t carry_height_high = 70'000;
  std::int32_t off_centre = 6'000;         ///< um, largest error of a placement along either axis
  int mover_first_percent = 50;            ///< captures begun with one's own piece; the others with the victim
  int exchange_percent = 50;               ///< promotions where the pawn is put down on the last rank first
  int slide_percent = 0;                   ///< moves along a free line pushed over the board
};

}  // namespace adoube::hands
