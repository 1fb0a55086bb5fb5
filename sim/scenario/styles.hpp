// SPDX-License-Identifier: Apache-2.0
/// The styles of hands that a scenario may name.
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "sim/hands/style.hpp"

namespace adoube::scenario {

struct StyleWord {
  std::string_view word;
  hands::Style style;
};
std::span<const StyleWord> style_words();
std::optional<hands::Style> style_of(std::string_view word);

}  // namespace adoube::scenario
