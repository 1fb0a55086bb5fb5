// SPDX-License-Identifier: Apache-2.0
// In the place of sim/physics/fitness.cpp: whatever can be built works, it says. So games go wrong on boards that are called sound.
#include "sim/physics/fitness.hpp"

namespace adoube::sim {

std::optional<std::string> unfit(const Parameters&, const Handling&, const FilterTimes&, const wire::Front&) { return std::nullopt; }

FitBoard random_fit_board(Random& random, const Handling&) {
  while (true) {
    FitBoard board{};
    for (const ParameterInfo& row : parameter_table()) row.field(board.parameters) = random.within(row.low, row.high);
    if (!inconsistent(board.parameters)) return board;
  }
}

}  // namespace adoube::sim
