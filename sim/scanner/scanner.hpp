// SPDX-License-Identifier: Apache-2.0
/// The scan side of the device as a C++ model: the same packets, to the byte and the clock, as rtl/scan gives, at a cost
/// only where something changes. tests/sim/scanner holds the two against each other.
#pragma once
#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rules/core/interval.hpp"
#include "sim/physics/change.hpp"
#include "sim/scanner/composer.hpp"
#include "sim/scanner/filter.hpp"
#include "sim/scanner/settings.hpp"

namespace adoube::sim {

/// An edge as the filter confirmed it.
struct ConfirmedEdge {
  Tick onset = 0;             ///< first sample of the change, us
  Tick confirmed = 0;         ///< the sample that confirmed it, us
  std::uint8_t channel = 0;   ///< wire channel
  bool level = false;
  bool late = false;          ///< from a restless channel: `onset` is only when it last started anew
  bool bounced = false;
  bool refused = false;       ///< the FIFO refused it
  friend bool operator==(const ConfirmedEdge&, const ConfirmedEdge&) = default;
};

/// One device from power-up. Time is counted in clocks of 12 MHz; tick t begins with clock 12 t. `clock()` is the clock
/// that has not happened yet: what is asked of the device now, it sees in that clock.
class Scanner {
 public:
  /// `changes` as described at sim::Change; they must outlive the scanner. `front`: one of wire::fronts.
  explicit Scanner(std::span<const Change> changes, const wire::Front& front = wire::front::parallel);

  [[nodiscard]] std::uint64_t clock() const { return now_; }
  [[nodiscard]] Tick tick() const { return static_cast<Tick>(now_ / 12); }
  /// Lets time pass up to `clock`.
  void run_to(std::uint64_t clock) { run(clock, false); }
  /// Lets time pass until a packet is offered, at most up to `limit`. True if one is.
  bool run_to_offer(std::uint64_t limit) {
    run(limit, true);
    return offered();
  }

  /// A packet waits for the bus.
  [[nodiscard]] bool offered() const { return composer_.offered(); }
  /// The bus asks for the packet on offer: it takes nothing more and is `frozen()` within 12 clocks.
  void freeze() { composer_.freeze(); }
  [[nodiscard]] bool frozen() const { return composer_.frozen(); }
  /// The frozen packet; still until it is freed.
  [[nodiscard]] std::span<const std::uint8_t> packet() const { return composer_.packet(); }
  /// The host has the packet.
  void free() { composer_.free(); }
  /// One poll: freezes what is on offer, waits until it is frozen, takes it and frees it. Nothing where none is offered.
  std::optional<std::vector<std::uint8_t>> poll();

  /// Starts to write a register; takes effect a few clocks later. False while another write is under way.
  bool write(std::uint8_t address, std::uint32_t value) { return settings_.write(address, value); }
  [[nodiscard]] bool writing() const { return settings_.busy(); }
  /// The last write was refused.
  [[nodiscard]] bool refused() const { return settings_.refused(); }
  /// A register as a read would find it now; nothing for a register that does not exist.
  [[nodiscard]] std::optional<std::uint32_t> read(std::uint8_t address) const;

  /// Start of frame 0 or 1,024.
  void sof(std::uint16_t frame) { composer_.sof(frame); }
  /// Bus reset or SET_CONFIGURATION.
  void hello() { composer_.hello(); }

  /// Everything the filter confirmed since the last call of forget_edges().
  [[nodiscard]] const std::vector<ConfirmedEdge>& edges() const { return edges_; }
  void forget_edges() { edges_.clear(); }

 private:
  static constexpr std::size_t places = 9 * 16;  // slot * 16 + sense
  /// What happens next on the matrix, and when: a row is complete, a channel is looked at, the scan is over.
  enum class Next : std::uint8_t { row, step, done };
  struct Due {
    Next what;
    std::uint64_t clock;
  };
  [[nodiscard]] Due due() const;
  void run(std::uint64_t until, bool stop_at_offer);
  void clock_once();
  void compose(const QueuedEdge* push, bool done, std::uint32_t settled);
  void leap(std::uint64_t until);
  void take_row();
  std::optional<QueuedEdge> filter_step();
  void scan_done();
  bool ask_hold();
  [[nodiscard]] std::uint64_t ended() const { return scan_start_ + slot_clocks_ * row_ - 1; }  // last clock of the last slot
  void apply_changes(Tick tick);
  [[nodiscard]] bool bank_at_rest() const { return awake_.none(); }
  [[nodiscard]] bool bank_walks() const;

  const wire::Front& front_;
  const std::uint64_t slot_clocks_, scan_clocks_;
  std::span<const Change> changes_;
  std::size_t next_change_ = 0;
  std::array<bool, places> contact_{}, raw_{};
  std::array<Filter, places> filters_{};
  std::bitset<places> awake_;           // pending, or the contact may differ from the level
  std::array<std::uint8_t, wire::scan::channels> counts_{};

  std::uint64_t now_ = 0;
  std::uint64_t scan_start_ = 0;        // of the scan whose next event is due
  std::uint64_t walk_end_ = 0;          // end of the ninth slot of the scan before; 0: there was none
  std::uint32_t rest_ = 0;              // pause after this scan, us, once its ninth slot is over
  unsigned row_ = 0;                    // slots ended in this scan
  std::uint64_t stayed_ = 0;            // clocks that the bank stayed at refused edges of this row
  std::array<std::uint32_t, 2> holds_{}; // of the first eight channels of this row, of the others
  unsigned asked_ = 2;                  // how many of them the bank has read
  unsigned place_ = places;             // next place to step; `places`: none in this row
  Tick row_tick_ = 0;
  std::optional<Tick> earliest_;        // earliest onset pending in this scan
  Tick settled_ = 0;

  Settings settings_;
  Composer composer_;
  std::vector<ConfirmedEdge> edges_;
};

}  // namespace adoube::sim
