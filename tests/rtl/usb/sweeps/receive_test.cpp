// SPDX-License-Identifier: Apache-2.0
// What the line may do to a host's packets (USB 2.0, 7.1.13 to 7.1.15), at every phase of the device's clocks: tokens, data and
// handshakes are taken, with and without the registers of the pads, and every answer is held against the timing table.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "Vusb.h"
#include "sim/physics/random.hpp"
#include "tests/rtl/usb/sweeps/sweep.hpp"

using namespace adoube::sweep;

namespace {

/// Deeper by ADOUBE_SWEEP=n: n times as many draws.
unsigned deeper() {
  const char* text = std::getenv("ADOUBE_SWEEP");
  return text == nullptr ? 1U : static_cast<unsigned>(std::max(1, std::atoi(text)));
}

class Sweep {
 public:
  explicit Sweep(bool registers) : pins_(registers) {
    BOOST_REQUIRE(pins_.configure());
    pins_.device.scan.slow = false;
  }

  /// A token, data and a handshake of the host so distorted, beginning at this phase; "" if all was taken.
  std::string take(const line::Distortion& distortion, Time phase) {
    auto& scan = pins_.device.scan;
    auto& port = pins_.port;
    port.distortion = distortion;
    const bus::Bytes content{0xFF, 0x7E, 0x00, 0xFC, ++count_};
    scan.packets.push_back(content);
    const std::size_t freed = scan.freed.size();
    const std::uint64_t resets = scan.hellos;
    std::string missed;
    pins_.phase(phase);
    if (pins_.setup({0x80, 8, 0, 0, 1}) != bus::handshake(bus::Pid::ack)) missed += "data ";
    pins_.rest();
    pins_.phase(phase);
    if (pins_.in(1) != bus::data(toggle_ ? bus::Pid::data1 : bus::Pid::data0, content)) missed += "token ";
    pins_.phase(phase);
    port.send(bus::handshake(bus::Pid::ack));
    pins_.rest();
    if (scan.freed.size() == freed + 1) {
      toggle_ = !toggle_;
    } else {
      missed += "handshake ";
      // Back in step for the next.
      port.distortion = {};
      while (!scan.packets.empty()) {
        if (pins_.in(1)) pins_.ack();
        pins_.rest();
        toggle_ = !toggle_;
      }
    }
    if (scan.hellos != resets) missed += "reset ";
    return missed + port.verdict();
  }
  void judge_host(bool on) { pins_.port.judge_host = on; }
  void everywhere(const line::Distortion& distortion, Time step = 1) {
    for (Time i = 0; i < steps; i += step) {
      const std::string missed = take(distortion, i * bit / steps);
      BOOST_TEST_CONTEXT("phase " << i << "/" << steps) BOOST_TEST(missed == "");
    }
  }

 private:
  Pins<Vusb> pins_;
  bool toggle_ = false;
  std::uint8_t count_ = 0;
};

}  // namespace

BOOST_AUTO_TEST_CASE(ends_of_packet_from_82_to_260_ns) {
  for (const bool registers : {false, true}) {
    Sweep sweep(registers);
    for (Time se0 = 82; se0 <= 260; se0 += registers ? 2 : 6) {
      line::Distortion distortion;
      distortion.se0 = se0 * ns;
      BOOST_TEST_CONTEXT("SE0 of " << se0 << " ns, registers " << registers) sweep.everywhere(distortion);
    }
  }
}

BOOST_AUTO_TEST_CASE(clocks_up_to_a_quarter_of_a_percent_off) {
  for (const bool registers : {false, true}) {
    Sweep sweep(registers);
    for (int ppm = -2'500; ppm <= 2'500; ppm += 250) {
      line::Distortion distortion;
      distortion.ppm = ppm;
      BOOST_TEST_CONTEXT(ppm << " ppm, registers " << registers) sweep.everywhere(distortion);
    }
  }
}

