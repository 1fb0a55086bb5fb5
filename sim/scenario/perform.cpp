// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/perform.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "rules/notation/san.hpp"
#include "sim/hands/play.hpp"
#include "sim/hands/purpose.hpp"
#include "sim/hands/table.hpp"
#include "sim/scenario/moments.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/reader.hpp"
#include "sim/scenario/story.hpp"
#include "sim/scenario/words.hpp"

namespace adoube::scenario {

namespace {

// Behind the last act everything settles and reaches the host, on a slow board after two scans.
constexpr Tick aftermath = 400'000;
constexpr Tick board_is_open = first_act - 100'000;

hands::Script on_the_table(const Story& story, const Setup& setup, const std::vector<sim::Fault>& faults) {
  const sim::Random root(setup.seed);
  sim::Random random = root.stream(hands::for_hands);
  hands::Table table(setup.position.pieces(), !setup.position.side_to_move(), setup.parameters, setup.players.white, random);
  std::vector<sim::Piece> pieces;
  for (const Square s : story.pieces) pieces.push_back(s == Square::off ? table.spare() : *table.on(s));
  for (hands::Deed deed : story.deeds) {
    if (!pieces.empty()) deed.piece = pieces[deed.piece];
    table.use(setup.players[deed.player]);
    hands::perform(deed, table);
  }
  hands::Script script = std::move(table).finish(story.end + aftermath + 4 * setup.scan_pause, root.stream(hands::for_bounce), faults, setup.scan_pause, wire::fronts[setup.front]);
  script.start = board_is_open;  // the first fingers come before the first act
  return script;
}

// The plies of a game: legal, and where none is, the place.
Result<hands::Score> score_of(const Scenario& scenario, const Setup& setup) {
  hands::Score score;
  score.start = setup.position;
  score.control = setup.control;
  chess::Position position = setup.position;
  for (std::size_t i = 0; i < scenario.lines.size(); ++i) {
    const auto& statement = scenario.lines[i].statement;
    const Ply* ply = statement ? std::get_if<Ply>(&*statement) : nullptr;
    if (ply == nullptr) continue;
    const auto move = san::parse(position, ply->san);
    if (!move) return tl::unexpected(located(scenario, i + 1, 6, "expected a legal move: " + move.error().message));
    score.moves.push_back(*move);
    score.clocks.push_back(ply->clock);
    while (ply->clock && *ply->clock % score.clock_unit != 0) score.clock_unit /= 10;
    position.make(*move);
  }
  return score;
}

// What befalls cable, packets and clocks, in order of time.
class Mishaps {
 public:
  explicit Mishaps(const Scenario& scenario) : scenario_(scenario) {}

  [[nodiscard]] Result<void> take(const Moment& m, std::vector<sim::Mishap>& out) {
    const auto wrong = [&](const std::string& sentence) { return tl::unexpected(located(scenario_, m.line, m.timed.column, sentence)); };
    if (m.at < board_is_open) return wrong(fmt::format("expected a time from {} on, when the board is surely open", time_text(board_is_open)));
    sim::Mishap mishap = *m.timed.mishap;
    mishap.at = m.at;
    const Tick usual = row(m.timed.verb).usual;
    mishap.length = m.timed.length.value_or(usual != 0 ? usual : sim::Mishap::no_end);
    if (mishap.kind != sim::Mishap::Kind::damage) {
      Tick& over = mishap.cuts_off() ? cut_off_ : mishap.kind == sim::Mishap::Kind::drift ? drifts_ : damages_;
      if (m.at < over) return wrong("expected a time when what is above it in the same way is over");
      over = mishap.cuts_off() || mishap.length != sim::Mishap::no_end ? mishap.over() : sim::no_end;
    }
    out.push_back(mishap);
    return {};
  }

