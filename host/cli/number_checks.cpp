// SPDX-License-Identifier: Apache-2.0
#include "host/cli/number_checks.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace adoube::cli {
namespace {

constexpr double least_s = 0.001;
constexpr double most_s = 8.64e6;

}  // namespace

CLI::Validator whole_number(std::uint64_t most) {
  const std::string range = fmt::format("0 to {}", most);
  return {[most, range](std::string& text) {
            std::uint64_t number = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
            const bool good = error == std::errc{} && end == text.data() + text.size() && number <= most;
            return good ? "" : fmt::format("{} is not a whole number from {}", text, range);
          },
          range};
}

CLI::Validator number_within(double least, double most) {
  const std::string range = fmt::format("{} to {}", least, most);
  return {[least, most, range](const std::string& text) {
            double value = 0;
            // The comparisons are false for what is not a number.
            const bool good = CLI::detail::lexical_cast(text, value) && value >= least && value <= most;
            return good ? "" : fmt::format("{} is not a number from {}", text, range);
          },
          range};
}

Tick ticks(double seconds) { return std::llround(seconds * 1e6); }

std::optional<Tick> run_time(const std::string& seconds) {
  double value = 0;
  // The comparisons are false for what is not a number.
  if (!CLI::detail::lexical_cast(seconds, value) || !(value >= least_s && value <= most_s)) return std::nullopt;
  return ticks(value);
}

CLI::Validator run_seconds() {
  const std::string range = fmt::format("{} to {}", least_s, most_s);
  return {[range](const std::string& text) {
            return run_time(text) ? "" : fmt::format("{} is not a number of seconds from {}", text, range);
          },
          range};
}

}  // namespace adoube::cli
