// SPDX-License-Identifier: Apache-2.0
/// The numbers that `set` takes: those of the board's physics, and those of hands.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace adoube::scenario {

struct Number {
  std::string_view name;
  std::string_view unit;  ///< the word behind it; empty: none, as the number stands for a kind of thing
  std::int64_t low;
  std::int64_t high;
  bool of_hands;  ///< each player has his own
};

/// The number of that name, or nothing.
std::optional<Number> number_named(std::string_view name);

}  // namespace adoube::scenario
