// SPDX-License-Identifier: Apache-2.0
// A libusb with devices on it that answer as the environment says, in the place of the real one, so that the program can
// meet devices that are no board, and boards that lose what a simulated one does not. A board says hello and nothing else.
//
// PLANTED_DEVICES: devices parted by '|', each a list of NAME=VALUE parted by ';' on top of a good board. Names: vendor and
// id (its numbers), product, serial, closed (1: it may not be opened), speed (1 low, 2 full, 3 high), magic, protocol, refuses (1: registers are refused), busy (1: another program has
// it), mute (1: no interrupt endpoint), capture (the endpoint of raw samples is there; the scans it has, as periods from the
// first one parted by ',', three a packet).
#include <libusb.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "driver/wire/capture.hpp"
#include "driver/wire/packet.hpp"
#include "driver/wire/protocol.hpp"

namespace wire = adoube::wire;

// libusb leaves these to whoever implements it.
struct libusb_context {};
struct libusb_device {
  std::map<std::string, std::string> planted;
  std::map<std::uint16_t, std::uint32_t> written;             // registers
  std::map<std::uint8_t, std::deque<wire::Bytes>> packets;    // by endpoint
  std::map<std::uint8_t, std::deque<libusb_transfer*>> asked;  // the same
  unsigned number(const std::string& name, unsigned otherwise) const {
    const auto found = planted.find(name);
    return found == planted.end() ? otherwise : static_cast<unsigned>(std::stoul(found->second, nullptr, 0));
  }
};
struct libusb_device_handle {
  libusb_device* device;
};

namespace {

std::deque<libusb_device>& devices() {
  static std::deque<libusb_device> all = [] {
    std::deque<libusb_device> made;
    const char* text = std::getenv("PLANTED_DEVICES");
    std::istringstream list(text == nullptr ? "" : text);
    for (std::string one; std::getline(list, one, '|');) {
      libusb_device& device = made.emplace_back();
      std::istringstream pairs(one);
      for (std::string pair; std::getline(pairs, pair, ';');) {
        const std::size_t equals = pair.find('=');
        if (equals != std::string::npos) device.planted[pair.substr(0, equals)] = pair.substr(equals + 1);
      }
    }
    return made;
  }();
  return all;
}

int handles_open = 0;

std::deque<libusb_transfer*>& ended() {
  static std::deque<libusb_transfer*> all;
  return all;
}

std::vector<std::uint8_t> text_descriptor(const std::string& text) {
  std::vector<std::uint8_t> bytes{static_cast<std::uint8_t>(2 + 2 * text.size()), 3};
  for (const char c : text) bytes.insert(bytes.end(), {static_cast<std::uint8_t>(c), 0});
  return bytes;
}

constexpr std::uint8_t events = 0x81, capture = 0x82;
constexpr std::uint32_t period = 126;  // and the value of every other register

void hello(libusb_device& device, std::uint32_t epoch) {
  wire::HelloPacket body;
  body.protocol = wire::protocol::version;
  body.scan_period = body.hold_presence = body.hold_touch = body.hold_auxiliary = period;
  body.chatter_max = 10 * period;
  body.epoch = epoch;
  device.packets[events].push_back(*wire::encode(wire::Packet{.sequence = 0, .base = period, .body = body}));
}

void scans(libusb_device& device) {
  std::istringstream list(device.planted["capture"]);
  wire::CapturePacket packet;
  std::size_t filled = 0;
  for (std::string periods; std::getline(list, periods, ',');) {
    packet.scans[filled].tick = static_cast<std::uint32_t>((2 + std::stoul(periods)) * period);
    filled = (filled + 1) % packet.scans.size();
    if (filled == 0) device.packets[capture].push_back(wire::encode(packet));
  }
}

void write(libusb_device& device, std::uint16_t address, std::uint32_t value) {
  device.written[address] = value;
  if (address == wire::reg::epoch) hello(device, value);
  if (address == wire::reg::capture && value == 1) scans(device);
}

/// What a device answers; empty: STALL.
std::vector<std::uint8_t> answer(const libusb_device& device, const libusb_control_setup& setup) {
  const auto planted = [&](const char* name, const std::string& otherwise) {
    const auto found = device.planted.find(name);
    return text_descriptor(found == device.planted.end() ? otherwise : found->second);
  };
  if (setup.bmRequestType == 0x80 && setup.bRequest == LIBUSB_REQUEST_GET_DESCRIPTOR) {
    switch (libusb_le16_to_cpu(setup.wValue)) {
      case 0x0301: return planted("manufacturer", std::string(wire::usb::manufacturer));
      case 0x0302: return planted("product", std::string(wire::usb::product));
      case 0x0303: return planted("serial", "PLANTED-1");
      default: return {};
    }
  }
  if (setup.bmRequestType == 0xC0 && setup.bRequest == wire::request::read_register && device.number("refuses", 0) == 0) {
    const std::uint16_t address = libusb_le16_to_cpu(setup.wIndex);
    const auto written = device.written.find(address);
    const unsigned value = written != device.written.end() ? written->second
                           : address == wire::reg::magic      ? device.number("magic", wire::protocol::magic)
                           : address == wire::reg::protocol   ? device.number("protocol", wire::protocol::version)
                           : address == wire::reg::row_period ? wire::front::parallel.row_us
                                                              : period;
    return {static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8U), static_cast<std::uint8_t>(value >> 16U),
            static_cast<std::uint8_t>(value >> 24U)};
  }
  return {};
}

}  // namespace