BOOST_AUTO_TEST_CASE(jitter_to_the_receivers_limits_with_a_clock_off) {
  Sweep sweep(true);
  for (const int ppm : {-2'500, 0, 2'500}) {
    for (std::uint64_t seed = 0; seed < 48 * deeper(); ++seed) {
      line::Distortion distortion = worst_jitter(seed);
      distortion.ppm = ppm;
      BOOST_TEST_CONTEXT(ppm << " ppm, seed " << seed) sweep.everywhere(distortion);
    }
  }
}

// The worst jitter beside it: a crossing must not look like more of that.
BOOST_AUTO_TEST_CASE(one_wire_up_to_20_ns_behind_the_other) {
  Sweep sweep(true);
  sweep.judge_host(false);  // more than the 14 ns of the table
  for (Time skew = -20; skew <= 20; skew += 2) {
    for (std::uint64_t seed = 0; seed < 6 * deeper(); ++seed) {
      line::Distortion distortion = seed == 0 ? line::Distortion{} : worst_jitter(seed);
      distortion.skew = skew * ns;
      BOOST_TEST_CONTEXT("skew " << skew << " ns, seed " << seed) sweep.everywhere(distortion);
    }
  }
}

BOOST_AUTO_TEST_CASE(both_wires_equal_up_to_14_ns_where_they_cross) {
  Sweep sweep(true);
  for (Time crossover = -14; crossover <= 14; crossover += 2) {
    for (std::uint64_t seed = 0; seed < 6 * deeper(); ++seed) {
      line::Distortion distortion = seed == 0 ? line::Distortion{} : worst_jitter(seed);
      distortion.crossover = crossover * ns;
      BOOST_TEST_CONTEXT("crossover " << crossover << " ns, seed " << seed) sweep.everywhere(distortion);
    }
  }
}

BOOST_AUTO_TEST_CASE(last_bits_up_to_80_ns_too_long) {
  Sweep sweep(true);
  for (Time dribble = 0; dribble <= 80; dribble += 5) {
    for (const Time se0 : {82, 167, 250}) {
      line::Distortion distortion;
      distortion.dribble = dribble * ns;
      distortion.se0 = se0 * ns;
      BOOST_TEST_CONTEXT("dribble " << dribble << " ns, SE0 " << se0 << " ns") sweep.everywhere(distortion, 2);
    }
  }
}

BOOST_AUTO_TEST_CASE(one_to_five_hubs) {
  Sweep sweep(true);
  for (unsigned hubs = 1; hubs <= 5; ++hubs) {
    for (unsigned kind = 0; kind < 8; ++kind) {
      line::Distortion distortion;
      distortion.hubs = hubs;
      distortion.hub = {70 * ns, (kind & 1U) != 0 ? 5 * ns : -5 * ns, (kind & 2U) != 0 ? 15 * ns : 0, (kind & 4U) != 0 ? 15 * ns : -15 * ns};
      BOOST_TEST_CONTEXT(hubs << " hubs of kind " << kind) sweep.everywhere(distortion, 2);
    }
  }
}

// Everything at once, as one long chain of hubs and a poor host would have it.
BOOST_AUTO_TEST_CASE(all_of_it_together) {
  adoube::sim::Random random(2023);
  Sweep sweep(true);
  for (unsigned i = 0; i < 20'000 * deeper(); ++i) {
    line::Distortion distortion = worst_jitter(i);
    distortion.ppm = static_cast<int>(random.within(-2'500, 2'500));
    const Time equal = random.within(-14 * ns, 14 * ns);
    (random.chance(50) ? distortion.skew : distortion.crossover) = equal;
    distortion.hubs = static_cast<unsigned>(random.within(0, 5));
    distortion.hub.sync_shift = random.within(-5 * ns, 5 * ns);
    distortion.hub.eop_late = random.within(0, 15 * ns);
    distortion.hub.eop_skew = random.within(-15 * ns, 15 * ns);
    const std::string missed = sweep.take(distortion, random.within(0, bit - 1));
    BOOST_TEST_CONTEXT("draw " << i) BOOST_TEST(missed == "");
  }
}
