// SPDX-License-Identifier: Apache-2.0
#include "host/cases/chain_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "driver/wire/protocol.hpp"
#include "host/cases/staging.hpp"
#include "host/lab/game_run.hpp"
#include "rules/notation/fen.hpp"

namespace adoube::host {

using recognition::Case;
using recognition::CaseOutcome;

namespace {

constexpr Tick slot = wire::front::parallel.slot_us;
constexpr Tick slots = wire::scan::slots * slot;

// Opening the board takes a quarter of a second and a few scans; what comes last, a tenth and a few scans to arrive.
constexpr Tick opening = 300'000;
constexpr Tick aftermath = 100'000;
constexpr Tick few = 4;

class Hearer final : public lab::Listener {
 public:
  explicit Hearer(const ChainCaseOptions& options) : options_(options) {}

  void on_move(const recognition::MoveRecord& record) override { recorder_.on_move(record); }
  void on_ruling(const article4::Ruling& ruling) override { recorder_.on_ruling(ruling); }
  bool on_time(Tick, Tick) override { return !options_.go_on || options_.go_on(); }
  void on_end(const recognition::Recogniser& recogniser) override { last_ = recogniser.ruling(); }

  recognition::CaseGot got() const { return recorder_.got(last_); }

 private:
  const ChainCaseOptions& options_;
  recognition::CaseRecorder recorder_;
  article4::Ruling last_;
};

struct Played {
  recognition::CaseGot got;
  lab::RunReport run;
};

/// What is wrong with the chain itself, one line each.
std::vector<std::string> faults(const lab::RunReport& run) {
  std::vector<std::string> out;
  const auto none = [&](std::string_view what, std::uint64_t count) {
    if (count != 0) out.push_back(fmt::format("chain: {} {}", count, what));
  };
  none("edges lost", run.account.lost);
  none("edges invented", run.account.invented);
  none("edges refused", run.account.refused);
  none("edges without a promise", run.account.counters.flushed + run.account.counters.forced);
  none("gaps", run.account.counters.gaps);
  if (!run.contacts.equal()) out.push_back("chain: contacts and edges differ: " + run.contacts.first_fault);
  if (!run.breaches.empty()) out.push_back("chain: " + run.breaches);
  return out;
}

/// Begin of a scan by the first edge of the run: its sample is the last clock of its row's slot.
std::optional<Tick> a_scan(const lab::RunReport& run, Tick origin) {
  const auto edge = std::find_if(run.truth.begin(), run.truth.end(), [&](const lab::TrueEdge& e) { return e.onset >= origin; });
  if (edge == run.truth.end()) return std::nullopt;
  const Tick row = edge->channel < wire::scan::auxiliary_first ? edge->channel % 64 / 8 : 8;
  return edge->onset - (row + 1) * slot;
}

/// An origin less than a scan after `from` with which all contacts of each open order fall into one pause, as far from its
/// ends as can be. `scan`: begin of some scan, `period`: its length.
std::optional<Tick> origin_in_pauses(std::span<const OpenOrder> open, Tick from, Tick scan, Tick period) {
  std::optional<Tick> best;
  Tick widest = 0;
  const Tick step = std::max<Tick>(period / 256, 1);
  for (Tick origin = from; origin < from + period; origin += step) {
    Tick margin = period;
    for (const OpenOrder& o : open) {
      const Tick into = ((origin + o.first - scan) % period + period) % period;
      margin = std::min({margin, into - slots, period - into - (o.last - o.first)});
    }
    if (margin > widest) {
      widest = margin;
      best = origin;
    }
  }
  return best;
}

class CaseRun {
 public:
  CaseRun(const Case& c, const chess::Position& start, article4::Edition edition, const ChainCaseOptions& options)
      : case_(c), start_(start), options_(options), open_(open_orders(c)), period_(std::max(scan_for(c), slots)),
        origin_(opening + few * period_) {
    if (period_ == slots) open_.clear();  // what lies closer than a scan is as uncertain to the board as to the case
    if (const auto window = adjust_window(c)) edition.adjust_window = *window;
    game_.board = options.board;
    game_.edition = std::move(edition);
    game_.prepare = options.prepare;
    if (period_ > slots) {
      game_.settings.push_back({static_cast<std::uint8_t>(wire::reg::scan_pause), static_cast<std::uint32_t>(period_ - slots)});
    }
  }

  Result<void> run(CaseOutcome& out) {
    // Where an order is to stay open, the first run shows when the board scans; that does not depend on what happens on it.
    game_.limit = open_.empty() ? 0 : origin_ + few * period_;
    auto played = play(origin_, out);
    if (!played) return tl::unexpected(played.error());
    if (*played && !open_.empty()) {
      const auto scan = a_scan((*played)->run, origin_);
      const auto origin = scan ? origin_in_pauses(open_, origin_, *scan, period_) : std::nullopt;
      if (!origin) {
        out.not_observable = "the contacts whose order it leaves open do not fall into pauses of one scan.";
        return {};
      }
      game_.limit = 0;
      played = play(*origin, out);
      if (!played) return tl::unexpected(played.error());
    }
    if (!*played) return {};
    out.got = std::move((*played)->got);
    out.differences = recognition::differences(case_.expected, out.got);
    const auto wrong = faults((*played)->run);
    out.differences.insert(out.differences.end(), wrong.begin(), wrong.end());
    out.ok = out.differences.empty();
    return {};
  }

 private:
  /// Nothing where hands cannot do it; `out` says why.
  Result<std::optional<Played>> play(Tick origin, CaseOutcome& out) {
    const auto script = stage(case_, start_, origin, aftermath + few * period_, options_.seed);
    if (!script) {
      (script.error().cause == Cause::malformed ? out.error : out.not_observable) = script.error().message;
      return std::nullopt;
    }
    Hearer hearer(options_);
    auto run = lab::play(*script, start_, game_, hearer);
    if (!run) return tl::unexpected(run.error());
    return Played{hearer.got(), std::move(*run)};
  }

  const Case& case_;
  const chess::Position& start_;
  const ChainCaseOptions& options_;
  std::vector<OpenOrder> open_;
  Tick period_;
  Tick origin_;
  lab::GameOptions game_;
};

}  // namespace

Result<CaseOutcome> run_case_on_board(const Case& c, const article4::Editions& editions, const ChainCaseOptions& options) {
  CaseOutcome out;
  out.id = c.id;
  const auto edition = editions.find(c.profile);
  if (!edition) {
    out.error = edition.error().message;
    return out;
  }
  const auto start = fen::parse(c.fen);
  if (!start) {
    out.error = start.error().message;
    return out;
  }
  out.not_observable = unobservable(c, *start);
  if (out.not_observable) return out;
  if (auto run = CaseRun(c, *start, *edition, options).run(out); !run) return tl::unexpected(run.error());
  return out;
}

}  // namespace adoube::host
