// SPDX-License-Identifier: Apache-2.0
// adoube sim: plays the games of a score, or a scenario, on a simulated board and says what was recognised.
#include <fmt/format.h>

#include <charconv>
#include <memory>
#include <set>

#include "host/cli/commands.hpp"
#include "host/cli/cpu_time.hpp"
#include "host/cli/edition_option.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/file_kind.hpp"
#include "host/cli/game_files.hpp"
#include "host/cli/game_printer.hpp"
#include "host/cli/number_checks.hpp"
#include "host/cli/run_options.hpp"
#include "host/cli/scene.hpp"
#include "host/cli/unplugging.hpp"
#include "host/files/whole_file.hpp"
#include "host/lab/game_run.hpp"
#include "host/scenes/scene_run.hpp"
#include "sim/scenario/setup.hpp"

namespace adoube::cli {
namespace {

using lab::BoardOptions;

struct Options {
  std::string file;
  std::string game = "1";
  std::size_t first_ply = 1;
  std::string_view only_games;  // the option that was given and means nothing to a scenario
  BoardOptions board;
  EditionChoice edition;
  bool edition_given = false;
  RunOptions run;
  std::string unplug;
  bool no_host = false;
};

// An option that takes one of a few words; the first is the default.
template <class T>
void add_choice(CLI::App& command, const std::string& option, T& value, const std::vector<std::pair<std::string, T>>& words,
                const std::string& meaning) {
  std::vector<std::string> names;
  for (const auto& [word, unused] : words) names.push_back(word);
  command
      .add_option_function<std::string>(
          option, [&value, words](const std::string& given) {
            for (const auto& [word, meant] : words) {
              if (word == given) value = meant;
            }
          }, meaning)
      ->check(CLI::IsMember(names))
      ->default_str(names.front());
}

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

// The board of the options, with what cuts it off.
Result<BoardOptions> board_of(const Options& options) {
  BoardOptions board = options.board;
  const auto plan = unplugging(options.unplug);
  if (!plan) return tl::unexpected(plan.error());
  if (*plan) board.mishaps = {**plan};
  return board;
}

int run_scene(const Options& options, std::vector<scenario::Heading> headings, const BoardOptions& board, Output& out) {
  if (!options.only_games.empty()) {
    return out.fail({Cause::usage, fmt::format("{} chooses from a file of games, and a scenario is played whole; leave it out", options.only_games)});
  }
  const auto editions = options.edition.files.load();
  if (!editions) return out.fail(editions.error());
  if (options.edition_given) headings.push_back({scenario::Setting::edition, options.edition.name});
  return sim_scene({options.file, board, std::move(headings), *editions, options.no_host}, out);
}

int run(const Options& options, Output& out) {
  const auto headings = options.run.headings();
  if (!headings) return out.fail(headings.error());
  const auto board = board_of(options);
  if (!board) return out.fail(board.error());
  if (const auto spared = host::spare_input(options.file, board->pcap.value_or("")); !spared) return out.fail(spared.error());
  if (kind_of(options.file) == FileKind::scenario) return run_scene(options, *headings, *board, out);
  const auto setup = scenario::setup_of({}, *headings);
  if (!setup) return out.fail(setup.error());
  const auto edition = options.edition.load();
  if (!edition) return out.fail(edition.error());
  const auto wanted = wanted_game(options.game);
  if (!wanted) return out.fail(wanted.error());
  if (*wanted == 0 && options.board.pcap) {
    return out.fail({Cause::usage, "a capture file holds one game; choose it with --game, or leave out --pcap"});
  }
  lab::GameOptions game_options = scenes::options_of(*setup, *edition, *board);
  game_options.first_ply = options.first_ply;

  auto file = GameFile::open(options.file);
  if (!file) return out.fail(file.error());
  int code = ok;
  int played = 0;
  std::set<std::string> warned;
  while (true) {
    const auto next = file->next();
    if (!next) return out.fail(next.error());
    if (!*next) break;
    const FoundGame& found = **next;
    if (*wanted != 0 && found.number != *wanted) continue;
    if (!found.game) return out.fail({found.game.error().cause, fmt::format("{}: {}", found.file, found.game.error().message)});
    const pgn::Game& game = *found.game;
    // Hands drawn at random are others in every game of a file.
    std::vector<scenario::Heading> drawn = *headings;
    drawn.push_back({scenario::Setting::seed, "", static_cast<std::int64_t>(setup->seed + static_cast<std::uint64_t>(game.number))});
    game_options.players = scenario::setup_of({}, drawn)->players;
    if (const auto why = lab::unfit(game_options); why && warned.insert(*why).second) out.note("this board is not fit: " + *why);
    ++played;
    GamePrinter printer(out, game, options.first_ply);
    const CpuTime clock;
    const auto report = lab::play_game(game, game_options, printer);
    if (!report) return out.fail(report.error());
    if (const int answer = printer.summary(*report, options.no_host ? std::nullopt : std::optional(clock.seconds())); answer != ok) code = answer;
    if (setup->strict && (report->run.account.lost > 0 || report->run.account.counters.gaps > 0)) return data_lost;
    if (*wanted != 0) break;
  }
  if (played == 0) {
    if (file->games() == 0) return out.fail({Cause::malformed, options.file + " holds no game"});
    return out.fail({Cause::usage, fmt::format("{} has no game {}; it holds {}", options.file, *wanted, file->games())});
  }
  return code;
}

}  // namespace

void add_sim(CLI::App& app, const Global&, Action& action) {
  auto o = std::make_shared<Options>();
  auto* command = app.add_subcommand("sim", "play a score or a scenario on a simulated board and compare what is recognised");
  command->add_option("FILE", o->file, "games as PGN (%clk comments give the times), or a scenario, FILE.scn")->required();
  command->add_option("--game", o->game, "number of the game in the file, from 1, or all")->capture_default_str();
  command->add_option("--ply", o->first_ply, "begin with this ply of the game, from 1, the pieces set up as they then stand")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  add_choice<BoardOptions::Path>(*command, "--path", o->board.path,
                                 {{"pins", BoardOptions::Path::pins}, {"edges", BoardOptions::Path::edges}},
                                 "pins: sensors, RTL, USB, libusb; edges: packets enter at the wire");
  add_choice<BoardOptions::Mode>(*command, "--mode", o->board.mode,
                                 {{"leap", BoardOptions::Mode::leap}, {"lock", BoardOptions::Mode::lock}},
                                 "lock: every clock edge; leap: idle stretches are jumped over, same result");
  add_choice<BoardOptions::Shell>(*command, "--shell", o->board.shell,
                                  {{"plain", BoardOptions::Shell::plain}, {"systemc", BoardOptions::Shell::systemc}},
                                  "who owns simulated time: the plain kernel or SystemC");
  o->edition.add_to(*command);
  o->run.add_to(*command);
  command->add_option("--pcap", o->board.pcap, "write the packets of the simulated bus to this file")->check(file_beside_text);
  add_unplug_option(*command, o->unplug);
  command->add_flag("--no-host", o->no_host, "leave out figures of this computer");
  command->callback([o, command, &action] {
    o->edition_given = command->count("--edition") > 0;
    for (const char* option : {"--game", "--ply"}) {
      if (command->count(option) > 0) o->only_games = option;
    }
    action = [o](Output& out) { return run(*o, out); };
  });
}

}  // namespace adoube::cli
