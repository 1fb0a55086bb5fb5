// SPDX-License-Identifier: Apache-2.0
// Every token against every kind of endpoint in every state, and what may follow a packet whose acknowledge stayed out. In
// the test build, which has OUT endpoints too.
#include <boost/test/unit_test.hpp>

#include "Vusbtest.h"
#include "tests/rtl/usb/raw_bus.hpp"

namespace bus = adoube::bus;
using adoube::test::Bytes, adoube::test::ack, adoube::test::nak, adoube::test::stall;
using Raw = adoube::test::RawBus<Vusbtest>;

namespace {

constexpr unsigned address = 5;
const Bytes zeros(64, 0);
const Bytes one = bus::data(bus::Pid::data1, Bytes{1});
const bus::Setup get_configuration{0x80, 8, 0, 0, 1};

/// GET_CONFIGURATION, whole: the device is sane, and no byte of an older answer comes instead.
void sane(Raw& raw) {
  raw.idle(3);
  BOOST_TEST((raw.setup(address, get_configuration) == ack));
  raw.idle(3);
  BOOST_TEST((raw.in(address, 0) == one));
  raw.ack();
  BOOST_TEST((raw.out(address, 0, bus::Pid::data1, {}) == ack));
  raw.idle(3);
}

enum class State { unconfigured, first, second, halted };

/// What an IN (or OUT with 64 zeros) token to that endpoint must be answered with in that state; nothing is silence.
std::optional<Bytes> expected(State state, unsigned endpoint, bool in) {
  if (endpoint == 0) return stall;  // no request is under way
  const bool exists = state == State::first ? in && endpoint <= 2 : state != State::unconfigured && (endpoint == 3 || endpoint == 4);
  if (!exists) return std::nullopt;
  if (state == State::halted) return stall;
  if (endpoint <= 2) return nak;
  return in ? bus::data(bus::Pid::data0, zeros) : ack;
}

}  // namespace

// U-32: PING, PRE and SPLIT are no tokens of full speed; SETUP is for endpoint 0; a halt is a STALL for data alone.
BOOST_AUTO_TEST_CASE(every_token_to_every_endpoint_in_every_state) {
  for (const State state : {State::unconfigured, State::first, State::second, State::halted}) {
    Raw raw;
    BOOST_REQUIRE(raw.configure(address));
    if (state == State::unconfigured) BOOST_TEST((raw.request({0x00, 9, 0, 0, 0})));
    if (state == State::second || state == State::halted) BOOST_TEST((raw.request({0x01, 11, 1, 0, 0})));
    for (const std::uint16_t pipe : std::array<std::uint16_t, 4>{0x83, 0x84, 0x03, 0x04})
      if (state == State::halted) BOOST_TEST((raw.request({0x02, 3, 0, pipe, 0})));
    for (unsigned endpoint = 0; endpoint < 16; ++endpoint) {
      BOOST_TEST_CONTEXT("state " << static_cast<int>(state) << " endpoint " << endpoint) {
        for (unsigned pid = 0; pid < 16; ++pid) {
          if (pid == 0x1 || pid == 0x9 || pid == 0xD) continue;
          Bytes token = bus::token(bus::Pid::in, address, endpoint);
          token[0] = static_cast<std::uint8_t>(pid | ((~pid & 0xFU) << 4U));
          raw.idle(3);
          BOOST_TEST((raw.ask(token) == std::nullopt));
        }
        raw.idle(3);
        BOOST_TEST((raw.in(address, endpoint) == expected(state, endpoint, true)));
        raw.idle(40);
        BOOST_TEST((raw.out(address, endpoint, bus::Pid::data1, zeros) == expected(state, endpoint, false)));
        raw.idle(3);
        if (endpoint != 0) {
          raw.send(bus::token(bus::Pid::setup, address, endpoint));
          raw.idle(3);
          BOOST_TEST((raw.ask(bus::data(bus::Pid::data0, bus::Setup{0, 9, 0, 0, 0}.bytes())) == std::nullopt));
        }
        // The state is what it was.
        raw.idle(3);
        BOOST_TEST((raw.in(address, endpoint) == expected(state, endpoint, true)));
        raw.idle(40);
      }
    }
  }
}

// U-33, U-65: the host's acknowledge stays out and it asks at once, or after a start of frame, for something else.
BOOST_AUTO_TEST_CASE(what_follows_a_missing_acknowledge_is_answered_for_itself) {
  for (unsigned other = 0; other < 16; ++other) {
    for (const unsigned pause : {3U, 10U, 17U, 25U, 40U}) {
      for (const bool frame : {false, true}) {
        Raw raw;
        BOOST_REQUIRE(raw.configure(address));
        BOOST_TEST((raw.request({0x01, 11, 1, 0, 0})));
        BOOST_TEST((raw.request({0x02, 3, 0, 0x84, 0})));
        raw.idle(3);
        BOOST_TEST((raw.in(address, 3) == bus::data(bus::Pid::data0, zeros)));
        raw.idle(pause);
        if (frame) {
          raw.send(bus::sof(77));
          raw.idle(3);
        }
        const auto answer = raw.in(address, other);
        BOOST_TEST_CONTEXT("endpoint " << other << " after " << pause) {
          if (other == 0 || other == 4) BOOST_TEST((answer == stall));
          else if (other == 3) BOOST_TEST((answer == bus::data(bus::Pid::data0, zeros)));
          else BOOST_TEST((answer == std::nullopt));
        }
        raw.idle(40);
        BOOST_TEST((raw.in(address, 3) == bus::data(bus::Pid::data0, zeros)));
        sane(raw);
      }
    }
  }
}

