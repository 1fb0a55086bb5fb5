// SPDX-License-Identifier: Apache-2.0
// adoube sim: plays the games of a score, or a scenario, on a simulated board and says what was recognised.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <memory>
#include <set>

#include "driver/wire/protocol.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/cpu_time.hpp"
#include "host/cli/edition_option.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/game_printer.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/number_checks.hpp"
#include "host/cli/physics_options.hpp"
#include "host/cli/scene.hpp"
#include "host/lab/game_run.hpp"
#include "rules/notation/pgn_reader.hpp"
#include "sim/hands/styles.hpp"

namespace adoube::cli {
namespace {

using lab::BoardOptions;

struct Options {
  std::string file;
  std::string game = "1";
  std::size_t first_ply = 1;
  std::string hands = "calm";
  BoardOptions board;
  EditionChoice edition;
  bool edition_given = false;
  std::optional<std::uint64_t> seed;
  std::optional<bool> presence;
  bool rotated = false;
  std::optional<std::uint32_t> scan_pause_us;
  std::vector<std::string> not_for_scenes;  // options given that a scenario has no use for
  double limit_s = 0;
  std::optional<std::uint32_t> hold_us;
  std::string unplug;
  std::string line_faults;
  PhysicsOptions physics;
  bool own_pace = false;
  bool no_host = false;
  bool strict = false;
};

// "1/N": one in how many.
Result<std::uint32_t> share(const std::string& text) {
  std::uint32_t number = 0;
  const char* end = text.data() + text.size();
  if (text.starts_with("1/")) {
    const auto [last, error] = std::from_chars(text.data() + 2, end, number);
    if (error == std::errc{} && last == end && number >= 2) return number;
  }
  return fail(Cause::usage, fmt::format("--line-faults takes 1/N with N from 2 on, as 1/100, not \"{}\"", text));
}

// "KIND@SECONDS" or "KIND@SECONDS+LENGTH".
Result<lab::Unplug> unplugging(const std::string& text) {
  using Kind = lab::Unplug::Kind;
  const auto wrong = [&] {
    return fail(Cause::usage, fmt::format("--unplug takes stall, reset or cable, @ and the second, and + with how long it lasts if "
                                          "not 2 s, as cable@30+5, not \"{}\"", text));
  };
  const auto at = text.find('@');
  if (at == std::string::npos) return wrong();
  lab::Unplug plan;
  const auto kind = std::ranges::find(lab::unplug_words, std::string_view(text).substr(0, at));
  if (kind == lab::unplug_words.end()) return wrong();
  plan.kind = static_cast<Kind>(kind - lab::unplug_words.begin());
  const auto plus = text.find('+', at);
  const auto at_time = run_time(text.substr(at + 1, plus == std::string::npos ? plus : plus - at - 1));
  const auto length = plus == std::string::npos ? std::optional(plan.length) : run_time(text.substr(plus + 1));
  if (!at_time || !length) return wrong();
  plan.at = *at_time;
  plan.length = *length;
  if (plus != std::string::npos && plan.kind == Kind::reset) return wrong();
  return plan;
}

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

// The board of the options, with its faults.
Result<BoardOptions> board_of(const Options& options) {
  BoardOptions board = options.board;
  if (!options.unplug.empty()) {
    const auto plan = unplugging(options.unplug);
    if (!plan) return tl::unexpected(plan.error());
    board.unplug = *plan;
  }
  if (!options.line_faults.empty()) {
    const auto one_in = share(options.line_faults);
    if (!one_in) return tl::unexpected(one_in.error());
    board.line_faults = *one_in;
    board.fault_seed = options.seed.value_or(1);
  }
  return board;
}

int run_scene(const Options& options, Output& out) {
  if (!options.not_for_scenes.empty()) {
    return out.fail({Cause::usage, options.not_for_scenes.front() + " is for games; a scenario says it in its own words, see docs/scenarios.md"});
  }
  const auto board = board_of(options);
  if (!board) return out.fail(board.error());
  const auto editions = options.edition.files.load();
  if (!editions) return out.fail(editions.error());
  SceneOptions scene{options.file, *board, {options.presence, options.scan_pause_us, options.seed}, std::nullopt, *editions, options.no_host};
  if (options.edition_given) scene.edition = options.edition.name;
  return sim_scene(scene, out);
}

int run(const Options& options, Output& out) {
  if (is_scene(options.file)) return run_scene(options, out);
  const auto edition = options.edition.load();
  if (!edition) return out.fail(edition.error());
  const auto wanted = wanted_game(options.game);
  if (!wanted) return out.fail(wanted.error());
  if (*wanted == 0 && options.board.pcap) {
    return out.fail({Cause::usage, "a capture file holds one game; choose it with --game, or leave out --pcap"});
  }
  std::ifstream file(options.file);
  if (!file) return out.fail({Cause::io, fmt::format("cannot open {}", options.file)});

  const auto board = board_of(options);
  if (!board) return out.fail(board.error());
  lab::GameOptions game_options;
  game_options.board = *board;
  game_options.edition = *edition;
  game_options.seed = options.seed.value_or(1);
  game_options.presence = options.presence.value_or(false);
  game_options.rotated = options.rotated;
  game_options.limit = static_cast<Tick>(options.limit_s * 1e6);
  game_options.faults = options.physics.faults;
  game_options.own_pace = options.own_pace;
  game_options.first_ply = options.first_ply;
  if (options.hold_us) {
    const std::uint32_t most = lab::hold_most(board->front);
    if (*options.hold_us > most) return out.fail({Cause::usage, fmt::format("--hold is {}; with this front a board takes at most {} us", *options.hold_us, most)});
    lab::set_hold(game_options, *options.hold_us);
  }
  if (options.scan_pause_us) lab::set_scan_pause(game_options, *options.scan_pause_us);

  catch_interrupts();
  pgn::Reader reader(file);
  int code = ok;
  int games = 0;
  int played = 0;
  std::optional<Error> unreadable;
  std::set<std::string> warned;
  while (auto game = reader.next()) {
    ++games;
    if (!*game) {
      unreadable = Error{game->error().cause, options.file + ": " + game->error().message};
      if (*wanted == 0 || unreadable->cause == Cause::io) return out.fail(*unreadable);
      continue;  // it may not be the game that is wanted
    }
    if (*wanted != 0 && (*game)->number != *wanted) continue;
    // Hands drawn at random are others in every game of a file.
    const auto players = hands::players_named(options.hands, options.seed.value_or(1) + static_cast<std::uint64_t>((*game)->number));
    if (!players) return out.fail(players.error());
    game_options.players = *players;
    if (auto set = options.physics.apply(game_options); !set) return out.fail(set.error());
    if (const auto why = lab::unfit(game_options); why && warned.insert(*why).second) out.note("this board is not fit: " + *why);
    ++played;
    GamePrinter printer(out, **game, options.first_ply);
    const CpuTime clock;
    const auto report = lab::play_game(**game, game_options, printer);
    if (!report) return out.fail(report.error());
    if (const int answer = printer.summary(*report, options.no_host ? std::nullopt : std::optional(clock.seconds())); answer != ok) code = answer;
    if (options.strict && (report->run.account.lost > 0 || report->run.account.counters.gaps > 0)) return data_lost;
    if (*wanted != 0) break;
  }
  if (played == 0) {
    if (unreadable) return out.fail(*unreadable);
    if (games == 0) return out.fail({Cause::malformed, options.file + " holds no game"});
    return out.fail({Cause::usage, fmt::format("{} has no game {}; it holds {}", options.file, *wanted, games)});
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
  add_choice<BoardOptions::Front>(*command, "--front", o->board.front,
                                  {{"parallel", BoardOptions::Front::parallel}, {"shift", BoardOptions::Front::shift}, {"direct", BoardOptions::Front::direct}},
                                  "between contacts and scanner: strobes and senses on pins, a matrix behind shift registers, an input a contact");
  add_choice<BoardOptions::Shell>(*command, "--shell", o->board.shell,
                                  {{"plain", BoardOptions::Shell::plain}, {"systemc", BoardOptions::Shell::systemc}},
                                  "who owns simulated time: the plain kernel or SystemC");
  command
      ->add_option("--hands", o->hands,
                   "how the players' hands move: " + hands::style_names() +
                       ", or random; white=calm,black=slider for one each")
      ->check([](const std::string& text) {
        const auto players = hands::players_named(text, 0);
        return players ? std::string() : players.error().message;
      })
      ->type_name("STYLE")
      ->capture_default_str();
  o->edition.add_to(*command);
  command->add_option("--seed", o->seed, "seed of hands and bounces")
      ->check(whole_number(std::numeric_limits<std::uint64_t>::max()))
      ->default_str("1, or what the scenario says");
  add_choice<std::optional<bool>>(*command, "--planes", o->presence, {{"both", false}, {"presence", true}},
                                  "presence: a board without the touch plane");
  command->add_flag("--rotated", o->rotated, "White sits at what the board calls the eighth rank");
  command->add_option("--scan-pause", o->scan_pause_us, "a scan takes 126 us (--front shift: 162) and this, in us")->check(whole_number(wire::scan::pause_max_us));
  command->add_option("--pcap", o->board.pcap, "write the packets of the simulated bus to this file");
  command->add_option("--unplug", o->unplug, "cut the board off: stall, reset or cable, @SECONDS, +LENGTH (2 s)");
  command->add_option("--line-faults", o->line_faults, "damage one packet in N on the bus at random: 1/N");
  o->physics.add_to(*command);
  command->add_option("--drift", o->board.drift_ppm, "the host's clock is so many millionths slower than the board's")
      ->check(CLI::Range(-lab::drift_most_ppm, lab::drift_most_ppm))
      ->type_name("PPM");
  add_choice<bool>(*command, "--pace", o->own_pace, {{"clocks", false}, {"hands", true}},
                   "clocks: as the score's clocks say; hands: as long as the hands' style thinks");
  command->add_option("--limit", o->limit_s, "stop after this many seconds of device time")->check(run_seconds());
  command->add_option("--hold", o->hold_us, "hold of all planes in us, instead of the board's own")
      ->check(whole_number(wire::reset::chatter_max));
  command->add_flag("--strict", o->strict, "exit with 8 if an edge was lost");
  command->add_flag("--no-host", o->no_host, "leave out figures of this computer");
  command->callback([o, command, &action] {
    o->edition_given = command->count("--edition") > 0;
    for (const char* option : {"--game", "--ply", "--limit", "--hold", "--hands", "--rotated", "--strict", "--set", "--faults", "--pace"}) {
      if (command->count(option) > 0) o->not_for_scenes.emplace_back(option);
    }
    action = [o](Output& out) { return run(*o, out); };
  });
}

}  // namespace adoube::cli
