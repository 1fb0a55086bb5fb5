// SPDX-License-Identifier: Apache-2.0
// Unmodified libusb against the Verilated board: the whole path under a driver.
#include <libusb.h>

#include <array>
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <memory>
#include <vector>

#include "sim/seam/host_bus.hpp"
#include "sim/seam/seam.hpp"
#include "tests/sim/kernel/rig.hpp"

namespace adoube::sim::test {
namespace {

struct Board {
  bus::Host host{quick_host()};
  adoube::test::Witness witness{host};
  Kernel kernel;
  HostBus bus{host};
  std::unique_ptr<Seam> seam;
  libusb_context* context = nullptr;
  libusb_device_handle* handle = nullptr;

  explicit Board(std::vector<Change> changes, Mode mode = Mode::leap) : kernel(host, std::move(changes), {.mode = mode}) {
    auto plugged = Seam::plug(bus, kernel);
    if (!plugged) BOOST_FAIL(plugged.error().message);
    seam = std::move(*plugged);
    libusb_set_option(nullptr, LIBUSB_OPTION_NO_DEVICE_DISCOVERY);
    BOOST_REQUIRE_EQUAL(libusb_init(&context), 0);
    BOOST_REQUIRE_EQUAL(libusb_wrap_sys_device(context, seam->descriptor(), &handle), 0);
    BOOST_REQUIRE_EQUAL(libusb_claim_interface(handle, 0), 0);
  }
  ~Board() {
    libusb_close(handle);
    libusb_exit(context);
  }
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;

  int read_register(std::uint32_t address, std::uint32_t& value) {
    std::array<unsigned char, 4> bytes{};
    const int moved = libusb_control_transfer(handle, 0xC0, static_cast<std::uint8_t>(wire::request::read_register), 0,
                                              static_cast<std::uint16_t>(address), bytes.data(), 4, 0);
    value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) value |= std::uint32_t{bytes[i]} << (8U * i);
    return moved;
  }
  int write_register(std::uint32_t address, std::uint32_t value) {
    std::array<unsigned char, 4> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(value >> (8U * i));
    return libusb_control_transfer(handle, 0x40, static_cast<std::uint8_t>(wire::request::write_register), 0,
                                   static_cast<std::uint16_t>(address), bytes.data(), 4, 0);
  }
  int packet(std::vector<std::uint8_t>& bytes) {
    bytes.resize(64);
    int moved = 0;
    const int result = libusb_interrupt_transfer(handle, 0x81, bytes.data(), 64, &moved, 0);
    bytes.resize(static_cast<std::size_t>(moved));
    return result;
  }
  static unsigned type_of(const std::vector<std::uint8_t>& bytes) { return bytes.at(0) >> 4U; }
};

std::uint64_t session(Mode mode) {
  Board board(contacts(4, 20'000, 60'000, 8), mode);
  board.write_register(wire::reg::epoch, 7);
  std::vector<std::uint8_t> bytes;
  for (int i = 0; i < 6; ++i) board.packet(bytes);
  return board.host.log_hash();
}

}  // namespace

BOOST_AUTO_TEST_CASE(descriptors_of_the_gateware) {
  Board board({});
  libusb_device_descriptor device{};
  BOOST_REQUIRE_EQUAL(libusb_get_device_descriptor(libusb_get_device(board.handle), &device), 0);
  BOOST_TEST(device.idVendor == wire::usb::vendor_id);
  BOOST_TEST(device.idProduct == wire::usb::product_id);
  std::array<unsigned char, 64> text{};
  const int length = libusb_get_string_descriptor_ascii(board.handle, device.iSerialNumber, text.data(), 64);
  BOOST_TEST(std::string(text.begin(), text.begin() + length) == "SIM-0001");
  libusb_config_descriptor* tree = nullptr;
  BOOST_REQUIRE_EQUAL(libusb_get_active_config_descriptor(libusb_get_device(board.handle), &tree), 0);
  BOOST_TEST(tree->interface[0].altsetting[0].endpoint[0].bEndpointAddress == 0x81);
  libusb_free_config_descriptor(tree);
}