 private:
  const Scenario& scenario_;
  Tick cut_off_ = 0;  // the last of its kind is over then
  Tick drifts_ = 0;
  Tick damages_ = 0;
};

hands::Script script_of(const Story* story, const hands::Score& score, const Setup& setup, const std::vector<sim::Fault>& faults) {
  if (story != nullptr) return on_the_table(*story, setup, faults);
  return hands::play(score, setup.seed, setup.players, setup.parameters, hands::default_start, faults, setup.scan_pause, wire::fronts[setup.front]);
}

// A fault of what a board with that front does not have.
Error without_lines(const Scenario& scenario, const Moment& m, const wire::Front& front, std::span<const Heading> otherwise) {
  const std::string_view kind = sim::info(m.timed.defect->kind).name;
  if (std::ranges::any_of(otherwise, [](const Heading& h) { return h.setting == Setting::front; })) {
    return {Cause::usage, fmt::format("line {} of {} is a fault of lines or diodes ({}), and the front {} has neither; leave out --front, or that line", m.line,
                                      scenario.name, kind, front.name)};
  }
  return located(scenario, m.line, m.timed.column, fmt::format("expected a fault of a contact or a piece: the front {} has no lines and no diodes for {}", front.name, kind));
}

Tick end_of(const hands::Script& script, const Setup& setup) { return setup.limit > 0 ? std::min(setup.limit, script.end) : script.end; }

}  // namespace

Result<Performance> perform(const Scenario& scenario, std::span<const Heading> otherwise) {
  auto setup = setup_of(scenario, otherwise);
  if (!setup) return tl::unexpected(setup.error());
  Performance out;
  out.setup = std::move(*setup);

  auto score = score_of(scenario, out.setup);
  if (!score) return tl::unexpected(score.error());
  if (out.setup.own_pace) score->clocks.assign(score->moves.size(), std::nullopt);
  *score = hands::with_slip(*score, out.setup.slip, sim::Random(out.setup.seed).stream(hands::for_slips));
  out.game = hands::plies(*score);
  const std::vector<Moment> timeline = moments(scenario);
  const wire::Front& front = wire::fronts[out.setup.front];
  Mishaps mishaps(scenario);
  for (const Moment& m : timeline) {
    if (m.at > longest_time) return tl::unexpected(located(scenario, m.line, 1, "expected a time within a day of device time"));
    if (m.timed.mishap) {
      if (auto taken = mishaps.take(m, out.mishaps); !taken) return tl::unexpected(taken.error());
    } else if (m.timed.verb == Verb::fault) {
      const Defect& d = *m.timed.defect;
      if (front.row_us == 0 && sim::of_lines(d.kind)) return tl::unexpected(without_lines(scenario, m, front, otherwise));
      out.faults.push_back({d.kind, d.place, d.size, m.at, m.timed.length ? m.at + *m.timed.length : sim::no_end});
    } else if (!out.game.empty()) {
      return tl::unexpected(located(scenario, m.line, m.timed.column, "expected no act of a hand: the hands of this file play a game"));
    }
  }
  std::optional<Story> story;
  if (out.game.empty()) {
    auto told = tell(scenario, out.setup.position, out.setup.listed);
    if (!told) return tl::unexpected(told.error());
    story = std::move(*told);
  }
  const Story* incident = story ? &*story : nullptr;
  out.script = script_of(incident, *score, out.setup, out.faults);
  const Tick end = end_of(out.script, out.setup);
  if (out.setup.faults > 0) {
    const auto drawn = sim::random_faults(out.setup.faults, out.script.start, end, sim::Random(out.setup.seed).stream(hands::for_faults));
    out.faults.insert(out.faults.end(), drawn.begin(), drawn.end());
    out.script = script_of(incident, *score, out.setup, out.faults);
  }
  for (const Moment& m : timeline) {
    if (m.timed.mishap && m.at >= end) {
      return tl::unexpected(located(scenario, m.line, m.timed.column, fmt::format("expected a time before the end of the run, {}", time_text(end))));
    }
  }
  if (out.setup.presence) hands::leave_out_touch(out.script);
  if (out.setup.rotated) hands::rotate(out.script);
  return out;
}

}  // namespace adoube::scenario
