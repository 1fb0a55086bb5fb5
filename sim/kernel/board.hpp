// SPDX-License-Identifier: Apache-2.0
/// The 136 contacts of the simulated board, by scan slot, as a list of changes plays them.
#pragma once
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "driver/wire/protocol.hpp"
#include "sim/physics/change.hpp"
#include "sim/physics/crossing.hpp"

namespace adoube::sim {

class Board {
 public:
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

  /// `changes` as sim/physics/change.hpp promises: sorted by time. Device time 0 is clock `begin`.
  Board(std::uint64_t begin, std::vector<Change> changes) : begin_(begin), changes_(std::move(changes)) {}

  /// First 12 MHz clock at which a level differs from now; `never` after the last change.
  [[nodiscard]] std::uint64_t next_change() const {
    if (next_ == changes_.size()) return never;
    return begin_ + static_cast<std::uint64_t>(changes_[next_].at) * wire::scan::clocks_per_us;
  }

  /// Plays all changes that samples of that clock see. True if there was one.
  bool advance(std::uint64_t clock) {
    if (clock < next_change()) return false;
    while (clock >= next_change()) {
      const Change& change = changes_[next_++];
      const Crossing at = crossing_of(change.channel);
      slots_[at.row] = static_cast<std::uint16_t>(change.level ? slots_[at.row] | at.mask() : slots_[at.row] & ~at.mask());
    }
    return true;
  }

  /// What the 16 senses read while `strobe` (one bit a slot) drives: the strobed slots together, as wires do.
  [[nodiscard]] std::uint16_t senses(unsigned strobe) const {
    unsigned seen = 0;
    for (; strobe != 0; strobe &= strobe - 1) seen |= slots_[static_cast<unsigned>(__builtin_ctz(strobe))];
    return static_cast<std::uint16_t>(seen);
  }

 private:
  std::uint64_t begin_;
  std::vector<Change> changes_;
  std::size_t next_ = 0;
  Levels slots_{};
};

}  // namespace adoube::sim
