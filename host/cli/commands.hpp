// SPDX-License-Identifier: Apache-2.0
/// The commands of `adoube`: each adds itself to the command line and, once chosen, returns an exit code.
#pragma once
#include <CLI/CLI.hpp>
#include <functional>

#include "host/cli/output.hpp"

namespace adoube::cli {

/// What main runs after parsing: the chosen command sets it.
using Action = std::function<int(Output&)>;

/// Check of an option that names a file to write: what is wrong with the name, or nothing. A command whose output can go to
/// standard output takes "-" for that.
inline std::string named_file(const std::string& name) { return name.empty() ? "the name of a file is empty" : ""; }
/// The same where other text goes to standard output: no file is called "-" then either.
inline std::string file_beside_text(const std::string& name) {
  return name == "-" ? "- would be standard output, where other text goes; name a file" : named_file(name);
}

void add_sim(CLI::App& app, const Global& global, Action& action);
void add_cases(CLI::App& app, const Global& global, Action& action);
/// Boards that scan more and less often, compared.
void add_field(CLI::App& app, const Global& global, Action& action);
void add_fen(CLI::App& app, const Global& global, Action& action);
/// check, stats and convert.
void add_pgn(CLI::App& app, const Global& global, Action& action);
/// check, fmt, from-pgn and from-jsonl.
void add_scn(CLI::App& app, const Global& global, Action& action);
void add_arbitrate(CLI::App& app, const Global& global, Action& action);
void add_editions(CLI::App& app, const Global& global, Action& action);
void add_explain(CLI::App& app, const Global& global, Action& action);
void add_perft(CLI::App& app, const Global& global, Action& action);
/// list, info and events.
void add_device(CLI::App& app, const Global& global, Action& action);
void add_attach(CLI::App& app, const Global& global, Action& action);
/// Raw samples to a file.
void add_capture(CLI::App& app, const Global& global, Action& action);
/// An image onto the FPGA board it was made for.
void add_flash(CLI::App& app, const Global& global, Action& action);
/// Games with everything drawn at random.
void add_campaign(CLI::App& app, const Global& global, Action& action);
/// Parameters and faults of the simulated board.
void add_physics(CLI::App& app, const Global& global, Action& action);
void add_demo(CLI::App& app, const Global& global, Action& action);

}  // namespace adoube::cli
