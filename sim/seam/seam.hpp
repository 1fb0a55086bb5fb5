// SPDX-License-Identifier: Apache-2.0
/// The simulated bus behind a file descriptor that unmodified libusb takes for a usbfs node
/// (`libusb_wrap_sys_device`). The executable defines `ioctl`, `read`, `lseek`, `lseek64` and `poll` (interpose.cpp);
/// for this one descriptor they end here, all others go to the kernel by raw system call. Where libusb would block in
/// `poll`, simulated time advances instead.
///
/// Time-outs of libusb run on the wall clock: over the seam every transfer has time-out 0, deadlines are the driver's,
/// in device time. The milliseconds a caller gives to `poll` are simulated milliseconds.
#pragma once
#include <poll.h>
#include <sys/types.h>

#include <cstdint>
#include <memory>

#include "rules/core/result.hpp"
#include "sim/seam/reap_gate.hpp"
#include "sim/seam/stepper.hpp"
#include "sim/seam/usb_bus.hpp"
#include "sim/seam/usbfs.hpp"

namespace adoube::sim {

/// What went through the seam; figures for tests and summaries.
struct SeamCounters {
  std::uint64_t ioctls = 0;
  std::uint64_t polls = 0;          ///< `poll` calls that had the descriptor in their set
  std::uint64_t waits = 0;          ///< of these, calls that advanced simulated time
  std::uint64_t transfers = 0;      ///< URBs taken
  std::uint64_t descriptor_reads = 0;
};

/// One plugged-in device. At most one exists in a process at a time (the interposed symbols are global).
class Seam final : private Usbfs::Watcher {
 public:
  /// Longest simulated time a single `poll` without end may advance; then it answers 0 ready descriptors, as after a
  /// time-out, so that a driver can look at its own deadlines.
  static constexpr std::uint64_t poll_limit_ms = 60'000;

  /// Checks that the interposed symbols are the ones libusb will call, waits for a device on the bus, resets it, gives
  /// it an address, reads its descriptors and selects its first configuration, all by real transfers.
  /// Errors: no_device (nothing pulls the line up), protocol (no answer or nonsense), usage (the symbols are not
  /// exported by the executable, or another seam exists). `bus` and `stepper` must outlive the seam.
  static Result<std::unique_ptr<Seam>> plug(UsbBus& bus, Stepper& stepper);

  Seam(const Seam&) = delete;
  Seam& operator=(const Seam&) = delete;
  ~Seam();

  /// For libusb_wrap_sys_device. Belongs to the seam: not to be closed, gone with it.
  [[nodiscard]] int descriptor() const { return write_end_; }
  [[nodiscard]] SeamCounters counters() const;

  /// Pulls the plug: every transfer ends as ESHUTDOWN, every call answers ENODEV, `poll` reports POLLERR.
  void unplug() { usbfs_.unplug(); }

  // What the interposed functions do for this descriptor; result and errno as the system calls.
  int on_ioctl(unsigned long request, void* argument) { return usbfs_.call(request, argument); }
  ssize_t on_read(void* buffer, std::size_t size);
  off_t on_lseek(off_t offset, int whence);
  int on_poll(pollfd* set, nfds_t count, int timeout_ms);

 private:
  Seam(UsbBus& bus, Stepper& stepper) : stepper_(stepper), usbfs_(bus, stepper, *this) {}

  Result<void> open_pipe();
  void on_reapable(bool some) override;
  void on_unplugged() override;

  Stepper& stepper_;
  int write_end_ = -1;
  int read_end_ = -1;
  ReapGate gate_;
  off_t position_ = 0;
  std::uint64_t polls_ = 0;
  std::uint64_t waits_ = 0;
  std::uint64_t descriptor_reads_ = 0;
  Usbfs usbfs_;  // last: its end still tells this object what came back
};

}  // namespace adoube::sim
