// SPDX-License-Identifier: Apache-2.0
#include "tests/umock/mocked_node.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/usbdevice_fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <stdexcept>
#include <utility>

#include "sim/bus/standard_request.hpp"

namespace adoube::test {
namespace {

constexpr const char* device_path = "/sys/devices/usb1/1-1";

[[noreturn]] void refuse(const std::string& what, GError* error) {
  const std::string reason = error != nullptr ? error->message : "";
  g_clear_error(&error);
  throw std::runtime_error(what + ": " + reason);
}

std::string hex(std::span<const std::uint8_t> bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += fmt::format("{:02X}", byte);
  return text;
}

UMockdevIoctlData* resolve(UMockdevIoctlData* data, std::size_t offset, std::size_t size) {
  return umockdev_ioctl_data_resolve(data, offset, size, nullptr);
}

}  // namespace

MockedNode::MockedNode(UMockdevTestbed* testbed, sim::UsbBus& bus, sim::Stepper& stepper, unsigned number)
    : testbed_(testbed),
      handler_(umockdev_ioctl_base_new()),
      stepper_(stepper),
      number_(fmt::format("{:03}", number)),
      node_("/dev/bus/usb/001/" + number_),
      path_(device_path),
      usbfs_(bus, stepper, *this) {
  if (auto found = usbfs_.enumerate(); !found) throw std::runtime_error(found.error().message);
  const auto ioctl_here = +[](UMockdevIoctlBase*, UMockdevIoctlClient* client, gpointer self) -> gboolean {
    return static_cast<MockedNode*>(self)->on_ioctl(client);
  };
  const auto gone_here = +[](UMockdevIoctlBase*, UMockdevIoctlClient*, gpointer self) { static_cast<MockedNode*>(self)->on_client_gone(); };
  g_signal_connect(handler_, "handle-ioctl", G_CALLBACK(ioctl_here), this);
  g_signal_connect(handler_, "client-vanished", G_CALLBACK(gone_here), this);
  GError* error = nullptr;
  if (umockdev_testbed_attach_ioctl(testbed_, node_.c_str(), handler_, &error) == FALSE) refuse("no mocked node", error);
  show();
  make_fifo();
}

MockedNode::~MockedNode() {
  umockdev_testbed_detach_ioctl(testbed_, node_.c_str(), nullptr);
  gate_.detach();
  if (fifo_ >= 0) close(fifo_);
  fifo_ = -1;
  for (const auto& [urb, data] : flights_) umockdev_ioctl_data_unref(data);
  g_object_unref(handler_);
}

// A string descriptor (USB 2.0, 9.6.7) in US English, of which the letters of ASCII; empty where the device has none.
std::string MockedNode::string(std::uint8_t index) {
  std::array<std::uint8_t, 255> room{};
  usbdevfs_ctrltransfer call{bus::request::of_device, bus::request::get_descriptor,
                             bus::descriptor_value(bus::descriptor_type::string, index), 0x0409, room.size(), 0, room.data()};
  const int length = index == 0 ? 0 : usbfs_.call(USBDEVFS_CONTROL, &call);
  std::string text;
  for (int at = 2; at + 1 < length; at += 2) text += static_cast<char>(room[static_cast<std::size_t>(at)]);
  return text;
}

// What the kernel would show in sysfs of a device with these descriptors; tells of its arrival too.
void MockedNode::show() {
  const auto device = usbfs_.descriptors();
  const auto word = [&](std::size_t at) { return device[at] | device[at + 1] << 8; };
  const std::string text = fmt::format(
      "P: /devices/usb1/1-1\nN: bus/usb/001/{0}\nE: SUBSYSTEM=usb\nE: DRIVER=usb\nE: BUSNUM=001\nE: DEVNUM={0}\n"
      "E: DEVNAME=/dev/bus/usb/001/{0}\nE: DEVTYPE=usb_device\nE: PRODUCT={1:x}/{2:x}/{3:x}\n"
      "A: bConfigurationValue=1\\n\nA: busnum=1\\n\nA: devnum={4}\\n\nA: speed=12\\n\nA: idVendor={1:04x}\\n\n"
      "A: idProduct={2:04x}\\n\nA: manufacturer={6}\\n\nA: product={7}\\n\nA: serial={8}\\n\nH: descriptors={5}\n",
      number_, word(8), word(10), word(12), std::stoi(number_), hex(device), string(device[14]), string(device[15]), string(device[16]));
  GError* error = nullptr;
  if (umockdev_testbed_add_from_string(testbed_, text.c_str(), &error) == FALSE) refuse("no mocked device", error);
}

void MockedNode::make_fifo() {
  gchar* root = umockdev_testbed_get_root_dir(testbed_);
  const std::string file = root + node_;
  g_free(root);
  unlink(file.c_str());
  if (mkfifo(file.c_str(), 0666) == 0) fifo_ = open(file.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (fifo_ < 0 || !gate_.attach(fifo_, fifo_)) throw std::runtime_error("no FIFO in place of the mocked node");
}

void MockedNode::on_reapable(bool some) { gate_.set(some); }

void MockedNode::on_unplugged() { gate_.set(true); }

bool MockedNode::step() {
  if (!usbfs_.busy()) return false;
  stepper_.run_until(stepper_.now() + sim::bit_times_per_ms);
  follow_bus();
  return true;
}

void MockedNode::follow_bus() {
  usbfs_.follow_bus();
  if (!usbfs_.unplugged() || std::exchange(removed_, true)) return;
  umockdev_testbed_uevent(testbed_, path_.c_str(), "remove");
  umockdev_testbed_remove_device(testbed_, path_.c_str());
}

void MockedNode::complete(UMockdevIoctlClient* client, int result) {
  umockdev_ioctl_client_complete(client, result, result < 0 ? errno : 0);
}

gboolean MockedNode::on_ioctl(UMockdevIoctlClient* client) {
  const auto request = static_cast<unsigned>(umockdev_ioctl_client_get_request(client));
  UMockdevIoctlData* argument = umockdev_ioctl_client_get_arg(client);
  switch (request) {
    case USBDEVFS_SUBMITURB: submit(client, argument); return TRUE;
    case USBDEVFS_DISCARDURB: discard(client, argument); return TRUE;
    case USBDEVFS_REAPURB:
    case USBDEVFS_REAPURBNDELAY: reap(client, argument); return TRUE;
    default: break;
  }
  void* memory = nullptr;
  if (_IOC_SIZE(request) > 0) {
    UMockdevIoctlData* copy = resolve(argument, 0, _IOC_SIZE(request));
    memory = copy->data;
    if (request == USBDEVFS_CONTROL) {
      const auto* call = static_cast<const usbdevfs_ctrltransfer*>(memory);
      if (call->wLength > 0) resolve(copy, offsetof(usbdevfs_ctrltransfer, data), call->wLength);
    }
  }
  complete(client, usbfs_.call(request, memory));
  return TRUE;
}

void MockedNode::submit(UMockdevIoctlClient* client, UMockdevIoctlData* argument) {
  auto* data = static_cast<UMockdevIoctlData*>(umockdev_ioctl_data_ref(resolve(argument, 0, sizeof(usbdevfs_urb))));
  auto* urb = reinterpret_cast<usbdevfs_urb*>(data->data);
  if (urb->buffer_length > 0) resolve(data, offsetof(usbdevfs_urb, buffer), static_cast<std::size_t>(urb->buffer_length));
  const int result = usbfs_.call(USBDEVFS_SUBMITURB, urb);
  if (result == 0) {
    flights_[urb] = data;
  } else {
    umockdev_ioctl_data_unref(data);
  }
  complete(client, result);
}

void MockedNode::discard(UMockdevIoctlClient* client, UMockdevIoctlData* argument) {
  const gulong wanted = *reinterpret_cast<const gulong*>(argument->data);
  for (const auto& [urb, data] : flights_) {
    if (data->client_addr != wanted) continue;
    complete(client, usbfs_.call(USBDEVFS_DISCARDURB, urb));
    return;
  }
  errno = EINVAL;
  complete(client, -1);
}

void MockedNode::reap(UMockdevIoctlClient* client, UMockdevIoctlData* argument) {
  usbdevfs_urb* urb = nullptr;
  const int result = usbfs_.call(USBDEVFS_REAPURBNDELAY, &urb);
  if (result != 0) {
    complete(client, result);
    return;
  }
  const auto flight = flights_.find(urb);
  umockdev_ioctl_data_set_ptr(resolve(argument, 0, sizeof(void*)), 0, flight->second);
  complete(client, 0);
  umockdev_ioctl_data_unref(flight->second);
  flights_.erase(flight);
}

// As the kernel when the last descriptor of a node is closed: what is under way is killed, its results go nowhere.
void MockedNode::on_client_gone() {
  for (const auto& [urb, data] : flights_) usbfs_.call(USBDEVFS_DISCARDURB, urb);
  while (usbfs_.busy()) stepper_.run_until(stepper_.now() + sim::bit_times_per_ms);
  usbdevfs_urb* urb = nullptr;
  while (usbfs_.call(USBDEVFS_REAPURBNDELAY, &urb) == 0) {
    const auto flight = flights_.find(urb);
    umockdev_ioctl_data_unref(flight->second);
    flights_.erase(flight);
  }
}

}  // namespace adoube::test
