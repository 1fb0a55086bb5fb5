// SPDX-License-Identifier: Apache-2.0
// The script of docs/usb-testing.md: run as it stands there, and held against the document.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>
#include <string>

// script
#include "Vusb.h"
#include "sim/bus/transfer.hpp"
#include "sim/line/port.hpp"
#include "tests/rtl/usb/core.hpp"

using namespace adoube;
using line::bit, line::ns;

BOOST_AUTO_TEST_CASE(a_device_shows_its_packet_size) {
  test::Core<Vusb> board;                  // any line::Device: one call a clock of 48 MHz
  line::Port port(board, {.registers = true});
  port.idle(20 * bit);
  port.reset();

  port.distortion.ppm = 2'500;             // a host 0.25 % slow, behind five hubs
  port.distortion.hubs = 5;
  port.distortion.hub = {.delay = 70 * ns, .eop_late = 15 * ns, .eop_skew = -15 * ns};
  port.send(bus::token(bus::Pid::setup, 0, 0));
  port.idle(3 * bit);
  port.send(bus::data(bus::Pid::data0, bus::Setup{0x80, 6, 0x0100, 0, 8}.bytes()));
  port.expect(bus::handshake(bus::Pid::ack));

  port.idle(3 * bit);
  port.drive(bus::levels("KJKJKJKK JJJJJJJJ 00 J"));  // seven ones in a row
  port.expect_silence();

  port.send(bus::token(bus::Pid::in, 0, 0));
  const auto answer = port.answer();
  BOOST_REQUIRE((answer && answer->size() == 11));     // PID, eight bytes, CRC
  BOOST_TEST(answer->at(8) == 64);                     // bMaxPacketSize0
  port.idle_until(port.heard().se0_to + 16 * bit);     // as late as a host may be
  port.send(bus::handshake(bus::Pid::ack));
  BOOST_TEST(port.turnaround() <= 5 * bit + bit / 2);
  BOOST_TEST(port.verdict() == "");                    // nothing of the timing table was broken
}
// end

BOOST_AUTO_TEST_CASE(the_document_shows_this_script) {
  const auto read = [](const std::string& path) {
    std::ifstream file(path);
    BOOST_REQUIRE_MESSAGE(file, path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string own = read(ADOUBE_SOURCE_DIR "/tests/docs/usb_script_test.cpp");
  const std::string begin = "// script\n", end = "// end\n";
  const std::size_t from = own.find(begin) + begin.size();
  const std::string script = "```cpp\n" + own.substr(from, own.find(end, from) - from) + "```\n";
  BOOST_TEST((read(ADOUBE_SOURCE_DIR "/docs/usb-testing.md").find(script) != std::string::npos),
             "docs/usb-testing.md does not show the script as it is:\n" << script);
}
