// SPDX-License-Identifier: Apache-2.0
/// From the device's 32-bit ticks and 16-bit sequence numbers to 64 bits. Only ever applied to one board's packets in
/// the order of their arrival, before anything is merged: an out-of-order value would be taken for a wrap.
#pragma once
#include <cstdint>

#include "rules/core/interval.hpp"

namespace adoube::wire {

/// Extends ticks. A tick is taken as the nearest to a reference, which only moves forward; right as long as packets
/// are less than 2^31 us (35 minutes) apart. A heartbeat comes every 1.024 s.
class TickUnwrap {
 public:
  explicit TickUnwrap(Tick reference = 0) : reference_(reference) {}
  /// The 64-bit tick nearest to the reference; the reference does not move.
  [[nodiscard]] Tick at(std::uint32_t tick) const {
    return reference_ + static_cast<std::int32_t>(tick - static_cast<std::uint32_t>(reference_));
  }
  /// The same, and the reference moves to it if it is later.
  Tick advance(std::uint32_t tick) {
    const Tick value = at(tick);
    if (value > reference_) reference_ = value;
    return value;
  }
  [[nodiscard]] Tick reference() const { return reference_; }

 private:
  Tick reference_;
};

/// What a packet's sequence number says about the packets before it.
struct Succession {
  bool repeated = false;     ///< this packet was seen before
  std::uint64_t missing = 0; ///< packets that should lie between the last one and this one
  std::uint64_t number = 0;  ///< the 64-bit sequence number of this packet
};

/// Extends sequence numbers. Numbers up to `repeat_window` back are repeats; every other number lies ahead, so that
/// what is missing is never negative and at most 65,535 - repeat_window.
class SequenceUnwrap {
 public:
  /// A board repeats only its last packet; the host's own queues cannot return more than a ring of transfers.
  static constexpr std::uint16_t repeat_window = 256;
  explicit SequenceUnwrap(std::uint64_t next = 0) : next_(next) {}
  Succession take(std::uint16_t sequence) {
    const auto ahead = static_cast<std::uint16_t>(sequence - static_cast<std::uint16_t>(next_));
    const auto behind = static_cast<std::uint16_t>(-ahead);
    if (behind != 0 && behind <= repeat_window && behind <= next_) return {true, 0, next_ - behind};
    const Succession result{false, ahead, next_ + ahead};
    next_ = result.number + 1;
    return result;
  }
  /// The number the next packet should have.
  [[nodiscard]] std::uint64_t next() const { return next_; }

 private:
  std::uint64_t next_;
};

}  // namespace adoube::wire
