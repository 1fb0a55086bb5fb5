// SPDX-License-Identifier: Apache-2.0
/// The calls of an opened usbfs node (linux/usbdevice_fs.h), answered by the device on the simulated bus. Whoever brings the
/// calls here (the seam under libusb in this process, a mocked node for others) tells the caller when something can be reaped.
///
/// One opened node, one thread. Calls that a kernel would block in (control transfers, resets, settings) move simulated time.
/// A bus reset that nobody asked for is answered as an operating system would: transfers end as EPROTO, then the device is
/// given its address and configuration again before the next call is served. One that does not take them is unplugged.
#pragma once
#include <cstdint>
#include <list>
#include <set>
#include <span>

#include "rules/core/result.hpp"
#include "sim/seam/hub_port.hpp"
#include "sim/seam/stepper.hpp"
#include "sim/seam/usb_bus.hpp"

struct usbdevfs_urb;

namespace adoube::sim {

struct UsbfsCounters {
  std::uint64_t calls = 0;
  std::uint64_t transfers = 0;  ///< URBs taken
};

class Usbfs final : private TransferListener {
 public:
  class Watcher {
   public:
    /// URBs wait for REAPURBNDELAY, or the last of them was taken. May come again without change.
    virtual void on_reapable(bool some) = 0;
    /// The device has gone: what was under way can be reaped, every other call answers ENODEV. Once.
    virtual void on_unplugged() = 0;

   protected:
    ~Watcher() = default;
  };

  /// All must outlive this object.
  Usbfs(UsbBus& bus, Stepper& stepper, Watcher& watcher) : bus_(bus), stepper_(stepper), watcher_(watcher), port_(bus, stepper) {}
  Usbfs(const Usbfs&) = delete;
  Usbfs& operator=(const Usbfs&) = delete;
  ~Usbfs();

  /// Before any call: HubPort::enumerate().
  Result<void> enumerate() { return port_.enumerate(); }
  /// What a read of the node gives.
  [[nodiscard]] std::span<const std::uint8_t> descriptors() const { return port_.descriptors(); }

  /// One ioctl; result and errno as the system call. `argument` and all that it points to in this process's memory; a URB
  /// and its buffer stay in place until it was reaped.
  int call(unsigned long request, void* argument);
  /// After simulated time has moved: unplugs what is gone from the bus, recovers what was reset or unplugs it.
  void follow_bus();
  /// Pulls the plug.
  void unplug();
  [[nodiscard]] bool unplugged() const { return unplugged_; }
  /// Transfers are under way: simulated time should go on.
  [[nodiscard]] bool busy() const { return !in_flight_.empty(); }
  [[nodiscard]] const UsbfsCounters& counters() const { return counters_; }

 private:
  struct Flight {
    usbdevfs_urb* urb;
    Transfer transfer;
  };
  using Flights = std::list<Flight>;

  void ended(Transfer& transfer) override;
  void cancel_flights(bool with_control);
  int submit(usbdevfs_urb* urb);
  int discard(usbdevfs_urb* urb);
  int reap(void* out);
  int control_call(void* argument);
  int set_interface(void* argument);
  int clear_halt(void* argument);
  int reset_call();

  UsbBus& bus_;
  Stepper& stepper_;
  Watcher& watcher_;
  HubPort port_;
  bool unplugged_ = false;
  std::set<std::uint32_t> claimed_;
  Flights in_flight_;
  Flights reapable_;
  UsbfsCounters counters_;
};

}  // namespace adoube::sim
