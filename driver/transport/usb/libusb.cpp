// SPDX-License-Identifier: Apache-2.0
#include "driver/transport/usb/libusb.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "driver/transport/usb.hpp"

namespace adoube::transport {
namespace usb {

const char* speed_name(int speed) {
  switch (speed) {
    case LIBUSB_SPEED_LOW: return "low";
    case LIBUSB_SPEED_FULL: return "full";
    case LIBUSB_SPEED_HIGH: return "high";
    case LIBUSB_SPEED_SUPER: return "super";
    case LIBUSB_SPEED_SUPER_PLUS: return "super plus";
    default: return "unknown";
  }
}

TransferEnd end_of(libusb_transfer_status status) {
  switch (status) {
    case LIBUSB_TRANSFER_COMPLETED: return TransferEnd::completed;
    case LIBUSB_TRANSFER_TIMED_OUT: return TransferEnd::timed_out;
    case LIBUSB_TRANSFER_CANCELLED: return TransferEnd::cancelled;
    case LIBUSB_TRANSFER_STALL: return TransferEnd::stall;
    case LIBUSB_TRANSFER_NO_DEVICE: return TransferEnd::no_device;
    case LIBUSB_TRANSFER_OVERFLOW: return TransferEnd::overflow;
    default: return TransferEnd::error;
  }
}

}  // namespace usb

Error usb_error(int code, const std::string& doing) {
  const auto error = [&](Cause cause, std::string_view why) { return Error{cause, fmt::format("cannot {}: {}", doing, why)}; };
  switch (code) {
    case LIBUSB_ERROR_IO: return error(Cause::io, "the USB transfer failed; check the cable and the hub");
    case LIBUSB_ERROR_INVALID_PARAM: return error(Cause::usage, "libusb refuses the parameters");
    case LIBUSB_ERROR_ACCESS:
      return error(Cause::permission, "permission denied; install the rule file 70-adoube.rules in /etc/udev/rules.d, run "
                                      "'udevadm control --reload' and plug the board in again");
    case LIBUSB_ERROR_NO_DEVICE: return error(Cause::lost, "the board is gone (unplugged or without power)");
    case LIBUSB_ERROR_NOT_FOUND: return error(Cause::no_device, "there is no such board, interface or transfer");
    case LIBUSB_ERROR_BUSY: return error(Cause::busy, "another program holds the board");
    case LIBUSB_ERROR_TIMEOUT: return error(Cause::timeout, "the board did not answer in time");
    case LIBUSB_ERROR_OVERFLOW: return error(Cause::protocol, "the board sent more than was asked for");
    case LIBUSB_ERROR_PIPE: return error(Cause::protocol, "the board refused (STALL)");
    case LIBUSB_ERROR_INTERRUPTED: return error(Cause::io, "a signal interrupted the wait");
    case LIBUSB_ERROR_NO_MEM: return error(Cause::io, "out of memory; the kernel's limit for USB buffers may be used up");
    case LIBUSB_ERROR_NOT_SUPPORTED: return error(Cause::io, "this machine's USB does not support it");
    case LIBUSB_ERROR_OTHER: return error(Cause::io, "libusb knows no reason");
    default: return error(Cause::io, fmt::format("libusb returned {}", code));
  }
}

std::string usb_library_version() {
  const libusb_version* version = libusb_get_version();
  return fmt::format("{}.{}.{}", version->major, version->minor, version->micro);
}

}  // namespace adoube::transport
