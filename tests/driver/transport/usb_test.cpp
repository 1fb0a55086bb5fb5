// SPDX-License-Identifier: Apache-2.0
/// The USB transport with the real libusb, over the simulated bus: identity, registers, streaming, every way a transfer
/// can end, unplugging, closing; and a whole session on top.
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include "driver/session/session.hpp"
#include "driver/transport/usb.hpp"
#include "sim/seam/seam.hpp"
#include "tests/driver/transport/board_bus.hpp"

using namespace adoube;
using namespace adoube::transport;

namespace {

struct Collector final : Receiver {
  std::vector<std::vector<std::uint8_t>> packets;
  int damages = 0;
  std::function<void()> hook;
  void packet(std::span<const std::uint8_t> bytes) override {
    packets.emplace_back(bytes.begin(), bytes.end());
    if (hook) hook();
  }
  void damaged() override { ++damages; }
};

template <class T>
T value(Result<T> result) {
  BOOST_REQUIRE_MESSAGE(result.has_value(), (result ? "" : result.error().message));
  return std::move(*result);
}
void done(const Result<void>& result) { BOOST_REQUIRE_MESSAGE(result.has_value(), (result ? "" : result.error().message)); }

/// Board, seam and transport in the right order.
struct Desk {
  test::BoardBus bus;
  std::unique_ptr<sim::Seam> seam = value(sim::Seam::plug(bus, bus));
  Collector out;
  std::unique_ptr<Transport> board;

