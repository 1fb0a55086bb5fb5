// SPDX-License-Identifier: Apache-2.0
// How long the device waits for the host's next packet (USB 2.0, 7.1.19.1): 2 to 16 bit times are in time, 18 are too late, in
// every named wait of the transaction machine, at every phase of its clocks.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <functional>

#include "Vusb.h"
#include "tests/rtl/usb/sweeps/sweep.hpp"

using namespace adoube::sweep;

namespace {

/// `taken`: a transaction whose host lets that much time pass before its second packet; was that packet taken?
void sweep(const char* what, const std::function<bool(Pins<Vusb>&, Time wait)>& taken) {
  Time longest = 0, shortest = line::ms;
  for (const bool registers : {false, true}) {
    Pins<Vusb> pins(registers);
    BOOST_REQUIRE(pins.configure());
    pins.device.scan.slow = false;
    for (Time i = 0; i < steps; ++i) {
      for (const int ppm : {-2'500, 0, 2'500}) {
        for (const Time se0 : {82 * ns, 0 * ns, 250 * ns}) {
          const auto look = [&](Time wait) {
            pins.port.distortion = {};
            pins.port.distortion.ppm = ppm;
            pins.port.distortion.se0 = se0;
            pins.phase(i * bit / steps);
            const bool found = taken(pins, wait);
            (found ? longest : shortest) = found ? std::max(longest, wait) : std::min(shortest, wait);
            BOOST_TEST_CONTEXT(what << ": " << wait / 3 << " ps at phase " << i << "/" << steps << ", " << ppm << " ppm, SE0 " << se0 / ns
                                    << " ns, registers " << registers) {
              if (wait <= line::wait_min) BOOST_TEST(found);
              if (wait >= line::wait_max) BOOST_TEST(!found);
              BOOST_TEST(pins.port.verdict() == "");
            }
          };
          for (const Time bits : {2, 8, 16, 18, 19, 30}) look(bits * bit);
          if (ppm == 0 && se0 == 0) {
            look(2 * bit + i * bit / 4);
            for (Time sub = 1; sub < 16; ++sub) look(16 * bit + sub * bit / 8);  // where the limit lies is told, not asked
          }
        }
      }
    }
  }
  BOOST_TEST_MESSAGE(what << ": taken up to " << longest / 3 << " ps, missed from " << shortest / 3 << " ps on");
}

}  // namespace

BOOST_AUTO_TEST_CASE(for_the_acknowledge_of_data) {
  const bus::Bytes content(8, 0x55);
  sweep("ACK", [&](Pins<Vusb>& pins, Time wait) {
    auto& scan = pins.device.scan;
    if (scan.packets.empty()) scan.packets.push_back(content);
    const std::size_t freed = scan.freed.size();
    pins.port.send(bus::token(bus::Pid::in, device_address, 1));
    pins.port.expect(bus::data(freed % 2 != 0 ? bus::Pid::data1 : bus::Pid::data0, content));  // a retry has the same PID
    pins.port.idle_until(pins.port.heard().se0_to + wait);
    pins.port.send(bus::handshake(bus::Pid::ack));
    pins.port.idle(40 * bit);
    return scan.freed.size() == freed + 1;
  });
}

BOOST_AUTO_TEST_CASE(for_the_data_of_setup) {
  sweep("data after SETUP", [](Pins<Vusb>& pins, Time wait) {
    pins.port.send(bus::token(bus::Pid::setup, device_address, 0));
    pins.port.idle_until(pins.port.asked() + wait);
    const bool found = pins.port.ask(bus::data(bus::Pid::data0, bus::Setup{0x80, 8, 0, 0, 1}.bytes())).has_value();
    pins.port.idle(40 * bit);
    return found;
  });
}

BOOST_AUTO_TEST_CASE(for_the_data_of_out) {
  sweep("data after OUT", [](Pins<Vusb>& pins, Time wait) {
    pins.port.send(bus::token(bus::Pid::out, device_address, 0));
    pins.port.idle_until(pins.port.asked() + wait);
    const bool found = pins.port.ask(bus::data(bus::Pid::data1, bus::Bytes(7, 0xA5))).has_value();
    pins.port.idle(40 * bit);
    return found;
  });
}
