// SPDX-License-Identifier: Apache-2.0
/// Checks of options that are numbers. CLI11's own take "-1" for the largest number there is, and "nan" for one in any range.
#pragma once
#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "rules/core/interval.hpp"

namespace adoube::cli {

/// Digits alone, for a number of at most `most`.
CLI::Validator whole_number(std::uint64_t most);

/// A number in decimals from `least` to `most`.
CLI::Validator number_within(double least, double most);

/// The nearest microsecond.
Tick ticks(double seconds);
/// A time of a run in seconds, from a millisecond to a hundred days: us, or nothing where the text is no such number.
std::optional<Tick> run_time(const std::string& seconds);
/// The option is such a time.
CLI::Validator run_seconds();

}  // namespace adoube::cli
