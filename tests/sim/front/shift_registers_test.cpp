// SPDX-License-Identifier: Apache-2.0
// The shift registers: what their data sheets say they do, and that each of the times they ask for is asked for.
#include <boost/test/unit_test.hpp>

#include "sim/front/hc165.hpp"
#include "sim/front/hc595.hpp"

using namespace adoube::sim;

namespace {

constexpr PinTime ns = pin_ns;

/// Drives a chain of 16 inputs; every step comes `after` the one before.
struct Chain {
  Hc165Chain parts{16};
  Hc165Chain::Inputs inputs;
  PinTime now = 0;
  Chain() { step(1'000 * ns, true, false); }
  void step(PinTime after, bool load, bool clock) { parts.drive(now += after, load, clock, inputs); }
  void load(PinTime width = 200 * ns) {
    step(500 * ns, false, false);
    step(width, true, false);
  }
  bool level() {
    parts.taken(now + 300 * ns);
    return parts.output();
  }
  void pulse(PinTime low = 200 * ns, PinTime high = 200 * ns) {
    step(low, true, true);
    step(high, true, false);
  }
};

/// Drives two 74HC595.
struct Rows {
  Hc595Pair parts;
  PinTime now = 1'000 * ns;
  void step(PinTime after, bool data, bool clock, bool latch) { parts.drive(now += after, data, clock, latch); }
  void bit(bool data) {
    step(200 * ns, data, false, false);
    step(200 * ns, data, true, false);
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(the_inputs_come_out_one_after_the_other) {
  Chain chain;
  chain.inputs = 0xB2C5;
  chain.load();
  chain.inputs = 0;  // moves after the load pulse: too late
  for (unsigned i = 0; i < 16; ++i) {
    BOOST_TEST(chain.level() == ((0xB2C5U >> i & 1U) != 0));
    chain.pulse();
  }
  BOOST_TEST(!chain.level());  // the serial input is at ground
  BOOST_TEST(chain.parts.violation() == "");
}

BOOST_AUTO_TEST_CASE(while_the_load_wire_is_low_they_follow_and_no_clock_counts) {
  Chain chain;
  chain.step(500 * ns, false, false);
  chain.inputs = 1;
  chain.step(300 * ns, false, true);
  BOOST_TEST(chain.level());
  chain.step(300 * ns, false, false);
  BOOST_TEST(chain.level());
  BOOST_TEST(chain.parts.violation() == "");
}

BOOST_AUTO_TEST_CASE(the_74hc165_asks_for_its_times) {
  const auto violation = [](auto&& play) {
    Chain chain;
    play(chain);
    return chain.parts.violation();
  };
  BOOST_TEST(violation([](Chain& c) { c.load(hc165::load_width); }) == "");
  BOOST_TEST(violation([](Chain& c) { c.load(hc165::load_width - 1); }) == "74HC165: the load pulse is too short");
  BOOST_TEST(violation([](Chain& c) { c.load(), c.pulse(hc165::recovery, hc165::clock_width); }) == "");
  BOOST_TEST(violation([](Chain& c) { c.load(), c.pulse(hc165::recovery - 1); }) == "74HC165: the clock rises too soon after the load pulse");
  BOOST_TEST(violation([](Chain& c) { c.load(), c.pulse(200 * ns, hc165::clock_width - 1); }) == "74HC165: the clock pulse is too short");
  BOOST_TEST(violation([](Chain& c) { c.load(), c.pulse(), c.pulse(hc165::clock_width - 1); }) == "74HC165: the clock pulse is too short");
  BOOST_TEST(violation([](Chain& c) { c.load(), c.step(200 * ns, true, true); c.parts.taken(c.now + hc165::clock_to_output); }) == "");
  BOOST_TEST(violation([](Chain& c) { c.load(), c.step(200 * ns, true, true); c.parts.taken(c.now + hc165::clock_to_output - 1); }) ==
             "74HC165: the output is taken before it has settled");
  BOOST_TEST(violation([](Chain& c) { c.step(500 * ns, false, false); c.parts.taken(c.now + hc165::load_to_output - 1); }) ==
             "74HC165: the output is taken before it has settled");
  constexpr PinTime handed_on = hc165::clock_to_output + hc165::serial_setup - hc165::clock_width;
  BOOST_TEST(violation([](Chain& c) { c.load(), c.pulse(200 * ns, hc165::clock_width), c.pulse(handed_on); }) == "");
  BOOST_TEST(violation([](Chain& c) { c.load(), c.pulse(200 * ns, hc165::clock_width), c.pulse(handed_on - 1); }) ==
             "74HC165: the clock rises before the chip before has put out its bit");
}

BOOST_AUTO_TEST_CASE(sixteen_bits_stand_at_the_outputs_with_the_latch_clock) {
  Rows rows;
  for (unsigned i = 0; i < 16; ++i) rows.bit((0x8421U >> (15 - i) & 1U) != 0);
  BOOST_TEST(rows.parts.outputs() == 0U);
  rows.step(200 * ns, false, false, true);
  BOOST_TEST(rows.parts.outputs() == 0x8421U);
  BOOST_TEST(rows.parts.settled() == rows.now + hc595::latch_to_output);
  BOOST_TEST(rows.parts.violation() == "");
}

BOOST_AUTO_TEST_CASE(clock_and_latch_together_leave_the_outputs_a_bit_behind) {
  Rows rows;
  rows.bit(true);
  rows.step(200 * ns, true, false, false);
  rows.step(200 * ns, true, true, true);
  BOOST_TEST(rows.parts.outputs() == 1U);
}

BOOST_AUTO_TEST_CASE(the_74hc595_asks_for_its_times) {
  const auto violation = [](auto&& play) {
    Rows rows;
    play(rows);
    return rows.parts.violation();
  };
  BOOST_TEST(violation([](Rows& r) { r.step(0, true, false, false), r.step(hc595::data_setup, true, true, false); }) == "");
  BOOST_TEST(violation([](Rows& r) { r.step(0, true, false, false), r.step(hc595::data_setup - 1, true, true, false); }) ==
             "74HC595: the data moves too late before the clock");
  BOOST_TEST(violation([](Rows& r) { r.bit(true), r.step(hc595::data_hold, false, true, false); }) == "");
  BOOST_TEST(violation([](Rows& r) { r.bit(true), r.step(hc595::data_hold - 1, false, true, false); }) == "74HC595: the data moves too soon after the clock");
  BOOST_TEST(violation([](Rows& r) { r.bit(true), r.step(hc595::clock_width - 1, true, false, false); }) == "74HC595: the clock pulse is too short");
  constexpr PinTime handed_on = hc595::clock_to_serial + hc595::data_setup - hc595::clock_width;
  BOOST_TEST(violation([](Rows& r) { r.bit(true), r.step(hc595::clock_width, true, false, false), r.step(handed_on, true, true, false); }) == "");
  BOOST_TEST(violation([](Rows& r) { r.bit(true), r.step(hc595::clock_width, true, false, false), r.step(handed_on - 1, true, true, false); }) ==
             "74HC595: the clock rises before the first chip has put out its bit");
  BOOST_TEST(violation([](Rows& r) { r.bit(true), r.step(hc595::clock_to_latch, true, true, true); }) == "");
  BOOST_TEST(violation([](Rows& r) { r.bit(true), r.step(hc595::clock_to_latch - 1, true, true, true); }) == "74HC595: the latch rises too soon after the clock");
  BOOST_TEST(violation([](Rows& r) { r.step(0, false, false, true), r.step(hc595::latch_width - 1, false, false, false); }) == "74HC595: the latch pulse is too short");
}
