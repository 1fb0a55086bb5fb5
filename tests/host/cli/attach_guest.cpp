// SPDX-License-Identifier: Apache-2.0
// In the place of a virtual machine: takes the board at a socket, reads its descriptor and listens for events.
// usage: attach_guest PATH leave|stay
// Prints one line: VENDOR:PRODUCT, the length of the descriptor, how many packets of events came. "leave" ends with the first
// packet, "stay" when the board is taken away.
#include <poll.h>
#include <sys/un.h>

#include <chrono>
#include <cstdio>
#include <string_view>

#include "tests/sim/gateway/guest_side.hpp"

namespace {

using adoube::sim::test::GuestSide;

constexpr std::uint8_t events = 0x81;
constexpr auto patience = std::chrono::seconds(60);

int connected(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  const int stream = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(stream, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) return -1;
  fcntl(stream, F_SETFL, O_NONBLOCK);
  return stream;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const bool stays = std::string_view(argv[2]) == "stay";
  const int stream = connected(argv[1]);
  if (stream < 0) return 1;
  GuestSide guest(stream);
  const auto end = std::chrono::steady_clock::now() + patience;
  const auto until = [&](auto&& done) {
    while (!done() && std::chrono::steady_clock::now() < end) {
      guest.exchange();
      pollfd set{stream, POLLIN, 0};
      if (!done()) poll(&set, 1, 10);
    }
    return done();
  };
  if (!until([&] { return guest.device.has_value(); })) return 1;
  const auto device = *guest.device;
  guest.control(1, 0x80, 6, 0x0100, 0, 18);
  if (!until([&] { return guest.answers.contains(1); })) return 1;
  usb_redir_start_interrupt_receiving_header start{events};
  usbredirparser_send_start_interrupt_receiving(guest.parser(), 0, &start);
  if (!until([&] { return !guest.packets.empty(); })) return 1;
  if (stays && !until([&] { return guest.departures > 0; })) return 1;
  std::printf("%04x:%04x %zu %zu\n", device.vendor_id, device.product_id, guest.answers.at(1).data.size(), guest.packets.size());
}
