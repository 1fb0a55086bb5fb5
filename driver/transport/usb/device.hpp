// SPDX-License-Identifier: Apache-2.0
/// An opened device: waiting for its events, control transfers, who it is, and where it streams from.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "driver/transport/clock.hpp"
#include "driver/transport/ring_policy.hpp"
#include "driver/transport/transport.hpp"
#include "driver/transport/usb.hpp"
#include "driver/transport/usb/libusb.hpp"
#include "rules/core/result.hpp"

namespace adoube::transport::usb {

/// One transfer and its buffer. The callback only marks it and lines it up; what follows is decided after libusb has
/// returned, so that no code of ours that could submit, cancel or free ever runs inside libusb.
struct Slot {
  TransferPtr transfer{libusb_alloc_transfer(0)};
  std::vector<std::uint8_t> buffer;
  SlotState state = SlotState::idle;
  std::vector<Slot*>* done = nullptr;  ///< reserved for all slots; null: nobody waits for this one
};

/// The callback of every transfer, whose user data is its slot.
void LIBUSB_CALL on_done(libusb_transfer* transfer);

/// An opened device and control transfers on it; the clock must outlive it.
class Device {
 public:
  Device(Context context, Handle handle, const Clock& clock, const UsbOptions& options)
      : clock_(&clock), options_(options), context_(std::move(context)), handle_(std::move(handle)) {}

  /// One pass of libusb's events, at most `at_most` us long.
  Result<void> events(Tick at_most);

  /// Passes until `ready`, at most until the deadline, us. False: the time is up.
  Result<bool> events_until(Tick deadline, const std::function<bool()>& ready);

  /// A control transfer; `data` is sent or filled, `doing` completes "cannot ...". Returns the bytes moved. Without a
  /// time-out of libusb's, which would run on the wall clock.
  Result<std::size_t> control(std::uint8_t type, std::uint8_t request, std::uint16_t value, std::uint16_t index,
                              std::span<std::uint8_t> data, const std::string& doing);

  /// A string descriptor's text; empty for index 0.
  Result<std::string> string(std::uint8_t index, const std::string& what);

  /// Leaves a transfer that the system still owns alone for good: the memory stays, also when the process ends.
  void abandon(std::unique_ptr<Slot> slot);

  /// Closes the handle: nothing is asked of the device any more.
  void release() { handle_.reset(); }
  [[nodiscard]] libusb_device_handle* handle() const { return handle_.get(); }
  [[nodiscard]] libusb_device* device() const { return libusb_get_device(handle_.get()); }

  std::uint64_t timeouts = 0;   ///< as in TransportCounters
  std::uint64_t abandoned = 0;  ///< as in TransportCounters

 private:
  const Clock* clock_;
  UsbOptions options_;
  Context context_;  // outlives what stands below
  Handle handle_;
  std::unique_ptr<Slot> control_;
};

/// By its device descriptor and strings, and its place on the bus.
Result<Identity> identify(Device& device);

/// An IN endpoint the board streams from.
struct Endpoint {
  std::uint8_t address = 0;
  std::size_t packet_size = 0;
  const char* name = "";
  std::uint8_t type = LIBUSB_TRANSFER_TYPE_INTERRUPT;
};

/// Where the streams come from, by the descriptors.
struct Endpoints {
  std::uint8_t interface = 0;
  Endpoint events;
  std::optional<Endpoint> capture;
};

/// The first interface with an interrupt IN endpoint, and its bulk IN endpoint if it has one. `protocol`: there is none.
Result<Endpoints> find_endpoints(libusb_device* device);

}  // namespace adoube::transport::usb
