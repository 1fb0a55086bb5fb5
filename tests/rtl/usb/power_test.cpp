// SPDX-License-Identifier: Apache-2.0
// Attachment, suspend, resume, and frames whose start is lost: what the core measures by its own clock.
#include <boost/test/unit_test.hpp>

#include "Vusb.h"
#include "tests/rtl/usb/raw_bus.hpp"

namespace bus = adoube::bus;
using adoube::test::Bytes, adoube::test::ack, adoube::test::nak;
using Raw = adoube::test::RawBus<Vusb>;

namespace {

constexpr unsigned address = 5;
constexpr unsigned us = 48;           // ticks
constexpr unsigned ms = 1'000 * us;
constexpr unsigned frame = 12'000;    // bit times

Raw configured(unsigned phase = 0, bool pins = false) {
  Raw raw(phase, pins);
  BOOST_REQUIRE(raw.configure(address));
  return raw;
}

bool suspended(const Raw& raw) { return raw.device.model->suspended_o != 0; }
unsigned frame_number(const Raw& raw) { return raw.device.model->sof_frame_o; }

/// Rest until that tick.
void rest_until(Raw& raw, std::uint64_t tick) { raw.hold(bus::line_j, static_cast<unsigned>(tick - raw.device.now)); }

/// A start of frame and the rest of its bit times, so that the next one is exactly a frame later.
void start_of_frame(Raw& raw, unsigned number, unsigned length = frame) {
  const std::uint64_t end = raw.device.now + 4ULL * length;
  raw.send(bus::sof(number));
  rest_until(raw, end);
}

/// Ticks until the condition holds, at most `limit`.
template <class Condition>
unsigned ticks_until(Raw& raw, unsigned limit, Condition condition) {
  unsigned ticks = 0;
  for (; ticks < limit && !condition(); ++ticks) raw.hold(bus::line_j, 1);
  return ticks;
}

/// Resume as a hub ends it: K, then two bit times of low speed SE0, then J.
void resume(Raw& raw, unsigned k, unsigned se0) {
  raw.hold(bus::line_k, k);
  raw.hold(bus::line_se0, se0);
}

}  // namespace

// U-84: a host must see the device go before it comes back as another one.
BOOST_AUTO_TEST_CASE(the_pull_up_comes_50_milliseconds_after_power_up) {
  adoube::test::Device<Vusb> device(false, false);
  const std::uint64_t begin = device.now;
  while (!device.plug().pullup && device.now - begin < 60ULL * ms) device.tick(bus::line_se0);
  BOOST_TEST(device.now - begin >= 50ULL * ms);
  BOOST_TEST(device.now - begin <= 52ULL * ms);
  for (unsigned i = 0; i < 400; ++i) device.tick(bus::line_j);
  BOOST_TEST(device.scan.hellos == 0U);  // rest without a pull-up is no bus reset
}

// U-24, U-26: whatever is under way, without VBUS the pull-up goes at once, the wires are free and nothing is answered;
// address and configuration are gone, but not what waits for the host.
BOOST_AUTO_TEST_CASE(without_vbus_the_pull_up_goes_at_any_time) {
  for (unsigned at = 0; at < 400; at += 7) {
    Raw raw = configured();
    raw.device.scan.packets.push_back(Bytes(20, 0xA5));
    raw.idle(30);
    const std::vector<bus::Line> token = bus::levels(bus::token(bus::Pid::in, address, 1));
    for (unsigned tick = 0; tick < at; ++tick) raw.hold(tick / 4 < token.size() ? token[tick / 4] : bus::line_j, 1);
    raw.device.model->vbus_i = 0;
    raw.hold(bus::line_j, 4 * 4);
    BOOST_TEST(!raw.device.plug().pullup);
    raw.hold(bus::line_j, 4);
    BOOST_TEST(!raw.device.plug().oe);
    raw.hold(bus::line_se0, ms);
    BOOST_TEST((raw.in(address, 1) == std::nullopt));
    raw.device.model->vbus_i = 1;
    raw.hold(bus::line_se0, 16);
    BOOST_TEST(!raw.device.plug().pullup);
    adoube::test::attach(*raw.device.model);
    // Attached in the middle of a packet, the device has not heard its beginning.
    raw.drive(std::span(token).first(10));
    raw.hold(bus::line_se0, 64);
    raw.drive(std::span(token).subspan(at % 20 + 4));
    BOOST_TEST(raw.device.plug().pullup);
    BOOST_TEST((raw.answer() == std::nullopt));
    raw.idle(3);
    BOOST_TEST((raw.in(address, 1) == std::nullopt));
    BOOST_REQUIRE(raw.configure(address));
    BOOST_TEST((raw.in(address, 1) == bus::data(bus::Pid::data0, Bytes(20, 0xA5))));
  }
}

