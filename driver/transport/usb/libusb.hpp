// SPDX-License-Identifier: Apache-2.0
/// The program's one include of libusb's header: what libusb owns as types that let go of it, and what it says as words of
/// ours. The headers of this folder are its own; everybody else sees driver/transport/usb.hpp.
#pragma once
#include <libusb.h>

#include <memory>
#include <span>

#include "driver/transport/ring_policy.hpp"

namespace adoube::transport::usb {

struct HandleClose {
  void operator()(libusb_device_handle* handle) const { libusb_close(handle); }
};
struct TransferFree {
  void operator()(libusb_transfer* transfer) const { libusb_free_transfer(transfer); }
};
struct ConfigFree {
  void operator()(libusb_config_descriptor* config) const { libusb_free_config_descriptor(config); }
};
/// Every device that was opened holds on to it: libusb may end only when the last of them is closed.
using Context = std::shared_ptr<libusb_context>;
using Handle = std::unique_ptr<libusb_device_handle, HandleClose>;
using TransferPtr = std::unique_ptr<libusb_transfer, TransferFree>;
using Config = std::unique_ptr<libusb_config_descriptor, ConfigFree>;

/// The devices of the bus, each referenced once; walked by count.
class DeviceList {
 public:
  explicit DeviceList(libusb_context* context) : count_(libusb_get_device_list(context, &list_)) {}
  DeviceList(const DeviceList&) = delete;
  DeviceList& operator=(const DeviceList&) = delete;
  ~DeviceList() {
    if (list_ != nullptr) libusb_free_device_list(list_, 1);
  }
  /// libusb's error code, or 0.
  [[nodiscard]] int error() const { return count_ < 0 ? static_cast<int>(count_) : 0; }
  [[nodiscard]] std::span<libusb_device* const> devices() const {
    return {list_, count_ < 0 ? 0 : static_cast<std::size_t>(count_)};
  }

 private:
  libusb_device** list_ = nullptr;
  ssize_t count_;
};

/// The word of Identity::speed.
const char* speed_name(int speed);

/// How a transfer ended; what libusb may come to say besides is an error.
TransferEnd end_of(libusb_transfer_status status);

}  // namespace adoube::transport::usb
