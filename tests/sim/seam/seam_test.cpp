// SPDX-License-Identifier: Apache-2.0
// Unmodified libusb over the seam: everything a driver may ask of a device, well behaved and not.
#include <libusb.h>

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <ctime>
#include <cstring>
#include <vector>

#include "sim/seam/interpose.hpp"
#include "sim/seam/seam.hpp"
#include "tests/sim/seam/packet_device.hpp"

namespace adoube::sim::test {
namespace {

struct Done {
  bool done = false;
  libusb_transfer_status status = LIBUSB_TRANSFER_COMPLETED;
  int length = 0;
  static void LIBUSB_CALL callback(libusb_transfer* transfer) {
    auto* self = static_cast<Done*>(transfer->user_data);
    self->done = true;
    self->status = transfer->status;
    self->length = transfer->actual_length;
  }
};

// A device, the seam, libusb opened on it and interface 0 claimed.
struct Bench {
  PacketDevice device;
  std::unique_ptr<Seam> seam;
  libusb_context* context = nullptr;
  libusb_device_handle* handle = nullptr;
  std::array<unsigned char, 256> buffer{};

  Bench() {
    auto plugged = Seam::plug(device, device);
    if (!plugged) BOOST_FAIL(plugged.error().message);
    seam = std::move(*plugged);
    libusb_set_option(nullptr, LIBUSB_OPTION_NO_DEVICE_DISCOVERY);
    BOOST_REQUIRE_EQUAL(libusb_init(&context), 0);
    BOOST_REQUIRE_EQUAL(libusb_wrap_sys_device(context, seam->descriptor(), &handle), 0);
    BOOST_REQUIRE_EQUAL(libusb_claim_interface(handle, 0), 0);
  }
  ~Bench() {
    libusb_close(handle);
    libusb_exit(context);
  }
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  int control(int type, int request, int value, int index, int length) {
    return libusb_control_transfer(handle, static_cast<std::uint8_t>(type), static_cast<std::uint8_t>(request),
                                   static_cast<std::uint16_t>(value), static_cast<std::uint16_t>(index), buffer.data(),
                                   static_cast<std::uint16_t>(length), 0);
  }
  void behave(Behaviour behaviour, int parameter = 0) {
    BOOST_REQUIRE_EQUAL(control(0x40, 1, static_cast<int>(behaviour), parameter, 0), 0);
  }
  int interrupt(int length, int& moved, unsigned char endpoint = 0x81) {
    return libusb_interrupt_transfer(handle, endpoint, buffer.data(), length, &moved, 0);
  }
  libusb_transfer* begin(Done& done, int length) {
    auto* transfer = libusb_alloc_transfer(0);
    libusb_fill_interrupt_transfer(transfer, handle, 0x81, buffer.data(), length, &Done::callback, &done, 0);
    BOOST_REQUIRE_EQUAL(libusb_submit_transfer(transfer), 0);
    return transfer;
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(libusb_calls_our_symbols) {
  BOOST_TEST(interposition_works());
  Bench bench;
  BOOST_TEST(bench.seam->counters().ioctls > 0U);
  BOOST_TEST(bench.seam->counters().descriptor_reads > 0U);
  BOOST_TEST(libusb_get_device_speed(libusb_get_device(bench.handle)) == LIBUSB_SPEED_FULL);
}

BOOST_AUTO_TEST_CASE(only_one_seam_at_a_time) {
  Bench bench;
  PacketDevice other;
  const auto second = Seam::plug(other, other);
  BOOST_REQUIRE(!second);
  BOOST_TEST((second.error().cause == Cause::usage));
}

BOOST_AUTO_TEST_CASE(no_device_is_reported) {
  PacketDevice device;
  device.plugged = false;
  const auto seam = Seam::plug(device, device);
  BOOST_REQUIRE(!seam);
  BOOST_TEST((seam.error().cause == Cause::no_device));
  BOOST_TEST(device.now() >= 100 * bit_times_per_ms);
}

BOOST_AUTO_TEST_CASE(descriptors_as_the_device_gave_them) {
  Bench bench;
  libusb_device_descriptor device{};
  BOOST_REQUIRE_EQUAL(libusb_get_device_descriptor(libusb_get_device(bench.handle), &device), 0);
  BOOST_TEST(device.idVendor == 0x1209);
  libusb_config_descriptor* tree = nullptr;
  BOOST_REQUIRE_EQUAL(libusb_get_active_config_descriptor(libusb_get_device(bench.handle), &tree), 0);
  BOOST_TEST(tree->interface[0].num_altsetting == 2);
  BOOST_TEST(tree->interface[0].altsetting[1].endpoint[0].bEndpointAddress == 0x82);
  libusb_free_config_descriptor(tree);
  std::array<unsigned char, 32> text{};
  BOOST_TEST(libusb_get_string_descriptor_ascii(bench.handle, 1, text.data(), 32) == 4);
  BOOST_TEST(std::memcmp(text.data(), "Seam", 4) == 0);
}

BOOST_AUTO_TEST_CASE(control_in_out_and_stall) {
  Bench bench;
  for (std::size_t i = 0; i < 200; ++i) bench.buffer[i] = static_cast<unsigned char>(7 * i);
  const auto sent = bench.buffer;
  BOOST_TEST(bench.control(0x40, 2, 0, 0, 200) == 200);
  bench.buffer.fill(0);
  BOOST_TEST(bench.control(0xc0, 3, 0, 0, 200) == 200);
  BOOST_TEST(std::equal(sent.begin(), sent.begin() + 200, bench.buffer.begin()));
  BOOST_TEST(bench.control(0xc0, 3, 0, 0, 100) == 100);
  BOOST_TEST(bench.control(0xc0, 0x77, 0, 0, 8) == LIBUSB_ERROR_PIPE);
}

BOOST_AUTO_TEST_CASE(interrupt_full_short_empty_and_too_long) {
  Bench bench;
  int moved = -1;
  BOOST_TEST(bench.interrupt(64, moved) == 0);
  BOOST_TEST(moved == 64);
  BOOST_TEST(bench.interrupt(128, moved) == 0);
  BOOST_TEST(moved == 128);
  bench.behave(Behaviour::short_packet, 10);
  BOOST_TEST(bench.interrupt(64, moved) == 0);
  BOOST_TEST(moved == 10);
  bench.behave(Behaviour::empty);
  BOOST_TEST(bench.interrupt(64, moved) == 0);
  BOOST_TEST(moved == 0);
  bench.behave(Behaviour::babble);
  BOOST_TEST(bench.interrupt(64, moved) == LIBUSB_ERROR_OVERFLOW);
  bench.behave(Behaviour::short_packet, 50);
  BOOST_TEST(bench.interrupt(20, moved) == LIBUSB_ERROR_OVERFLOW);
  bench.behave(Behaviour::silent);
  BOOST_TEST(bench.interrupt(64, moved) == LIBUSB_ERROR_IO);
}

BOOST_AUTO_TEST_CASE(bulk_reaches_the_bus_too) {
  Bench bench;
  int moved = -1;
  BOOST_TEST(libusb_bulk_transfer(bench.handle, 0x83, bench.buffer.data(), 192, &moved, 0) == 0);
  BOOST_TEST(moved == 192);
}

BOOST_AUTO_TEST_CASE(halt_is_cleared_and_toggles_start_again) {
  Bench bench;
  int moved = 0;
  BOOST_TEST(bench.interrupt(64, moved) == 0);  // both sides now at DATA1
  BOOST_TEST(bench.control(0x02, 3, 0, 0x81, 0) == 0);
  BOOST_TEST(bench.interrupt(64, moved) == LIBUSB_ERROR_PIPE);
  BOOST_TEST(libusb_clear_halt(bench.handle, 0x81) == 0);
  BOOST_TEST(bench.interrupt(64, moved) == 0);
  BOOST_TEST(bench.device.toggle_errors == 0U);
  BOOST_TEST(libusb_clear_halt(bench.handle, 0x84) == LIBUSB_ERROR_NOT_FOUND);
}

BOOST_AUTO_TEST_CASE(alternate_setting_and_configuration) {
  Bench bench;
  int moved = 0;
  BOOST_TEST(bench.interrupt(64, moved) == 0);
  BOOST_TEST(libusb_set_interface_alt_setting(bench.handle, 0, 1) == 0);
  BOOST_TEST(bench.interrupt(64, moved, 0x82) == 0);
  BOOST_TEST(libusb_set_interface_alt_setting(bench.handle, 0, 0) == 0);
  BOOST_TEST(bench.interrupt(64, moved) == 0);
  BOOST_TEST(libusb_set_interface_alt_setting(bench.handle, 0, 3) == LIBUSB_ERROR_NOT_FOUND);
  BOOST_TEST(libusb_release_interface(bench.handle, 0) == 0);
  const unsigned before = bench.device.configurations;
  BOOST_TEST(libusb_set_configuration(bench.handle, 1) == 0);
  BOOST_TEST(bench.device.configurations == before + 1);
  BOOST_TEST(libusb_claim_interface(bench.handle, 0) == 0);
  BOOST_TEST(bench.interrupt(64, moved) == 0);
  BOOST_TEST(bench.device.toggle_errors == 0U);
}

BOOST_AUTO_TEST_CASE(cancelled_transfer_comes_back) {
  Bench bench;
  bench.behave(Behaviour::nak);
  Done done;
  auto* transfer = bench.begin(done, 64);
  timeval wait{0, 20'000};
  libusb_handle_events_timeout(bench.context, &wait);
  BOOST_TEST(!done.done);
  libusb_cancel_transfer(transfer);
  while (!done.done) libusb_handle_events(bench.context);
  BOOST_TEST(done.status == LIBUSB_TRANSFER_CANCELLED);
  libusb_free_transfer(transfer);
}

BOOST_AUTO_TEST_CASE(waiting_moves_simulated_time_and_no_other) {
  Bench bench;
  bench.behave(Behaviour::nak);
  Done done;
  auto* transfer = bench.begin(done, 64);
  const std::uint64_t before = bench.device.now();
  timespec clock_before{};
  clock_gettime(CLOCK_MONOTONIC, &clock_before);
  timeval wait{50, 0};
  libusb_handle_events_timeout(bench.context, &wait);
  timespec clock_after{};
  clock_gettime(CLOCK_MONOTONIC, &clock_after);
  BOOST_TEST(bench.device.now() - before == 50'000 * bit_times_per_ms);
  BOOST_TEST(clock_after.tv_sec - clock_before.tv_sec < 40);
  libusb_cancel_transfer(transfer);
  while (!done.done) libusb_handle_events(bench.context);
  libusb_free_transfer(transfer);
}

BOOST_AUTO_TEST_CASE(poll_without_end_is_bounded) {
  Bench bench;
  pollfd set{bench.seam->descriptor(), POLLOUT, 0};
  const std::uint64_t before = bench.device.now();
  BOOST_TEST(::poll(&set, 1, -1) == 0);
  BOOST_TEST(bench.device.now() - before == Seam::poll_limit_ms * bit_times_per_ms);
  BOOST_TEST(::poll(&set, 1, 0) == 0);
  BOOST_TEST(bench.device.now() - before == Seam::poll_limit_ms * bit_times_per_ms);
}

BOOST_AUTO_TEST_CASE(completion_ends_the_wait_at_its_instant) {
  Bench bench;
  Done done;
  auto* transfer = bench.begin(done, 64);
  const std::uint64_t before = bench.device.now();
  libusb_handle_events(bench.context);
  BOOST_TEST(done.done);
  BOOST_TEST(bench.device.now() == before + PacketDevice::transaction_bits);
  libusb_free_transfer(transfer);
}

BOOST_AUTO_TEST_CASE(a_request_that_never_ends_ends_at_its_limit) {
  Bench bench;
  const std::uint64_t before = bench.device.now();
  // Through the control ioctl, as a program would that uses usbfs without libusb.
  struct {
    std::uint8_t type = 0xc0, request = 4;
    std::uint16_t value = 0, index = 0, length = 8;
    std::uint32_t timeout = 30;
    void* data = nullptr;
  } call;
  call.data = bench.buffer.data();
  constexpr unsigned long control_code = 0xc0185500;  // USBDEVFS_CONTROL
  errno = 0;
  BOOST_TEST(bench.seam->on_ioctl(control_code, &call) == -1);
  BOOST_TEST(errno == ETIMEDOUT);
  BOOST_TEST(bench.device.now() - before == 30 * bit_times_per_ms);
}

BOOST_AUTO_TEST_CASE(bus_reset_keeps_address_and_configuration) {
  Bench bench;
  int moved = 0;
  BOOST_TEST(bench.interrupt(64, moved) == 0);
  const unsigned resets = bench.device.bus_resets;
  const unsigned addresses = bench.device.addresses_taken;
  BOOST_TEST(libusb_reset_device(bench.handle) == 0);
  BOOST_TEST(bench.device.bus_resets == resets + 1);
  BOOST_TEST(bench.device.addresses_taken == addresses + 1);
  BOOST_TEST(bench.interrupt(64, moved) == 0);
  BOOST_TEST(bench.device.toggle_errors == 0U);
}

BOOST_AUTO_TEST_CASE(a_reset_from_elsewhere_is_recovered) {
  Bench bench;
  bench.behave(Behaviour::nak);
  Done done;
  auto* transfer = bench.begin(done, 64);
  bench.device.disturb();
  const unsigned addresses = bench.device.addresses_taken;
  while (!done.done) libusb_handle_events(bench.context);
  BOOST_TEST(done.status == LIBUSB_TRANSFER_ERROR);
  bench.behave(Behaviour::full);
  int moved = 0;
  BOOST_TEST(bench.interrupt(64, moved) == 0);
  BOOST_TEST(bench.device.addresses_taken == addresses + 1);
  BOOST_TEST(bench.device.toggle_errors == 0U);
  libusb_free_transfer(transfer);
}

BOOST_AUTO_TEST_CASE(a_device_that_takes_no_address_at_once_is_asked_again) {
  Bench bench;
  int moved = 0;
  for (const bool asked : {false, true}) {
    bench.device.deaf = 2;
    const unsigned resets = bench.device.bus_resets;
    if (asked) BOOST_TEST(libusb_reset_device(bench.handle) == 0);
    else bench.device.disturb();
    BOOST_TEST(bench.interrupt(64, moved) == 0);
    BOOST_TEST(bench.device.bus_resets == resets + 3);
    BOOST_TEST(bench.device.toggle_errors == 0U);
  }
}

BOOST_AUTO_TEST_CASE(a_device_that_takes_no_address_is_unplugged) {
  for (const bool asked : {false, true}) {
    Bench bench;
    bench.behave(Behaviour::nak);
    Done done;
    auto* transfer = bench.begin(done, 64);
    bench.device.deaf = ~0U;
    if (asked) BOOST_TEST(libusb_reset_device(bench.handle) == LIBUSB_ERROR_NOT_FOUND);
    else bench.device.disturb();
    for (int i = 0; i < 10 && !done.done; ++i) libusb_handle_events(bench.context);
    BOOST_TEST(done.done);
    int moved = 0;
    BOOST_TEST(bench.interrupt(64, moved) == LIBUSB_ERROR_NO_DEVICE);
    BOOST_TEST(bench.device.bus_resets <= 5U);  // with that of the enumeration
    libusb_free_transfer(transfer);
  }
}

BOOST_AUTO_TEST_CASE(unplugging_ends_everything) {
  Bench bench;
  bench.behave(Behaviour::nak);
  Done done;
  auto* transfer = bench.begin(done, 64);
  bench.device.plugged = false;
  for (int i = 0; i < 10 && !done.done; ++i) {
    timeval wait{0, 100'000};
    libusb_handle_events_timeout(bench.context, &wait);
  }
  BOOST_TEST(done.done);
  BOOST_TEST(done.status == LIBUSB_TRANSFER_NO_DEVICE);
  BOOST_TEST(bench.control(0x80, 0, 0, 0, 2) == LIBUSB_ERROR_NO_DEVICE);
  libusb_free_transfer(transfer);
}

BOOST_AUTO_TEST_CASE(other_descriptors_are_left_alone) {
  Bench bench;
  std::array<int, 2> ends{};
  BOOST_REQUIRE(pipe(ends.data()) == 0);
  const std::uint64_t before = bench.device.now();
  pollfd set{ends[0], POLLIN, 0};
  BOOST_TEST(::poll(&set, 1, 1) == 0);
  BOOST_TEST(write(ends[1], "x", 1) == 1);
  BOOST_TEST(::poll(&set, 1, 1) == 1);
  char byte = 0;
  BOOST_TEST(::read(ends[0], &byte, 1) == 1);
  BOOST_TEST(byte == 'x');
  BOOST_TEST(bench.device.now() == before);
  close(ends[0]);
  close(ends[1]);
}

BOOST_AUTO_TEST_CASE(same_calls_same_simulated_time) {
  const auto run = [] {
    Bench bench;
    int moved = 0;
    for (int i = 0; i < 20; ++i) bench.interrupt(64, moved);
    libusb_reset_device(bench.handle);
    for (int i = 0; i < 20; ++i) bench.interrupt(64, moved);
    return bench.device.now();
  };
  BOOST_TEST(run() == run());
}

}  // namespace adoube::sim::test
