// SPDX-License-Identifier: Apache-2.0
/// The transfers of one IN endpoint, and what becomes of each that has come back (by the policy of the ring).
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "driver/transport/ring_policy.hpp"
#include "driver/transport/transport.hpp"
#include "driver/transport/usb/device.hpp"
#include "rules/core/result.hpp"

namespace adoube::transport::usb {

/// Transfers in flight without which no pipe starts.
inline constexpr int ring_least = 4;

/// Transfers of one IN endpoint, several with the system at a time, so that the board is asked again whatever the program
/// does meanwhile. Packets are handed over in order and one by one, however many a transfer holds.
class Pipe {
 public:
  /// All of them must outlive the pipe; `packets` is the count, among the counters, of this endpoint's packets.
  Pipe(Device& device, const Endpoint& endpoint, TransportCounters& counters, std::uint64_t& packets)
      : device_(&device), endpoint_(endpoint), counters_(&counters), packets_(&packets) {}

  /// Queues `wanted` transfers of so many packets each. Fewer where memory ends, at least `ring_least`.
  Result<void> start(Receiver& receiver, std::size_t wanted, std::size_t packets);

  /// Something waits to be taken.
  [[nodiscard]] bool ready() const { return !done_.empty(); }
  /// Nothing is with the system.
  [[nodiscard]] bool idle() const { return pending_ == 0; }
  /// Why the pipe gave up.
  [[nodiscard]] const std::optional<Error>& failure() const { return failure_; }

  /// Takes what the callbacks lined up, in the order in which the transfers ended.
  void settle();

  /// Asks for nothing any more and takes back what is in flight; settle() until idle().
  void stop();
  /// Stops for good; the first reason stays.
  void give_up(Error error);
  /// Leaves what did not come back; how many.
  std::size_t abandon();

 private:
  /// libusb's error code, or 0.
  int submit(Slot& slot);
  void hand_over();
  void follow(Slot& slot, Next next);
  /// After a stall, with nothing in flight: clears the halt once and starts again.
  void recover();

  Device* device_;
  Endpoint endpoint_;
  TransportCounters* counters_;
  std::uint64_t* packets_;
  Receiver* receiver_ = nullptr;
  RingPolicy policy_{1};
  RingMode mode_ = RingMode::streaming;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::vector<Slot*> done_;
  std::vector<std::uint8_t> taken_;
  std::size_t pending_ = 0;
  std::optional<Error> failure_;
};

}  // namespace adoube::transport::usb
