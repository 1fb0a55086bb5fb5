// SPDX-License-Identifier: Apache-2.0
// What a script asks of the port is what stands at the device's pins, when it was asked for.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>

#include "sim/line/port.hpp"
#include "tests/sim/line/puppet.hpp"

namespace bus = adoube::bus;
namespace line = adoube::line;
using adoube::line::bit;
using adoube::line::clock48;
using adoube::line::ns;
using adoube::line::Time;
using adoube::test::Puppet;

namespace {

const bus::Bytes ack = bus::handshake(bus::Pid::ack);

/// Notes when which level was first seen, on a clock of its own; drives J or K by turns where told to.
class Watcher final : public line::Device {
 public:
  bus::DeviceLine clock(bus::Line wires) override {
    levels.push_back(wires);
    return {levels.size() % 2 == 0, levels.size() % 2 != 0, drives, pullup};
  }
  std::vector<bus::Line> levels;
  bool drives = false;
  bool pullup = true;
};

std::size_t first(const std::vector<bus::Line>& levels, bus::Line level) {
  return static_cast<std::size_t>(std::ranges::find(levels, level) - levels.begin());
}

/// Does this sampled wave say so, edge by edge to the half nanosecond?
bool same(const std::vector<Puppet::Seen>& seen, std::size_t from, const std::vector<bus::Line>& levels, Time start) {
  bus::Line last = bus::line_j;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    if (levels[i] == last) continue;
    last = levels[i];
    if (from >= seen.size() || !(seen[from].level == last)) return false;
    const Time late = seen[from].at - start - static_cast<Time>(i) * bit;
    if (late < 0 || late >= Puppet::step) return false;
    ++from;
  }
  return true;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_packet_arrives_as_it_was_drawn) {
  Puppet puppet;
  line::Port port(puppet, Puppet::pads);
  port.idle(10 * bit);
  const Time start = port.now();
  const std::size_t from = puppet.seen.size();
  port.send(ack);
  BOOST_TEST(port.now() == start + 19 * bit);
  BOOST_TEST(port.asked() == start + 18 * bit);
  port.idle(bit);
  BOOST_TEST(same(puppet.seen, from, bus::levels("KJKJKJKK JJKJJKKK 00 J"), start));
}

BOOST_AUTO_TEST_CASE(any_pattern_can_be_driven) {
  Puppet puppet;
  line::Port port(puppet, Puppet::pads);
  port.idle(bit);
  const Time start = port.now();
  const std::size_t from = puppet.seen.size();
  const auto pattern = bus::levels("K1J0KJJJ11KKKKKKKKK0J");
  port.drive(pattern);
  port.idle(bit);
  BOOST_TEST(same(puppet.seen, from, pattern, start));
  port.hold(bus::line_se0, 2'500 * ns);
  port.hold(bus::line_k, 100 * ns);
  port.idle(bit);
  const auto& seen = puppet.seen;
  BOOST_TEST((seen[seen.size() - 2].level == bus::line_k));
  BOOST_TEST(seen[seen.size() - 2].at - seen[seen.size() - 3].at == 2'500 * ns);
  BOOST_TEST(seen.back().at - seen[seen.size() - 2].at == 100 * ns);
}

// The wait that a script gives between the device's packet and its own: exact at the plug.
BOOST_AUTO_TEST_CASE(a_script_answers_to_the_picosecond) {
  for (const Time wait : {2 * bit, 16 * bit, 18 * bit}) {
    Puppet puppet;
    puppet.reply = line::drive(bus::levels(bus::data(bus::Pid::data0, ack)), 0);
    line::Port port(puppet, Puppet::pads);
    port.idle(bit);
    port.send(bus::token(bus::Pid::in, 1, 1));
    port.expect(bus::data(bus::Pid::data0, ack));
    BOOST_TEST(port.turnaround() >= 4 * bit);
    BOOST_TEST(port.turnaround() <= 4 * bit + 2 * Puppet::step);
    const Time own_end = port.heard().se0_to;
    port.idle_until(own_end + wait);
    puppet.loud = false;
    port.send(ack);
    BOOST_TEST(port.asked() == own_end + wait + 18 * bit);
    port.idle(bit);
    // The puppet's own eyes: its SE0, its J, the host's first K.
    const auto& seen = puppet.seen;
    const auto host = seen.end() - 13;
    BOOST_TEST((host->level == bus::line_k));
    BOOST_TEST(std::abs(host->at - (host - 1)->at - wait) <= Puppet::step);
    BOOST_TEST(port.verdict() == "");
  }
}

BOOST_AUTO_TEST_CASE(a_clock_samples_what_stands_there_just_before_it) {
  for (Time phase = 0; phase < clock48; phase += clock48 / 16) {
    for (const bool registers : {false, true}) {
      Watcher watcher;
      line::Port port(watcher, {clock48, phase, registers});
      port.idle(8 * clock48);
      port.hold(bus::line_k, 2 * clock48);
      port.idle(8 * clock48);
      // Edge n of the clock is at phase + n periods; K begins at 8 periods.
      BOOST_TEST(first(watcher.levels, bus::line_k) == 8U + (registers ? 1U : 0U));
      BOOST_TEST(std::ranges::count(watcher.levels, bus::line_k) == 2);
    }
  }
}

BOOST_AUTO_TEST_CASE(registers_delay_what_is_driven_by_one_clock) {
  for (const bool registers : {false, true}) {
    Watcher watcher;
    watcher.drives = true;
    line::Port port(watcher, {clock48, 0, registers});
    port.idle(clock48);
    BOOST_TEST(port.device().oe == !registers);
    port.idle(clock48);
    BOOST_TEST(port.device().oe);
    BOOST_TEST(port.device().pullup);
    BOOST_TEST(port.device().dp == !registers);
  }
}

BOOST_AUTO_TEST_CASE(wires_rest_at_j_by_the_pull_up_alone) {
  Watcher watcher;
  line::Port port(watcher);
  port.idle(2 * clock48);
  BOOST_TEST((watcher.levels.back() == bus::line_j));
  watcher.pullup = false;
  port.idle(3 * clock48);
  BOOST_TEST((watcher.levels.back() == bus::line_se0));
}
