// SPDX-License-Identifier: Apache-2.0
// adoube sim: plays the games of a score on a simulated board and says what was recognised.
#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <memory>

#include "host/cli/commands.hpp"
#include "host/cli/cpu_time.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/game_printer.hpp"
#include "host/lab/game_run.hpp"

namespace adoube::cli {
namespace {

using lab::BoardOptions;

struct Options {
  std::string file;
  std::string game = "1";
  BoardOptions board;
  std::string edition = "fide2023";
  std::uint64_t seed = 1;
  double limit_s = 0;
  std::optional<std::uint32_t> hold_us;
  bool no_host = false;
  bool strict = false;
};

// Number of the only game wanted, 0 for all.
Result<int> wanted_game(const std::string& text) {
  if (text == "all") return 0;
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size() || number < 1) {
    return fail(Cause::usage, fmt::format("--game takes a number from 1 on, or all, not \"{}\"", text));
  }
  return number;
}

int run(const Options& options, Output& out) {
  const auto edition = article4::edition(options.edition);
  if (!edition) return out.fail(edition.error());
  const auto wanted = wanted_game(options.game);
  if (!wanted) return out.fail(wanted.error());
  std::ifstream file(options.file);
  if (!file) return out.fail({Cause::io, fmt::format("cannot open {}", options.file)});

  lab::GameOptions game_options;
  game_options.board = options.board;
  game_options.edition = *edition;
  game_options.seed = options.seed;
  game_options.limit = static_cast<Tick>(options.limit_s * 1e6);
  if (options.hold_us) {
    for (const std::uint32_t reg : {wire::reg::hold_presence, wire::reg::hold_touch, wire::reg::hold_auxiliary}) {
      game_options.settings.push_back({static_cast<std::uint8_t>(reg), *options.hold_us});
    }
  }

  pgn::Reader reader(file);
  int code = ok;
  int played = 0;
  std::optional<Error> unreadable;
  while (auto game = reader.next()) {
    if (!*game) {
      unreadable = Error{game->error().cause, options.file + ": " + game->error().message};
      if (*wanted == 0 || unreadable->cause == Cause::io) return out.fail(*unreadable);
      continue;  // it may not be the game that is wanted
    }
    if (*wanted != 0 && (*game)->number != *wanted) continue;
    ++played;
    GamePrinter printer(out, **game);
    const CpuTime clock;
    const auto report = lab::play_game(**game, game_options, printer);
    if (!report) return out.fail(report.error());
    printer.summary(*report, options.no_host ? std::nullopt : std::optional(clock.seconds()));
    if (!report->score_equal) code = answer_no;
    if (options.strict && (report->run.account.lost > 0 || report->run.account.counters.gaps > 0)) return data_lost;
    if (*wanted != 0) break;
  }
  if (played == 0) {
    if (unreadable) return out.fail(*unreadable);
    return out.fail({*wanted == 0 ? Cause::malformed : Cause::usage,
                     *wanted == 0 ? fmt::format("{} holds no game", options.file)
                                  : fmt::format("{} has no game {}", options.file, *wanted)});
  }
  return code;
}

}  // namespace

void add_sim(CLI::App& app, const Global&, Action& action) {
  auto o = std::make_shared<Options>();
  auto* command = app.add_subcommand("sim", "play a score on a simulated board and compare what is recognised");
  command->add_option("FILE", o->file, "games as PGN; %clk comments give the times")->required();
  command->add_option("--game", o->game, "number of the game in the file, from 1, or all")->capture_default_str();
  command->add_option("--path", o->board.path, "pins: sensors, RTL, USB, libusb; edges: packets enter at the wire")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, BoardOptions::Path>{{"pins", BoardOptions::Path::pins}, {"edges", BoardOptions::Path::edges}}))
      ->default_str("pins");
  command->add_option("--mode", o->board.mode, "lock: every clock edge; leap: idle stretches are jumped over, same result")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, BoardOptions::Mode>{{"lock", BoardOptions::Mode::lock}, {"leap", BoardOptions::Mode::leap}}))
      ->default_str("leap");
  command->add_option("--shell", o->board.shell, "who owns simulated time: the plain kernel or SystemC")
      ->transform(CLI::CheckedTransformer(std::map<std::string, BoardOptions::Shell>{
          {"plain", BoardOptions::Shell::plain}, {"systemc", BoardOptions::Shell::systemc}}))
      ->default_str("plain");
  command->add_option("--edition", o->edition, "text of the Laws that judges")->capture_default_str();
  command->add_option("--seed", o->seed, "seed of hands and bounces")->capture_default_str();
  command->add_option("--pcap", o->board.pcap, "write the packets of the simulated bus to this file");
  command->add_option("--limit", o->limit_s, "stop after this many seconds of device time")->check(CLI::PositiveNumber);
  command->add_option("--hold", o->hold_us, "hold of all planes in us, instead of the board's own");
  command->add_flag("--strict", o->strict, "exit with 8 if an edge was lost");
  command->add_flag("--no-host", o->no_host, "leave out figures of this computer");
  command->callback([o, &action] { action = [o](Output& out) { return run(*o, out); }; });
}

}  // namespace adoube::cli
