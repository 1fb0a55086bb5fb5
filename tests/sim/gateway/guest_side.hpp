// SPDX-License-Identifier: Apache-2.0
/// The other side of a usbredir stream, as a virtual machine would be: asks, and keeps what it hears.
#pragma once
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <usbredirparser.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace adoube::sim::test {

class GuestSide {
 public:
  struct Answer {
    std::uint8_t status;
    std::vector<std::uint8_t> data;
    std::size_t length;
  };

  /// On a pair of sockets.
  GuestSide() : GuestSide(pair()) {}
  /// On this stream, connected and non-blocking, which it closes.
  explicit GuestSide(int stream) : GuestSide(std::array{stream, -1}) {}
  ~GuestSide() {
    leave();
    if (ends_[1] >= 0) close(ends_[1]);
  }
  GuestSide(const GuestSide&) = delete;
  GuestSide& operator=(const GuestSide&) = delete;

  /// The end that the server is given.
  int server_end() const { return ends_[1]; }
  usbredirparser* parser() { return parser_.get(); }
  /// Sends what was asked, takes what has come.
  void exchange() {
    usbredirparser_do_write(parser());
    usbredirparser_do_read(parser());
  }
  void leave() {
    if (ends_[0] >= 0) close(ends_[0]);
    ends_[0] = -1;
  }
  void say(const std::string& bytes) {
    if (send(ends_[0], bytes.data(), bytes.size(), MSG_NOSIGNAL) < 0) throw std::runtime_error("the stream is closed");
  }

  void control(std::uint64_t id, std::uint8_t type, std::uint8_t request, std::uint16_t value, std::uint16_t index, std::uint16_t length,
               std::vector<std::uint8_t> data = {}) {
    usb_redir_control_packet_header header{static_cast<std::uint8_t>(type & 0x80U), request, type, 0, value, index, length};
    usbredirparser_send_control_packet(parser(), id, &header, data.empty() ? nullptr : data.data(), static_cast<int>(data.size()));
  }
  void bulk_in(std::uint64_t id, std::uint8_t endpoint, std::uint16_t length) {
    usb_redir_bulk_packet_header header{endpoint, 0, length, 0, 0};
    usbredirparser_send_bulk_packet(parser(), id, &header, nullptr, 0);
  }

  std::optional<usb_redir_device_connect_header> device;
  usb_redir_interface_info_header interfaces{};
  usb_redir_ep_info_header endpoints{};
  std::map<std::uint64_t, Answer> answers;
  std::vector<std::vector<std::uint8_t>> packets;
  std::optional<std::uint8_t> receiving;
  int arrivals = 0;
  int departures = 0;

 private:
  struct Free {
    void operator()(usbredirparser* parser) const { usbredirparser_destroy(parser); }
  };
  static std::array<int, 2> pair() {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()) != 0) throw std::runtime_error("no socket pair");
    return ends;
  }
  explicit GuestSide(std::array<int, 2> ends) : ends_(ends) {
    parser_.reset(usbredirparser_create());
    parser_->priv = this;
    parser_->log_func = [](void*, int, const char*) {};
    parser_->read_func = [](void* self, std::uint8_t* data, int count) { return of(self).read(data, count); };
    parser_->write_func = [](void* self, std::uint8_t* data, int count) {
      return static_cast<int>(send(of(self).ends_[0], data, static_cast<std::size_t>(count), MSG_NOSIGNAL));
    };
    parser_->hello_func = [](void*, usb_redir_hello_header*) {};
    parser_->device_connect_func = [](void* self, usb_redir_device_connect_header* header) {
      of(self).device = *header;
      ++of(self).arrivals;
    };
    parser_->device_disconnect_func = [](void* self) {
      of(self).device.reset();
      ++of(self).departures;
    };
    parser_->interface_info_func = [](void* self, usb_redir_interface_info_header* header) { of(self).interfaces = *header; };
    parser_->ep_info_func = [](void* self, usb_redir_ep_info_header* header) { of(self).endpoints = *header; };
    parser_->configuration_status_func = [](void* self, std::uint64_t id, usb_redir_configuration_status_header* header) {
      of(self).answers[id] = {header->status, {header->configuration}, 1};
    };
    parser_->alt_setting_status_func = [](void* self, std::uint64_t id, usb_redir_alt_setting_status_header* header) {
      of(self).answers[id] = {header->status, {header->alt}, 1};
    };
    parser_->interrupt_receiving_status_func = [](void* self, std::uint64_t, usb_redir_interrupt_receiving_status_header* header) {
      of(self).receiving = header->status;
    };
    parser_->control_packet_func = [](void* self, std::uint64_t id, usb_redir_control_packet_header* header, std::uint8_t* data, int size) {
      of(self).keep(id, header->status, header->length, data, size);
    };
    parser_->bulk_packet_func = [](void* self, std::uint64_t id, usb_redir_bulk_packet_header* header, std::uint8_t* data, int size) {
      of(self).keep(id, header->status, header->length | std::size_t{header->length_high} << 16U, data, size);
    };
    parser_->interrupt_packet_func = [](void* self, std::uint64_t, usb_redir_interrupt_packet_header*, std::uint8_t* data, int size) {
      of(self).packets.emplace_back(data, data + size);
      usbredirparser_free_packet_data(of(self).parser(), data);
    };
    std::array<std::uint32_t, USB_REDIR_CAPS_SIZE> capabilities{};
    for (const int capability : {usb_redir_cap_connect_device_version, usb_redir_cap_ep_info_max_packet_size, usb_redir_cap_64bits_ids,
                                 usb_redir_cap_32bits_bulk_length}) {
      usbredirparser_caps_set_cap(capabilities.data(), capability);
    }
    usbredirparser_init(parser(), "guest", capabilities.data(), USB_REDIR_CAPS_SIZE, 0);
  }
  static GuestSide& of(void* self) { return *static_cast<GuestSide*>(self); }
  int read(std::uint8_t* data, int count) {
    const auto got = recv(ends_[0], data, static_cast<std::size_t>(count), 0);
    return got < 0 && errno == EAGAIN ? 0 : got <= 0 ? -1 : static_cast<int>(got);
  }
  void keep(std::uint64_t id, std::uint8_t status, std::size_t length, std::uint8_t* data, int size) {
    answers[id] = {status, {data, data + size}, length};
    usbredirparser_free_packet_data(parser(), data);
  }

  std::array<int, 2> ends_;  // ours, and the one that the server is given
  std::unique_ptr<usbredirparser, Free> parser_;
};

}  // namespace adoube::sim::test
