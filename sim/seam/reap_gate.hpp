// SPDX-License-Identifier: Apache-2.0
/// What makes libusb's `poll` return: it waits until a usbfs node is writable, that is, until something can be reaped. A pipe
/// that is full is not writable; drained, it is.
#pragma once
#include "rules/core/result.hpp"

namespace adoube::sim {

class ReapGate {
 public:
  /// Both ends of one pipe, non-blocking, or a FIFO that is open both ways, twice. They stay the caller's. Makes it as small
  /// as a pipe can be (one page) and shuts it. Error: Cause::io, if the kernel refuses.
  Result<void> attach(int read_end, int write_end);
  /// Before the ends are closed.
  void detach() { read_end_ = write_end_ = -1; }
  /// Opens or shuts; nothing if it is so already, or detached.
  void set(bool open);

 private:
  int read_end_ = -1;
  int write_end_ = -1;
  bool open_ = true;
};

}  // namespace adoube::sim
