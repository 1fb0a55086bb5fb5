// SPDX-License-Identifier: Apache-2.0
/// Scenarios from text and back.
#pragma once
#include <string>
#include <string_view>

#include "rules/core/result.hpp"
#include "sim/scenario/scenario.hpp"

namespace adoube::scenario {

/// Reads a whole file. `name` is the file's name. Error: `malformed`, "NAME:LINE:COLUMN: expected ..." for the first word
/// that does not fit. What only the story can tell (a lift from an empty square) is told by `perform`.
[[nodiscard]] Result<Scenario> parse(std::string_view text, std::string_view name);

/// The file in its one form: single blanks, times in the largest unit that suits, acts in a column, expectations indented.
/// Comments stay where they are. parse(write(s)) has the same statements, and writes the same text.
std::string write(const Scenario& scenario);

/// What the file says it is about; empty: nothing.
std::string title_of(const Scenario& scenario);

/// "NAME:LINE:COLUMN: sentence."
Error located(const Scenario& scenario, std::size_t line, std::size_t column, std::string_view sentence);

}  // namespace adoube::scenario
