// SPDX-License-Identifier: Apache-2.0
/// The option that cuts a simulated board off from its host: of every command that has it, in the same words.
#pragma once
#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "rules/core/result.hpp"
#include "sim/kernel/mishap.hpp"

namespace adoube::cli {

void add_unplug_option(CLI::App& command, std::string& unplug);

/// "KIND@SECONDS" or "KIND@SECONDS+LENGTH"; nothing for an empty text. `usage`: anything else.
[[nodiscard]] Result<std::optional<sim::Mishap>> unplugging(const std::string& text);

}  // namespace adoube::cli
