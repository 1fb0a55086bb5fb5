// SPDX-License-Identifier: Apache-2.0
#include "host/lab/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "sim/hands/styles.hpp"

namespace adoube::lab {

std::vector<std::string_view> number_names() {
  std::vector<std::string_view> names;
  for (const sim::ParameterInfo& row : sim::parameter_table()) names.push_back(row.name);
  for (const hands::StyleField& row : hands::style_fields()) names.push_back(row.name);
  return names;
}

NumberRange range_of(std::string_view name) {
  const auto field = std::ranges::find(hands::style_fields(), name, &hands::StyleField::name);
  if (field != hands::style_fields().end()) return {field->low, field->high};
  const auto row = std::ranges::find(sim::parameter_table(), name, &sim::ParameterInfo::name);
  if (row == sim::parameter_table().end()) throw std::logic_error(fmt::format("there is no number {}", name));
  return {row->low, row->high};
}

Result<void> set_number(GameOptions& options, std::string_view name, std::int64_t value) {
  const auto field = std::ranges::find(hands::style_fields(), name, &hands::StyleField::name);
  if (field == hands::style_fields().end()) return sim::set_parameter(options.parameters, name, value);
  if (value < field->low || value > field->high) {
    return fail(Cause::usage, fmt::format("{} is {} {}; it must be from {} to {}", name, value, field->unit, field->low, field->high));
  }
  field->of(options.players.white) = value;
  field->of(options.players.black) = value;
  return {};
}

std::optional<Error> inconsistent(const GameOptions& options) {
  if (auto error = sim::inconsistent(options.parameters)) return error;
  for (const Colour player : {Colour::white, Colour::black}) {
    if (auto error = hands::inconsistent(options.players[player])) return error;
  }
  return std::nullopt;
}

}  // namespace adoube::lab
