// SPDX-License-Identifier: Apache-2.0
#include "sim/scanner/settings.hpp"

namespace adoube::sim {

namespace reg = wire::reg;

Settings::Settings(const wire::Front& front) : front_(front) {
  const auto set = [this](unsigned value, std::uint32_t content) {
    put(value, 0, content & 0xFFFF);
    put(value, 1, content >> 16);
  };
  set(reg::magic, wire::protocol::magic);
  set(reg::protocol, wire::protocol::version);
  set(reg::build_id, wire::protocol::build_id);
  set(reg::scan_period, period());
  set(reg::hold_presence, hold_[0]);
  set(reg::hold_touch, hold_[1]);
  set(reg::hold_auxiliary, hold_[2]);
  set(reg::chatter_max, chatter_max_);
  set(reg::fifo_depth, wire::scan::fifo_depth);
  set(reg::row_period, front.row_us);
}

bool Settings::write(std::uint8_t address, std::uint32_t value) {
  if (busy_) return false;
  busy_ = true;
  address_ = address;
  value_ = value;
  return true;
}

/// chatter_max is held against its own limit first, then against each hold.
bool Settings::fits() const {
  const std::uint32_t two_scans = 2 * front_.scan_us();
  switch (address_) {
    case reg::epoch: return value_ != 0;
    case reg::capture: return value_ <= 1;
    case reg::scan_pause: return value_ <= wire::scan::pause_max_us;
    case reg::chatter_max: return which_ == 0 ? value_ <= wire::scan::chatter_limit_us : hold_[which_ - 1] + two_scans <= value_;
    default: return value_ <= chatter_max_ - two_scans;
  }
}

void Settings::apply(std::uint64_t clock) {
  switch (address_) {
    case reg::hold_presence: hold_[0] = value_; break;
    case reg::hold_touch: hold_[1] = value_; break;
    case reg::hold_auxiliary: hold_[2] = value_; break;
    case reg::chatter_max: chatter_max_ = value_; break;
    case reg::scan_pause:
      pause_before_ = pause_at(clock);
      pause_ = value_;
      paused_ = clock;
      break;
    default: break;
  }
}

/// The limit, or half of it, that was fetched.
void Settings::compare() {
  half_ = half_ == 0 && !(address_ == reg::chatter_max && which_ != 0);  // the holds have 16 bits
  if (half_ != 0) return;
  if (!fits()) {
    refused_ = true;
    busy_ = false;
    step_ = Step::rest;
  } else if (address_ != reg::chatter_max || which_ == 3) {
    step_ = Step::write;
  }
  ++which_;
}

Settings::Pulses Settings::step(std::uint64_t clock, bool sof, std::uint16_t frame, std::uint32_t row_tick, Others others) {
  Pulses pulses;
  const auto tick = static_cast<std::uint32_t>(clock / 12);
  unsigned sof_next = sof ? 1 : sof_, row_next = row_;
  bool fetched = false, begins = false;
  if (sof_ != 0 || row_ != 0) half_ = 0;  // a stamp takes the carry from under the two halves of a value
  if (step_ == Step::rest) {
    which_ = 0;
    if (busy_) {
      refused_ = (address_ < reg::hold_presence || address_ > reg::epoch) && address_ != reg::capture;
      if (refused_) busy_ = false;
      else begins = true;
    }
  }
  const bool compares = step_ == Step::check && fetched_ && sof_ == 0 && row_ == 0;  // whoever has the store
  const bool written = address_ == reg::chatter_max && (step_ == Step::write || step_ == Step::derive);  // beside the bank
  if (compares) compare();
  if (others.ledger) {
    if (sof_ == 2) sof_next = 1;
  } else if (sof_ != 0) {
    if (sof_ == 1 && clock % 12 == 11) {
      // The two words of the tick are written in clocks between which it does not move.
    } else {
      if (sof_ == 1) put(sof_tick, 0, tick & 0xFFFF);
      else if (sof_ == 2) put(sof_tick, 1, tick >> 16);
      else put(sof_frame, 1, frame);
      sof_next = (sof_ + 1) & 3;
    }
  } else if (row_ != 0) {
    put(snapshot_tick, row_ - 1, row_ == 1 ? row_tick & 0xFFFF : row_tick >> 16);
    row_next = row_ == 1 ? 2 : 0;
  } else if (!compares && (!others.bank || written)) {
    const bool second = half_ != 0;
    switch (step_) {
      case Step::rest: break;
      case Step::check:
        // Two halves of each limit, fetched while the composer does not read.
        fetched = !others.composer;
        break;
      case Step::write:
        put(address_, half_, second ? value_ >> 16 : value_ & 0xFFFF);
        if (!second) {
          apply(clock);
          pulses.window = address_ == reg::chatter_max || address_ == reg::scan_pause;
        }
        half_ ^= 1;
        if (!second) break;
        if (address_ <= reg::scan_pause) {
          step_ = Step::derive;
        } else {
          pulses.changed = true;
          pulses.epoch = address_ == reg::epoch;
          busy_ = false;
          step_ = Step::rest;
        }
        break;
      case Step::derive:
        if (address_ == reg::scan_pause) put(reg::scan_period, half_, second ? period() >> 16 : period() & 0xFFFF);
        half_ ^= 1;
        if (!second) break;
        pulses.changed = true;
        busy_ = false;
        step_ = Step::rest;
        break;
    }
  }
  if (begins) step_ = Step::check;
  fetched_ = fetched;
  sof_ = sof_next;
  row_ = row_next;
  return pulses;
}

}  // namespace adoube::sim