BOOST_AUTO_TEST_CASE(registers_and_refusals) {
  Board board({});
  std::uint32_t value = 0;
  BOOST_TEST(board.read_register(wire::reg::magic, value) == 4);
  BOOST_TEST(value == wire::protocol::magic);
  BOOST_TEST(board.write_register(wire::reg::hold_touch, 3'000) == 4);
  BOOST_TEST(board.read_register(wire::reg::hold_touch, value) == 4);
  BOOST_TEST(value == 3'000U);
  BOOST_TEST(board.write_register(wire::reg::magic, 1) == LIBUSB_ERROR_PIPE);
  BOOST_TEST(board.read_register(200, value) == LIBUSB_ERROR_PIPE);
  BOOST_TEST(board.read_register(wire::reg::magic, value) == 4);  // a stall of endpoint 0 does not last
  // Device time as the device knows it: the register is sampled inside the request.
  BOOST_TEST(board.read_register(wire::reg::tick, value) == 4);
  BOOST_TEST(value <= static_cast<std::uint32_t>(board.kernel.tick()));
  BOOST_TEST(value + 1'000 > static_cast<std::uint32_t>(board.kernel.tick()));
}

BOOST_AUTO_TEST_CASE(a_touch_arrives_as_an_event) {
  Board board({{.at = 60'000, .channel = 64 + 27, .level = true}});
  BOOST_TEST(board.write_register(wire::reg::epoch, 1) == 4);
  std::vector<std::uint8_t> bytes;
  bool seen = false;
  for (int i = 0; i < 10 && !seen; ++i) {
    BOOST_REQUIRE_EQUAL(board.packet(bytes), 0);
    if (Board::type_of(bytes) != wire::packet::event || bytes.size() < 16) continue;
    seen = true;
    BOOST_TEST(unsigned{bytes[8]} == 64U + 27U);
    BOOST_TEST((bytes[9] & 1U) == 1U);
  }
  BOOST_TEST(seen);
  BOOST_TEST(board.kernel.edges().size() == 1U);
  BOOST_TEST(board.kernel.tick() < 64'000);  // 60 ms + hold + two scans + two frames
}

BOOST_AUTO_TEST_CASE(cancelled_while_nothing_happens) {
  Board board({});
  struct Ended {
    bool done = false;
    libusb_transfer_status status = LIBUSB_TRANSFER_COMPLETED;
  } ended;
  std::vector<std::uint8_t> bytes;
  for (int i = 0; i < 1; ++i) BOOST_REQUIRE_EQUAL(board.packet(bytes), 0);  // the hello of SET_CONFIGURATION
  std::array<unsigned char, 64> room{};
  auto* transfer = libusb_alloc_transfer(0);
  libusb_fill_interrupt_transfer(
      transfer, board.handle, 0x81, room.data(), 64,
      [](libusb_transfer* t) {
        auto* e = static_cast<Ended*>(t->user_data);
        e->done = true;
        e->status = t->status;
      },
      &ended, 0);
  BOOST_REQUIRE_EQUAL(libusb_submit_transfer(transfer), 0);
  const std::uint64_t before = board.kernel.now();
  timeval wait{0, 30'000};
  libusb_handle_events_timeout(board.context, &wait);
  BOOST_TEST(board.kernel.now() > before);
  libusb_cancel_transfer(transfer);
  while (!ended.done) libusb_handle_events(board.context);
  BOOST_TEST((ended.status == LIBUSB_TRANSFER_CANCELLED || ended.status == LIBUSB_TRANSFER_COMPLETED));
  libusb_free_transfer(transfer);
}

BOOST_AUTO_TEST_CASE(halt_and_clear_on_the_event_endpoint) {
  Board board({});
  BOOST_TEST(libusb_control_transfer(board.handle, 0x02, 3, 0, 0x81, nullptr, 0, 0) == 0);
  std::vector<std::uint8_t> bytes;
  BOOST_TEST(board.packet(bytes) == LIBUSB_ERROR_PIPE);
  BOOST_TEST(libusb_clear_halt(board.handle, 0x81) == 0);
  BOOST_TEST(board.packet(bytes) == 0);
  BOOST_TEST(Board::type_of(bytes) == wire::packet::hello);
  BOOST_TEST(board.host.counters().repeated == 0U);
}

BOOST_AUTO_TEST_CASE(reset_by_libusb_keeps_the_epoch) {
  Board board({});
  BOOST_TEST(board.write_register(wire::reg::epoch, 42) == 4);
  const auto resets = board.host.counters().resets;
  BOOST_TEST(libusb_reset_device(board.handle) == 0);
  BOOST_TEST(board.host.counters().resets == resets + 1);
  std::uint32_t value = 0;
  BOOST_TEST(board.read_register(wire::reg::epoch, value) == 4);
  BOOST_TEST(value == 42U);
  std::vector<std::uint8_t> bytes;
  BOOST_TEST(board.packet(bytes) == 0);
}

BOOST_AUTO_TEST_CASE(reset_from_elsewhere_is_recovered) {
  Board board({});
  std::vector<std::uint8_t> bytes;
  BOOST_REQUIRE_EQUAL(board.packet(bytes), 0);
  board.host.faults().reset_at(board.kernel.now() + 5 * ms);
  int result = 0;
  for (int i = 0; i < 20 && result == 0; ++i) result = board.packet(bytes);
  BOOST_TEST(result == LIBUSB_ERROR_IO);
  BOOST_TEST(board.packet(bytes) == 0);
  std::uint32_t value = 0;
  BOOST_TEST(board.read_register(wire::reg::magic, value) == 4);
}

// Wherever in the address and the configuration after a reset the device falls silent for the host's three tries: it is
// tried again from the reset on, and nothing is left at address 0.
BOOST_AUTO_TEST_CASE(a_reset_from_elsewhere_whose_recovery_fails_is_recovered_again) {
  Board board({});
  std::vector<std::uint8_t> bytes;
  BOOST_REQUIRE_EQUAL(board.packet(bytes), 0);
  std::uint64_t tried_again = 0;
  for (std::uint64_t nth = 1; nth <= 4; ++nth) {
    const auto resets = board.host.counters().resets;
    board.host.faults().plant({.damage = bus::Damage::drop, .side = bus::Side::device, .endpoint = 0, .nth = nth, .times = 3});
    board.host.faults().reset_at(board.kernel.now() + ms);
    int result = 0;
    for (int i = 0; i < 20 && result == 0; ++i) result = board.packet(bytes);
    BOOST_TEST(result == LIBUSB_ERROR_IO);
    BOOST_TEST(board.packet(bytes) == 0);
    BOOST_TEST(Board::type_of(bytes) == wire::packet::hello);
    std::uint32_t value = 0;
    BOOST_TEST(board.read_register(wire::reg::magic, value) == 4);
    tried_again += board.host.counters().resets - resets > 2 ? 1 : 0;
  }
  BOOST_TEST(tried_again == 4U);
}

BOOST_AUTO_TEST_CASE(a_board_that_takes_no_address_after_a_reset_is_unplugged) {
  Board board({});
  std::vector<std::uint8_t> bytes;
  BOOST_REQUIRE_EQUAL(board.packet(bytes), 0);
  board.host.faults().plant({.damage = bus::Damage::drop, .side = bus::Side::device, .endpoint = 0, .times = ~std::uint64_t{0}});
  const auto resets = board.host.counters().resets;
  board.host.faults().reset_at(board.kernel.now() + 5 * ms);
  int result = 0;
  for (int i = 0; i < 20 && result == 0; ++i) result = board.packet(bytes);
  BOOST_TEST((result == LIBUSB_ERROR_IO || result == LIBUSB_ERROR_NO_DEVICE));
  BOOST_TEST(board.packet(bytes) == LIBUSB_ERROR_NO_DEVICE);
  BOOST_TEST(board.host.counters().resets == resets + 4);
}

BOOST_AUTO_TEST_CASE(unplugged_board_is_gone) {
  Board board({});
  board.kernel.plug(false);
  std::vector<std::uint8_t> bytes;
  int result = 0;
  for (int i = 0; i < 3 && result == 0; ++i) result = board.packet(bytes);
  BOOST_TEST(result == LIBUSB_ERROR_NO_DEVICE);
  std::uint32_t value = 0;
  BOOST_TEST(board.read_register(wire::reg::magic, value) == LIBUSB_ERROR_NO_DEVICE);
}

BOOST_AUTO_TEST_CASE(same_bytes_again_and_in_both_modes) {
  const std::uint64_t first = session(Mode::leap);
  BOOST_TEST(session(Mode::leap) == first);
  BOOST_TEST(session(Mode::lock) == first);
}

}  // namespace adoube::sim::test
