// SPDX-License-Identifier: Apache-2.0
#include "driver/transport/usb/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "driver/transport/usb_text.hpp"

namespace adoube::transport::usb {
namespace {

/// One wait for events, where several may be needed, us.
constexpr Tick pass = 10'000;
/// Waits that may end without the clock having moved: a clock that stands still must not make a bounded wait endless.
constexpr int still_passes = 1000;
constexpr std::size_t control_most = 255;

/// The first IN endpoint of that type in an interface.
std::optional<Endpoint> find_in(const libusb_interface_descriptor& setting, std::uint8_t type, const char* name) {
  for (const auto& endpoint : std::span(setting.endpoint, setting.bNumEndpoints)) {
    const std::size_t size = endpoint.wMaxPacketSize & 0x7FFu;
    if ((endpoint.bmAttributes & 3) == type && (endpoint.bEndpointAddress & LIBUSB_ENDPOINT_IN) != 0 && size != 0) {
      return Endpoint{endpoint.bEndpointAddress, size, name, type};
    }
  }
  return std::nullopt;
}

}  // namespace

void LIBUSB_CALL on_done(libusb_transfer* transfer) {
  auto* slot = static_cast<Slot*>(transfer->user_data);
  if (slot->state == SlotState::abandoned) return;
  slot->state = SlotState::completing;
  if (slot->done != nullptr) slot->done->push_back(slot);
}

Result<void> Device::events(Tick at_most) {
  timeval wait{static_cast<time_t>(at_most / 1'000'000), static_cast<suseconds_t>(at_most % 1'000'000)};
  const int code = libusb_handle_events_timeout_completed(context_.get(), &wait, nullptr);
  if (code != 0 && code != LIBUSB_ERROR_INTERRUPTED) return tl::unexpected(usb_error(code, "wait for the bus"));
  return {};
}

Result<bool> Device::events_until(Tick deadline, const std::function<bool()>& ready) {
  Tick seen = clock_->now();
  const Tick end = seen + deadline;
  for (int still = 0; !ready(); ++still) {
    const Tick now = clock_->now();
    if (now != seen) still = 0;
    seen = now;
    if (now >= end || still >= still_passes) return false;
    if (auto done = events(pass); !done) return tl::unexpected(std::move(done.error()));
  }
  return true;
}

Result<std::size_t> Device::control(std::uint8_t type, std::uint8_t request, std::uint16_t value, std::uint16_t index,
                                    std::span<std::uint8_t> data, const std::string& doing) {
  if (!control_) {
    control_ = std::make_unique<Slot>();
    control_->buffer.resize(LIBUSB_CONTROL_SETUP_SIZE + control_most);
  }
  Slot& slot = *control_;
  if (!slot.transfer) return tl::unexpected(usb_error(LIBUSB_ERROR_NO_MEM, doing));
  const bool in = (type & LIBUSB_ENDPOINT_IN) != 0;
  libusb_fill_control_setup(slot.buffer.data(), type, request, value, index, static_cast<std::uint16_t>(data.size()));
  if (!in) std::copy(data.begin(), data.end(), slot.buffer.begin() + LIBUSB_CONTROL_SETUP_SIZE);
  libusb_fill_control_transfer(slot.transfer.get(), handle_.get(), slot.buffer.data(), on_done, &slot, 0);
  if (const int code = libusb_submit_transfer(slot.transfer.get()); code != 0) return tl::unexpected(usb_error(code, doing));
  slot.state = SlotState::pending;
  const auto back = [&] { return slot.state == SlotState::completing; };
  auto ended = events_until(options_.control_deadline, back);
  const bool late = ended && !*ended;
  if (!ended || late) {
    libusb_cancel_transfer(slot.transfer.get());
    const auto cancelled = events_until(options_.stop_deadline, back);
    if (!cancelled || !*cancelled) abandon(std::move(control_));
    else slot.state = SlotState::idle;
    if (!ended) return tl::unexpected(std::move(ended.error()));
    ++timeouts;
    return fail(Cause::timeout, fmt::format("cannot {}: no answer within {} ms", doing, options_.control_deadline / 1000));
  }
  slot.state = SlotState::idle;
  const auto moved = static_cast<std::size_t>(std::max(slot.transfer->actual_length, 0));
  switch (end_of(slot.transfer->status)) {
    case TransferEnd::completed: break;
    case TransferEnd::stall: return fail(Cause::protocol, fmt::format("cannot {}: the board refused", doing));
    case TransferEnd::no_device: return tl::unexpected(usb_error(LIBUSB_ERROR_NO_DEVICE, doing));
    case TransferEnd::overflow: return tl::unexpected(usb_error(LIBUSB_ERROR_OVERFLOW, doing));
    default: return tl::unexpected(usb_error(LIBUSB_ERROR_IO, doing));
  }
  if (in) std::copy_n(slot.buffer.begin() + LIBUSB_CONTROL_SETUP_SIZE, std::min(moved, data.size()), data.begin());
  return std::min(moved, data.size());
}

Result<std::string> Device::string(std::uint8_t index, const std::string& what) {
  if (index == 0) return std::string{};
  constexpr std::uint16_t us_english = 0x0409;
  std::array<std::uint8_t, control_most> bytes{};
  auto size = control(LIBUSB_ENDPOINT_IN, LIBUSB_REQUEST_GET_DESCRIPTOR,
                      static_cast<std::uint16_t>(LIBUSB_DT_STRING << 8 | index), us_english, bytes, "read the " + what);
  if (!size) return tl::unexpected(std::move(size.error()));
  return string_descriptor(std::span(bytes).first(*size));
}

void Device::abandon(std::unique_ptr<Slot> slot) {
  static auto* const left_behind = new std::vector<std::unique_ptr<Slot>>;
  slot->state = SlotState::abandoned;
  ++abandoned;
  left_behind->push_back(std::move(slot));
}

Result<Identity> identify(Device& device) {
  libusb_device_descriptor descriptor{};
  if (const int code = libusb_get_device_descriptor(device.device(), &descriptor); code != 0) {
    return tl::unexpected(usb_error(code, "read the device descriptor"));
  }
  Identity identity;
  identity.vendor_id = descriptor.idVendor;
  identity.product_id = descriptor.idProduct;
  identity.device_release = descriptor.bcdDevice;
  identity.speed = speed_name(libusb_get_device_speed(device.device()));
  identity.bus = libusb_get_bus_number(device.device());
  identity.address = libusb_get_device_address(device.device());
  for (const auto& [index, what, text] : {std::tuple{descriptor.iSerialNumber, "serial number", &identity.serial},
                                          {descriptor.iManufacturer, "manufacturer's name", &identity.manufacturer},
                                          {descriptor.iProduct, "product's name", &identity.product}}) {
    auto read = device.string(index, what);
    if (!read) return tl::unexpected(std::move(read.error()));
    *text = std::move(*read);
  }
  return identity;
}

Result<Endpoints> find_endpoints(libusb_device* device) {
  libusb_config_descriptor* raw = nullptr;
  if (const int code = libusb_get_active_config_descriptor(device, &raw); code != 0) {
    return tl::unexpected(usb_error(code, "read the configuration descriptor"));
  }
  const Config config(raw);
  for (const auto& interface : std::span(config->interface, config->bNumInterfaces)) {
    if (interface.num_altsetting < 1) continue;
    const auto& setting = interface.altsetting[0];
    if (const auto events = find_in(setting, LIBUSB_TRANSFER_TYPE_INTERRUPT, "event")) {
      return Endpoints{setting.bInterfaceNumber, *events, find_in(setting, LIBUSB_TRANSFER_TYPE_BULK, "capture")};
    }
  }
  return fail(Cause::protocol, "the device has no interrupt IN endpoint: not an Adoube board");
}

}  // namespace adoube::transport::usb