extern "C" {

int LIBUSB_CALL libusb_init(libusb_context** context) {
  static libusb_context only;
  *context = &only;
  return 0;
}
void LIBUSB_CALL libusb_exit(libusb_context*) {
  if (handles_open == 0) return;
  std::fputs("libusb was ended before its devices were closed\n", stderr);
  std::abort();
}
int LIBUSB_CALL libusb_set_option(libusb_context*, enum libusb_option, ...) { return 0; }
const struct libusb_version* LIBUSB_CALL libusb_get_version(void) {
  static const libusb_version version{1, 0, 26, 0, "", "planted"};
  return &version;
}

ssize_t LIBUSB_CALL libusb_get_device_list(libusb_context*, libusb_device*** list) {
  const std::size_t count = devices().size();
  *list = new libusb_device*[count + 1];
  for (std::size_t i = 0; i < count; ++i) (*list)[i] = &devices()[i];
  return static_cast<ssize_t>(count);
}
void LIBUSB_CALL libusb_free_device_list(libusb_device** list, int) { delete[] list; }
int LIBUSB_CALL libusb_get_device_descriptor(libusb_device* device, struct libusb_device_descriptor* descriptor) {
  std::memcpy(descriptor, wire::descriptor::device.data(), wire::descriptor::device.size());
  descriptor->idVendor = static_cast<std::uint16_t>(device->number("vendor", descriptor->idVendor));
  descriptor->idProduct = static_cast<std::uint16_t>(device->number("id", descriptor->idProduct));
  return 0;
}
int LIBUSB_CALL libusb_get_device_speed(libusb_device* device) { return static_cast<int>(device->number("speed", LIBUSB_SPEED_FULL)); }
uint8_t LIBUSB_CALL libusb_get_bus_number(libusb_device*) { return 1; }
uint8_t LIBUSB_CALL libusb_get_device_address(libusb_device* device) {
  return static_cast<uint8_t>(5 + std::find_if(devices().begin(), devices().end(), [&](auto& d) { return &d == device; }) - devices().begin());
}
int LIBUSB_CALL libusb_get_active_config_descriptor(libusb_device* device, struct libusb_config_descriptor** config) {
  static std::array<libusb_endpoint_descriptor, 2> endpoints{};
  static libusb_interface_descriptor setting{};
  static libusb_interface interface{};
  static libusb_config_descriptor only{};
  endpoints[0].bEndpointAddress = events;
  endpoints[0].bmAttributes = device->number("mute", 0) != 0 ? LIBUSB_TRANSFER_TYPE_BULK : LIBUSB_TRANSFER_TYPE_INTERRUPT;
  endpoints[1].bEndpointAddress = capture;
  endpoints[1].bmAttributes = LIBUSB_TRANSFER_TYPE_BULK;
  endpoints[0].wMaxPacketSize = endpoints[1].wMaxPacketSize = 64;
  setting.bNumEndpoints = device->planted.contains("capture") ? 2 : 1;
  setting.endpoint = endpoints.data();
  interface.altsetting = &setting;
  interface.num_altsetting = 1;
  only.bNumInterfaces = 1;
  only.interface = &interface;
  *config = &only;
  return 0;
}
void LIBUSB_CALL libusb_free_config_descriptor(struct libusb_config_descriptor*) {}

int LIBUSB_CALL libusb_open(libusb_device* device, libusb_device_handle** handle) {
  if (device->number("closed", 0) != 0) return LIBUSB_ERROR_ACCESS;
  *handle = new libusb_device_handle{device};
  ++handles_open;
  return 0;
}
int LIBUSB_CALL libusb_wrap_sys_device(libusb_context*, intptr_t, libusb_device_handle**) { return LIBUSB_ERROR_NOT_SUPPORTED; }
void LIBUSB_CALL libusb_close(libusb_device_handle* handle) {
  --handles_open;
  delete handle;
}
libusb_device* LIBUSB_CALL libusb_get_device(libusb_device_handle* handle) { return handle->device; }
int LIBUSB_CALL libusb_set_auto_detach_kernel_driver(libusb_device_handle*, int) { return 0; }
int LIBUSB_CALL libusb_claim_interface(libusb_device_handle* handle, int) {
  return handle->device->number("busy", 0) != 0 ? LIBUSB_ERROR_BUSY : 0;
}
int LIBUSB_CALL libusb_release_interface(libusb_device_handle*, int) { return 0; }
int LIBUSB_CALL libusb_clear_halt(libusb_device_handle*, unsigned char) { return 0; }

struct libusb_transfer* LIBUSB_CALL libusb_alloc_transfer(int) { return new libusb_transfer{}; }
void LIBUSB_CALL libusb_free_transfer(struct libusb_transfer* transfer) { delete transfer; }
int LIBUSB_CALL libusb_cancel_transfer(struct libusb_transfer* transfer) {
  auto& asked = transfer->dev_handle->device->asked[transfer->endpoint];
  if (std::erase(asked, transfer) == 0) return LIBUSB_ERROR_NOT_FOUND;
  transfer->status = LIBUSB_TRANSFER_CANCELLED;
  transfer->actual_length = 0;
  ended().push_back(transfer);
  return 0;
}
int LIBUSB_CALL libusb_submit_transfer(struct libusb_transfer* transfer) {
  libusb_device& device = *transfer->dev_handle->device;
  if (transfer->type != LIBUSB_TRANSFER_TYPE_CONTROL) {
    device.asked[transfer->endpoint].push_back(transfer);
    return 0;
  }
  const libusb_control_setup& setup = *libusb_control_transfer_get_setup(transfer);
  const std::uint8_t* data = libusb_control_transfer_get_data(transfer);
  std::vector<std::uint8_t> bytes;
  bool good = setup.bmRequestType == 0x40 && setup.bRequest == wire::request::write_register && libusb_le16_to_cpu(setup.wLength) == 4;
  if (good) {
    write(device, libusb_le16_to_cpu(setup.wIndex), data[0] | std::uint32_t{data[1]} << 8U | std::uint32_t{data[2]} << 16U | std::uint32_t{data[3]} << 24U);
  } else {
    bytes = answer(device, setup);
    good = !bytes.empty();
  }
  const std::size_t size = std::min<std::size_t>(bytes.size(), libusb_le16_to_cpu(setup.wLength));
  std::copy_n(bytes.begin(), size, libusb_control_transfer_get_data(transfer));
  transfer->actual_length = static_cast<int>(size);
  transfer->status = good ? LIBUSB_TRANSFER_COMPLETED : LIBUSB_TRANSFER_STALL;
  ended().push_back(transfer);
  return 0;
}
int LIBUSB_CALL libusb_handle_events_timeout_completed(libusb_context*, struct timeval* wait, int*) {
  for (libusb_device& device : devices()) {
    for (auto& [endpoint, packets] : device.packets) {
      auto& asked = device.asked[endpoint];
      while (!packets.empty() && !asked.empty()) {
        const auto bytes = packets.front().view();
        std::copy(bytes.begin(), bytes.end(), asked.front()->buffer);
        asked.front()->actual_length = static_cast<int>(bytes.size());
        asked.front()->status = LIBUSB_TRANSFER_COMPLETED;
        ended().push_back(asked.front());
        packets.pop_front();
        asked.pop_front();
      }
    }
  }
  if (ended().empty()) poll(nullptr, 0, static_cast<int>(wait->tv_sec * 1'000 + wait->tv_usec / 1'000));
  while (!ended().empty()) {
    libusb_transfer* transfer = ended().front();
    ended().pop_front();
    transfer->callback(transfer);
  }
  return 0;
}

}  // extern "C"
