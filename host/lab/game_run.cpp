// SPDX-License-Identifier: Apache-2.0
#include "host/lab/game_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "driver/wire/protocol.hpp"
#include "rules/notation/san.hpp"
#include "rules/notation/uci.hpp"
#include "sim/hands/play.hpp"
#include "sim/hands/purpose.hpp"
#include "sim/physics/fitness.hpp"

namespace adoube::lab {
namespace {

// Contacts nearer to the end of a run than this may not have settled and lasted their hold, us.
constexpr Tick settle = 100'000;

// What was told of each ply.
std::vector<std::string> told_of(std::span<const PlayedMove> moves) {
  std::vector<std::string> out;
  for (const PlayedMove& move : moves) {
    out.resize(std::max(out.size(), static_cast<std::size_t>(move.record.ply - 1)), std::string(no_move));
    out.push_back(move.record.uci);
  }
  return out;
}

std::string seconds(Tick t) { return fmt::format("{}.{:03}", t / 1'000'000, t % 1'000'000 / 1'000); }

Tick run_end(const hands::Script& script, const GameOptions& options) {
  return options.limit > 0 ? std::min(options.limit, script.end) : script.end;
}

// Turns recognition's records into the moves of the game.
class Recorder final : public Listener {
 public:
  Recorder(GameListener& listener, Tick start, bool rotated) : listener_(listener), start_(start), clock_(start), examination_(rotated) {}

  void on_move(const recognition::MoveRecord& record) override {
    examination_.on_move(record);
    if (record.status == recognition::Status::taken_back && !moves_.empty()) {
      listener_.on_taken_back(moves_.back());
      moves_.pop_back();
    }
    if (record.status != recognition::Status::confirmed) return;
    PlayedMove move;
    move.record = record;
    move.san = san::write(record.before, record.move);
    move.device = record.made.hi;
    move.game = move.device - start_;
    const Tick press = record.press ? record.press->hi : record.made.hi;
    move.think = press - clock_;
    clock_ = press;
    listener_.on_move(move);
    moves_.push_back(std::move(move));
  }
  void on_judgement(const recognition::Judged& judged) override {
    examination_.on_judgement(judged);
    listener_.on_judgement(judged);
    Listener::on_judgement(judged);
  }
  void on_ruling(const article4::Ruling& ruling) override { listener_.on_ruling(ruling); }
  void on_gap(const driver::Gap& gap) override {
    examination_.on_gap(gap);
    listener_.on_gap(gap);
  }
  void on_situation(const recognition::Situation& situation) override {
    examination_.on_situation(situation);
    listener_.on_situation(situation);
  }
  bool on_time(Tick now, Tick end) override { return listener_.on_time(now, end); }

  std::vector<PlayedMove> take() { return std::move(moves_); }
  const Examination& examination() const { return examination_; }

 private:
  GameListener& listener_;
  Tick start_;
  Tick clock_;  // the last press
  std::vector<PlayedMove> moves_;
  Examination examination_;
};

Tick setting(const GameOptions& options, std::uint32_t address, Tick usual) {
  for (const Chain::Setting& s : options.settings) {
    if (s.address == address) usual = s.value;
  }
  return usual;
}

sim::FilterTimes filter_times(const GameOptions& options) {
  sim::FilterTimes times;
  times.hold_presence = setting(options, wire::reg::hold_presence, times.hold_presence);
  times.hold_touch = setting(options, wire::reg::hold_touch, times.hold_touch);
  times.hold_auxiliary = setting(options, wire::reg::hold_auxiliary, times.hold_auxiliary);
  times.scan_period = front_of(options.board.front).scan_us() + setting(options, wire::reg::scan_pause, wire::reset::scan_pause);
  return times;
}

sim::FilterTimes filter_times(const wire::HelloPacket& board) {
  sim::FilterTimes times;
  times.hold_presence = board.hold_presence;
  times.hold_touch = board.hold_touch;
  times.hold_auxiliary = board.hold_auxiliary;
  times.chatter_max = board.chatter_max;
  times.scan_period = board.scan_period;
  return times;
}

}  // namespace

std::size_t plies_played(const hands::Script& script, Tick limit) {
  if (limit == 0 || limit >= script.end) return script.plies.size();
  const auto cut = std::ranges::find_if(script.plies, [&](const auto& ply) { return ply.press >= limit - settle; });
  return static_cast<std::size_t>(cut - script.plies.begin());
}

sim::Comparison compare_contacts(std::span<const sim::Change> changes, std::span<const TrueEdge> truth,
                                 const sim::FilterTimes& times, Tick until) {
  std::vector<sim::OwedEdge> owed = sim::owed_edges(changes, times);
  // The cut must not part an edge from its onset, which is up to a scan later; where a bounce may have been taken for a departure of its
  // own, so long after the spell that confirms the edge begins.
  const auto near_cut = [&](const sim::OwedEdge& edge) {
    return until < std::max(edge.first, edge.settled) + 2 * times.scan_period && edge.first < until + 2 * times.scan_period;
  };
  while (std::ranges::any_of(owed, near_cut)) until -= 4 * times.scan_period;
  std::erase_if(owed, [&](const sim::OwedEdge& edge) { return edge.first >= until; });
  // The onset of a restless contact starts anew until the edge is confirmed: it may lie behind the cut.
  for (sim::OwedEdge& edge : owed) {
    if (edge.restless && edge.settled + times.hold(edge.channel) + 2 * times.scan_period >= until) edge.certain = false;
  }
  std::vector<sim::SeenEdge> seen;
  for (const TrueEdge& edge : truth) {
    if (edge.onset < until) seen.push_back({edge.onset, edge.channel, edge.level, edge.late});
  }
  return sim::compare(owed, seen);
}

void set_hold(GameOptions& options, std::uint32_t hold) {
  for (const std::uint32_t reg : {wire::reg::hold_presence, wire::reg::hold_touch, wire::reg::hold_auxiliary}) {
    options.settings.push_back({static_cast<std::uint8_t>(reg), hold});
  }
}

void set_scan_pause(GameOptions& options, std::uint32_t pause) { options.settings.push_back({wire::reg::scan_pause, pause}); }

sim::Handling handling(const hands::Players& players) {
  sim::Handling worst;
  for (const hands::Style* style : {&players.white, &players.black}) {
    worst.off_centre = std::max(worst.off_centre, style->off_centre);
    worst.carried = std::min(worst.carried, style->carry_height_low);
    worst.shortest_grip = std::min({worst.shortest_grip, style->grip.least, style->let_go.least});
  }
  return worst;
}

std::optional<std::string> unfit(const GameOptions& options) {
  constexpr Tick tried = 10'000;  // the least careful style's
  sim::Handling hands = handling(options.players);
  if (options.parameters == sim::Parameters{} && hands.off_centre <= tried) hands.off_centre = 0;
  hands.off_centre = std::min(hands.off_centre, options.parameters.room());
  return sim::unfit(options.parameters, hands, filter_times(options), front_of(options.board.front));
}

Result<RunReport> play(const hands::Script& script, const chess::Position& start, const GameOptions& options,
                       Listener& listener, recognition::Options recognition) {
  const Tick end = run_end(script, options);
  Tick until = end;
  for (const sim::Mishap& mishap : options.board.mishaps) {
    if (mishap.at < open_by || mishap.at >= end) {
      return fail(Cause::usage, fmt::format("cable and bus can be disturbed from {} s of device time, when the board is surely open, until {} s, when the "
                                            "run ends; choose a time between", seconds(open_by), seconds(end)));
    }
    // A host that asks for nothing when the run ends would miss what it is owed.
    if (mishap.cuts_off()) until = std::max(until, mishap.over());
  }
  auto board = make_board(options.board, script.changes);
  if (!board) return tl::unexpected(board.error());
  Chain chain(**board, start, options.edition, listener, std::move(recognition));
  if (options.prepare) options.prepare(**board);
  if (auto opened = chain.open(options.settings); !opened) return tl::unexpected(opened.error());
  if ((*board)->clock().now() >= script.start) {
    return fail(Cause::timeout, "the game began before the board was open; the hands of the simulation must wait longer");
  }
  if (auto run = chain.run_until(until); !run) return tl::unexpected(run.error());
  if (auto finished = chain.finish(); !finished) return tl::unexpected(finished.error());

  if (options.finished) options.finished(**board);

  RunReport report;
  report.account = chain.account();
  report.simulated = (*board)->clock().now();
  report.wire_hash = (*board)->wire_hash();
  report.mode = (*board)->mode();
  report.breaches = (*board)->breaches();
  report.suffered = (*board)->suffered();
  const sim::FilterTimes times = filter_times(chain.session().board());
  const auto truth = (*board)->truth();
  report.truth.assign(truth.begin(), truth.end());
  report.contacts = compare_contacts(script.changes, report.truth, times, end - settle);
  return report;
}

Result<void> slip_allowed(hands::Slip slip, const article4::Edition& edition) {
  if (slip != hands::Slip::stands || edition.illegal_stands == article4::IllegalStands::after_reply) return {};
  return fail(Cause::usage, fmt::format("in the edition {} no illegal move stands after the reply (A.5.2); choose another one, as fide2023-blitz", edition.name.view()));
}

Result<GameReport> play_game(const pgn::Game& game, const GameOptions& options, GameListener& listener) {
  return play_game(hands::score_of(game), options, listener);
}

Result<GameReport> play_game(const hands::Score& given, const GameOptions& options, GameListener& listener) {
  if (options.first_ply < 1 || options.first_ply > std::max<std::size_t>(given.moves.size(), 1)) {
    return fail(Cause::usage, fmt::format("the game has no ply {}; its last is {}", options.first_ply, given.moves.size()));
  }
  if (auto allowed = slip_allowed(options.slip, options.edition); !allowed) return tl::unexpected(allowed.error());
  hands::Score score = hands::excerpt(given, options.first_ply - 1, given.moves.size());
  if (options.own_pace) score.clocks.assign(score.moves.size(), std::nullopt);
  score = hands::with_slip(score, options.slip, sim::Random(options.seed).stream(hands::for_slips));
  const std::vector<hands::Turn> game = hands::plies(score);
  const auto played_on = [&](std::span<const sim::Fault> faults) {
    hands::Script script = hands::play(score, options.seed, options.players, options.parameters, hands::default_start, faults,
                                       setting(options, wire::reg::scan_pause, 0), front_of(options.board.front));
    if (options.presence) hands::leave_out_touch(script);
    if (options.rotated) hands::rotate(script);
    return script;
  };
  hands::Script script = played_on({});
  std::vector<sim::Fault> faults;
  std::vector<bool> felt;
  std::vector<Deviation> deviations;
  const std::vector<sim::Transition> done = script.truth;
  if (options.faults > 0) {
    const std::vector<sim::Change> sound = std::move(script.changes);
    faults = sim::random_faults(options.faults, script.start, run_end(script, options), sim::Random(options.seed).stream(hands::for_faults));
    const Tick end = run_end(script, options);
    for (const sim::Fault& fault : faults) {
      const std::vector<Deviation> alone = lab::deviations(sound, played_on({&fault, 1}).changes, script.end);
      felt.push_back(!alone.empty() && alone.front().from < end);
    }
    script = played_on(faults);
    deviations = lab::deviations(sound, script.changes, script.end);
  }
  Recorder recorder(listener, script.start, options.rotated);
  recognition::Options recognition;
  recognition.promotion_kind = [&game](int ply) -> std::optional<chess::Kind> {
    const auto index = static_cast<std::size_t>(ply - 1);
    if (index >= game.size() || !game[index].move.is_promotion()) return std::nullopt;
    return game[index].move.promotion();
  };
  auto run = play(script, score.start, options, recorder, std::move(recognition));
  if (!run) return tl::unexpected(run.error());

  GameReport report;
  report.run = std::move(*run);
  report.moves = recorder.take();
  report.faults = std::move(faults);
  report.felt = std::move(felt);
  report.plies_stretched = script.plies_stretched;
  report.added = script.added;

  const Tick end = run_end(script, options);
  const std::size_t plies = plies_played(script, options.limit);
  report.slipped = std::ranges::any_of(script.illegal, [&](const hands::Ply& p) { return p.press < end; });
  report.wet = std::ranges::any_of(script.motion.grips, [&](const sim::Grip& g) { return g.wet && g.begin < end; });
  report.sleeves = std::ranges::any_of(script.motion.sleeves, [&](const sim::Sleeve& s) { return s.begin < end; });
  const std::vector<std::string> told = told_of(report.moves);
  for (std::size_t i = 0; i < game.size(); ++i) {
    // Of a game that was cut short moves in progress may have been recognised or not; one that merely stands at the end may yet
    // have become another.
    if (i >= plies && (i >= told.size() || (i + 1 == told.size() && !report.moves.back().record.press))) break;
    report.score.push_back(game[i].kind == hands::Turn::Kind::illegal ? std::string(no_move) : uci::write(game[i].before, game[i].move));
  }
  while (!report.score.empty() && report.score.back() == no_move) report.score.pop_back();  // only what follows tells that it stands
  std::vector<std::string> played = told;
  if (end < script.end && played.size() == report.score.size() + 1) played.pop_back();
  report.score_equal = played == report.score;
  report.health = unfit(options) ? Health::doubtful : report.faults.empty() && !options.presence ? Health::sound : Health::disturbed;
  const bool whole = !options.presence && report.run.account.refused == 0;
  const Tick sound_until = whole && !deviations.empty() ? deviations.front().from : 0;
  const auto differs = difference(played, report.score, script, done, deviations, lines_exchanged(report.faults, options.presence));
  report.findings = recorder.examination().findings({report.health, differs, script, deviations, done, sound_until, end - settle, report.run.account,
                                                     report.run.contacts, report.run.breaches});
  return report;
}

}  // namespace adoube::lab
