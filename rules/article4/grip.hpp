// SPDX-License-Identifier: Apache-2.0
/// The hand that takes a piece up is felt no more before its piece is gone.
#pragma once
#include <algorithm>

#include "rules/core/interval.hpp"

namespace adoube::article4 {

/// From the first change of a square's sensor to what it tells: the slowest Hall sensors look 20 times a second.
inline constexpr Tick kSensorLate = 50'000;
/// Longest time that a piece rises unfelt: some 30 mm, from where the least sensitive pad loses the hand (16 mm above the board)
/// to where the strongest magnet lets go of its sensor (47 mm), at 30 mm/s.
inline constexpr Tick kRisesUnfelt = 1'000'000;

/// Can the hand that was felt from `touched` to `left` have taken up the piece that is gone at `gone`? A hand that rises
/// steadily is felt over the first third of the way at least, and so for half as long as it is then not. A time that nobody
/// knows is long ago (kLongAgo).
constexpr bool may_have_raised(Tick touched, Tick left, Tick gone) {
  return gone - left <= kSensorLate + 2 * std::clamp(left - touched, Tick{0}, kRisesUnfelt / 2);
}

}  // namespace adoube::article4