// U-16: 3 ms to the clock, from the last change of the wires, whoever made it.
BOOST_AUTO_TEST_CASE(suspended_after_3_milliseconds_of_rest) {
  for (unsigned phase = 0; phase < 4; ++phase) {
    Raw raw = configured(phase, phase % 2 != 0);
    raw.send(bus::sof(9));
    const unsigned after_sof = ticks_until(raw, 4 * ms, [&] { return suspended(raw); });
    // The J of the EOP was driven already: 4 ticks; and the way in: 3 to 4 clocks of each rate.
    BOOST_TEST(after_sof >= 3 * ms - 4);
    BOOST_TEST(after_sof <= 3 * ms + 24);
    // One bit time of K wakes it, and the count begins anew.
    raw.hold(bus::line_k, 4);
    BOOST_TEST(ticks_until(raw, ms, [&] { return !suspended(raw); }) <= 24U);
    raw.hold(bus::line_j, 2 * ms);
    BOOST_TEST(!suspended(raw));
    // An answer of its own is traffic, too.
    BOOST_TEST((raw.in(address, 1) == nak));
    raw.hold(bus::line_j, 3 * ms - 200);
    BOOST_TEST(!suspended(raw));
    raw.hold(bus::line_j, 240);
    BOOST_TEST(suspended(raw));
  }
}

BOOST_AUTO_TEST_CASE(frames_without_traffic_are_no_suspend) {
  Raw raw = configured();
  for (unsigned number = 0; number < 8; ++number) {
    start_of_frame(raw, number);
    BOOST_TEST(!suspended(raw));
  }
}

