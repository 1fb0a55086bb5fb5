// SPDX-License-Identifier: Apache-2.0
// What the simulator's leap rests on: once probe_quiet_o is high and the wires rest at J, one bit time later the whole
// state of the core is what it was, but for the counters of rtl/leap.toml, which counted, and it is quiet again.
#include <boost/test/unit_test.hpp>

#include <vector>

#include "Vusb.h"
#include "Vusb___024root.h"
#include "leap_table_usb.hpp"
#include "sim/kernel/model_image.hpp"
#include "tests/rtl/usb/bench.hpp"
#include "tests/rtl/usb/raw_bus.hpp"

namespace bus = adoube::bus;
using Bench = adoube::test::Bench<Vusb>;

namespace {

/// The model's state, and whether one bit time later it is what the table says.
class Before {
 public:
  explicit Before(Vusb& model) : image_(adoube::sim::raw_image(*model.rootp)), counters_(adoube::sim::usb_counters(*model.rootp, image_)) {}

  void remember() {
    bytes_.assign(image_.data, image_.data + image_.size);
    room_ = adoube::sim::leap_room(image_, counters_) > 1;
  }
  bool same_but_for_counters() {
    if (!room_) return true;  // something may happen by itself
    adoube::sim::advance({bytes_.data(), bytes_.size()}, counters_, 1);
    return std::memcmp(bytes_.data(), image_.data, image_.size) == 0;
  }

 private:
  adoube::sim::RawImage image_;
  std::vector<adoube::sim::LeapCounter> counters_;
  std::vector<char> bytes_;
  bool room_ = false;
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_quiet_bit_time_changes_nothing) {
  for (unsigned phase = 0; phase < 4; ++phase) {
    Bench bench(phase);
    bench.device.scan.registers = {{0, 1}, {4, 0}};
    bench.device.scan.largest = {{4, 10}};
    BOOST_REQUIRE(bench.enumerate());
    std::vector<std::uint8_t> room(64);
    bus::Transfer poll;
    poll.kind = bus::Transfer::Kind::interrupt_in;
    poll.address = bench.address;
    poll.endpoint = 1;
    poll.data = room;
    poll.done = [&](bus::Transfer& t) { bench.host.submit(t); };
    bench.host.submit(poll);
    Before before(*bench.device.model);
    std::uint64_t quiet = 0, broken = 0, lost = 0, busy = 0;
    for (unsigned i = 0; i < 60'000; ++i) {
      if (i % 7'001 == 0) bench.device.scan.packets.emplace_back(20, static_cast<std::uint8_t>(i));
      // The cut's inputs must stand still as well: what is offered or acknowledged just now is no quiet bit time.
      const auto cut = bench.device.scan.out();
      // As the kernel asks: before a bit time, with nothing to be driven in it.
      const bool rests = bench.device.model->probe_quiet_o != 0 && bench.host.idle() &&
                         bench.host.next_activity(bench.bit_time) > bench.bit_time + 1;
      before.remember();
      bench.step();
      const bool same = before.same_but_for_counters();
      const auto now = bench.device.scan.out();
      const bool still = cut.offer == now.offer && cut.frozen == now.frozen && cut.reg_ack == now.reg_ack &&
                         cut.pkt_len == now.pkt_len && cut.pkt_data == now.pkt_data;
      if (!rests || !still) {
        ++busy;
        continue;
      }
      ++quiet;
      if (!same) ++broken;
      if (bench.device.model->probe_quiet_o == 0) ++lost;
    }
    BOOST_TEST_CONTEXT("phase " << phase) {
      BOOST_TEST(broken == 0U);
      BOOST_TEST(lost == 0U);
      BOOST_TEST(quiet > 50'000U);   // and it is quiet nearly always: five frames with a poll each
      BOOST_TEST(busy > 1'000U);
    }
    bench.host.cancel(poll);
  }
}

// The same after noise, with the receiver in the middle of anything: SYNC begun, a packet begun, a violation to sit out.
BOOST_AUTO_TEST_CASE(the_receiver_is_not_quiet_while_it_counts) {
  adoube::test::RawBus<Vusb> raw;
  Before before(*raw.device.model);
  std::uint32_t state = 11;
  const auto draw = [&] {
    state ^= state << 13U;
    state ^= state >> 17U;
    state ^= state << 5U;
    return state;
  };
  const std::vector<bus::Line> token = bus::levels(bus::sof(5));
  std::uint64_t quiet = 0, broken = 0, loud = 0;
  for (unsigned i = 0; i < 400; ++i) {
    if (i % 2 == 0) raw.drive(std::span(token).first(draw() % (token.size() + 1)));
    for (unsigned k = 0; i % 2 != 0 && k < 20; ++k) raw.hold(draw() % 3 == 0 ? bus::line_j : bus::line_k, 1 + draw() % 9);
    for (unsigned bit = 0; bit < 30; ++bit) {
      const bool rests = raw.device.model->probe_quiet_o != 0;
      before.remember();
      raw.hold(bus::line_j, 4);
      if (rests && !before.same_but_for_counters()) ++broken;
      ++(rests ? quiet : loud);
    }
  }
  BOOST_TEST(broken == 0U);
  BOOST_TEST(quiet > 1'000U);
  BOOST_TEST(loud > 1'000U);
}

// The probe tells the truth in the other direction too: it is low while anything of the core is under way.
BOOST_AUTO_TEST_CASE(it_is_not_quiet_while_something_is_under_way) {
  Bench bench;
  BOOST_REQUIRE(bench.enumerate());
  bench.run(100);
  BOOST_TEST(bench.device.model->probe_quiet_o == 1);
  bench.device.scan.registers = {{0, 1}};
  bus::Transfer read;
  std::vector<std::uint8_t> room(4);
  read.address = bench.address;
  read.setup = {0xC0, 1, 0, 0, 4};
  read.data = room;
  bench.host.submit(read);
  std::uint64_t noisy_idle = 0;
  while (read.status == bus::Status::pending) {
    bench.step();
    const bool waiting = bench.device.model->reg_req_o != bench.device.model->reg_ack_i;
    if (waiting) BOOST_TEST(bench.device.model->probe_quiet_o == 0);
    if (waiting) ++noisy_idle;
  }
  BOOST_TEST(noisy_idle > 10U);
}
