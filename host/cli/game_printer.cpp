// SPDX-License-Identifier: Apache-2.0
#include "host/cli/game_printer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "host/cli/interrupt.hpp"
#include "host/cli/text.hpp"

namespace adoube::cli {

namespace {

nlohmann::json squares(SquareSet set) {
  nlohmann::json out = nlohmann::json::array();
  while (set != 0) out.push_back(name(pop(set)));
  return out;
}

}  // namespace

GamePrinter::GamePrinter(Output& out, const pgn::Game& game, std::size_t first_ply)
    : out_(out), game_(game.number), before_(game.start), position_(game.start) {
  for (std::size_t ply = 1; ply < std::min(first_ply, game.plies.size() + 1); ++ply) position_.make(game.plies[ply - 1].move);
  before_ = position_;
}

void GamePrinter::on_move(const lab::PlayedMove& move) {
  before_ = move.record.before;
  position_ = before_.after(move.record.move);
  ply_ = move.record.ply;
  if (out_.json()) {
    out_.object("move", {{"game", game_},
                         {"ply", move.record.ply},
                         {"san", move.san},
                         {"uci", move.record.uci},
                         {"device_us", move.device},
                         {"game_us", move.game},
                         {"think_ms", move.think / 1000},
                         {"rev", move.record.revision},
                         {"inferred", move.record.inferred}});
  } else {
    out_.line(fmt::format("{:>7} {} {}  think {}{}", number_text(move.record.before),
                          out_.paint(Output::Paint::strong, fmt::format("{:<8}", move.san)), clock_text(move.device),
                          seconds_text(move.think), move.record.inferred ? "  inferred" : ""));
  }
  tell_end();
}

void GamePrinter::on_taken_back(const lab::PlayedMove& move) {
  before_ = position_ = move.record.before;
  ply_ = move.record.ply - 1;
  if (out_.json()) {
    out_.object("taken_back", {{"game", game_}, {"ply", move.record.ply}, {"san", move.san}, {"uci", move.record.uci}, {"rev", move.record.revision}});
  } else {
    out_.line(fmt::format("{:>7} {} taken back", number_text(move.record.before),
                          out_.paint(Output::Paint::strong, fmt::format("{:<8}", move.san))));
  }
}

void GamePrinter::on_ruling(const article4::Ruling& ruling) {
  if (!ruling.final) return;
  if (ruling.verdict == article4::Verdict::game_over && ruling.ply > ply_) {
    end_ = ruling;  // the game is over with the release; the move itself is confirmed after that
    return;
  }
  print(ruling);
}

void GamePrinter::tell_end() {
  if (const auto end = std::exchange(end_, std::nullopt)) print(*end);
}

void GamePrinter::print(const article4::Ruling& ruling) {
  if (out_.json()) {
    nlohmann::json fields = ruling_fields(ruling);
    fields["game"] = game_;
    out_.object("ruling", std::move(fields));
  } else if (ruling.verdict != article4::Verdict::move_completed) {
    const bool over = ruling.verdict == article4::Verdict::game_over || ruling.verdict == article4::Verdict::move_made;
    out_.line("        " + out_.paint(over ? Output::Paint::good : Output::Paint::bad, ruling_text(ruling.ply > ply_ ? position_ : before_, ruling)));
  }
}

void GamePrinter::on_gap(const driver::Gap& gap) {
  if (out_.json()) {
    nlohmann::json fields = gap_fields(gap);
    fields["game"] = game_;
    out_.object("gap", std::move(fields));
  } else {
    out_.line("        " + out_.paint(Output::Paint::bad, gap_text(gap)));
  }
}

void GamePrinter::on_situation(const recognition::Situation& situation) {
  using Kind = recognition::Situation::Kind;
  const bool lost = situation.kind == Kind::lost;
  const bool stops = lost || situation.kind == Kind::disturbed;
  const std::optional stopped = stops ? std::optional(std::pair(situation.kind, situation.readings.readings)) : std::nullopt;
  const bool turned = situation.rotated != std::exchange(rotated_, situation.rotated);
  if (turned && !out_.json()) out_.line("        " + out_.paint(Output::Paint::notice, "the board lies the other way round: its h8 is a1 of the game"));
  if (stopped == stopped_ && !(turned && out_.json())) return;
  stopped_ = stopped;
  if (out_.json()) {
    nlohmann::json fields{{"game", game_},
                          {"kind", lost ? "lost" : stops ? "disturbed" : "settled"},
                          {"at_us", situation.since.hi},
                          {"rotated", situation.rotated},
                          {"missing", squares(situation.missing)},
                          {"surplus", squares(situation.surplus)}};
    if (lost) fields["readings"] = situation.readings.readings;
    out_.object("situation", std::move(fields));
    return;
  }
  const std::string what = lost && situation.readings.readings > 1
                               ? fmt::format("the squares can have come about in {} ways", situation.readings.readings)
                           : lost  ? std::string("events are missing, and no line of up to three moves explains the squares yet")
                           : stops ? std::string("pieces lie; play goes on when all stand where they stood")
                                   : std::string("play goes on");
  out_.line("        " + out_.paint(stops ? Output::Paint::notice : Output::Paint::good, what));
}

bool GamePrinter::on_time(Tick now, Tick end) {
  out_.progress(fmt::format("game {}", game_), static_cast<std::uint64_t>(now), static_cast<std::uint64_t>(end));
  return interrupt() == 0;
}

void GamePrinter::tell(const sim::Fault& fault) {
  if (out_.json()) {
    out_.object("fault", {{"game", game_}, {"kind", sim::info(fault.kind).name}, {"place", fault.place}, {"size", fault.size},
                          {"begin", fault.begin}, {"end", fault.end}, {"words", sim::words(fault)}});
  } else {
    out_.line(fmt::format("        fault from {} to {}: {}", clock_text(fault.begin), clock_text(fault.end), sim::words(fault)));
  }
}

ExitCode GamePrinter::summary(const lab::GameReport& report, std::optional<double> cpu) {
  tell_end();
  const lab::Account& account = report.run.account;
  const double simulated = seconds_of(report.run.simulated);
  const double ratio = cpu && *cpu > 0 ? simulated / *cpu : 0.0;
  const lab::Examination::Findings& findings = report.findings;
  const ExitCode answer = report.score_equal && findings.objections.empty() ? ok : answer_no;
  std::vector<sim::Fault> faults = report.faults;
  std::ranges::stable_sort(faults, {}, &sim::Fault::begin);
  for (const sim::Fault& fault : faults) tell(fault);
  if (out_.json()) {
    nlohmann::json fields{
        {"game", game_},
        {"simulated_s", simulated},
        {"edges", account.counters.edges},
        {"packets", account.counters.packets},
        {"lost", account.lost},
        {"invented", account.invented},
        {"refused", account.refused},
        {"behind", account.counters.behind},
        {"restless", account.counters.restless},
        {"repeated", account.counters.repeated},
        {"mode", report.run.mode},
        {"signature", fmt::format("{:016x}", account.signature)},
        {"moves", report.moves.size()},
        {"score_equal", report.score_equal},
        {"plies_compared", report.score.size()},
        {"contacts",
         {{"owed", report.run.contacts.owed}, {"seen", report.run.contacts.seen}, {"equal", report.run.contacts.equal()}}},
        {"breaches", report.run.breaches},
        {"board", lab::text(report.health)},
        {"outcome", lab::text(findings.outcome)},
        {"named", findings.named},
        {"objections", findings.objections},
        {"plies_stretched", report.plies_stretched},
        {"seconds_added", seconds_of(report.added)},
        {"latency", {{"p50", account.latency.p50}, {"p99", account.latency.p99}, {"max", account.latency.max}}}};
    if (cpu) fields["host"] = {{"cpu_s", rounded(*cpu, 3)}, {"ratio", rounded(ratio, 1)}};
    out_.object("summary", std::move(fields));
    return answer;
  }
  std::string text = fmt::format("game {}: {:.1f} s simulated ({})", game_, simulated, report.run.mode);
  if (cpu) text += fmt::format(", {:.1f} s CPU, ratio {:.1f}", *cpu, ratio);
  const std::string verdict = !report.score_equal    ? out_.paint(Output::Paint::bad, "SCORE DIFFERS")
                              : report.score.empty() ? out_.paint(Output::Paint::notice, "no ply was played out, so no score is compared")
                                                     : out_.paint(Output::Paint::good, "score equal");
  text += fmt::format(", {}, {}, lost {}, {}", amount(account.counters.edges, "edge", "edges"), amount(account.counters.packets, "packet", "packets"),
                      account.lost, verdict);
  if (report.plies_stretched > 0) {
    text += fmt::format(", {} stretched by {} in all", amount(report.plies_stretched, "ply", "plies"), seconds_text(report.added));
  }
  out_.line(text);
  for (const std::string& sentence : findings.objections) out_.line("        " + out_.paint(Output::Paint::bad, sentence));
  return answer;
}

}  // namespace adoube::cli
