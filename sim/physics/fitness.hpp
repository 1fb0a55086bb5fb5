// SPDX-License-Identifier: Apache-2.0
/// Whether a board of given parameters can be expected to work, told from the parameters alone.
#pragma once
#include <optional>
#include <string>

#include "driver/wire/protocol.hpp"
#include "sim/physics/parameters.hpp"
#include "sim/physics/random.hpp"
#include "sim/physics/truth.hpp"

namespace adoube::sim {

/// How pieces are handled on a board, at the worst.
struct Handling {
  std::int64_t off_centre = 0;      ///< um that a piece is set down off the middle of its square, along either axis
  std::int64_t carried = 40'000;    ///< um above the board: sensors must not feel a piece that is carried so low
  std::int64_t shortest_grip = 7'000;  ///< us that fingers are on a piece before it rises, and after it stands
};

/// Why the board cannot be relied upon although it can be built, in one sentence with what would help; nothing for a fit
/// one. The worst case is assumed throughout: every piece off along both axes and to the worst side, all squares around
/// occupied, hands wet and as quick as can be, pads drifted. `times` are those of the filter behind it, `front` what stands between.
std::optional<std::string> unfit(const Parameters& parameters, const Handling& handling, const FilterTimes& times = {},
                                 const wire::Front& front = wire::front::parallel);

/// A board that is fit for pieces set down with an error of `off_centre` um.
struct FitBoard {
  Parameters parameters;
  std::int64_t off_centre;
};

/// Draws every parameter, and the care with which pieces are set down (up to 12 mm), evenly over its whole range, and draws
/// all of them anew while they are inconsistent or unfit for hands that are otherwise as `handling` says. Some 5 ms: one board
/// in seven thousand is fit.
FitBoard random_fit_board(Random& random, const Handling& handling = {});

}  // namespace adoube::sim
