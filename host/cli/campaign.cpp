// SPDX-License-Identifier: Apache-2.0
// adoube campaign: games with everything drawn, board, hands and mishaps, each held against what must never be.
#include <fmt/format.h>

#include <limits>
#include <memory>

#include "host/cli/apart.hpp"
#include "host/cli/campaign_tally.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/game_files.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/number_checks.hpp"
#include "host/cli/text.hpp"
#include "host/lab/draw.hpp"

namespace adoube::cli {
namespace {

struct Options {
  std::string file;
  std::uint64_t runs = 100;
  std::uint64_t first = 1;
  double minutes = 0;
  std::uint64_t seed = 1;
  std::uint64_t pins_one_in = 10;
  bool show = false;
};

class Silent final : public lab::GameListener {
 public:
  void on_move(const lab::PlayedMove&) override {}
  void on_ruling(const article4::Ruling&) override {}
  bool on_time(Tick, Tick) override { return interrupt() == 0; }
};

// What a run is told by: what the process that played it says of it.
nlohmann::json play(const pgn::Game& game, const lab::GameOptions& options) {
  Silent silent;
  const auto report = lab::play_game(game, options, silent);
  if (!report) {
    if (report.error().cause == Cause::interrupted) return killed(interrupt());
    // A board that is doubtful may show the pieces otherwise than they stand; then nobody plays on it.
    const auto unfit = lab::unfit(options);
    const bool refused = report.error().cause == Cause::differs && unfit;
    nlohmann::json told{{"outcome", refused ? "refused" : "wrong"}, {"board", lab::text(unfit ? lab::Health::doubtful : lab::Health::sound)},
                        {"objections", nlohmann::json::array()}};
    if (refused) {
      told["remedy"] = unfit->substr(unfit->rfind("; ") + 2);
    } else {
      told["objections"].push_back(report.error().message);
    }
    return told;
  }
  return {{"outcome", lab::text(report->findings.outcome)},
          {"board", lab::text(report->health)},
          {"objections", report->findings.objections},
          {"named", report->findings.named},
          {"happened", happened(options, *report)},
          {"plies", report->score.size()},
          {"simulated_s", seconds_of(report->run.simulated)},
          {"signature", fmt::format("{:016x}", report->run.account.signature)}};
}

Result<std::vector<pgn::Game>> read_games(const std::string& file, Output& out) {
  if (file == "-") return fail(Cause::usage, "the commands that are printed play games of a file again; name one instead of standard input");
  std::vector<pgn::Game> games;
  std::size_t brief = 0;
  std::size_t broken = 0;
  std::string first;
  const auto walked = for_each_game({file}, out, [&](FoundGame& found) -> Result<Onward> {
    if (!found.game) {
      if (broken++ == 0) first = located(found.file, found.place, found.number, found.sentence);
    } else if (found.game->plies.size() < lab::least_plies) {
      ++brief;
    } else {
      games.push_back(std::move(*found.game));
    }
    return Onward::game;
  });
  if (!walked) return tl::unexpected(walked.error());
  const std::string unreadable = broken == 0 ? "" : fmt::format("{} cannot be read, the first of them {}", broken, first);
  if (games.empty()) {
    return fail(Cause::malformed, fmt::format("{} holds no game of {} plies or more{}{}", file, lab::least_plies, broken == 0 ? "" : "; ", unreadable));
  }
  if (broken > 0) out.note("games are left out: " + unreadable);
  if (brief > 0) out.note(fmt::format("games are left out: {} of less than {} plies", brief, lab::least_plies));
  return games;
}

// A word as a shell takes it.
std::string quoted(const std::string& word) {
  if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=,.:/@") == std::string::npos && !word.empty()) return word;
  std::string inside;
  for (const char c : word) {
    if (c == '\'') inside += "'\\'";
    inside += c;
  }
  return fmt::format("'{}'", inside);
}

std::string command(const Options& options, const lab::Draw& draw, int number) {
  std::string out = fmt::format("adoube sim {}", quoted(options.file));
  for (const std::string& word : lab::words(draw, number)) out += fmt::format(" {}", quoted(word));
  return out;
}

void tell(std::uint64_t number, const nlohmann::json& told, const std::string& again, Output& out) {
  if (out.json()) {
    nlohmann::json fields = told;
    fields["number"] = number;
    fields["command"] = again;
    out.object("run", std::move(fields));
  } else if (told["outcome"] == "wrong") {
    for (const std::string sentence : told["objections"]) {
      out.line(fmt::format("{:>7} {}", number, out.paint(Output::Paint::bad, sentence)));
    }
    out.line("        " + again);
  } else if (told["outcome"] == "killed") {
    out.line(fmt::format("{:>7} was ended from outside ({}) and is not judged", number, std::string(told["by"])));
    out.line("        " + again);
  }
}

int run(const Options& options, Output& out) {
  catch_interrupts();
  const auto games = read_games(options.file, out);
  if (!games) return out.fail(games.error());
  std::vector<std::size_t> plies;
  for (const pgn::Game& game : *games) plies.push_back(game.plies.size());
  CampaignTally tally;
  const auto pins = static_cast<std::uint32_t>(options.pins_one_in);
  const std::uint64_t last = options.minutes > 0 ? std::numeric_limits<std::uint64_t>::max() : options.first + options.runs - 1;
  for (std::uint64_t number = options.first; number <= last; ++number) {
    if (interrupt() != 0) {
      out.clear_progress();
      if (!options.show) tally.tell(out);
      return out.fail({Cause::interrupted, fmt::format("interrupted before run {}", number)});
    }
    if (options.minutes > 0 && cpu_of_children() >= options.minutes * 60) break;
    const lab::Draw draw = lab::draw(options.seed, number, plies, pins);
    const pgn::Game& game = (*games)[draw.game];
    const std::string again = command(options, draw, game.number);
    if (options.show) {
      out.json() ? out.object("command", {{"number", number}, {"command", again}}) : out.line(again);
      continue;
    }
    if (options.minutes > 0) {
      out.progress("seconds", static_cast<std::uint64_t>(cpu_of_children()), static_cast<std::uint64_t>(options.minutes * 60) + 1);
    } else {
      out.progress("runs", number - options.first, last - options.first + 1);
    }
    const nlohmann::json told = apart([&] { return play(game, lab::options_of(draw)); });
    out.clear_progress();
    if (interrupt() != 0) continue;
    tell(number, told, again, out);
    tally.add(draw, told);
  }
  return options.show ? ok : tally.tell(out);
}

}  // namespace

void add_campaign(CLI::App& app, const Global&, Action& action) {
  auto o = std::make_shared<Options>();
  auto* command = app.add_subcommand("campaign", "play games with board, hands and mishaps drawn at random, and say what went wrong");
  command->add_option("FILE", o->file, "games as PGN")->required();
  auto* runs = command->add_option("--runs", o->runs, "how many games")->check(CLI::Range(1, 1'000'000'000))->capture_default_str();
  auto* minutes = command->add_option("--minutes", o->minutes, "instead of --runs: until so much processor time is used")->check(number_within(0.01, 1e6))->excludes(runs);
  command->add_option("--first", o->first, "number of the first draw")->check(CLI::Range(1, 1'000'000'000))->capture_default_str();
  command->add_option("--seed", o->seed, "seed of all draws")
      ->check(whole_number(std::numeric_limits<std::uint64_t>::max()))
      ->capture_default_str();
  command->add_option("--pins", o->pins_one_in, "one game in so many is played through the pins")->check(CLI::Range(1, 1'000'000))->capture_default_str();
  command->add_flag("--show", o->show, "only show the command of each draw")->excludes(minutes);
  command->callback([o, &action] { action = [o](Output& out) { return run(*o, out); }; });
}

}  // namespace adoube::cli
