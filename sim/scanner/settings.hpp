// SPDX-License-Identifier: Apache-2.0
/// Writes to the registers and time stamps, as rtl/scan/scan_registers.sv takes them.
#pragma once
#include <array>
#include <cstdint>

#include "driver/wire/protocol.hpp"

namespace adoube::sim {

/// The settings, the store behind the packets, and the machine that takes one write at a time.
class Settings {
 public:
  explicit Settings(const wire::Front& front);

  /// What one clock brought.
  struct Pulses {
    bool changed = false;  ///< a written value is complete
    bool epoch = false;    ///< ... and it was an epoch
    bool window = false;   ///< chatter_max or scan_pause is another one from the next clock on
  };
  /// Who else is at the store in a clock: the composer reads it, the ledger has it for itself, the bank reads a hold.
  struct Others {
    bool composer = false, ledger = false, bank = false;
  };
  /// One clock, number `clock`; `sof` is a pulse, `row_tick` the tick of the last row.
  Pulses step(std::uint64_t clock, bool sof, std::uint16_t frame, std::uint32_t row_tick, Others others);
  /// A snapshot was latched in this clock: its tick goes into the store in the next ones.
  void stamp_row() { row_ = 1; }
  /// Nothing happens in the next clock unless something new is asked for.
  [[nodiscard]] bool quiet() const { return !busy_ && sof_ == 0 && row_ == 0; }

  /// Begins a write in this clock. False, and nothing happens, while another is under way.
  bool write(std::uint8_t address, std::uint32_t value);
  [[nodiscard]] bool busy() const { return busy_; }
  /// The last write was refused. Valid while not busy.
  [[nodiscard]] bool refused() const { return refused_; }

  [[nodiscard]] std::uint32_t hold(std::uint8_t channel) const {
    return channel >= scan_first_auxiliary ? hold_[2] : channel >= 64 ? hold_[1] : hold_[0];
  }
  [[nodiscard]] std::uint32_t chatter_max() const { return chatter_max_; }
  [[nodiscard]] std::uint32_t pause() const { return pause_; }
  /// The pause in force in a clock, not long before the last step.
  [[nodiscard]] std::uint32_t pause_at(std::uint64_t clock) const { return clock > paused_ ? pause_ : pause_before_; }
  [[nodiscard]] std::uint32_t period() const { return front_.scan_us() + pause_; }
  /// Half a value of the store; `value` is below `values`.
  [[nodiscard]] std::uint16_t word(unsigned value, unsigned half) const { return store_[2 * value + half]; }
  /// A value of the store, for those that do not move by themselves.
  [[nodiscard]] std::uint32_t value(unsigned value) const { return word(value, 0) | std::uint32_t{word(value, 1)} << 16; }

  /// Places in the store beyond the registers; the frame stands in the upper half.
  static constexpr unsigned sof_frame = 17, snapshot_tick = 15, sof_tick = 16;
  /// Like the board, the composer reads in every clock, whatever its index points at.
  static constexpr unsigned values = 32;

 private:
  static constexpr unsigned scan_first_auxiliary = wire::scan::auxiliary_first;
  enum class Step : std::uint8_t { rest, check, write, derive };
  [[nodiscard]] bool fits() const;
  void apply(std::uint64_t clock);
  void compare();
  void put(unsigned value, unsigned half, std::uint32_t word) { store_[2 * value + half] = static_cast<std::uint16_t>(word); }

  const wire::Front& front_;
  std::array<std::uint16_t, 2 * values> store_{};
  std::array<std::uint32_t, 3> hold_{wire::reset::hold_presence, wire::reset::hold_touch, wire::reset::hold_auxiliary};
  std::uint32_t chatter_max_ = wire::reset::chatter_max, pause_ = wire::reset::scan_pause, pause_before_ = pause_;
  std::uint64_t paused_ = 0;  // clock in which the pause was written
  Step step_ = Step::rest;
  unsigned which_ = 0, half_ = 0, sof_ = 0, row_ = 0;
  bool fetched_ = false, busy_ = false, refused_ = false;
  std::uint8_t address_ = 0;
  std::uint32_t value_ = 0;
};

}  // namespace adoube::sim
