// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <map>
#include <memory>

#include "host/cli/commands.hpp"
#include "host/cli/cpu_time.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/perft_count.hpp"
#include "host/cli/text.hpp"
#include "rules/notation/fen.hpp"
#include "rules/notation/uci.hpp"

namespace adoube::cli {
namespace {

struct Options {
  std::string fen;
  int depth = 0;
  int threads = 1;
  bool divide = false;
  bool chess960 = false;
  bool no_host = false;
};

int run(const Options& options, Output& out) {
  const auto position = options.fen == "start" ? Result<chess::Position>(chess::Position::start()) : fen::parse(options.fen);
  if (!position) return out.fail(position.error());
  catch_interrupts();
  const CpuTime clock;
  const auto begun = std::chrono::steady_clock::now();
  const auto count = count_games(*position, options.depth, options.threads, [&out](std::size_t done, std::size_t all) {
    out.progress("perft", done, all);
    return interrupt() == 0;
  });
  if (!count) return out.fail({Cause::interrupted, "perft was stopped before it had counted all; a smaller depth takes less"});
  const double processor = clock.seconds();
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();

  std::map<std::string, std::uint64_t> division;
  if (options.divide) {
    const bool takes_rook = options.chess960 || !castles_as_usual(*position);
    for (std::size_t i = 0; i < count->moves.size(); ++i) {
      division[uci::write(*position, count->moves[i], takes_rook)] = count->games[i];
    }
  }
  if (out.json()) {
    nlohmann::json fields{{"depth", options.depth}, {"nodes", count->nodes}};
    if (options.divide) fields["divide"] = division;
    if (!options.no_host) fields["host"] = {{"seconds", rounded(processor, 3)}, {"elapsed", rounded(elapsed, 3)}};
    out.object("perft", std::move(fields));
    return ok;
  }
  for (const auto& [move, games] : division) out.line(fmt::format("{}: {}", move, games));
  const std::string nodes = amount(count->nodes, "node", "nodes");
  out.line(options.no_host ? nodes : fmt::format("{} in {:.3f} s", nodes, elapsed));
  return ok;
}

}  // namespace

void add_perft(CLI::App& app, const Global&, Action& action) {
  auto options = std::make_shared<Options>();
  auto* command = app.add_subcommand("perft", "count the legal games of a number of plies");
  command->add_option("FEN", options->fen, "position as FEN, or start")->required();
  command->add_option("DEPTH", options->depth, "number of plies")->required()->check(CLI::Range(0, 15));
  command->add_flag("--divide", options->divide, "also count by first move, in UCI notation");
  command->add_option("--threads", options->threads, "threads that share the work; the numbers stay the same")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command->add_flag("--chess960", options->chess960, "write castling as king takes rook, as UCI_Chess960 does");
  command->add_flag("--no-host", options->no_host, "leave out figures of this computer");
  command->callback([options, &action] { action = [options](Output& out) { return run(*options, out); }; });
}

}  // namespace adoube::cli
