// SPDX-License-Identifier: Apache-2.0
/// What `adoube pgn` does, one function a command; each returns an exit code.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "host/cli/game_format.hpp"
#include "host/cli/output.hpp"

namespace adoube::cli {

struct CheckOptions {
  std::vector<std::string> files;
  bool no_warnings = false;
};
/// Exit 1 if a game has an error: the question was answered, and the answer is no.
int pgn_check(const CheckOptions& options, Output& out);

struct StatsOptions {
  std::vector<std::string> files;
  std::size_t top = 10;  ///< how many openings, players and time controls are shown
};
/// Games with an error are counted and otherwise left out; exit 1 then.
int pgn_stats(const StatsOptions& options, Output& out);

/// Games of a file by their place in it, from 1.
struct GameRange {
  int first = 1;
  int last = 1;  ///< not before `first`
};

struct ConvertOptions {
  std::vector<std::string> files;
  GameFormat format;
  std::optional<GameRange> range;  ///< in each file
  std::string output;              ///< empty or "-": standard output
};
/// Games with an error are named on standard error and left out; exit 9 then, with all others written.
int pgn_convert(const ConvertOptions& options, Output& out);

}  // namespace adoube::cli
