// SPDX-License-Identifier: Apache-2.0
// Every kind of answer at every phase of the device's clocks, behind ends of packet as short, long, late, fast and slow as the
// line may make them: 2 to 6.5 bit times at the plug, and everything else of the timing table (the port judges it).
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>

#include "Vusb.h"
#include "tests/rtl/usb/sweeps/sweep.hpp"

using namespace adoube::sweep;

namespace {

struct Range {
  Time least = line::ms, most = 0;
};

/// One packet of the host a kind of answer; each must be what it is, in time.
class Answers {
 public:
  explicit Answers(bool registers) : pins_(registers) {
    BOOST_REQUIRE(pins_.configure());
    auto& scan = pins_.device.scan;
    scan.registers = {{4, 0}};
    scan.largest = {{4, 0xFFFFFFFF}};
  }

  void all(const line::Distortion& distortion, Time phase) {
    auto& scan = pins_.device.scan;
    pins_.port.distortion = distortion;
    phase_ = phase;
    scan.slow = false;
    in(1, nak, "NAK to IN");
    // A read of a register: SETUP, DATA1, and an empty packet of ours.
    out(bus::Pid::setup, bus::Pid::data0, bus::Setup{0xC0, 1, 0, 4, 4}.bytes(), ack, "ACK to SETUP");
    pins_.rest();
    in(0, bus::data(bus::Pid::data1, last_), "DATA1");
    acknowledge();
    out(bus::Pid::out, bus::Pid::data1, {}, ack, "ACK to an empty OUT");
    // A write: what is busy says so, and the status stage is an empty packet of the device.
    const bus::Bytes value{0xFF, 0xFE, 0x3F, static_cast<std::uint8_t>(++count_)};
    out(bus::Pid::setup, bus::Pid::data0, bus::Setup{0x40, 2, 0, 4, 4}.bytes(), ack, "ACK to SETUP");
    pins_.rest();
    scan.slow = true;
    scan.slow_access = 2'000;
    out(bus::Pid::out, bus::Pid::data1, value, ack, "ACK to OUT");
    in(0, nak, "NAK to IN of a busy endpoint 0");
    out(bus::Pid::out, bus::Pid::data0, value, nak, "NAK to OUT");
    pins_.port.idle(2'100 * bit);
    in(0, bus::data(bus::Pid::data1, {}), "empty DATA1");
    acknowledge();
    last_ = value;
    // A request that is refused.
    out(bus::Pid::setup, bus::Pid::data0, bus::Setup{0x80, 99, 0, 0, 1}.bytes(), ack, "ACK to SETUP");
    pins_.rest();
    in(0, stall, "STALL to IN");
    out(bus::Pid::out, bus::Pid::data1, {}, stall, "STALL to OUT");
    // An event packet of full size, empty ones of raw samples do not exist.
    const bus::Bytes content(64, static_cast<std::uint8_t>(count_ % 2 == 0 ? 0xFF : count_));
    scan.packets.push_back(content);
    in(1, bus::data(toggle_ ? bus::Pid::data1 : bus::Pid::data0, content), "64 bytes");
    acknowledge();
    toggle_ = !toggle_;
    BOOST_TEST(scan.packets.empty());
    BOOST_TEST(pins_.port.verdict() == "");
  }
  void tell(const std::string& what) {
    for (const auto& [kind, range] : ranges_)
      BOOST_TEST_MESSAGE(what << ": " << kind << " after " << range.least / 3 << " to " << range.most / 3 << " ps");
  }

 private:
  void in(unsigned endpoint, const bus::Bytes& answer, const std::string& kind) {
    pins_.phase(phase_);
    const auto found = pins_.in(endpoint);
    BOOST_TEST_CONTEXT(kind) BOOST_TEST((found == answer));
    note(kind);
  }
  void out(bus::Pid token, bus::Pid pid, std::span<const std::uint8_t> content, const bus::Bytes& answer, const std::string& kind) {
    pins_.phase(phase_);
    const auto found = pins_.announce(token, device_address, 0, pid, content);
    BOOST_TEST_CONTEXT(kind) BOOST_TEST((found == answer));
    note(kind);
  }
  void acknowledge() {
    pins_.ack();
    pins_.rest();
  }
  void note(const std::string& kind) {
    auto found = std::ranges::find(ranges_, kind, &std::pair<std::string, Range>::first);
    if (found == ranges_.end()) found = ranges_.insert(found, {kind, {}});
    found->second.least = std::min(found->second.least, pins_.port.turnaround());
    found->second.most = std::max(found->second.most, pins_.port.turnaround());
  }

  Pins<Vusb> pins_;
  Time phase_ = 0;
  bus::Bytes last_{0, 0, 0, 0};
  unsigned count_ = 0;
  bool toggle_ = false;
  std::vector<std::pair<std::string, Range>> ranges_;
};

}  // namespace

BOOST_AUTO_TEST_CASE(every_kind_of_answer_comes_in_time) {
  for (const bool registers : {false, true}) {
    Answers answers(registers);
    for (Time i = 0; i < steps; ++i) {
      BOOST_TEST_CONTEXT("phase " << i << "/" << steps << ", registers " << registers) answers.all({}, i * bit / steps);
    }
    answers.tell(registers ? "with the registers of the pads" : "without");
  }
}

BOOST_AUTO_TEST_CASE(also_behind_ends_of_packet_at_the_limits) {
  for (const bool registers : {false, true}) {
    Answers answers(registers);
    for (const int ppm : {-2'500, 2'500}) {
      for (const Time se0 : {82 * ns, 260 * ns}) {
        for (const Time dribble : {0 * ns, 80 * ns}) {
          for (Time i = 0; i < steps; i += 4) {
            line::Distortion distortion = worst_jitter(static_cast<std::uint64_t>(i));
            distortion.ppm = ppm;
            distortion.se0 = se0;
            distortion.dribble = dribble;
            BOOST_TEST_CONTEXT("phase " << i << "/" << steps << ", " << ppm << " ppm, SE0 " << se0 / ns << " ns, dribble " << dribble / ns << " ns")
              answers.all(distortion, i * bit / steps);
          }
        }
      }
    }
    answers.tell(registers ? "distorted, with the registers of the pads" : "distorted, without");
  }
}