// A packet that breaks is an answer to the token before it all the same: what follows is not its data.
BOOST_AUTO_TEST_CASE(a_broken_packet_ends_the_wait_for_data) {
  for (const bool setup : {false, true}) {
    const Bytes good = setup ? bus::data(bus::Pid::data0, get_configuration.bytes()) : bus::data(bus::Pid::data0, zeros);
    const std::vector<bus::Line> levels = bus::levels(good);
    for (std::size_t at = 10; at < 40; ++at) {
      Raw raw;
      BOOST_REQUIRE(raw.configure(address));
      BOOST_TEST((raw.request({0x01, 11, 1, 0, 0})));
      raw.send(bus::token(setup ? bus::Pid::setup : bus::Pid::out, address, setup ? 0 : 3));
      raw.idle(3);
      raw.drive(std::span(levels).first(at));  // cut off
      raw.hold(bus::line_se0, 8);
      raw.idle(3);
      BOOST_TEST((raw.ask(good) == std::nullopt));
      sane(raw);
    }
  }
}

// U-78: however busy the OUT endpoints are, the first SETUP is taken.
BOOST_AUTO_TEST_CASE(setup_is_taken_amid_a_flood_of_data) {
  Raw raw;
  BOOST_REQUIRE(raw.configure(address));
  BOOST_TEST((raw.request({0x01, 11, 1, 0, 0})));
  for (unsigned i = 0; i < 40; ++i) {
    for (unsigned k = 0; k <= i % 4; ++k) {
      BOOST_TEST((raw.out(address, 3 + k % 2, i % 2 == 0 ? bus::Pid::data0 : bus::Pid::data1, zeros) == ack));
      raw.idle(2);
    }
    BOOST_TEST((raw.setup(address, get_configuration) == ack));
    raw.idle(2);
    BOOST_TEST((raw.out(address, 3, bus::Pid::data0, zeros) == ack));
    raw.idle(2);
    BOOST_TEST((raw.in(address, 0) == one));
    raw.ack();
  }
}

// U-81, U-82: a STALL of endpoint 0, in any stage and to either token, holds for both directions until the next SETUP, which
// is acknowledged, and its request answered, at once.
BOOST_AUTO_TEST_CASE(a_refusal_lasts_until_the_next_setup) {
  Raw raw;
  BOOST_REQUIRE(raw.configure(address));
  const bus::Setup unknown{0x80, 6, 0x0600, 0, 10}, descriptor{0x80, 6, 0x0100, 0, 18}, store{0x40, 0x5B, 0, 0, 8}, interface{0x01, 11, 0, 0, 0};
  const auto refused = [&] {
    for (unsigned i = 0; i < 2; ++i) {
      raw.idle(3);
      BOOST_TEST((raw.in(address, 0) == stall));
      raw.idle(3);
      BOOST_TEST((raw.out(address, 0, bus::Pid::data1, {}) == stall));
      raw.idle(3);
      BOOST_TEST((raw.out(address, 0, bus::Pid::data0, Bytes(8, 1)) == stall));
    }
    sane(raw);
  };
  const auto setup = [&](const bus::Setup& what) {
    raw.idle(3);
    BOOST_TEST((raw.setup(address, what) == ack));
    raw.idle(3);
  };
  setup(unknown);
  BOOST_TEST((raw.in(address, 0) == stall));
  refused();
  setup(unknown);
  BOOST_TEST((raw.out(address, 0, bus::Pid::data1, Bytes(8, 1)) == stall));
  refused();
  setup(descriptor);  // data where the host reads
  BOOST_TEST((raw.out(address, 0, bus::Pid::data1, Bytes(8, 1)) == stall));
  refused();
  setup(descriptor);  // more asked for than there is
  BOOST_TEST(raw.in(address, 0).has_value());
  raw.ack();
  BOOST_TEST((raw.in(address, 0) == stall));
  refused();
  setup(store);       // the status stage too early
  BOOST_TEST((raw.in(address, 0) == stall));
  refused();
  setup(store);       // too many bytes
  BOOST_TEST((raw.out(address, 0, bus::Pid::data1, Bytes(9, 1)) == stall));
  refused();
  setup(interface);   // data where there are none
  BOOST_TEST((raw.out(address, 0, bus::Pid::data1, Bytes(8, 1)) == stall));
  refused();
}
