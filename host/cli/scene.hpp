// SPDX-License-Identifier: Apache-2.0
/// Scenarios on the command line: their files, and `adoube sim FILE.scn`.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "host/cli/output.hpp"
#include "host/lab/simulated_board.hpp"
#include "rules/article4/edition.hpp"
#include "rules/core/result.hpp"
#include "sim/scenario/perform.hpp"

namespace adoube::cli {

/// Errors: `io`, `malformed` with line and column, `usage` where the name is that of games or cases.
Result<scenario::Scenario> read_scene(const std::string& file);

/// The edition that judges. Errors: `malformed` with line and column where the file names one that there is not, `usage` where
/// `otherwise` does.
Result<article4::Edition> edition_of(const scenario::Scenario& scene, const scenario::Performance& performance, const article4::Editions& editions,
                                     std::span<const scenario::Heading> otherwise = {});

struct SceneOptions {
  std::string file;
  lab::BoardOptions board;
  std::vector<scenario::Heading> otherwise;  ///< instead of the file's
  article4::Editions editions;
  bool no_host = false;
};
/// Plays the scenario and holds its expectations. Exit 1 where one does not hold, or the board broke the rules of its bus.
int sim_scene(const SceneOptions& options, Output& out);

}  // namespace adoube::cli
