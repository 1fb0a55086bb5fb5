// SPDX-License-Identifier: Apache-2.0
/// A board made of packets in memory: simulated edges that enter at the wire, recordings, scripted boards for tests.
#pragma once
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>

#include "driver/transport/clock.hpp"
#include "driver/transport/transport.hpp"
#include "driver/wire/packet.hpp"

namespace adoube::transport {

/// One packet and when the host has it.
struct TimedPacket {
  Tick at = 0;  ///< on this source's clock
  wire::Bytes bytes;
};

/// Hands over queued packets at their times; its own clock stands still except in step(), which moves it to the next
/// packet or by the time it may wait. A source with nothing left and nobody to refill it ends.
class PacketSource final : public Transport, public Clock {
 public:
  PacketSource();

  /// Appends a packet; times must not fall.
  void push(Tick at, const wire::Bytes& bytes);
  /// Appends bytes that need not be a packet (at most 64 are kept).
  void push_raw(Tick at, std::span<const std::uint8_t> bytes);
  /// Appends a damaged transfer.
  void push_damage(Tick at);
  /// Appends the end of the board: from here on step() fails with this error.
  void push_failure(Tick at, Error error);

  /// The value a register reads as. Registers start with the protocol's reset values, magic, version and epoch 0.
  void set_register(std::uint8_t address, std::uint32_t value) { registers_[address] = value; }
  /// Called for each write to a writable register, before it takes effect; an Error refuses it. A scripted board
  /// queues its hello and snapshot here when its epoch is written.
  void on_write(std::function<Result<void>(std::uint8_t address, std::uint32_t value)> hook) { hook_ = std::move(hook); }
  /// Called when the queue is empty; pushes more packets, or returns false: the source has ended. Without one an empty
  /// queue is the end.
  void on_empty(std::function<bool()> refill) { refill_ = std::move(refill); }
  /// Forgets the queued packets, as a board does when its epoch is written.
  void clear() { queue_.clear(); }
  void set_identity(Identity identity) { identity_ = std::move(identity); }

  [[nodiscard]] Tick now() const override { return now_; }
  [[nodiscard]] const Identity& identity() const override { return identity_; }
  [[nodiscard]] const TransportCounters& counters() const override { return counters_; }
  Result<void> start(Receiver& receiver) override;
  Result<Progress> step(Tick at_most) override;
  Result<std::uint32_t> read_register(std::uint8_t address) override;
  Result<void> write_register(std::uint8_t address, std::uint32_t value) override;
  Result<void> close() override;

 private:
  struct Item {
    Tick at = 0;
    wire::Bytes bytes;
    bool damaged = false;
    std::optional<Error> failure;
  };
  void push_item(Item item);

  Identity identity_;
  TransportCounters counters_;
  std::array<std::uint32_t, 256> registers_{};
  std::function<Result<void>(std::uint8_t, std::uint32_t)> hook_;
  std::function<bool()> refill_;
  std::deque<Item> queue_;
  Tick now_ = 0;
  Tick last_ = 0;
  Receiver* receiver_ = nullptr;
  bool closed_ = false;
};

}  // namespace adoube::transport
