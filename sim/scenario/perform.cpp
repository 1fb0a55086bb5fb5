// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/perform.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "driver/wire/protocol.hpp"
#include "rules/notation/san.hpp"
#include "sim/hands/play.hpp"
#include "sim/hands/purpose.hpp"
#include "sim/hands/table.hpp"
#include "sim/scenario/parse.hpp"
#include "sim/scenario/story.hpp"

namespace adoube::scenario {

namespace {

// Behind the last act everything settles and reaches the host, on a slow board after two scans.
constexpr Tick aftermath = 400'000;

hands::Script on_the_table(const Story& story, const Setup& setup, const std::vector<sim::Fault>& faults) {
  const sim::Random root(setup.seed);
  sim::Random random = root.stream(hands::for_hands);
  hands::Table table(setup.position.pieces(), !setup.position.side_to_move(), setup.parameters, setup.style, random);
  std::vector<sim::Piece> pieces;
  for (const Square s : story.pieces) pieces.push_back(s == Square::off ? table.spare() : *table.on(s));
  for (hands::Deed deed : story.deeds) {
    if (!pieces.empty()) deed.piece = pieces[deed.piece];
    hands::perform(deed, table);
  }
  hands::Script script = std::move(table).finish(story.end + aftermath + 4 * setup.scan_pause, root.stream(hands::for_bounce), faults, setup.scan_pause);
  script.start = first_act - 100'000;  // the first fingers come before the first act
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

bool is_unplug(Verb verb) { return verb == Verb::stall || verb == Verb::reset || verb == Verb::cable; }

}  // namespace

Result<Performance> perform(const Scenario& scenario, const Otherwise& otherwise) {
  auto setup = setup_of(scenario);
  if (!setup) return tl::unexpected(setup.error());
  Performance out;
  out.setup = std::move(*setup);
  out.setup.presence = otherwise.presence.value_or(out.setup.presence);
  out.setup.scan_pause = otherwise.scan_pause.value_or(out.setup.scan_pause);
  out.setup.seed = otherwise.seed.value_or(out.setup.seed);

  auto score = score_of(scenario, out.setup);
  if (!score) return tl::unexpected(score.error());
  out.game = score->moves;
  for (const Moment& m : moments(scenario)) {
    if (m.at > longest_time) return tl::unexpected(located(scenario, m.line, 1, "expected a time within a day of device time"));
    if (is_unplug(m.timed.verb)) {
      if (out.unplugged) return tl::unexpected(located(scenario, m.line, m.timed.column, "expected no second unplug; a run has one"));
      out.unplugged = Unplugged{m.timed.verb, m.at, m.timed.length.value_or(2'000'000)};
    } else if (m.timed.verb == Verb::fault) {
      const Defect& d = *m.timed.defect;
      out.faults.push_back({d.kind, d.place, d.size, m.at, m.timed.length ? m.at + *m.timed.length : sim::no_end});
    } else if (!out.game.empty()) {
      return tl::unexpected(located(scenario, m.line, m.timed.column, "expected no act of a hand: the hands of this file play a game"));
    }
  }
  if (out.game.empty()) {
    const auto story = tell(scenario, out.setup.position, out.setup.listed);
    if (!story) return tl::unexpected(story.error());
    out.script = on_the_table(*story, out.setup, out.faults);
  } else {
    out.script = hands::play(*score, out.setup.seed, out.setup.style, out.setup.parameters, hands::default_start, out.faults,
                             out.setup.scan_pause);
  }
  if (out.setup.presence) hands::leave_out_touch(out.script);
  return out;
}

}  // namespace adoube::scenario
