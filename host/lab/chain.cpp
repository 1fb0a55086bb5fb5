// SPDX-License-Identifier: Apache-2.0
#include "host/lab/chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "driver/wire/packet.hpp"
#include "rules/notation/fen.hpp"

namespace adoube::lab {
namespace {

// The slowest a delivery may be: a chattering channel holds the horizon for chatter_max (30 ms at most), then a frame or
// two pass. A run that needs longer after its last contact has lost something.
constexpr Tick drain_limit = 2'000'000;
constexpr Tick drain_step = 1'000;
// Longest wait between two looks at the time that has passed, us.
constexpr Tick longest_wait = 20'000;

driver::Options session_options(transport::Receiver& tap) {
  driver::Options options;
  options.tap = &tap;
  return options;
}

std::string squares(SquareSet set) {
  std::string text;
  while (set != 0) text += (text.empty() ? "" : ", ") + name(pop(set));
  return text;
}

void set(driver::Levels& levels, std::uint8_t channel, bool level) {
  if (channel >= wire::scan::auxiliary_first) return;
  std::uint64_t& plane = channel < wire::scan::touch_first ? levels.presence : levels.touch;
  const std::uint64_t bit = std::uint64_t{1} << (channel % 64U);
  plane = level ? plane | bit : plane & ~bit;
}

}  // namespace

Chain::Chain(Board& board, const chess::Position& start, const article4::Edition& edition, Listener& listener,
             recognition::Options options)
    : board_(board),
      start_(start),
      listener_(listener),
      recogniser_(start, edition, listener, std::move(options)),
      session_(board.transport(), board.clock(), *this, session_options(*this)) {}

Result<void> Chain::open(std::span<const Setting> settings) {
  for (const Setting& setting : settings) {
    if (auto set = board_.transport().write_register(setting.address, setting.value); !set) return set;
  }
  if (auto opened = session_.open(); !opened) return opened;
  const Tick deadline = board_.clock().now() + drain_limit;
  while (!levels_) {
    if (board_.clock().now() >= deadline) return fail(Cause::timeout, "the board sent no snapshot of its squares");
    if (auto stepped = session_.step(drain_step); !stepped) return tl::unexpected(stepped.error());
  }
  opened_ = board_.clock().now();
  if (!recogniser_.begin(levels_->presence)) {
    return fail(Cause::differs, "the pieces do not stand as the game begins; look at " +
                                      squares(levels_->presence ^ start_.pieces()));
  }
  return {};
}

Result<transport::Progress> Chain::step(Tick at_most, Tick end) {
  auto progress = session_.step(at_most);
  if (progress || progress.error().cause != Cause::lost) return progress;
  if (auto back = board_.reopen([&] { return wanted(end); }); !back) return tl::unexpected(back.error());
  if (auto back = session_.reconnect(board_.transport()); !back) return tl::unexpected(back.error());
  return transport::Progress::more;
}

Result<void> Chain::run_until(Tick end) {
  while (board_.clock().now() < end) {
    const Tick wait = std::min(longest_wait, end - board_.clock().now());
    const auto progress = step(wait, end);
    if (!progress) return tl::unexpected(progress.error());
    if (!wanted(end)) {
      return fail(Cause::interrupted, fmt::format("interrupted after {} s of device time", board_.clock().now() / 1'000'000));
    }
    if (*progress == transport::Progress::ended) break;
  }
  return {};
}

Result<void> Chain::finish() {
  const Tick deadline = board_.clock().now() + drain_limit;
  const auto waiting = [this] {
    const auto truth = board_.truth();
    if (truth.empty()) return false;
    // A horizon may be ahead of the report of what there was no room for, and the levels come behind that.
    const auto refused = static_cast<std::uint64_t>(std::ranges::count(truth, true, &TrueEdge::refused));
    return session_.watermark() <= std::ranges::max(truth, {}, &TrueEdge::onset).onset || session_.counters().lost_edges < refused || missing_since_;
  };
  while (board_.clock().now() < deadline && waiting()) {
    const auto progress = step(drain_step, deadline);
    if (!progress) return tl::unexpected(progress.error());
    if (*progress == transport::Progress::ended) break;
  }
  if (auto closed = session_.close(); !closed) return closed;
  listener_.on_end(recogniser_);
  recogniser_.finish(session_.watermark());
  return board_.finish();
}

void Chain::record(const driver::Record& record) {
  if (const auto* event = std::get_if<Event>(&record)) recogniser_.feed(*event);
  if (const auto* edge = std::get_if<reorder::OrderedEdge>(&record)) {
    delivered_.push_back(*edge);
    if (levels_) set(*levels_, edge->channel, edge->level);
  }
  if (const auto* gap = std::get_if<driver::Gap>(&record)) {
    const Tick from = missing_since_.value_or(gap->from);
    missing_since_ = std::min(from, gap->from);
    restarted_ = restarted_ || gap->kind == driver::GapKind::restart;
    recogniser_.gap();
    listener_.on_gap(*gap);
  }
  if (const auto* snapshot = std::get_if<driver::Snapshot>(&record)) planes(snapshot->at, snapshot->levels, snapshot->corrected);
  if (const auto* heartbeat = std::get_if<driver::Heartbeat>(&record)) planes(heartbeat->sof_tick, heartbeat->levels, heartbeat->corrected);
}

void Chain::planes(Tick at, const driver::Levels& levels, const driver::Levels& corrected) {
  if (!levels_) {
    levels_ = levels;
    return;
  }
  if (restarted_) {  // no edge of what was before is on its way
    levels_ = levels;
  } else {  // where the levels are as expected, edges that still wait for their turn will tell the rest
    levels_->presence = (levels_->presence & ~corrected.presence) | (levels.presence & corrected.presence);
    levels_->touch = (levels_->touch & ~corrected.touch) | (levels.touch & corrected.touch);
  }
  if (missing_since_ || (corrected.presence | corrected.touch) != 0) {
    recogniser_.levels(levels_->presence, levels_->touch, {missing_since_.value_or(at), at});
  }
  missing_since_.reset();
  restarted_ = false;
}

void Chain::packet(std::span<const std::uint8_t> bytes) {
  signature_.add(bytes);
  if (opened_ == 0) return;  // edges that waited for a host say nothing about the chain's speed
  const auto packet = wire::decode(bytes);
  if (!packet) return;  // the session counts it
  const auto* events = std::get_if<wire::EventPacket>(&packet->body);
  if (events == nullptr) return;
  const Tick now = board_.clock().now();
  for (const wire::Edge& edge : events->used()) {
    // Onsets lie less than half a wrap of 32 bits back.
    latencies_.push_back(static_cast<std::uint32_t>(static_cast<std::uint64_t>(now)) - edge.onset);
  }
}

Account Chain::account() {
  Account account;
  account.counters = session_.counters();
  account.signature = signature_.value();

  using Key = std::tuple<std::uint8_t, bool, Tick>;
  std::map<Key, int> open;  // +1 a confirmation, -1 a delivery
  for (const TrueEdge& edge : board_.truth()) {
    if (edge.refused) {
      ++account.refused;
    } else {
      ++open[{edge.channel, edge.level, edge.onset}];
    }
  }
  for (const reorder::OrderedEdge& edge : delivered_) --open[{edge.channel, edge.level, edge.when.hi}];
  for (const auto& [key, count] : open) {
    if (count < 0) account.invented += static_cast<std::uint64_t>(-count);
  }
  for (const TrueEdge& edge : board_.truth()) {
    // What was confirmed before the session began is in its snapshot.
    if (!edge.refused && edge.confirmed > opened_ && open[{edge.channel, edge.level, edge.onset}] > 0) ++account.lost;
  }

  std::vector<Tick> sorted = latencies_;
  std::ranges::sort(sorted);
  if (!sorted.empty()) {
    const auto at = [&](std::size_t percent) { return sorted[(sorted.size() - 1) * percent / 100]; };
    account.latency = {at(50), at(99), sorted.back()};
  }
  return account;
}

}  // namespace adoube::lab
