// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/numbers.hpp"

#include <algorithm>

#include "sim/hands/styles.hpp"
#include "sim/physics/parameters.hpp"

namespace adoube::scenario {

std::optional<Number> number_named(std::string_view name) {
  const auto board = sim::parameter_table();
  if (const auto row = std::ranges::find(board, name, &sim::ParameterInfo::name); row != board.end()) {
    const bool counts = row->unit.find(' ') == std::string_view::npos;  // "0 reed, 1 Hall" is no unit
    return Number{row->name, counts ? row->unit : "", row->low, row->high, false};
  }
  const auto hands = hands::style_fields();
  if (const auto row = std::ranges::find(hands, name, &hands::StyleField::name); row != hands.end()) {
    return Number{row->name, row->unit, row->low, row->high, true};
  }
  return std::nullopt;
}

}  // namespace adoube::scenario
