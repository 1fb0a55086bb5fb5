// SPDX-License-Identifier: Apache-2.0
/// FIFO, drop ledger and packet composer of the scan side, clock by clock but only while something moves.
/// The same machine as rtl/scan/{event_fifo,drop_ledger,level_store,packet_composer}.sv.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <span>

#include "sim/scanner/settings.hpp"

namespace adoube::sim {

/// An edge in the FIFO, in 32-bit device time.
struct QueuedEdge {
  std::uint32_t onset = 0;
  std::uint8_t channel = 0;
  bool level = false, bounced = false, late = false;
};

/// What the rest of the device does in one clock, as the composer sees it.
struct ComposerInputs {
  std::uint64_t clock = 0;
  const QueuedEdge* push = nullptr;             ///< an edge leaves the filter
  bool scan_done = false;                       ///< a scan is complete
  bool bank_busy = false;                       ///< the bank walks
  bool hold_asked = false;                      ///< ... and reads a hold from the store
  std::uint32_t settled = 0;                    ///< horizon before this clock's scan_done
  std::uint32_t row_tick = 0;                   ///< tick of the last row
  std::uint64_t presence = 0, touch = 0;        ///< confirmed levels
  std::uint8_t auxiliary = 0;
};

class Composer {
 public:
  /// One clock of composer, FIFO, ledger and register machine. True if an edge was pushed and refused.
  bool step(const ComposerInputs& in, Settings& settings, std::array<std::uint8_t, wire::scan::channels>& counts);
  /// Without a push or an end of scan nothing would happen in the next clock.
  [[nodiscard]] bool quiet(const Settings& settings, std::uint32_t settled) const;
  /// Something waits for the end of a scan.
  [[nodiscard]] bool awaits_scan() const { return (state_ == State::idle && owed_) || dropping_ || unsure_ != 0; }

  // The bus; each in the clock that is stepped next.
  void freeze() { freeze_ = !freeze_; }
  void free() { free_ = !free_; }
  void sof(std::uint16_t frame) { sof_in_ = !sof_in_, frame_ = frame; }
  void hello() { hello_in_ = !hello_in_; }
  [[nodiscard]] bool offered() const { return offer_ != free_; }
  [[nodiscard]] bool frozen() const { return frozen_ == freeze_; }
  /// The last clock in which the ledger writes a refused edge down; until then the bank stays at it.
  [[nodiscard]] std::uint64_t ledger_until() const { return ledger_until_; }
  /// The frozen packet.
  [[nodiscard]] std::span<const std::uint8_t> packet() const { return std::span(bytes_).first(length_); }
  [[nodiscard]] std::uint32_t dropped() const { return total_; }

 private:
  enum class State : std::uint8_t {
    idle, number, open, record, offset, close, horizon, header, base_low, base_high, address, byte, wait, frozen
  };
  [[nodiscard]] bool exceeds(std::uint32_t settled) const { return static_cast<std::int32_t>(largest_ - settled) < 0; }
  /// Type of the next packet; 0 where nothing wants to be said.
  [[nodiscard]] std::uint32_t choose(std::uint32_t settled) const;
  [[nodiscard]] bool composing() const;
  [[nodiscard]] std::uint32_t field(const std::array<std::uint8_t, wire::scan::channels>& counts) const;
  [[nodiscard]] unsigned store_word() const;
  void put(unsigned index, std::uint32_t byte) { bytes_[index] = static_cast<std::uint8_t>(byte); }
  void put16(unsigned index, std::uint32_t word) { put(index, word & 0xFF), put(index + 1, (word >> 8) & 0xFF); }

  // FIFO
  static constexpr std::size_t depth = wire::scan::fifo_depth;
  std::deque<QueuedEdge> queue_;
  QueuedEdge head_;
  bool dropping_ = false, seen_ = false, ready_ = false;
  // ledger
  bool muted_ = false, any_ = false;
  std::uint32_t count_ = 0, min_ = 0, max_ = 0, total_ = 0;
  std::uint64_t ledger_until_ = 0;  // last clock in which it works
  // levels told
  std::array<std::uint8_t, 17> told_{};
  unsigned copying_ = 0;
  // horizon
  unsigned unsure_ = 0;
  // bus
  bool freeze_ = false, free_ = false, sof_in_ = false, hello_in_ = false, sof_seen_ = false, hello_seen_ = false;
  std::uint16_t frame_ = 0;
  // composer
  State state_ = State::idle;
  std::uint32_t type_ = 0, edges_ = 0, sequence_ = 0, base_ = 0, largest_ = 0, index_ = 0;
  std::uint16_t fetched_ = 0;
  bool owed_ = false, offer_ = false, frozen_ = false, promise_ = false;
  bool hello_ = false, heartbeat_ = false, report_ = false, snapshot_ = false;
  unsigned put_off_ = 0, first_ = 0;
  std::size_t length_ = 0;
  std::array<std::uint8_t, 64> bytes_{};
};

}  // namespace adoube::sim