  void open(UsbOptions options = {}) {
    options.fd = seam->descriptor();
    board = value(open_usb(options, bus.clock));
  }
  void start(UsbOptions options = {}) {
    open(options);
    done(board->start(out));
  }
  /// Puts n numbered packets of different lengths.
  void put(unsigned n) {
    for (unsigned i = 0; i < n; ++i, ++put_) {
      std::vector<std::uint8_t> packet(8 + put_ % 57, static_cast<std::uint8_t>(put_));
      bus.packets.push_back(std::move(packet));
    }
  }
  /// Steps until n packets are there, or an error, or too long a time.
  std::optional<Error> pump(std::size_t n) {
    const Tick end = bus.clock.now() + 10'000'000;
    while (out.packets.size() < n && bus.clock.now() < end) {
      const auto progress = board->step(20'000);
      if (!progress) return progress.error();
    }
    return std::nullopt;
  }
  void all_in_order(std::size_t n) const {
    BOOST_REQUIRE_EQUAL(out.packets.size(), n);
    for (std::size_t i = 0; i < n; ++i) {
      BOOST_REQUIRE_EQUAL(out.packets[i].size(), 8 + i % 57);
      BOOST_REQUIRE_EQUAL(out.packets[i][0], static_cast<std::uint8_t>(i));
    }
  }

 private:
  unsigned put_ = 0;
};

}  // namespace

BOOST_AUTO_TEST_CASE(identity_and_registers) {
  Desk desk;
  desk.open();
  const Identity& identity = desk.board->identity();
  BOOST_TEST(identity.serial == "SIM-0001");
  BOOST_TEST(identity.product == "Adoube board");
  BOOST_TEST(identity.manufacturer == "Adoube");
  BOOST_TEST(identity.speed == "full");
  BOOST_TEST(identity.vendor_id == wire::usb::vendor_id);
  BOOST_TEST(value(desk.board->read_register(0)) == wire::protocol::magic);
  done(desk.board->write_register(9, 0x01020304));
  BOOST_TEST(value(desk.board->read_register(9)) == 0x01020304u);
  const auto unknown = desk.board->read_register(99);
  BOOST_REQUIRE(!unknown.has_value());
  BOOST_TEST((unknown.error().cause == Cause::protocol));
  desk.bus.on_write = [](auto, auto) { return false; };
  const auto refused = desk.board->write_register(9, 0);
  BOOST_REQUIRE(!refused.has_value());
  BOOST_TEST((refused.error().cause == Cause::protocol));
  desk.bus.register_size = 3;
  const auto cut = desk.board->read_register(0);
  BOOST_REQUIRE(!cut.has_value());
  BOOST_TEST((cut.error().cause == Cause::protocol));
  done(desk.board->close());
  BOOST_TEST(!desk.board->read_register(0).has_value());
  BOOST_TEST(usb_library_version().starts_with("1.0."));
}

BOOST_AUTO_TEST_CASE(another_product_under_the_same_numbers_is_refused) {
  Desk desk;
  desk.bus.product = {8, 3, 'P', 0, 'e', 0, 'n', 0};
  UsbOptions options;
  options.fd = desk.seam->descriptor();
  const auto pen = open_usb(options, desk.bus.clock);
  BOOST_REQUIRE(!pen.has_value());
  BOOST_TEST((pen.error().cause == Cause::protocol));
  BOOST_TEST(pen.error().message.find("'Pen'") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(only_the_board_that_was_asked_for) {
  Desk desk;
  UsbOptions options;
  options.fd = desk.seam->descriptor();
  options.serial = "SIM-0002";
  const auto other = open_usb(options, desk.bus.clock);
  BOOST_REQUIRE(!other.has_value());
  BOOST_TEST((other.error().cause == Cause::no_device));
  options.serial = "SIM-0001";
  BOOST_TEST(open_usb(options, desk.bus.clock).has_value());
}

BOOST_AUTO_TEST_CASE(packets_come_whole_and_in_order_and_the_ring_stays_full) {
  Desk desk;
  desk.put(700);
  desk.start();
  BOOST_TEST(!desk.board->start(desk.out).has_value());
  BOOST_TEST(!desk.pump(700));
  desk.all_in_order(700);
  BOOST_TEST(desk.board->counters().packets == 700u);
  BOOST_TEST(desk.bus.waiting_least >= 64u);
  done(desk.board->close());
  BOOST_TEST(desk.bus.waiting() == 0u);
}

BOOST_AUTO_TEST_CASE(a_wait_is_simulated_time_and_bounded) {
  Desk desk;
  desk.start();
  const Tick before = desk.bus.clock.now();
  BOOST_TEST((value(desk.board->step(5000)) == Progress::more));
  BOOST_TEST(desk.bus.clock.now() - before >= 5000);
  BOOST_TEST(desk.bus.clock.now() - before < 8000);
  value(desk.board->step(0));  // only looks
}

BOOST_AUTO_TEST_CASE(registers_while_streaming_lose_nothing) {
  Desk desk;
  desk.put(300);
  desk.start();
  for (int i = 0; i < 250; ++i) {
    BOOST_TEST(value(desk.board->read_register(3)) == 126u);
    if (i % 50 == 49) value(desk.board->step(1000));
  }
  BOOST_TEST(!desk.pump(300));
  desk.all_in_order(300);
}

BOOST_AUTO_TEST_CASE(a_register_that_does_not_answer) {
  Desk desk;
  desk.open();
  desk.bus.ignores_registers = true;
  const Tick before = desk.bus.clock.now();
  const auto silence = desk.board->read_register(0);
  BOOST_REQUIRE(!silence.has_value());
  BOOST_TEST((silence.error().cause == Cause::timeout));
  BOOST_TEST(desk.bus.clock.now() - before >= 500'000);
  BOOST_TEST(desk.bus.clock.now() - before < 600'000);
  BOOST_TEST(desk.board->counters().timeouts == 1u);
  desk.bus.ignores_registers = false;
  BOOST_TEST(value(desk.board->read_register(0)) == wire::protocol::magic);
}

BOOST_AUTO_TEST_CASE(a_stall_is_cleared_once_and_loses_nothing) {
  Desk desk;
  desk.put(200);
  desk.start();
  BOOST_TEST(!desk.pump(100));
  desk.bus.halted = true;
  BOOST_TEST(!desk.pump(200));
  desk.all_in_order(200);
  BOOST_TEST(desk.bus.halts_cleared == 1u);
  BOOST_TEST(desk.board->counters().stalls == 1u);
}

BOOST_AUTO_TEST_CASE(an_endpoint_that_stalls_for_ever) {
  Desk desk;
  desk.put(10);
  desk.start();
  BOOST_TEST(!desk.pump(10));
  desk.bus.halted = desk.bus.halts_again = true;
  const auto error = desk.pump(11);
  BOOST_REQUIRE(error.has_value());
  BOOST_TEST((error->cause == Cause::io));
  BOOST_TEST(desk.bus.halts_cleared == 1u);
  BOOST_TEST(!desk.board->step(1000).has_value());  // over is over
  done(desk.board->close());
}

BOOST_AUTO_TEST_CASE(an_endpoint_that_fails_for_ever) {
  Desk desk;
  desk.put(10);
  UsbOptions options;
  options.ring = 8;
  desk.start(options);
  BOOST_TEST(!desk.pump(10));
  desk.bus.silent = true;
  const auto error = desk.pump(11);
  BOOST_REQUIRE(error.has_value());
  BOOST_TEST((error->cause == Cause::io));
  BOOST_TEST(desk.board->counters().errors == 31u);  // four turns of the ring, the last of them gives up
}

BOOST_AUTO_TEST_CASE(errors_that_pass) {
  Desk desk;
  desk.put(20);
  desk.start();
  BOOST_TEST(!desk.pump(10));
  desk.bus.silent = true;
  for (int i = 0; i < 3; ++i) value(desk.board->step(5000));
  BOOST_TEST(desk.board->counters().errors != 0u);
  desk.bus.silent = false;
  BOOST_TEST(!desk.pump(20));
  desk.all_in_order(20);
}

BOOST_AUTO_TEST_CASE(too_long_a_packet_is_never_parsed) {
  Desk desk;
  desk.put(5);
  desk.bus.babbles = 2;
  desk.start();
  BOOST_TEST(!desk.pump(3));
  BOOST_TEST(desk.out.damages == 2);
  BOOST_TEST(desk.board->counters().overflows == 2u);
  BOOST_REQUIRE_EQUAL(desk.out.packets.size(), 3u);
  BOOST_TEST(desk.out.packets[0][0] == 2);
}

BOOST_AUTO_TEST_CASE(a_bus_reset_from_elsewhere_fails_all_transfers_and_stops_nothing) {
  Desk desk;
  desk.put(200);
  desk.start();
  BOOST_TEST(!desk.pump(50));
  desk.bus.disturb();
  BOOST_TEST(!desk.pump(200));
  desk.all_in_order(200);
  BOOST_TEST(desk.board->counters().errors >= 100u);
}

BOOST_AUTO_TEST_CASE(unplugged) {
  Desk desk;
  desk.put(20);
  desk.start();
  BOOST_TEST(!desk.pump(12));
  desk.seam->unplug();
  std::optional<Error> error;
  for (int i = 0; i < 5 && !error; ++i) {
    const auto progress = desk.board->step(10'000);
    if (!progress) error = progress.error();
  }
  BOOST_REQUIRE(error.has_value());
  BOOST_TEST((error->cause == Cause::lost));
  BOOST_TEST(!desk.board->read_register(0).has_value());
  done(desk.board->close());
  done(desk.board->close());
}

BOOST_AUTO_TEST_CASE(transfers_that_do_not_come_back_are_left_alone_and_reported) {
  Desk desk;
  UsbOptions options;
  options.ring = 6;
  desk.start(options);
  desk.bus.keeps_cancelled = true;
  const Tick before = desk.bus.clock.now();
  const auto closed = desk.board->close();
  BOOST_REQUIRE(!closed.has_value());
  BOOST_TEST((closed.error().cause == Cause::timeout));
  BOOST_TEST(desk.bus.clock.now() - before < 700'000);
  BOOST_TEST(desk.board->counters().abandoned == 6u);
  desk.board.reset();
  desk.bus.keeps_cancelled = false;
}

BOOST_AUTO_TEST_CASE(nothing_can_be_torn_down_from_inside_the_stream) {
  Desk desk;
  desk.put(3);
  desk.start();
  int refused = 0;
  desk.out.hook = [&] {
    if (!desk.board->step(0).has_value()) ++refused;
    if (!desk.board->close().has_value()) ++refused;
    if (!desk.board->read_register(0).has_value()) ++refused;
    if (!desk.board->write_register(9, 1).has_value()) ++refused;
  };
  BOOST_TEST(!desk.pump(3));
  BOOST_TEST(refused == 12);
  desk.all_in_order(3);
}

BOOST_AUTO_TEST_CASE(what_arrived_before_close_is_handed_over) {
  Desk desk;
  desk.put(40);
  desk.start();
  while (desk.bus.packets.size() > 10) BOOST_REQUIRE(desk.board->read_register(3).has_value());
  BOOST_TEST(desk.out.packets.empty());
  done(desk.board->close());
  BOOST_TEST(desk.out.packets.size() == 40 - desk.bus.packets.size());
}

BOOST_AUTO_TEST_CASE(open_and_close_many_times_leaves_nothing) {
  const auto descriptors = [] {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) ++count;
    return count;
  };
  Desk desk;
  desk.start();
  done(desk.board->close());
  desk.board.reset();
  const std::size_t before = descriptors();
  for (int i = 0; i < 50; ++i) {
    desk.put(2);
    Collector out;
    desk.open();
    done(desk.board->start(out));
    while (out.packets.size() < 2) value(desk.board->step(10'000));
    if (i % 2 == 0) done(desk.board->close());
    desk.board.reset();
  }
  BOOST_TEST(descriptors() == before);
}

BOOST_AUTO_TEST_CASE(a_session_over_libusb) {
  Desk desk;
  std::uint16_t sequence = 0;
  const auto say = [&](std::uint32_t base, decltype(wire::Packet::body) body) {
    const auto bytes = value(wire::encode({sequence++, base, std::move(body)}));
    desk.bus.packets.emplace_back(bytes.view().begin(), bytes.view().end());
  };
  say(0, wire::SnapshotPacket{});  // of an earlier epoch
  desk.bus.on_write = [&](std::uint8_t address, std::uint32_t epoch) {
    if (address != wire::reg::epoch) return true;
    sequence = 0;
    say(100'000, wire::HelloPacket{1, 1, 126, 4000, 2000, 2000, 12000, epoch});
    say(100'000, wire::SnapshotPacket{{0xFFFF, 0, 0}, 100'000});
    wire::EventPacket event;
    event.edges[0] = {76, true, false, false, 200'000};
    event.size = 1;
    event.horizon = 200'001;
    say(200'000 - wire::base_offset, event);
    return true;
  };
  struct Sink final : driver::Sink {
    std::vector<driver::Record> records;
    void record(const driver::Record& record) override { records.push_back(record); }
  } sink;
  desk.open();
  driver::Options options;
  options.epoch = 1234;
  driver::Session session(*desk.board, desk.bus.clock, sink, options);
  done(session.open());
  for (int i = 0; i < 10; ++i) value(session.step(10'000));
  done(session.close());
  const auto counters = session.counters();
  BOOST_TEST(counters.discarded == 1u);
  BOOST_TEST(counters.accepted == 3u);
  BOOST_TEST(counters.gaps == 0u);
  BOOST_TEST(counters.events == 1u);
  BOOST_TEST(desk.bus.registers[9] == 1234u);
  BOOST_REQUIRE(!sink.records.empty());
  BOOST_TEST(std::holds_alternative<driver::Hello>(sink.records[0]));
}

BOOST_AUTO_TEST_CASE(a_machine_without_a_board) {
  test::BoardBus bus;  // only its clock
  UsbOptions options;
  options.serial = "NO-SUCH-BOARD";
  options.open_retry = 0;
  const auto none = open_usb(options, bus.clock);
  BOOST_REQUIRE(!none.has_value());
  BOOST_TEST(!none.error().message.empty());
}
