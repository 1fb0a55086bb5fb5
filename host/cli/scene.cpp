// SPDX-License-Identifier: Apache-2.0
#include "host/cli/scene.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/cli/cpu_time.hpp"
#include "host/cli/exit_code.hpp"
#include "host/cli/file_kind.hpp"
#include "host/cli/interrupt.hpp"
#include "host/cli/text.hpp"
#include "host/files/input_file.hpp"
#include "host/scenes/scene_check.hpp"
#include "sim/scenario/parse.hpp"

namespace adoube::cli {
namespace {

using recognition::Status;

class Printer final : public scenes::Watcher {
 public:
  explicit Printer(Output& out) : out_(out) {}

  void on_move(const scenes::ToldMove& m) override {
    const std::string_view status = recognition::text(m.record.status);
    if (out_.json()) {
      out_.object("told", {{"ply", m.record.ply}, {"san", m.san}, {"uci", m.record.uci}, {"status", status}, {"rev", m.record.revision},
                           {"device_us", m.record.made.hi}, {"told_us", m.told}});
      return;
    }
    out_.line(fmt::format("{:>7} {} {}  {}, told at {}", number_text(m.record.before),
                          out_.paint(Output::Paint::strong, fmt::format("{:<8}", m.san)), clock_text(m.record.made.hi), status,
                          clock_text(m.told)));
  }

  // The last word on each turn.
  void on_ruling(const scenes::ToldRuling& r) override {
    if (out_.json() && r.ruling.final) {
      nlohmann::json fields = ruling_fields(r.ruling);
      fields["told_us"] = r.told;
      out_.object("ruling", std::move(fields));
    }
  }

  bool on_time(Tick now, Tick end) override {
    out_.progress("scene", static_cast<std::uint64_t>(now), static_cast<std::uint64_t>(end));
    return interrupt() == 0;
  }

 private:
  Output& out_;
};

// The ruling on the last turn in which anything happened, for people.
void tell_ruling(const scenes::Observed& observed, Output& out) {
  const auto last = std::find_if(observed.rulings.rbegin(), observed.rulings.rend(), [](const auto& r) { return r.of_events; });
  if (last == observed.rulings.rend()) return;
  const auto move = std::find_if(observed.moves.begin(), observed.moves.end(), [&](const auto& m) {
    return m.record.status == Status::confirmed && m.record.ply == last->ruling.ply;
  });
  const chess::Position& before = move == observed.moves.end() ? observed.position : move->record.before;
  out.line("        " + ruling_text(before, last->ruling));
}

void print(const scenes::Finding& f, Output& out) {
  if (out.json()) {
    out.object("expectation", {{"line", f.line}, {"ok", f.ok}, {"expected", f.expected}, {"got", f.got}});
  } else if (f.ok) {
    out.line(fmt::format("{}  {}", out.paint(Output::Paint::good, "ok    "), f.expected));
  } else {
    out.line(fmt::format("{}  line {}", out.paint(Output::Paint::bad, "FAILED"), f.line));
    out.line("        expected  " + f.expected);
    out.line("        got       " + f.got);
  }
}

}  // namespace

Result<scenario::Scenario> read_scene(const std::string& file) {
  if (const auto right = reads(file, FileKind::scenario); !right) return tl::unexpected(right.error());
  constexpr std::size_t most = 1 << 20;
  catch_interrupts();
  const auto text = host::read_whole(file, most, [] { return interrupt() != 0; });
  if (!text) return tl::unexpected(text.error());
  return scenario::parse(*text, file);
}

Result<article4::Edition> edition_of(const scenario::Scenario& scene, const scenario::Performance& performance, const article4::Editions& editions,
                                     std::span<const scenario::Heading> otherwise) {
  const auto said_by_options = [&](scenario::Setting setting) { return std::ranges::any_of(otherwise, [&](const scenario::Heading& h) { return h.setting == setting; }); };
  auto edition = editions.find(performance.setup.edition);
  if (!edition && !said_by_options(scenario::Setting::edition)) {
    return tl::unexpected(scenario::heading_error(scene, scenario::Setting::edition, "expected the name of an edition: " + edition.error().message));
  }
  if (!edition) return edition;
  const auto allowed = lab::slip_allowed(performance.setup.slip, *edition);
  if (allowed) return edition;
  if (said_by_options(scenario::Setting::illegal)) return tl::unexpected(allowed.error());
  return tl::unexpected(scenario::heading_error(scene, scenario::Setting::illegal, "expected another word or edition: " + allowed.error().message));
}

int sim_scene(const SceneOptions& options, Output& out) {
  const auto scene = read_scene(options.file);
  if (!scene) return out.fail(scene.error());
  const auto performance = scenario::perform(*scene, options.otherwise);
  if (!performance) return out.fail(performance.error());
  const auto edition = edition_of(*scene, *performance, options.editions, options.otherwise);
  if (!edition) return out.fail(edition.error());
  // The block of expectations for what is otherwise than in the file.
  const auto plain = scenario::setup_of(*scene);
  if (!plain) return out.fail(plain.error());
  scenario::Board board;
  board.presence = performance->setup.presence && !plain->presence;
  if (performance->setup.scan_pause != plain->scan_pause) board.scan_pause = performance->setup.scan_pause;
  const lab::GameOptions game_options = scenes::options_of(*performance, *edition, options.board);
  if (const auto why = lab::unfit(game_options)) out.note("this board is not fit: " + *why);

  const CpuTime clock;
  Printer printer(out);
  const auto observed = scenes::play(*performance, game_options, printer);
  out.clear_progress();
  if (!observed) return out.fail(observed.error());
  if (!out.json()) tell_ruling(*observed, out);
  const auto block = scenes::block_for(*scene, board);
  const auto findings = block ? scenes::hold(*scene, *block, *observed) : std::vector<scenes::Finding>{};
  std::size_t failed = 0;
  for (const scenes::Finding& f : findings) {
    failed += f.ok ? 0 : 1;
    print(f, out);
  }
  const double simulated = seconds_of(observed->run.simulated);
  if (out.json()) {
    nlohmann::json fields{{"title", performance->setup.title},
                          {"expectations", findings.size()},
                          {"failed", failed},
                          {"simulated_s", simulated},
                          {"mode", observed->run.mode},
                          {"edges", observed->run.account.counters.edges},
                          {"lost", observed->run.account.lost},
                          {"gaps", observed->gaps.size()},
                          {"signature", fmt::format("{:016x}", observed->run.account.signature)},
                          {"breaches", observed->run.breaches}};
    if (!options.no_host) fields["host"] = {{"cpu_s", rounded(clock.seconds(), 3)}};
    out.object("summary", std::move(fields));
  } else {
    const std::string verdict = findings.empty() ? out.paint(Output::Paint::notice, "nothing was expected of this board")
                                : failed == 0 ? out.paint(Output::Paint::good, counted(findings.size(), "expectation holds", "expectations hold"))
                                            : out.paint(Output::Paint::bad, fmt::format("{} of {} expectations FAILED", failed, findings.size()));
    out.line(fmt::format("{}: {:.1f} s simulated ({}), {} edges, lost {}, {}", performance->setup.title.empty() ? options.file : performance->setup.title,
                         simulated, observed->run.mode, observed->run.account.counters.edges, observed->run.account.lost, verdict));
    if (!observed->run.breaches.empty()) out.line("        " + breaches_text(observed->run.breaches, out));
  }
  if (failed != 0 || !observed->run.breaches.empty()) return answer_no;
  return performance->setup.strict && (observed->run.account.lost > 0 || !observed->gaps.empty()) ? data_lost : ok;
}

}  // namespace adoube::cli
