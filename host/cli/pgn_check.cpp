// SPDX-License-Identifier: Apache-2.0
// adoube pgn check: every error and every warning of PGN files, with its place.
#include <fmt/format.h>

#include "host/cli/exit_code.hpp"
#include "host/cli/game_files.hpp"
#include "host/cli/pgn_commands.hpp"
#include "host/cli/text.hpp"

namespace adoube::cli {
namespace {

struct Counts {
  std::uint64_t games = 0, plies = 0, wrong = 0, warnings = 0;
};

void tell(Output& out, const FoundGame& found, pgn::Place place, std::string_view severity, std::string_view kind, std::string_view sentence) {
  if (out.json()) {
    out.object("finding", {{"file", found.file},
                           {"line", place.line},
                           {"column", place.column},
                           {"game", found.number},
                           {"severity", severity},
                           {"kind", kind},
                           {"message", sentence}});
  } else if (severity == "error") {
    out.line(located(found.file, place, found.number, sentence));
  } else {
    out.line(located(found.file, place, found.number, fmt::format("{}: {} [{}]", out.paint(Output::Paint::notice, "warning"), sentence, kind)));
  }
}

void tell_game(Output& out, const FoundGame& found, bool warnings, Counts& counts) {
  ++counts.games;
  if (!found.game) {
    ++counts.wrong;
    tell(out, found, found.place, "error", "error", found.sentence);
    return;
  }
  const pgn::Game& game = *found.game;
  counts.plies += game.plies.size();
  counts.warnings += game.warnings.size() + game.warnings_left_out;
  if (!warnings) return;
  for (const pgn::Warning& warning : game.warnings) tell(out, found, warning.place, "warning", pgn::name(warning.kind), warning.message);
  if (game.warnings_left_out > 0) {
    tell(out, found, game.warnings.back().place, "warning", "left-out", fmt::format("{} more warnings of this game are not shown.", game.warnings_left_out));
  }
}

}  // namespace

int pgn_check(const CheckOptions& options, Output& out) {
  Counts counts;
  const auto walked = for_each_game(options.files, out, [&](FoundGame& found) -> Result<Onward> {
    tell_game(out, found, !options.no_warnings, counts);
    return Onward::game;
  });
  if (!walked) return out.fail(walked.error());
  if (out.json()) {
    out.object("summary", {{"games", counts.games}, {"plies", counts.plies}, {"errors", counts.wrong}, {"warnings", counts.warnings}});
  } else {
    const auto paint = counts.wrong > 0 ? Output::Paint::bad : Output::Paint::good;
    out.line(fmt::format("{}, {}, {}, {}", counted(counts.games, "game", "games"), counted(counts.plies, "ply", "plies"),
                         out.paint(paint, counted(counts.wrong, "game", "games") + " with an error"), counted(counts.warnings, "warning", "warnings")));
  }
  return counts.wrong == 0 ? ok : answer_no;
}

}  // namespace adoube::cli
