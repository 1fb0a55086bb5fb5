// SPDX-License-Identifier: Apache-2.0
/// The simulated device as a mocked one of umockdev: programs outside that run under its preload library find it in sysfs,
/// open its node and hear it come and go.
#pragma once
#include <umockdev.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "sim/seam/reap_gate.hpp"
#include "sim/seam/usbfs.hpp"

struct usbdevfs_urb;

namespace adoube::test {

/// One plugged-in device, from its enumeration to its removal. One program at a time may transfer.
///
/// A mocked node is a regular file, always writable, so that libusb would spin: it is replaced by a FIFO that is full while
/// nothing can be reaped. No reap is ever held back: the preload library would block all of the program.
class MockedNode final : private sim::Usbfs::Watcher {
 public:
  /// `number`: device number on bus 1, and of the node. Throws std::runtime_error with the reason where it cannot be shown.
  MockedNode(UMockdevTestbed* testbed, sim::UsbBus& bus, sim::Stepper& stepper, unsigned number);
  ~MockedNode();
  MockedNode(const MockedNode&) = delete;
  MockedNode& operator=(const MockedNode&) = delete;

  /// Simulates a frame where a transfer is under way; false: nobody waits for anything.
  bool step();
  /// Looks whether the device is still there. When it is not: ends what is under way, answers ENODEV from then on, and only
  /// then tells of the removal, as programs may otherwise meet a node without device.
  void follow_bus();

 private:
  std::string string(std::uint8_t index);
  void show();
  void make_fifo();
  gboolean on_ioctl(UMockdevIoctlClient* client);
  void on_client_gone();
  void submit(UMockdevIoctlClient* client, UMockdevIoctlData* argument);
  void discard(UMockdevIoctlClient* client, UMockdevIoctlData* argument);
  void reap(UMockdevIoctlClient* client, UMockdevIoctlData* argument);
  void complete(UMockdevIoctlClient* client, int result);
  void on_reapable(bool some) override;
  void on_unplugged() override;

  UMockdevTestbed* testbed_;
  UMockdevIoctlBase* handler_;
  sim::Stepper& stepper_;
  std::string number_;  // three digits
  std::string node_;    // /dev/bus/usb/001/...
  std::string path_;    // of the device in sysfs
  int fifo_ = -1;
  sim::ReapGate gate_;
  bool removed_ = false;
  std::map<usbdevfs_urb*, UMockdevIoctlData*> flights_;  // our copy, and umockdev's view of the program's memory
  sim::Usbfs usbfs_;  // last: its end still tells this object what came back
};

}  // namespace adoube::test
