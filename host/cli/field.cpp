// SPDX-License-Identifier: Apache-2.0
// adoube field: what boards that scan more and less often tell of the same games, as a table and as a picture.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>

#include "host/cli/commands.hpp"
#include "host/cli/edition_option.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/field_picture.hpp"
#include "host/cli/game_files.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/number_checks.hpp"
#include "host/files/whole_file.hpp"
#include "host/lab/scan_rate.hpp"
#include "sim/hands/styles.hpp"

namespace adoube::cli {
namespace {

struct Options {
  std::string file;
  std::string hands = "calm,blitz,bullet,slider";
  std::string scans = "250000,41000,10000,1000,126";
  std::optional<std::uint64_t> first;
  std::uint64_t seed = 1;
  std::string svg;
};

std::vector<std::string> words_of(const std::string& list) {
  std::vector<std::string> words{""};
  for (const char c : list) {
    if (c == ',') {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

/// A row and a point of the picture are told apart by these words.
std::optional<std::string> repeated(std::vector<std::string> words) {
  std::ranges::sort(words);
  const auto twin = std::ranges::adjacent_find(words);
  return twin == words.end() ? std::nullopt : std::optional(*twin);
}

Result<std::vector<const hands::NamedStyle*>> styles_of(const std::string& list) {
  std::vector<const hands::NamedStyle*> styles;
  if (const auto again = repeated(words_of(list))) return fail(Cause::usage, fmt::format("--hands names {} twice", *again));
  for (const std::string& word : words_of(list)) {
    const hands::NamedStyle* row = hands::named_style(word);
    if (row == nullptr) return fail(Cause::usage, fmt::format("there are no hands \"{}\"; there are {}", word, hands::style_names()));
    styles.push_back(row);
  }
  if (styles.size() > svg::most_curves) return fail(Cause::usage, fmt::format("--hands takes {} styles at most", svg::most_curves));
  return styles;
}

Result<std::vector<Tick>> scans_of(const std::string& list) {
  std::vector<Tick> scans;
  if (const auto again = repeated(words_of(list))) return fail(Cause::usage, fmt::format("--scans names {} twice", *again));
  for (const std::string& word : words_of(list)) {
    Tick us = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), us);
    if (error != std::errc{} || end != word.data() + word.size() || us < lab::shortest_scan || us > lab::longest_scan) {
      return fail(Cause::usage, fmt::format("--scans takes microseconds from {} to {}, as 250000,1000,126, not \"{}\"", lab::shortest_scan,
                                            lab::longest_scan, word));
    }
    scans.push_back(us);
  }
  return scans;
}

Result<std::vector<pgn::Game>> read_games(const Options& options) {
  auto file = GameFile::open(options.file);
  if (!file) return tl::unexpected(file.error());
  std::vector<pgn::Game> games;
  while (games.size() < options.first.value_or(std::numeric_limits<std::uint64_t>::max())) {
    auto found = file->next();
    if (!found) return tl::unexpected(found.error());
    if (!*found) break;
    auto& game = (*found)->game;
    if (!game) return fail(game.error().cause, options.file + ": " + game.error().message);
    games.push_back(std::move(*game));
  }
  if (games.empty()) return fail(Cause::malformed, options.file + " holds no game");
  return games;
}

void print(const FieldRow& row, Output& out) {
  const lab::ScanRateCount& c = row.count;
  if (out.json()) {
    out.object("field", {{"scan_us", row.scan}, {"hands", row.hands}, {"games", c.games}, {"exact", c.exact}, {"plies", c.plies},
                         {"missed", c.missed}, {"invented", c.invented}, {"touches", c.touches}, {"unseen", c.unseen},
                         {"pairs", c.pairs}, {"order_untold", c.untold}, {"order_wrong", c.wrong}});
    return;
  }
  out.line(fmt::format("{:<9} {:<13} {:>5} {:>6} {:>7} {:>7} {:>8} {:>8} {:>7} {:>12} {:>11}", scan_text(row.scan), row.hands, c.games,
                       c.exact, c.plies, c.missed, c.invented, c.touches, c.unseen, c.untold, c.wrong));
}

int run(const Options& options, Output& out) {
  if (options.svg == "-" && out.json()) {
    return out.fail({Cause::usage, "--svg - and --json would both write to standard output; name a file for the picture"});
  }
  if (const auto spared = host::spare_input(options.file, options.svg); !spared) return out.fail(spared.error());
  const auto styles = styles_of(options.hands);
  if (!styles) return out.fail(styles.error());
  const auto scans = scans_of(options.scans);
  if (!scans) return out.fail(scans.error());
  const auto games = read_games(options);
  if (!games) return out.fail(games.error());

  const bool table = options.svg != "-";
  if (table && !out.json()) {
    out.line(fmt::format("{:<9} {:<13} {:>5} {:>6} {:>7} {:>7} {:>8} {:>8} {:>7} {:>12} {:>11}", "scan", "hands", "games", "exact", "plies",
                         "missed", "invented", "touches", "unseen", "order untold", "order wrong"));
  }
  std::vector<FieldRow> rows;
  const std::size_t total = scans->size() * styles->size() * games->size();
  std::size_t done = 0;
  for (const Tick scan : *scans) {
    for (const hands::NamedStyle* style : *styles) {
      FieldRow row{scan, std::string(style->name), {}};
      const lab::ScanRateOptions field{scan, hands::style_of(*style), *article4::edition("fide2023"), options.seed};
      for (const pgn::Game& game : *games) {
        if (interrupt() != 0) return out.fail({Cause::interrupted, fmt::format("interrupted after {} of {} games", done, total)});
        out.progress("games", done++, total);
        const auto count = lab::at_scan_rate(game, field);
        if (!count) return out.fail({count.error().cause, fmt::format("game {}: {}", game.number, count.error().message)});
        row.count += *count;
      }
      if (table) print(row, out);
      rows.push_back(std::move(row));
    }
  }
  if (options.svg.empty()) return ok;
  const std::string picture = svg::line_plot(field_picture(rows));
  if (!table) {
    out.raw(picture);
    out.flush();
    return ok;
  }
  if (const auto written = host::write_whole(options.svg, picture); !written) return out.fail(written.error());
  return ok;
}

}  // namespace

void add_field(CLI::App& app, const Global&, Action& action) {
  auto o = std::make_shared<Options>();
  auto* command = app.add_subcommand("field", "what boards that scan more and less often tell of the same games");
  command->add_option("FILE", o->file, "games as PGN; %clk comments give the times")->required();
  command->add_option("--hands", o->hands, "styles of hands, with commas between them")->capture_default_str();
  command->add_option("--scans", o->scans, "lengths of a scan in us, with commas between them")->capture_default_str();
  command->add_option("--first", o->first, "only so many games of the file")->check(CLI::Range(1, 1'000'000'000));
  command->add_option("--seed", o->seed, "seed of hands and bounces")
      ->check(whole_number(std::numeric_limits<std::uint64_t>::max()))
      ->capture_default_str();
  command->add_option("--svg", o->svg, "write the picture to a file, or with - nothing else to standard output")
      ->type_name("FILE|-")
      ->check(named_file);
  command->callback([o, &action] { action = [o](Output& out) { return run(*o, out); }; });
}

}  // namespace adoube::cli
