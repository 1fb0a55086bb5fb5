// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "host/cli/commands.hpp"
#include "host/cli/cpu_time.hpp"
#include "host/cli/exit_code.hpp"
#include "rules/chess/position.hpp"
#include "rules/notation/fen.hpp"

namespace adoube::cli {
namespace {

struct Options {
  std::string fen;
  int depth = 0;
  bool no_host = false;
};

int run(const Options& options, Output& out) {
  const auto position = fen::parse(options.fen == "start" ? fen::write(chess::Position::start()) : options.fen);
  if (!position) return out.fail(position.error());
  const CpuTime clock;
  const std::uint64_t nodes = chess::perft(*position, options.depth);
  const double seconds = clock.seconds();
  if (out.json()) {
    nlohmann::json fields{{"nodes", nodes}};
    if (!options.no_host) fields["host"] = {{"seconds", seconds}};
    out.object("perft", std::move(fields));
  } else if (options.no_host) {
    out.line(fmt::format("{} nodes", nodes));
  } else {
    out.line(fmt::format("{} nodes in {:.3f} s", nodes, seconds));
  }
  return ok;
}

}  // namespace

void add_perft(CLI::App& app, const Global&, Action& action) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("perft", "count the legal games of a number of plies");
  command->add_option("FEN", options->fen, "position as FEN, or start")->required();
  command->add_option("DEPTH", options->depth, "number of plies")->required()->check(CLI::Range(0, 15));
  command->add_flag("--no-host", options->no_host, "leave out figures of this computer");
  command->callback([options, &action] { action = [options](Output& out) { return run(*options, out); }; });
}

}  // namespace adoube::cli
