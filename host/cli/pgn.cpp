// SPDX-License-Identifier: Apache-2.0
// adoube pgn: the command line of check, stats and convert.
#include <charconv>
#include <functional>
#include <map>
#include <memory>

#include "host/cli/commands.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/pgn_commands.hpp"

namespace adoube::cli {
namespace {

using Kind = GameFormat::Kind;
const std::map<std::string, Kind> kinds{{"pgn", Kind::pgn}, {"line", Kind::line}, {"uci", Kind::uci},
                                        {"fen", Kind::fen}, {"epd", Kind::epd},   {"json", Kind::json}};

void add_files(CLI::App& command, std::vector<std::string>& files) {
  command.add_option("FILE", files, "PGN files, - for standard input")->required()->type_name("");
}

// "7" or "7-12".
std::optional<GameRange> parse_range(std::string_view text) {
  const auto number = [](std::string_view digits) {
    int value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc{} && end == digits.data() + digits.size() ? value : 0;
  };
  const std::size_t hyphen = text.find('-');
  const int first = number(text.substr(0, hyphen));
  const int last = hyphen == std::string_view::npos ? first : number(text.substr(hyphen + 1));
  if (first < 1 || last < first) return std::nullopt;
  return GameRange{first, last};
}

// `settle` makes of the texts of the command line what `run` takes.
template <class Options>
CLI::App* add(CLI::App& pgn, const char* name, const char* what, const std::shared_ptr<Options>& options, int (*run)(const Options&, Output&),
              Action& action, const std::function<void()>& settle = [] {}) {
  auto* command = pgn.add_subcommand(name, what);
  add_files(*command, options->files);
  command->callback([options, run, settle, &action] {
    settle();
    action = [options, run](Output& out) {
      catch_interrupts();
      return run(*options, out);
    };
  });
  return command;
}

}  // namespace

void add_pgn(CLI::App& app, const Global& global, Action& action) {
  auto* pgn = app.add_subcommand("pgn", "check, count or convert files of games");
  pgn->require_subcommand(1);

  auto check = std::make_shared<CheckOptions>();
  add(*pgn, "check", "tell every error and warning with its place", check, pgn_check, action)
      ->add_flag("--no-warnings", check->no_warnings, "count warnings, but do not list them");

  auto stats = std::make_shared<StatsOptions>();
  add(*pgn, "stats", "count results, ends, lengths, openings, players", stats, pgn_stats, action)
      ->add_option("--top", stats->top, "names in each list")
      ->check(CLI::Range(1, 1'000'000));

  auto convert = std::make_shared<ConvertOptions>();
  auto to = std::make_shared<std::string>(), range = std::make_shared<std::string>();
  const auto settle = [convert, to, range, &global] {
    GameFormat& format = convert->format;
    format.kind = to->empty() ? (global.json ? Kind::json : Kind::pgn) : kinds.at(*to);
    if (!range->empty()) convert->range = parse_range(*range);
    if (format.final_position && format.kind != Kind::fen && format.kind != Kind::epd) {
      throw CLI::ValidationError("--final", "needs --to fen or --to epd");
    }
  };
  auto* command = add(*pgn, "convert", "write games in another form", convert, pgn_convert, action, settle);
  command->add_option("--to", *to, "pgn, line (PGN, a game's moves on one line), uci, fen, epd or json; pgn by default")
      ->check(CLI::IsMember(kinds));
  command->add_option("-o,--output", convert->output, "file to write, whole or not at all; standard output by default")
      ->type_name("FILE|-")
      ->check(named_file);
  command->add_option("--game", *range, "only this game, or these games, of each file")->type_name("N|N-M")->check([](const std::string& text) {
    return parse_range(text) ? std::string() : text + " is neither N nor N-M, from 1";
  });
  command->add_flag("--final", convert->format.final_position, "fen and epd: only the last position of a game");
  command->add_flag_callback("--no-variations", [convert] { convert->format.variations = false; }, "leave out variations");
  command->add_flag_callback("--no-comments", [convert] { convert->format.comments = false; }, "leave out comments, clock times too");
  command->add_flag_callback("--no-nags", [convert] { convert->format.nags = false; }, "leave out glyphs ($1, !?)");
}

}  // namespace adoube::cli
