// SPDX-License-Identifier: Apache-2.0
// The socket, the pace and the loop round the server.
#include <sys/socket.h>
#include <sys/un.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>

#include "sim/gateway/pace.hpp"
#include "sim/gateway/serve.hpp"
#include "sim/gateway/unix_socket.hpp"
#include "tests/sim/gateway/guest_side.hpp"
#include "tests/sim/seam/packet_device.hpp"

namespace adoube::sim::test {
namespace {

// A folder of this test alone.
struct Folder {
  std::filesystem::path path;
  Folder() {
    std::string name = std::filesystem::temp_directory_path() / "adoube-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder");
    path = name;
  }
  ~Folder() { std::filesystem::remove_all(path); }
};

}  // namespace

BOOST_AUTO_TEST_CASE(pace_follows_the_clock_and_no_faster) {
  Pace pace(4);
  BOOST_TEST(pace.until(1'000, 0) == 0U);
  BOOST_TEST(pace.until(2'000, 0) == 4 * bit_times_per_ms);
  BOOST_TEST(pace.until(3'000, 4 * bit_times_per_ms) == 8 * bit_times_per_ms);
}

BOOST_AUTO_TEST_CASE(pace_forgets_what_was_not_used) {
  Pace pace(1);
  pace.until(0, 0);
  const std::uint64_t now = 5 * bit_times_per_ms;
  BOOST_TEST(pace.until(60'000'000, now) == now + 20 * bit_times_per_ms);
}

BOOST_AUTO_TEST_CASE(socket_has_a_name_while_it_lives) {
  Folder folder;
  const std::string path = folder.path / "s";
  {
    auto socket = UnixSocket::listen(path);
    BOOST_REQUIRE(socket);
    BOOST_TEST(std::filesystem::is_socket(path));
    const auto second = UnixSocket::listen(path);
    BOOST_REQUIRE(!second);
    BOOST_TEST((second.error().cause == Cause::busy));
    BOOST_TEST(std::filesystem::is_socket(path));
    // The look of the second was a connection too: lab::attach() lets it go.
    auto peer = socket->accept(0);
    BOOST_TEST((peer && peer->get() >= 0));
    auto nobody = socket->accept(0);
    BOOST_TEST((nobody && nobody->get() < 0));
  }
  BOOST_TEST(!std::filesystem::exists(path));
}

BOOST_AUTO_TEST_CASE(a_socket_that_was_left_is_taken_over_and_no_other) {
  Folder folder;
  const std::string path = folder.path / "s";
  const auto bound = [&](int type) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    OwnedDescriptor socket(::socket(AF_UNIX, type, 0));
    BOOST_TEST_REQUIRE(bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    return socket;
  };
  bound(SOCK_STREAM);  // and closed
  BOOST_TEST(UnixSocket::listen(path).has_value());
  BOOST_TEST(!std::filesystem::exists(path));
  {
    // Not ours to take: somebody receives there, only no streams.
    const OwnedDescriptor other = bound(SOCK_DGRAM);
    const auto refused = UnixSocket::listen(path);
    BOOST_REQUIRE(!refused);
    BOOST_TEST((refused.error().cause == Cause::io));
    BOOST_TEST(std::filesystem::is_socket(path));
    std::filesystem::remove(path);
  }
  // Nobody takes its connections, and after the first no more fit: a look that waits would wait for ever.
  const OwnedDescriptor listener = bound(SOCK_STREAM);
  BOOST_TEST_REQUIRE(::listen(listener.get(), 0) == 0);
  for (int i = 0; i < 3; ++i) {
    const auto busy = UnixSocket::listen(path);
    BOOST_REQUIRE(!busy);
    BOOST_TEST((busy.error().cause == Cause::busy));
  }
  BOOST_TEST(std::filesystem::is_socket(path));
}

BOOST_AUTO_TEST_CASE(what_is_no_socket_is_left_alone) {
  Folder folder;
  const std::string path = folder.path / "file";
  std::ofstream(path) << "text";
  const auto socket = UnixSocket::listen(path);
  BOOST_REQUIRE(!socket);
  BOOST_TEST((socket.error().cause == Cause::usage));
  BOOST_TEST(std::filesystem::file_size(path) == 4U);
  BOOST_TEST((UnixSocket::listen(std::string(300, 'a')).error().cause == Cause::usage));
  BOOST_TEST((UnixSocket::listen(folder.path / "no" / "s").error().cause == Cause::io));
}

BOOST_AUTO_TEST_CASE(serve_keeps_to_the_pace_and_ends_when_told) {
  PacketDevice device;
  GuestSide guest;
  RedirServer server(device, device, guest.server_end());
  usb_redir_start_interrupt_receiving_header start{0x81};
  std::uint64_t clock = 0;
  int turns = 0;
  std::uint64_t begin = 0;
  const auto served = serve(server, device, guest.server_end(),
                            {[&] { return clock; }, 1, [&] {
                               guest.exchange();
                               if (guest.device && begin == 0) {
                                 begin = device.now();
                                 usbredirparser_send_start_interrupt_receiving(guest.parser(), 0, &start);
                               }
                               clock += 500;
                               return ++turns < 400;
                             }});
  BOOST_TEST(served.has_value());
  BOOST_TEST(device.now() > begin + 10 * bit_times_per_ms);
  BOOST_TEST(device.now() <= 400 * bit_times_per_ms / 2 + 20 * bit_times_per_ms + begin);
  BOOST_TEST(!guest.packets.empty());
}

BOOST_AUTO_TEST_CASE(a_guest_is_who_says_hello) {
  PacketDevice device;
  int turns = 0;
  const auto three = [&turns] { return ++turns <= 3; };
  {
    GuestSide guest;  // has not sent its hello yet
    RedirServer server(device, device, guest.server_end());
    const auto greeted = greet(server, guest.server_end(), three);
    BOOST_TEST((!greeted && greeted.error().cause == Cause::interrupted));
    BOOST_TEST(turns == 4);
    guest.exchange();
    BOOST_TEST(greet(server, guest.server_end(), [] { return true; }).has_value());
    BOOST_TEST(server.greeted());
  }
  GuestSide guest;
  RedirServer server(device, device, guest.server_end());
  guest.leave();
  const auto greeted = greet(server, guest.server_end(), [] { return true; });
  BOOST_TEST((!greeted && greeted.error().cause == Cause::lost));
  BOOST_TEST(!server.greeted());
}

// What is unplugged while the other side does not read: it is waited for without haste, and not for ever.
BOOST_AUTO_TEST_CASE(the_rest_is_sent_as_far_as_somebody_reads) {
  PacketDevice device;
  GuestSide guest;
  const int least = 1;
  setsockopt(guest.server_end(), SOL_SOCKET, SO_SNDBUF, &least, sizeof least);
  RedirServer server(device, device, guest.server_end());
  guest.exchange();
  BOOST_TEST_REQUIRE(greet(server, guest.server_end(), [] { return true; }).has_value());
  guest.exchange();  // the last that it reads for a while
  const auto more = [&] {
    for (std::uint64_t id = 1; id <= 200 && !server.backlog(); ++id) {
      guest.control(id, 0x80, 6, 0x0100, 0, 18);
      usbredirparser_do_write(guest.parser());
      BOOST_TEST_REQUIRE(server.exchange().has_value());
      device.run_until(device.now() + 10 * bit_times_per_ms);
      BOOST_TEST_REQUIRE(server.exchange().has_value());
    }
    return server.backlog();
  };
  BOOST_TEST_REQUIRE(more());
  const auto clock = [] {
    return static_cast<std::uint64_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now().time_since_epoch()).count());
  };
  int turns = 0;
  send_rest(server, guest.server_end(), {clock, 1, [&] { return ++turns > 0; }}, 250'000);
  BOOST_TEST(server.backlog());
  BOOST_TEST(turns <= 4);  // a tenth of a second each, however busy the machine
  const auto reading = [&] {
    guest.exchange();
    return true;
  };
  send_rest(server, guest.server_end(), {clock, 1, reading}, 20'000'000);
  BOOST_TEST(!server.backlog());
}

BOOST_AUTO_TEST_CASE(serve_ends_with_the_stream) {
  PacketDevice device;
  GuestSide guest;
  RedirServer server(device, device, guest.server_end());
  guest.leave();
  const auto served = serve(server, device, guest.server_end(), {[] { return std::uint64_t{0}; }, 1, [] { return true; }});
  BOOST_REQUIRE(!served);
  BOOST_TEST((served.error().cause == Cause::lost));
}

}  // namespace adoube::sim::test
