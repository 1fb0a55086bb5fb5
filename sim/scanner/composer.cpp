// SPDX-License-Identifier: Apache-2.0
#include "sim/scanner/composer.hpp"

namespace adoube::sim {

namespace {

constexpr unsigned most_edges = 13;
constexpr unsigned put_off_limit = 8;
constexpr std::uint32_t base_offset = 32768;
constexpr std::uint32_t unsure_us = 524288;
constexpr unsigned counts_a_heartbeat = 17;
constexpr unsigned first_field = 8;
constexpr std::uint64_t ledger_clocks = 8;  // to write a refused edge down, without an overflow of a half

unsigned length_of(std::uint32_t type) {
  switch (type) {
    case wire::packet::snapshot: return wire::length::snapshot;
    case wire::packet::heartbeat: return wire::length::heartbeat;
    case wire::packet::hello: return wire::length::hello;
    default: return wire::length::drop_report;
  }
}

}  // namespace

std::uint32_t Composer::choose(std::uint32_t settled) const {
  const bool turn = !ready_ || put_off_ == put_off_limit;
  if (hello_ && (turn || report_ || snapshot_)) return wire::packet::hello;
  if (report_) return wire::packet::drop_report;
  if (snapshot_) return wire::packet::snapshot;
  if (heartbeat_ && turn) return wire::packet::heartbeat;
  if (ready_ || (owed_ && exceeds(settled))) return wire::packet::event;
  return 0;
}

/// A packet of fields is being written.
bool Composer::composing() const {
  const bool heading = state_ == State::header || state_ == State::base_low || state_ == State::base_high;
  return state_ == State::address || state_ == State::byte || (heading && type_ != wire::packet::event);
}

bool Composer::quiet(const Settings& settings, std::uint32_t settled) const {
  if (!settings.quiet() || copying_ != 0 || sof_in_ != sof_seen_ || hello_in_ != hello_seen_) return false;
  if (seen_ == queue_.empty() || ready_ != seen_) return false;
  if (seen_ && !owed_ && edges_ == 0 && largest_ != head_.onset) return false;
  switch (state_) {
    case State::idle: return choose(settled) == 0;
    case State::open:
      return freeze_ == frozen_ && (edges_ != 0 || offered()) &&
             !(ready_ && edges_ != most_edges && (edges_ == 0 || head_.onset - base_ <= 0xFFFF));
    case State::wait: return freeze_ == frozen_;
    case State::frozen: return offered();
    default: return false;
  }
}

/// Place in the store of the word that holds byte `index_`; see scan_registers.sv for the order of the halves.
unsigned Composer::store_word() const {
  if (type_ == wire::packet::hello) {
    const unsigned word = index_ / 4;
    return 2 * (word == 9 ? wire::reg::epoch : word - 1) + (index_ >> 1 & 1);
  }
  const unsigned turned = index_ + 1;
  if (type_ == wire::packet::snapshot) return 2 * Settings::snapshot_tick + (~turned >> 1 & 1);
  const unsigned value = turned / 4 == 6 ? Settings::sof_frame : turned / 4 == 7 ? Settings::sof_tick : wire::reg::scan_period;
  return 2 * value + (turned >> 1 & 1);
}

std::uint32_t Composer::field(const std::array<std::uint8_t, wire::scan::channels>& counts) const {
  const unsigned i = index_;
  if (type_ == wire::packet::drop_report) return (i < 12 ? count_ : i < 16 ? min_ : max_) >> (8 * (i & 3)) & 0xFF;
  if (type_ == wire::packet::hello) return fetched_ >> (8 * (i & 1)) & 0xFF;
  if (i < 25) return told_[i - 8];
  if (type_ == wire::packet::snapshot || i < 35) return fetched_ >> (8 * ((i + 1) & 1)) & 0xFF;
  return i == 35 ? first_ : counts[first_ + i - 36];
}

bool Composer::step(const ComposerInputs& in, Settings& settings, std::array<std::uint8_t, wire::scan::channels>& counts) {
  // Everything below reads the state before this clock and writes the state after it.
  const bool hello_pulse = hello_in_ != hello_seen_;
  const bool sof_pulse =
      sof_in_ != sof_seen_ &&
      !(type_ == wire::packet::heartbeat && (state_ == State::number || composing()));
  hello_seen_ = hello_in_;
  sof_seen_ = sof_in_;
  const std::uint32_t window = unsure_ != 0 || settings.pause() != 0 ? unsure_us : settings.chatter_max() + 2 * settings.period();
  const bool clean = state_ == State::idle || state_ == State::wait || state_ == State::frozen;
  const bool empty = queue_.empty();
  const bool could_resume = in.scan_done && dropping_ && empty && clean;
  const auto word = settings.word(store_word() / 2 & 31, store_word() & 1);
  const auto pulses = settings.step(in.clock, sof_pulse, frame_, in.row_tick,
                                    {.composer = state_ == State::address && !in.bank_busy, .ledger = in.clock <= ledger_until_, .bank = in.hold_asked});
  const bool resume = could_resume && !pulses.epoch;
  if (resume) settings.stamp_row();

  // FIFO: take or refuse
  const bool take = in.push != nullptr && !dropping_ && !pulses.epoch && queue_.size() < depth;
  const bool refused = in.push != nullptr && !take;
  const bool enters = refused && !muted_ && !pulses.epoch;

  bool pop = false, ledger_clear = false;
  const State state = state_;
  const bool was_seen = seen_, was_ready = ready_, was_offered = offered(), frozen_asked = freeze_ != frozen_;
  const bool waiting = state == State::close ? edges_ != 0 && !empty : was_ready;
  const std::uint32_t horizon = waiting ? largest_ - window : in.settled;
  const bool beyond = exceeds(in.settled);
  const auto was_largest = largest_;
  const auto was_sequence = sequence_;
  const bool composing = this->composing();
  const bool edges_only = type_ == wire::packet::event;
  const bool restarts = composing && ((type_ == wire::packet::hello && pulses.changed) || (type_ == wire::packet::drop_report && enters));

  if (was_seen && !owed_ && edges_ == 0) largest_ = head_.onset;
  switch (state) {
    case State::idle: {
      index_ = first_field;
      if (resume || copying_ != 0 || pulses.epoch) break;
      // choose() looks at the state before this clock; only largest_ has moved.
      const auto keep = largest_;
      largest_ = was_largest;
      const auto type = choose(in.settled);
      largest_ = keep;
      if (type == 0) break;
      type_ = type;
      state_ = State::number;
      if (type == wire::packet::hello) {
        hello_ = false;
        if (!heartbeat_) put_off_ = 0;
      } else if (type == wire::packet::drop_report) {
        report_ = false;
      } else if (type == wire::packet::snapshot) {
        snapshot_ = false;
      } else if (type == wire::packet::heartbeat) {
        heartbeat_ = false;
        if (!hello_) put_off_ = 0;
      }
      if (type != wire::packet::event) {
        base_ = horizon;
        if (!waiting && beyond) owed_ = false;
      }
      break;
    }
    case State::number:
      put16(2, was_sequence);
      sequence_ = (sequence_ + 1) & 0xFFFF;
      if (type_ == wire::packet::event) {
        state_ = State::open;
        if (owed_ && beyond && !was_offered) offer_ = !offer_;
      } else {
        state_ = State::header;
      }
      break;
    case State::address:
      fetched_ = word;
      if (!in.bank_busy) state_ = State::byte;
      break;
    case State::byte:
      put(index_, field(counts));
      if (type_ == wire::packet::heartbeat && index_ >= 36) counts[first_ + index_ - 36] = 0;
      ++index_;
      state_ = State::address;
      if (index_ == length_of(type_) && !restarts) {
        state_ = State::wait;
        offer_ = !offer_;
        if (type_ == wire::packet::drop_report) ledger_clear = true;
        if (type_ == wire::packet::heartbeat) first_ = (first_ + counts_a_heartbeat) % wire::scan::channels;
      }
      break;
    case State::open:
      if (was_ready && !pulses.epoch && edges_ != most_edges && (edges_ == 0 || (!frozen_asked && head_.onset - base_ <= 0xFFFF))) {
        if (edges_ == 0) base_ = head_.onset - base_offset;
        state_ = State::record;
      } else if (frozen_asked) {
        state_ = State::close;
      } else if (edges_ == 0 && !was_offered) {
        state_ = State::idle;
      }
      break;
    case State::record:
      put16(8 + 4 * edges_, static_cast<std::uint32_t>(head_.channel | head_.level << 8 | head_.bounced << 9 | head_.late << 10));
      state_ = State::offset;
      break;
    case State::offset: {
      put16(10 + 4 * edges_, head_.onset - base_);
      const auto bit = static_cast<std::uint8_t>(1u << (head_.channel & 7u));
      auto& byte = told_[head_.channel >> 3];
      byte = static_cast<std::uint8_t>(head_.level ? byte | bit : byte & ~bit);
      if (static_cast<std::int32_t>(was_largest - head_.onset) < 0) largest_ = head_.onset;
      ++edges_;
      pop = true;
      if (!was_offered) offer_ = !offer_;
      state_ = State::open;
      break;
    }
    case State::close: {
      std::uint32_t offset = base_offset;
      if (edges_ == 0) {
        base_ = horizon - base_offset;
        promise_ = true;
        owed_ = false;
      } else {
        const auto ahead = static_cast<std::int32_t>(horizon - base_);
        promise_ = ahead >= 0;
        offset = ahead < 0 ? 0 : ahead > 0xFFFF ? 0xFFFF : static_cast<std::uint32_t>(ahead);
        owed_ = waiting || !beyond || ahead < 0 || ahead > 0xFFFF;
      }
      put16(10 + 4 * edges_, offset);
      state_ = State::horizon;
      break;
    }
    case State::horizon:
      put16(8 + 4 * edges_, wire::scan::horizon_channel | static_cast<std::uint32_t>(promise_) << 8);
      state_ = State::header;
      break;
    case State::header:
      put(0, type_ << 4 | wire::protocol::version);
      put(1, edges_only ? edges_ + 1 : type_ == wire::packet::heartbeat ? counts_a_heartbeat : 0);
      length_ = edges_only ? 12 + 4 * edges_ : length_of(type_);
      state_ = State::base_low;
      break;
    case State::base_low:
      put16(4, base_);
      state_ = State::base_high;
      break;
    case State::base_high:
      put16(6, base_ >> 16);
      if (edges_only) frozen_ = !frozen_;
      state_ = edges_only ? State::frozen : State::address;
      break;
    case State::wait:
      if (frozen_asked) {
        frozen_ = !frozen_;
        state_ = State::frozen;
      }
      break;
    case State::frozen:
      if (was_offered) break;
      state_ = State::idle;
      edges_ = 0;
      if (edges_only && (hello_ || heartbeat_) && put_off_ != put_off_limit) ++put_off_;
      break;
  }
  if (restarts) {
    state_ = State::header;
    index_ = first_field;
  }
  if (hello_pulse) hello_ = true;
  if (sof_pulse) heartbeat_ = true;
  if (resume) {
    snapshot_ = true;
    report_ = any_;
    for (unsigned i = 0; i < 8; ++i) told_[i] = static_cast<std::uint8_t>(in.presence >> (8 * i));
    for (unsigned i = 0; i < 8; ++i) told_[8 + i] = static_cast<std::uint8_t>(in.touch >> (8 * i));
    told_[16] = in.auxiliary;
  }
  if (pulses.epoch) {
    hello_ = true;
    report_ = snapshot_ = false;
    sequence_ = 0;
    ledger_clear = true;
    if ((state == State::number || composing) && type_ == wire::packet::hello) state_ = State::idle;
  }

  // Ledger
  if (enters) {
    const bool fresh = ledger_clear || !any_;
    if (fresh || static_cast<std::int32_t>(in.push->onset - min_) < 0) min_ = in.push->onset;
    if (fresh || static_cast<std::int32_t>(max_ - in.push->onset) < 0) max_ = in.push->onset;
    if (total_ != 0xFFFF'FFFF) ++total_;
    ledger_until_ = in.clock + ledger_clocks + ((total_ & 0xFFFF) == 0) + (fresh || (count_ & 0xFFFF) == 0xFFFF);
  }
  if (ledger_clear) {
    any_ = enters;
    count_ = enters;
  } else if (enters) {
    any_ = true;
    ++count_;
  }
  if (pulses.epoch) muted_ = true;
  else if (resume) muted_ = false;

  // FIFO pipeline: what a clock shows was there two clocks before.
  const bool next_ready = was_seen && !pop && !pulses.epoch;
  const bool next_seen = !empty && !pop && !pulses.epoch;
  if (!empty) head_ = queue_.front();
  if (pop && !empty) queue_.pop_front();
  if (take) queue_.push_back(*in.push);
  if (pulses.epoch) queue_.clear();
  seen_ = next_seen;
  ready_ = next_ready;
  if (pulses.epoch || refused) dropping_ = true;
  else if (resume) dropping_ = false;

  copying_ = resume ? 18 : copying_ != 0 ? copying_ - 1 : 0;
  if (pulses.window) unsure_ = 3;
  else if (in.scan_done && clean && empty && unsure_ != 0) --unsure_;
  return refused;
}

}  // namespace adoube::sim
