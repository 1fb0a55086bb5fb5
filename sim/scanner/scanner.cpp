// SPDX-License-Identifier: Apache-2.0
#include "sim/scanner/scanner.hpp"

#include <algorithm>

#include "sim/physics/crossing.hpp"

namespace adoube::sim {

namespace {

constexpr std::uint64_t first_step = 3;   // from the end of a slot to the step of its first channel
constexpr std::uint64_t first_ask = 1;    // ... to the clock in which the bank reads its first hold
constexpr std::uint64_t second_ask = 16;  // ... its second
constexpr std::uint64_t step_clocks = 2;  // from channel to channel
constexpr std::uint64_t done_clocks = 21; // from the end of the ninth slot to the end of the scan

unsigned place_of(std::uint8_t channel) {
  const Crossing at = crossing_of(channel);
  return at.row * 16u + at.column;
}

std::uint8_t channel_of(unsigned place) {
  const unsigned slot = place / 16, sense = place % 16;
  return static_cast<std::uint8_t>(slot == 8 ? wire::scan::auxiliary_first + sense : (sense >= 8 ? 64u : 0u) + slot * 8 + sense % 8);
}

}  // namespace

Scanner::Scanner(std::span<const Change> changes, const wire::Front& front)
    : front_(front), slot_clocks_(front.slot_clocks()), scan_clocks_(wire::scan::slots * slot_clocks_), changes_(changes), settings_(front) {}

void Scanner::apply_changes(Tick tick) {
  for (; next_change_ < changes_.size() && changes_[next_change_].at <= tick; ++next_change_) {
    const auto& change = changes_[next_change_];
    const unsigned place = place_of(change.channel);
    contact_[place] = change.level;
    awake_.set(place);
  }
}

Scanner::Due Scanner::due() const {
  if (place_ != places) return {Next::step, ended() + first_step + step_clocks * (place_ % 16) + stayed_};
  if (row_ == 9) return {Next::done, ended() + done_clocks + stayed_};
  return {Next::row, ended() + slot_clocks_};
}

/// The bank walks a row from the clock after its slot to the step of its last channel.
bool Scanner::bank_walks() const {
  std::uint64_t begin = walk_end_;
  std::uint64_t senses = 8;
  if (now_ >= scan_start_ + scan_clocks_) {
    begin = scan_start_ + scan_clocks_;
  } else if (now_ >= scan_start_ + slot_clocks_) {
    begin = now_ - (now_ - scan_start_) % slot_clocks_;
    senses = 16;
  } else if (walk_end_ == 0) {
    return false;
  }
  return now_ <= begin + step_clocks * senses + stayed_;
}

void Scanner::take_row() {
  // When it was sampled: a while ago, or all rows with the first clock of the scan.
  row_tick_ = front_.row_us != 0 ? static_cast<Tick>(now_ / 12) - front_.lag_us : static_cast<Tick>(scan_start_ / 12);
  apply_changes(row_tick_);
  place_ = places;
  stayed_ = 0;
  asked_ = 0;
  for (unsigned place = row_ * 16; place < row_ * 16 + 16; ++place) {
    raw_[place] = contact_[place];
    if (awake_.test(place) && place_ == places) place_ = place;
  }
  ++row_;
  if (row_ == 9) rest_ = settings_.pause_at(now_ - 1);
}

/// Takes what the bank has read by this clock; true if it reads in this one.
bool Scanner::ask_hold() {
  bool now = false;
  if (asked_ == 0 && now_ >= ended() + first_ask) {
    holds_[asked_++] = settings_.hold(row_ == 9 ? wire::scan::auxiliary_first : wire::scan::presence_first);
    now = now_ == ended() + first_ask;
  }
  if (asked_ == 1 && now_ >= ended() + second_ask + stayed_) {
    holds_[asked_++] = settings_.hold(wire::scan::touch_first);
    now = now_ == ended() + second_ask + stayed_;
  }
  return now;
}

std::optional<QueuedEdge> Scanner::filter_step() {
  ask_hold();
  const unsigned place = place_;
  const std::uint8_t channel = channel_of(place);
  auto& filter = filters_[place];
  const auto result = filter.sample(raw_[place], row_tick_, holds_[place % 16 / 8], settings_.chatter_max());
  if (filter.pending()) {
    earliest_ = std::min(earliest_.value_or(filter.onset()), filter.onset());
  } else if (contact_[place] == filter.level()) {
    awake_.reset(place);
  }
  if (result.chatter && counts_[channel] != 255) ++counts_[channel];
  do ++place_;
  while (place_ % 16 != 0 && !awake_.test(place_));
  if (place_ % 16 == 0) place_ = places;
  if (!result.edge) return std::nullopt;
  edges_.push_back({result.onset, row_tick_, channel, raw_[place], result.late, result.bounced, false});
  return QueuedEdge{static_cast<std::uint32_t>(result.onset), channel, raw_[place], result.bounced, result.late};
}

void Scanner::scan_done() {
  settled_ = earliest_.value_or(row_tick_ + 1);
  earliest_.reset();
  walk_end_ = scan_start_ + scan_clocks_;
  scan_start_ = walk_end_ + std::uint64_t{12} * rest_;
  row_ = 0;
  asked_ = 2;
}

/// One clock of the composer. `settled` is the horizon before the end of scan of this clock, if that is `done` in it.
void Scanner::compose(const QueuedEdge* push, bool done, std::uint32_t settled) {
  ComposerInputs in;
  in.clock = now_;
  in.push = push;
  in.scan_done = done;
  in.bank_busy = bank_walks();
  in.hold_asked = ask_hold();
  in.settled = settled;
  in.row_tick = static_cast<std::uint32_t>(row_tick_);
  if (done) {
    for (unsigned square = 0; square < 64; ++square) {
      const unsigned place = place_of(static_cast<std::uint8_t>(square));
      in.presence |= std::uint64_t{filters_[place].level()} << square;
      in.touch |= std::uint64_t{filters_[place + 8].level()} << square;
    }
    for (unsigned i = 0; i < 8; ++i) in.auxiliary = static_cast<std::uint8_t>(in.auxiliary | filters_[128 + i].level() << i);
  }
  if (composer_.step(in, settings_, counts_)) edges_.back().refused = true;
  if (push != nullptr && composer_.ledger_until() > now_) stayed_ += composer_.ledger_until() - now_;
  ++now_;
}

void Scanner::clock_once() {
  const auto settled = static_cast<std::uint32_t>(settled_);
  const Due next = due();
  std::optional<QueuedEdge> pushed;
  bool done = false;
  if (next.clock == now_) {
    if (next.what == Next::row) take_row();
    if (next.what == Next::step) pushed = filter_step();
    if (next.what == Next::done) {
      scan_done();
      done = true;
    }
  }
  compose(pushed ? &*pushed : nullptr, done, settled);
}

/// Passes over whole scans in which no contact can differ from its level and nobody waits for their end.
void Scanner::leap(std::uint64_t until) {
  if (row_ != 9 || place_ != places || stayed_ != 0 || !bank_at_rest() || composer_.awaits_scan() || rest_ != settings_.pause()) return;
  std::uint64_t limit = until;
  if (next_change_ < changes_.size()) limit = std::min(limit, static_cast<std::uint64_t>(changes_[next_change_].at) * 12);
  const std::uint64_t period = scan_clocks_ + std::uint64_t{12} * rest_;
  const std::uint64_t done = due().clock;
  if (limit <= done + period) return;
  // Land before an end of scan that is not later than the limit: its rows are then before the next change.
  const std::uint64_t scans = (limit - done) / period;
  scan_start_ += scans * period;
  walk_end_ = scan_start_ - std::uint64_t{12} * rest_;
  row_tick_ += static_cast<Tick>(scans * (period / 12));
  settled_ = row_tick_ + 1;
}

void Scanner::run(std::uint64_t until, bool stop_at_offer) {
  while (now_ < until && !(stop_at_offer && offered())) {
    if (!composer_.quiet(settings_, static_cast<std::uint32_t>(settled_))) {
      clock_once();
      continue;
    }
    leap(until);
    const Due next = due();
    if (next.clock >= until) {
      now_ = until;
      return;
    }
    now_ = next.clock;
    // What the composer does not see is done without it.
    if (next.what == Next::row) {
      take_row();
    } else if (next.what == Next::done && !composer_.awaits_scan()) {
      scan_done();
    } else if (next.what == Next::done) {
      clock_once();
    } else if (const auto pushed = filter_step()) {
      compose(&*pushed, false, static_cast<std::uint32_t>(settled_));
    }
  }
}

std::optional<std::vector<std::uint8_t>> Scanner::poll() {
  if (!offered()) return std::nullopt;
  freeze();
  while (!frozen()) run_to(now_ + 1);
  std::vector<std::uint8_t> bytes(packet().begin(), packet().end());
  free();
  return bytes;
}

std::optional<std::uint32_t> Scanner::read(std::uint8_t address) const {
  if (address > wire::reg::row_period) return std::nullopt;
  if (address == wire::reg::tick) return static_cast<std::uint32_t>(now_ / 12);
  if (address == wire::reg::dropped) return composer_.dropped();
  return settings_.value(address);
}

}  // namespace adoube::sim