// U-25: K for as long as may be, then a low-speed EOP of 1.25 to 1.5 us: neither a packet nor a reset. A token may follow
// at once; address, configuration, toggles and packets are as before. Suspended, the device drives nothing.
BOOST_AUTO_TEST_CASE(resume_keeps_everything_and_is_answered_at_once) {
  unsigned phase = 0;
  for (const unsigned k : {3 * us, 100 * us, ms, 20 * ms}) {
    for (unsigned se0 = 60; se0 <= 72; se0 += k > ms ? 12 : 3) {
      Raw raw = configured(phase % 4, phase % 2 != 0);
      ++phase;
      raw.device.scan.packets.push_back(Bytes(9, 0xFF));
      raw.device.scan.packets.push_back(Bytes(10, 0x01));
      raw.idle(30);
      BOOST_TEST((raw.in(address, 1) == bus::data(bus::Pid::data0, Bytes(9, 0xFF))));
      raw.ack();
      start_of_frame(raw, 7);
      const std::uint64_t hellos = raw.device.scan.hellos;
      raw.hold(bus::line_j, 4 * ms);
      BOOST_TEST(suspended(raw));
      resume(raw, k, se0);
      BOOST_TEST(raw.unasked == 0U);
      BOOST_TEST(!suspended(raw));
      raw.idle(3);
      BOOST_TEST((raw.in(address, 1) == bus::data(bus::Pid::data1, Bytes(10, 0x01))));
      raw.ack();
      BOOST_TEST(raw.device.scan.hellos == hellos);
      BOOST_TEST((raw.setup(address, {0x80, 8, 0, 0, 1}) == ack));
      raw.idle(3);
      BOOST_TEST((raw.in(address, 0) == bus::data(bus::Pid::data1, Bytes{1})));
      raw.ack();
      // No start of frame for 3 ms after it: suspended again, not gone.
      raw.hold(bus::line_j, 3 * ms + 100);
      BOOST_TEST(suspended(raw));
      resume(raw, 20 * us, 64);
      raw.idle(3);
      BOOST_TEST((raw.in(address, 1) == nak));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_bus_reset_ends_suspend) {
  for (const unsigned ticks : {160U, 10 * ms}) {
    Raw raw = configured();
    raw.hold(bus::line_j, 4 * ms);
    BOOST_TEST(suspended(raw));
    const std::uint64_t hellos = raw.device.scan.hellos;
    raw.hold(bus::line_se0, ticks);
    raw.idle(20);
    BOOST_TEST(!suspended(raw));
    BOOST_TEST(raw.device.scan.hellos == hellos + 1);  // U-17: one event, however long it was held
    BOOST_TEST((raw.in(address, 1) == std::nullopt));
    BOOST_REQUIRE(raw.configure(address));
    BOOST_TEST((raw.in(address, 1) == nak));
  }
}

// Nothing suspends a device whose wires are held: K and SE0 are no rest.
BOOST_AUTO_TEST_CASE(only_j_is_rest) {
  for (const bus::Line line : {bus::line_k, bus::line_se0}) {
    Raw raw = configured();
    raw.hold(line, 4 * ms);
    BOOST_TEST(!suspended(raw));
  }
}

// U-15: one to four starts of frame lost in a row, with traffic between: the number goes on in time, and the heartbeat's
// strobe comes once, whether its own start was there, lost, or early or late by what clocks may differ.
BOOST_AUTO_TEST_CASE(lost_starts_of_frame_are_filled_in) {
  for (unsigned lost = 0; lost <= 4; ++lost) {
    for (unsigned first = 1'022; first <= 1'025; ++first) {
      for (const int drift : {-30, 30}) {
        Raw raw = configured();
        const auto length = static_cast<unsigned>(static_cast<int>(frame) + drift);
        auto& scan = raw.device.scan;
        start_of_frame(raw, first - 2, length);
        start_of_frame(raw, first - 1, length);
        const std::size_t before = scan.sofs.size();
        for (unsigned i = 0; i < lost; ++i) {
          const std::uint64_t end = raw.device.now + 4ULL * length;
          raw.idle(1'000);
          BOOST_TEST((raw.in(address, 1) == nak));
          BOOST_TEST_CONTEXT("lost " << lost << " first " << first << " drift " << drift << " frame " << i) {
            BOOST_TEST(frame_number(raw) == first + i);
          }
          rest_until(raw, end);
        }
        for (unsigned i = 0; i < 3; ++i) {
          start_of_frame(raw, first + lost + i, length);
          BOOST_TEST(frame_number(raw) == first + lost + i);
        }
        const bool due = first <= 1'024 && 1'024 < first + lost + 3;
        BOOST_TEST_CONTEXT("lost " << lost << " first " << first << " drift " << drift) {
          BOOST_TEST(scan.sofs.size() == before + (due ? 1U : 0U));
          if (due) BOOST_TEST(scan.sofs.back() == 1'024U);
        }
      }
    }
  }
}

// The strobe of a lost start comes 40 bit times after it was due.
BOOST_AUTO_TEST_CASE(a_lost_heartbeat_frame_is_stamped_40_bit_times_late) {
  std::array<std::uint64_t, 2> clock{};
  for (const bool lost : {false, true}) {
    Raw raw = configured();
    start_of_frame(raw, 2'046);
    start_of_frame(raw, 2'047);
    const std::uint64_t begin = raw.device.scan.clock_now;
    if (lost) {
      raw.idle(100);
    } else {
      start_of_frame(raw, 0, 100);
    }
    BOOST_REQUIRE(raw.device.scan.sofs.size() == 1U);
    BOOST_TEST(raw.device.scan.sofs[0] == 0U);
    clock[lost ? 1 : 0] = raw.device.scan.sof_clock - begin;
  }
  // Less or more by the stuff bits of the two packets.
  BOOST_TEST(clock[1] >= clock[0] + 38);
  BOOST_TEST(clock[1] <= clock[0] + 42);
}

// Filling in begins with a start of frame, and ends with suspend and reset: no frames while nobody keeps time.
BOOST_AUTO_TEST_CASE(frames_stop_with_suspend_and_reset) {
  Raw raw = configured();
  const unsigned none = frame_number(raw);
  for (unsigned i = 0; i < 4; ++i) {
    raw.idle(frame / 2);
    BOOST_TEST((raw.in(address, 1) == nak));
  }
  BOOST_TEST(frame_number(raw) == none);
  start_of_frame(raw, 100);
  raw.hold(bus::line_j, 10 * ms);
  BOOST_TEST(suspended(raw));
  const unsigned last = frame_number(raw);
  BOOST_TEST(last >= 102U);
  BOOST_TEST(last <= 103U);
  resume(raw, ms, 64);
  raw.idle(frame);
  BOOST_TEST((raw.in(address, 1) == nak));
  raw.idle(frame);
  BOOST_TEST(frame_number(raw) == last);
  start_of_frame(raw, 500);
  BOOST_TEST(frame_number(raw) == 500U);
  raw.reset();
  raw.idle(2 * frame);
  BOOST_TEST(frame_number(raw) == 500U);
}
