// SPDX-License-Identifier: Apache-2.0
/// What to do with a transfer of the event ring that has come back: a table and two counts, without libusb, so that
/// every case can be tested. The rule for bytes: those that came are used whatever the status says, except after an
/// overflow, whose contents are undefined.
#pragma once
#include <cstddef>
#include <cstdint>

namespace adoube::transport {

/// Life of a slot of the ring. The slot owns its buffer and its transfer in every state.
enum class SlotState : std::uint8_t {
  idle,        ///< not with the system
  pending,     ///< submitted; only the callback ends this
  completing,  ///< the callback has run, its bytes have not been taken yet
  abandoned,   ///< did not come back when cancelled: never touched and never freed again
};

/// How a transfer ended, as libusb says it.
enum class TransferEnd : std::uint8_t { completed, error, timed_out, cancelled, stall, no_device, overflow };

enum class Next : std::uint8_t {
  resubmit,
  retire,   ///< stays idle
  recover,  ///< the endpoint is halted: retire all, clear the halt once, submit all again
  fault,    ///< give up: the endpoint keeps failing
  lost,     ///< give up: the board is gone
};

struct Decision {
  bool deliver = false;  ///< hand the bytes over
  bool damaged = false;  ///< tell that something unknown was lost here
  Next next = Next::retire;
};

enum class RingMode : std::uint8_t {
  streaming,
  recovering,  ///< after a stall, until all transfers are back
  stopping,    ///< nothing is submitted any more
};

class RingPolicy {
 public:
  /// Failures in a row, in turns of the whole ring, before the endpoint is given up: a bus reset may fail every
  /// transfer in flight at once, and that is no reason.
  static constexpr std::size_t turns = 4;

  explicit RingPolicy(std::size_t ring) : limit_(turns * ring) {}

  Decision decide(TransferEnd end, std::size_t bytes, RingMode mode) {
    Decision decision;
    decision.damaged = end == TransferEnd::overflow;
    decision.deliver = bytes != 0 && !decision.damaged;
    if (end == TransferEnd::completed) {
      failures_ = 0;
      recovered_ = false;
    }
    if (end == TransferEnd::no_device) {
      decision.next = Next::lost;
    } else if (mode != RingMode::streaming) {
      decision.next = Next::retire;
    } else if (end == TransferEnd::completed) {
      decision.next = Next::resubmit;
    } else if (end == TransferEnd::stall) {
      // Once: an endpoint that stalls again before it has sent anything will do so for ever.
      decision.next = recovered_ ? Next::fault : Next::recover;
      recovered_ = true;
    } else {
      // Cancelled, too: not by us, who only cancel when we are not streaming.
      decision.next = ++failures_ >= limit_ ? Next::fault : Next::resubmit;
    }
    return decision;
  }

 private:
  std::size_t limit_;
  std::size_t failures_ = 0;
  bool recovered_ = false;
};

}  // namespace adoube::transport
