// SPDX-License-Identifier: Apache-2.0
/// The options that say on what board, by whose hands and with what mishaps a game is played: those of `adoube sim`, each of
/// which a scenario has a heading for.
#pragma once
#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/core/result.hpp"
#include "sim/scenario/scenario.hpp"

namespace adoube::cli {

struct RunOptions {
  std::optional<std::uint64_t> seed;
  std::string hands;              ///< a style, or "white=calm,black=slider"; empty: not given
  std::vector<std::string> set;   ///< NAME=VALUE, white.NAME=VALUE
  std::optional<std::uint64_t> faults;
  std::string planes, front, pace, illegal;
  bool rotated = false;
  std::optional<std::uint64_t> scan_pause, hold;  ///< us
  std::optional<std::int64_t> drift;              ///< ppm
  std::string line_faults;        ///< "1/N"
  std::string limit;              ///< seconds
  bool strict = false;

  void add_to(CLI::App& command);
  /// What was given, in the words of a scenario and the order of its table. `usage`: an unknown name, a value out of range.
  [[nodiscard]] Result<std::vector<scenario::Heading>> headings() const;
};

}  // namespace adoube::cli
