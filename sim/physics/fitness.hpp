// SPDX-License-Identifier: Apache-2.0
/// Whether a board of given parameters can be expected to work, told from the parameters alone.
#pragma once
#include <optional>
#include <string>

#include "sim/physics/parameters.hpp"
#include "sim/physics/random.hpp"
#include "sim/physics/truth.hpp"

namespace adoube::sim {

/// Height, um, at which pieces are carried over a board: sensors must not feel them there.
inline constexpr std::int64_t carried_height = 40'000;

/// Why the board cannot be relied upon although it can be built, in one sentence with what would help; nothing for a fit
/// one. The worst case is assumed throughout: every piece `off_centre` um off along both axes and to the worst side, all
/// squares around occupied, hands wet and as quick as can be, pads drifted. `times` are those of the filter behind it.
std::optional<std::string> unfit(const Parameters& parameters, std::int64_t off_centre, const FilterTimes& times = {});

/// A board that is fit for pieces set down with an error of `off_centre` um.
struct FitBoard {
  Parameters parameters;
  std::int64_t off_centre;
};

/// Draws every parameter, and the care with which pieces are set down (up to 12 mm), evenly over its whole range, and draws
/// all of them anew while they are inconsistent or unfit. Some 5 ms: one board in seven thousand is fit.
FitBoard random_fit_board(Random& random, const FilterTimes& times = {});

}  // namespace adoube::sim
