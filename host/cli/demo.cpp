// SPDX-License-Identifier: Apache-2.0
// adoube demo: a game and two incidents of the touched-piece literature, through the whole chain.
#include <fmt/format.h>

#include <array>
#include <memory>

#include "host/cli/board_text.hpp"
#include "host/cli/commands.hpp"
#include "host/cli/cpu_time.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/game_files.hpp"
#include "host/cli/game_printer.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/text.hpp"
#include "rules/notation/fen.hpp"
#include "rules/notation/san.hpp"
#include "sim/hands/incident.hpp"

namespace adoube::cli {
namespace {

// A piece is touched, its player hesitates, and plays another move with it than he had meant.
struct IncidentStory {
  const char* title;
  const char* fen;
  Square touched;
  Square played_to;
};

// The cases of tests/rules/cases/touchmove.jsonl: famous-fischer-donner-1966 and famous-karpov-chernin-1992.
constexpr std::array stories{
    IncidentStory{"Santa Monica 1966: White touches the bishop on c4, then sees that the move he meant loses it",
                  "2r3k1/5ppp/p7/5q2/2BP4/b5P1/P1R2P1P/5QK1 w - - 1 30", Square::c4, Square::d3},
    IncidentStory{"Tilburg 1992: White is in check and touches the queen",
                  "4Q3/1r3K2/3k4/6Rp/4P1p1/8/8/8 w - - 1 54", Square::e8, Square::e7},
};

struct Total {
  Tick simulated = 0;
  std::uint64_t edges = 0;
  std::uint64_t packets = 0;
  std::uint64_t lost = 0;
  std::string breaches;

  void add(const lab::RunReport& run) {
    simulated += run.simulated;
    edges += run.account.counters.edges;
    packets += run.account.counters.packets;
    lost += run.account.lost;
    if (breaches.empty()) breaches = run.breaches;
  }
};

// Shows each ruling of an incident once, when it changes what may be played.
class IncidentPrinter final : public lab::Listener {
 public:
  IncidentPrinter(Output& out, const chess::Position& position) : out_(out), position_(position) {}

  void on_move(const recognition::MoveRecord& record) override {
    if (record.status != recognition::Status::confirmed) return;
    out_.line(fmt::format("{:>7} {} {}", number_text(record.before),
                          out_.paint(Output::Paint::strong, fmt::format("{:<8}", san::write(record.before, record.move))),
                          clock_text(record.made.hi)));
  }
  void on_ruling(const article4::Ruling& ruling) override {
    if (ruling.ply != 1 || (ruling.verdict == last_verdict_ && ruling.allowed == last_allowed_)) return;
    const bool news = ruling.verdict == article4::Verdict::obligation || ruling.final;
    last_verdict_ = ruling.verdict;
    last_allowed_ = ruling.allowed;
    if (!news) return;
    const auto paint = ruling.final ? Output::Paint::good : Output::Paint::notice;
    out_.line("        " + out_.paint(paint, ruling_text(position_, ruling)));
  }
  bool on_time(Tick now, Tick end) override {
    out_.progress("incident", static_cast<std::uint64_t>(now), static_cast<std::uint64_t>(end));
    return interrupt() == 0;
  }

 private:
  Output& out_;
  chess::Position position_;
  article4::Verdict last_verdict_ = article4::Verdict::free;
  std::vector<std::string> last_allowed_;
};

Result<void> play_story(const IncidentStory& story, const lab::GameOptions& options, Output& out, Total& total) {
  const auto position = fen::parse(story.fen);
  if (!position) return tl::unexpected(position.error());
  out.line("");
  out.line(story.title);
  out.line(board_text(*position, set_of(story.touched)));
  hands::Incident incident(*position, options.seed);
  const Colour player = position->side_to_move();
  const hands::Script script = incident.touch(story.touched, 400'000)
                                   .wait(2'500'000)
                                   .move(story.touched, story.played_to)
                                   .press(player)
                                   .finish();
  IncidentPrinter printer(out, *position);
  auto run = lab::play(script, *position, options, printer);
  if (!run) return tl::unexpected(run.error());
  total.add(*run);
  return {};
}

int run(const std::string& file, Output& out) {
  if (out.json()) return out.fail({Cause::usage, "the demo is for people; adoube sim plays a game with --json"});
  const auto game = game_of(file, 1);
  if (!game) return out.fail(game.error());
  lab::GameOptions options;
  options.edition = *article4::edition("fide2023");

  const auto tag = [&](std::string_view name) { return std::string(game->tag(name).value_or("?")); };
  out.line(fmt::format("{} - {}, {} {}", tag("White"), tag("Black"), tag("Site"), tag("Date")));
  const CpuTime clock;
  Total total;
  GamePrinter printer(out, *game);
  const auto report = lab::play_game(*game, options, printer);
  if (!report) return out.fail(report.error());
  total.add(report->run);
  out.line(board_text(printer.position(), report->moves.empty() ? 0 : set_of(report->moves.back().record.move.to())));
  for (const IncidentStory& story : stories) {
    if (auto told = play_story(story, options, out, total); !told) return out.fail(told.error());
  }
  const double simulated = seconds_of(total.simulated);
  const double cpu = clock.seconds();
  out.line("");
  out.line(fmt::format("{:.1f} s simulated, {:.1f} s CPU, ratio {:.1f}, {} edges, {} packets, lost {}, {}", simulated, cpu,
                       cpu > 0 ? simulated / cpu : 0.0, total.edges, total.packets, total.lost,
                       report->score_equal ? out.paint(Output::Paint::good, "score equal")
                                           : out.paint(Output::Paint::bad, "SCORE DIFFERS")));
  if (!total.breaches.empty()) out.line(breaches_text(total.breaches, out));
  return report->score_equal && total.lost == 0 && total.breaches.empty() ? ok : answer_no;
}

}  // namespace

void add_demo(CLI::App& app, const Global&, Action& action) {
  auto file = std::make_shared<std::string>();
  auto* command = app.add_subcommand("demo", "a game and two incidents through the whole simulated chain");
  command->add_option("FILE", *file, "the game, as PGN")->required();
  command->callback([file, &action] { action = [file](Output& out) { return run(*file, out); }; });
}

}  // namespace adoube::cli
