// SPDX-License-Identifier: Apache-2.0
/// The options by which a command learns what a simulated board is made of, whose hands play on it, and what goes wrong with it.
#pragma once
#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "host/lab/game_run.hpp"
#include "rules/core/result.hpp"

namespace adoube::cli {

/// --set NAME=VALUE, as often as wanted or with commas between, and --faults N.
struct PhysicsOptions {
  std::vector<std::string> set;
  std::uint32_t faults = 0;

  void add_to(CLI::App& command);
  /// Sets numbers of the board, or of both players' hands. `usage`: an unknown name, a value out of range, or numbers that do
  /// not fit together.
  Result<void> apply(lab::GameOptions& options) const;
};

}  // namespace adoube::cli
