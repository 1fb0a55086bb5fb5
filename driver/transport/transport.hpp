// SPDX-License-Identifier: Apache-2.0
/// Where packets come from: a board on USB (real or simulated), a recording, a scripted board. No layer above knows
/// which. One thread: every call on a transport comes from the thread that made it, and none from inside a Receiver.
#pragma once
#include <cstdint>
#include <span>
#include <string>

#include "rules/core/interval.hpp"
#include "rules/core/result.hpp"

namespace adoube::transport {

/// Who the board is. The serial is its identity; bus and address are a hint that may change at any replug.
struct Identity {
  std::string serial;
  std::string manufacturer;
  std::string product;
  std::uint16_t vendor_id = 0;
  std::uint16_t product_id = 0;
  std::uint16_t device_release = 0;  ///< bcdDevice
  std::string speed;                 ///< "full", "low", "high", ... or "none" where no bus is involved
  int bus = 0;
  int address = 0;
};

/// Takes the packets, in order, as they come. Called from inside Transport::step(), stop_capture() and close() only.
class Receiver {
 public:
  Receiver() = default;
  Receiver(const Receiver&) = delete;
  Receiver& operator=(const Receiver&) = delete;
  virtual ~Receiver() = default;
  /// One packet's bytes, valid during the call.
  virtual void packet(std::span<const std::uint8_t> bytes) = 0;
  /// Something of unknown content was lost here, between the packets before and after (an overflowed transfer).
  virtual void damaged() = 0;
};

/// What a transport counts about itself.
struct TransportCounters {
  std::uint64_t packets = 0;     ///< handed to the receiver
  std::uint64_t empty = 0;       ///< transfers that ended well and without data
  std::uint64_t errors = 0;      ///< transfers that ended with an error of the bus and were tried again
  std::uint64_t overflows = 0;   ///< transfers whose contents cannot be trusted
  std::uint64_t stalls = 0;      ///< times the endpoint was recovered
  std::uint64_t captured = 0;    ///< packets of raw samples handed to their receiver
  std::uint64_t timeouts = 0;    ///< register accesses that met their deadline
  std::uint64_t abandoned = 0;   ///< transfers that did not come back when cancelled; their memory is left alone for good
};

enum class Progress : std::uint8_t {
  more,   ///< call again
  ended,  ///< a recording or script is at its end: there will never be another packet
};

class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  /// Closes, if close() was not called; what close() would have said is lost then.
  virtual ~Transport() = default;

  [[nodiscard]] virtual const Identity& identity() const = 0;
  [[nodiscard]] virtual const TransportCounters& counters() const = 0;

  /// Starts the stream; `receiver` must outlive it. Once only.
  virtual Result<void> start(Receiver& receiver) = 0;
  /// Waits until something happens, at most `at_most` microseconds (0: only looks), and hands over what came. Under
  /// simulation this wait is what lets simulated time pass. After an Error the stream is over; what had arrived before
  /// it has been handed over.
  virtual Result<Progress> step(Tick at_most) = 0;

  /// Registers of the board (docs/wire-protocol.md), by address. Bounded by a deadline on the injected clock. Packets
  /// that arrive meanwhile are kept for the next step(). `protocol`: the board refused.
  virtual Result<std::uint32_t> read_register(std::uint8_t address) = 0;
  virtual Result<void> write_register(std::uint8_t address, std::uint32_t value) = 0;

  /// Begins to fetch what the board captures (docs/wire-protocol.md, Raw capture) beside the stream, which must be
  /// running; step() hands the packets to `receiver`, which must outlive the capture. Whether there is anything to fetch
  /// is up to the board's register. `usage`: under way already, or this transport has no such packets; `protocol`: the board
  /// has no endpoint for them.
  virtual Result<void> start_capture(Receiver& receiver);
  /// Fetches no more, in bounded time; what has arrived is handed over first. Does nothing where none is under way.
  virtual Result<void> stop_capture() { return {}; }

  /// Stops the stream and lets go of the board, in bounded time; what is still in flight is handed over first. Further
  /// calls do nothing.
  virtual Result<void> close() = 0;
};

inline Result<void> Transport::start_capture(Receiver&) {
  return fail(Cause::usage, "there are no raw samples here: only a board on USB, real or simulated to its pins, captures them");
}

}  // namespace adoube::transport
