// SPDX-License-Identifier: Apache-2.0
#include "host/lab/scan_rate.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "driver/session/session.hpp"
#include "driver/wire/protocol.hpp"
#include "host/lab/edges_board.hpp"
#include "rules/recognition/recogniser.hpp"
#include "sim/hands/play.hpp"
#include "sim/hands/score.hpp"

namespace adoube::lab {
namespace {

// No contact bounces for so long, us.
constexpr Tick longest_bounce = 3'000;
// From here on a scan is longer than a bounce, with room.
constexpr Tick needs_no_hold = 10'000;
// A move that is not told a second after the reply to it was pressed never will be.
constexpr Tick patience = 1'000'000;

class Events final : public driver::Sink {
 public:
  void record(const driver::Record& record) override {
    if (const auto* event = std::get_if<Event>(&record)) events.push_back(*event);
  }
  std::vector<Event> events;
};

Result<std::vector<Event>> seen(const hands::Script& script, Tick period) {
  EdgesBoard board(script.changes);
  const auto set = [&](std::uint32_t reg, Tick value) {
    return board.transport().write_register(static_cast<std::uint8_t>(reg), static_cast<std::uint32_t>(value));
  };
  if (auto done = set(wire::reg::scan_pause, period - shortest_scan); !done) return tl::unexpected(done.error());
  if (period >= needs_no_hold) {
    for (const std::uint32_t reg : {wire::reg::hold_presence, wire::reg::hold_touch, wire::reg::hold_auxiliary}) {
      if (auto done = set(reg, 0); !done) return tl::unexpected(done.error());
    }
  }
  Events sink;
  driver::Session session(board.transport(), board.clock(), sink);
  if (auto opened = session.open(); !opened) return tl::unexpected(opened.error());
  const Tick end = script.end + 4 * period;
  while (board.clock().now() < end) {
    if (auto step = session.step(end - board.clock().now()); !step) return tl::unexpected(step.error());
  }
  if (auto closed = session.close(); !closed) return tl::unexpected(closed.error());
  return std::move(sink.events);
}

/// Confirmed moves, as they come.
class Told final : public recognition::Observer {
 public:
  void on_move(const recognition::MoveRecord& record) override {
    if (record.status == recognition::Status::confirmed) moves.push_back(record.move);
  }
  void on_judgement(const recognition::Judged&) override {}
  std::vector<chess::Move> moves;
};

/// Reads the game move by move. Where a move is not told or told wrongly somebody sets the game right, and it goes on
/// behind that move: each loss counts once.
class Reading {
 public:
  Reading(const hands::Score& score, const hands::Script& script, std::span<const Event> events, const ScanRateOptions& options)
      : score_(score), script_(script), events_(events), options_(options), position_(score.start) {}

  void count(ScanRateCount& count) {
    const std::size_t plies = score_.moves.size();
    while (ply_ < plies) {
      stretch();
      if (ply_ == plies) break;
      ++missed_;
      next();
    }
    ++count.games;
    count.exact += missed_ + invented_ == 0 ? 1 : 0;
    count.plies += plies;
    count.missed += missed_;
    count.invented += invented_;
  }

 private:
  /// From the present ply on, until one is lost.
  void stretch() {
    const std::size_t first = ply_;
    recognition::Options recognition;
    recognition.promotion_kind = [this, first](int ply) -> std::optional<chess::Kind> {
      const std::size_t i = first + static_cast<std::size_t>(ply) - 1;
      if (i >= score_.moves.size() || !score_.moves[i].is_promotion()) return std::nullopt;
      return score_.moves[i].promotion();
    };
    Told told;
    recognition::Recogniser recogniser(position_, options_.edition, told, std::move(recognition));
    SquareSet standing = position_.pieces();
    for (const Event& e : events_) {
      if (before_stretch(e, first)) continue;
      if (overdue(e)) return;
      if (e.kind == EventKind::lift || e.kind == EventKind::place) {
        // What the square shows already was put right.
        if (contains(standing, e.square) == (e.kind == EventKind::place)) continue;
        standing ^= set_of(e.square);
      }
      recogniser.feed(e);
      if (!compare(told, first)) return;
    }
    recogniser.finish();
    compare(told, first);
  }

