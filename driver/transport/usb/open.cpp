// SPDX-License-Identifier: Apache-2.0
/// Finding boards and opening one: by its serial on the machine's buses, or behind a file descriptor.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "driver/transport/board_check.hpp"
#include "driver/transport/usb.hpp"
#include "driver/transport/usb/device.hpp"
#include "driver/transport/usb/libusb.hpp"
#include "driver/transport/usb/usb_transport.hpp"
#include "driver/wire/protocol.hpp"

namespace adoube::transport {
namespace {

using namespace usb;

/// Time between two tries to open a board, us.
constexpr Tick retry_pause = 50'000;

Result<Context> make_context(bool discovery) {
  if (!discovery) libusb_set_option(nullptr, LIBUSB_OPTION_NO_DEVICE_DISCOVERY);
  libusb_context* raw = nullptr;
  if (const int code = libusb_init(&raw); code != 0) return tl::unexpected(usb_error(code, "start libusb"));
  Context context(raw, libusb_exit);
  libusb_set_option(context.get(), LIBUSB_OPTION_LOG_LEVEL, LIBUSB_LOG_LEVEL_NONE);  // only the host program prints
  return context;
}

bool has_numbers(libusb_device* device, std::uint16_t vendor_id, std::uint16_t product_id) {
  libusb_device_descriptor descriptor{};
  return libusb_get_device_descriptor(device, &descriptor) == 0 && descriptor.idVendor == vendor_id && descriptor.idProduct == product_id;
}

Result<std::unique_ptr<Device>> open_device(const Context& context, libusb_device* device, const Clock& clock,
                                            const UsbOptions& options) {
  libusb_device_handle* raw = nullptr;
  if (const int code = libusb_open(device, &raw); code != 0) return tl::unexpected(usb_error(code, "open the board"));
  return std::make_unique<Device>(context, Handle(raw), clock, options);
}

Result<std::unique_ptr<Transport>> wrap(int fd, const UsbOptions& options, const Clock& clock) {
  auto context = make_context(false);
  if (!context) return tl::unexpected(std::move(context.error()));
  libusb_device_handle* raw = nullptr;
  if (const int code = libusb_wrap_sys_device(context->get(), static_cast<std::intptr_t>(fd), &raw); code != 0) {
    return tl::unexpected(usb_error(code, "open the simulated board"));
  }
  auto device = std::make_unique<Device>(*context, Handle(raw), clock, options);
  auto identity = identify(*device);
  if (!identity) return tl::unexpected(std::move(identity.error()));
  if (!options.serial.empty() && identity->serial != options.serial) {
    return fail(Cause::no_device, fmt::format("this board is {}, not {}", identity->serial, options.serial));
  }
  if (auto board = check_identity(*identity); !board) return tl::unexpected(std::move(board.error()));
  return take(std::move(device), std::move(*identity), options);
}

/// One try to find and open the board.
Result<std::unique_ptr<Transport>> open_once(const UsbOptions& options, const Clock& clock) {
  auto context = make_context(true);
  if (!context) return tl::unexpected(std::move(context.error()));
  std::unique_ptr<Device> chosen;
  Identity chosen_identity;
  std::optional<Error> problem;  // of a board that might have been the one
  {
    const DeviceList list(context->get());
    if (list.error() != 0) return tl::unexpected(usb_error(list.error(), "list the USB devices"));
    for (libusb_device* candidate : list.devices()) {
      if (!has_numbers(candidate, wire::usb::vendor_id, wire::usb::product_id)) continue;
      auto device = open_device(*context, candidate, clock, options);
      auto identity = device ? identify(**device) : Result<Identity>(tl::unexpect, device.error());
      if (!identity) {
        problem = std::move(identity.error());
        continue;
      }
      if (!options.serial.empty() && identity->serial != options.serial) continue;
      if (auto board = check_identity(*identity); !board) {  // a stranger does not stand in a board's way
        problem = std::move(board.error());
        continue;
      }
      if (chosen) {
        return fail(Cause::usage, fmt::format("there are several boards ({}, {}): name one by its serial",
                                              chosen_identity.serial, identity->serial));
      }
      chosen = std::move(*device);
      chosen_identity = std::move(*identity);
    }
  }
  if (chosen) return take(std::move(chosen), std::move(chosen_identity), options);
  if (problem) return tl::unexpected(std::move(*problem));
  return fail(Cause::no_device, options.serial.empty() ? "there is no Adoube board on this machine's USB"
                                                       : fmt::format("there is no board {} on this machine's USB", options.serial));
}

/// Errors that go away by themselves where a board has just been plugged in.
bool passing(const Error& error) {
  return error.cause == Cause::permission || error.cause == Cause::lost || error.cause == Cause::io;
}

}  // namespace

Result<std::unique_ptr<Transport>> open_usb(const UsbOptions& options, const Clock& clock) {
  if (options.fd) return wrap(*options.fd, options, clock);
  for (Tick waited = 0;; waited += retry_pause) {
    auto opened = open_once(options, clock);
    if (opened || !passing(opened.error()) || waited >= options.open_retry) return opened;
    auto context = make_context(true);
    if (!context) return tl::unexpected(std::move(context.error()));
    timeval wait{0, static_cast<suseconds_t>(retry_pause)};
    libusb_handle_events_timeout_completed(context->get(), &wait, nullptr);  // nothing to come: a bounded wait
  }
}

Result<std::vector<Found>> list_usb(const Clock& clock) {
  auto boards = list_usb(wire::usb::vendor_id, wire::usb::product_id, clock);
  if (!boards) return boards;
  for (Found& found : *boards) {
    if (found.problem) continue;
    if (auto board = check_identity(found.identity); !board) found.problem = std::move(board.error());
  }
  return boards;
}

Result<std::vector<Found>> list_usb(std::uint16_t vendor_id, std::uint16_t product_id, const Clock& clock) {
  auto context = make_context(true);
  if (!context) return tl::unexpected(std::move(context.error()));
  const DeviceList list(context->get());
  if (list.error() != 0) return tl::unexpected(usb_error(list.error(), "list the USB devices"));
  std::vector<Found> devices;
  for (libusb_device* candidate : list.devices()) {
    if (!has_numbers(candidate, vendor_id, product_id)) continue;
    Found found;
    auto device = open_device(*context, candidate, clock, {});
    auto identity = device ? identify(**device) : Result<Identity>(tl::unexpect, device.error());
    if (identity) {
      found.identity = std::move(*identity);
    } else {
      found.identity.vendor_id = vendor_id;
      found.identity.product_id = product_id;
      found.identity.speed = speed_name(libusb_get_device_speed(candidate));
      found.identity.bus = libusb_get_bus_number(candidate);
      found.identity.address = libusb_get_device_address(candidate);
      found.problem = std::move(identity.error());
    }
    devices.push_back(std::move(found));
  }
  std::sort(devices.begin(), devices.end(), [](const Found& a, const Found& b) {
    return std::pair(a.identity.bus, a.identity.address) < std::pair(b.identity.bus, b.identity.address);
  });
  return devices;
}

}  // namespace adoube::transport
