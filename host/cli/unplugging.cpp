// SPDX-License-Identifier: Apache-2.0
#include "host/cli/unplugging.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "host/cli/number_checks.hpp"

namespace adoube::cli {

void add_unplug_option(CLI::App& command, std::string& unplug) {
  command.add_option("--unplug", unplug, "cut the board off: stall, reset or cable, @SECONDS, +LENGTH (2 s)");
}

Result<std::optional<sim::Mishap>> unplugging(const std::string& text) {
  using Kind = sim::Mishap::Kind;
  if (text.empty()) return std::nullopt;
  const auto wrong = [&] {
    return fail(Cause::usage, fmt::format("--unplug takes stall, reset or cable, @ and the second, and + with how long it lasts if "
                                          "not 2 s, as cable@30+5, not \"{}\"", text));
  };
  const auto at = text.find('@');
  if (at == std::string::npos) return wrong();
  sim::Mishap plan;
  const auto kind = std::ranges::find(sim::cut_off_words, std::string_view(text).substr(0, at));
  if (kind == sim::cut_off_words.end()) return wrong();
  plan.kind = static_cast<Kind>(kind - sim::cut_off_words.begin());
  const auto plus = text.find('+', at);
  const auto at_time = run_time(text.substr(at + 1, plus == std::string::npos ? plus : plus - at - 1));
  const auto length = plus == std::string::npos ? std::optional(plan.length) : run_time(text.substr(plus + 1));
  if (!at_time || !length) return wrong();
  plan.at = *at_time;
  plan.length = *length;
  if (plus != std::string::npos && plan.kind == Kind::reset) return wrong();
  return plan;
}

}  // namespace adoube::cli