  /// It belongs to a ply that is over.
  bool before_stretch(const Event& e, std::size_t first) const {
    if (first == 0) return false;
    const hands::Ply& over = script_.plies[first - 1];
    if (e.kind == EventKind::clock) return e.when.hi <= over.press + options_.period + longest_bounce;
    return e.when.hi <= over.release + options_.period;
  }

  bool overdue(const Event& e) const {
    return ply_ + 1 < script_.plies.size() && e.when.lo > script_.plies[ply_ + 1].press + options_.period + patience;
  }

  /// Takes over what was told as it was played; false where something else was.
  bool compare(const Told& told, std::size_t first) {
    for (std::size_t i = ply_ - first; i < told.moves.size(); ++i) {
      if (ply_ == score_.moves.size() || told.moves[i] != score_.moves[ply_]) {
        ++invented_;
        return false;
      }
      next();
    }
    return true;
  }

  void next() { position_.make(score_.moves[ply_++]); }

  const hands::Score& score_;
  const hands::Script& script_;
  std::span<const Event> events_;
  const ScanRateOptions& options_;
  chess::Position position_;
  std::size_t ply_ = 0;
  std::size_t missed_ = 0;
  std::size_t invented_ = 0;
};

/// A hand on a square, and what was seen of it.
struct Touch {
  Tick begin;
  Tick end;
  std::uint8_t square;
  std::optional<Interval> seen;
};

std::vector<Touch> touches_of(const hands::Script& script) {
  std::vector<Touch> touches;
  std::array<std::optional<std::size_t>, 64> open{};
  for (const sim::Transition& t : script.truth) {
    if (t.channel < wire::scan::touch_first || t.channel >= wire::scan::auxiliary_first) continue;
    const auto square = static_cast<std::uint8_t>(t.channel - wire::scan::touch_first);
    if (t.level) {
      open[square] = touches.size();
      touches.push_back({t.at, script.end, square, std::nullopt});
    } else if (open[square]) {
      touches[*open[square]].end = t.at;
      open[square].reset();
    }
  }
  return touches;
}

void count_touches(const hands::Script& script, std::span<const Event> events, ScanRateCount& count) {
  std::vector<Touch> touches = touches_of(script);
  std::array<std::vector<Interval>, 64> seen;
  for (const Event& e : events) {
    if (e.kind == EventKind::touch) seen[static_cast<std::size_t>(index(e.square))].push_back(e.when);
  }
  std::array<std::size_t, 64> next{};
  for (Touch& touch : touches) {
    const std::vector<Interval>& own = seen[touch.square];
    std::size_t& n = next[touch.square];
    while (n < own.size() && own[n].hi < touch.begin) ++n;
    // A sample saw it while it lasted; fingers that leave may bounce a little longer.
    if (n < own.size() && own[n].hi <= touch.end + longest_bounce) touch.seen = own[n++];
  }
  for (std::size_t i = 0; i < touches.size(); ++i) {
    ++count.touches;
    if (!touches[i].seen) ++count.unseen;
    if (i == 0) continue;
    ++count.pairs;
    const auto& first = touches[i - 1].seen;
    const auto& second = touches[i].seen;
    if (!first || !second || !before(*first, *second)) ++count.untold;
    if (first && second && first->hi >= second->hi) ++count.wrong;
  }
}

}  // namespace

ScanRateCount& ScanRateCount::operator+=(const ScanRateCount& other) {
  constexpr std::size_t ScanRateCount::*all[] = {&ScanRateCount::games,   &ScanRateCount::exact,  &ScanRateCount::plies, &ScanRateCount::missed,
                                              &ScanRateCount::invented, &ScanRateCount::touches, &ScanRateCount::unseen, &ScanRateCount::pairs,
                                              &ScanRateCount::untold,  &ScanRateCount::wrong};
  for (const auto part : all) this->*part += other.*part;
  return *this;
}

Result<ScanRateCount> at_scan_rate(const pgn::Game& game, const ScanRateOptions& options) {
  // The board is open by then, however slowly it scans.
  const Tick start = hands::default_start + 8 * options.period;
  const hands::Score score = hands::score_of(game);
  const hands::Script script = hands::play(score, options.seed, options.style, {}, start);
  const auto events = seen(script, options.period);
  if (!events) return tl::unexpected(events.error());
  ScanRateCount count;
  Reading(score, script, *events, options).count(count);
  count_touches(script, *events, count);
  return count;
}

}  // namespace adoube::lab
