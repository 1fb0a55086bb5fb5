// SPDX-License-Identifier: Apache-2.0
/// The numbers of a simulated game by name: those of the board's physics, and those of the hands.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "host/lab/game_run.hpp"
#include "rules/core/result.hpp"

namespace adoube::lab {

/// All names, the board's first; no two are alike.
std::vector<std::string_view> number_names();

/// From where to where it may be set. The name must be one of these.
struct NumberRange {
  std::int64_t low;
  std::int64_t high;
};
NumberRange range_of(std::string_view name);

/// Sets one, of the hands for both players. `usage`: there is no such name, or the value is out of its range.
Result<void> set_number(GameOptions& options, std::string_view name, std::int64_t value);

/// What does not fit together in them, or nothing.
std::optional<Error> inconsistent(const GameOptions& options);

}  // namespace adoube::lab
