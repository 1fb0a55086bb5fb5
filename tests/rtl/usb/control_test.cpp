// SPDX-License-Identifier: Apache-2.0
// Endpoint 0 over the bit-true host: every chapter 9 request and refusal, registers, aborted requests.
#include <boost/test/unit_test.hpp>

#include "Vusb.h"
#include "tests/rtl/usb/bench.hpp"
#include "tests/rtl/usb/raw_bus.hpp"

namespace bus = adoube::bus;
using adoube::test::Bytes, adoube::test::ack, adoube::test::nak, adoube::test::stall;
using bus::Setup;
using bus::Status;
using Bench = adoube::test::Bench<Vusb>;
using Raw = adoube::test::RawBus<Vusb>;

namespace {

template <class AnyBench>
void refuse(AnyBench& bench, const Setup& setup) {
  BOOST_TEST_CONTEXT("type " << int{setup.type} << " request " << int{setup.request} << " value " << setup.value << " index "
                             << setup.index << " length " << setup.length) {
    BOOST_TEST(bench.control(setup, Bytes(setup.length, 0)).status == Status::stalled);
  }
}

template <class AnyBench>
void no_line_faults(const AnyBench& bench) {
  BOOST_TEST(bench.host.counters().bad == 0U);
  BOOST_TEST(bench.host.counters().silent == 0U);
  BOOST_TEST(bench.host.counters().collisions == 0U);
  BOOST_TEST(bench.host.counters().unasked == 0U);
  BOOST_TEST(bench.host.counters().repeated == 0U);
}

}  // namespace

BOOST_AUTO_TEST_CASE(chapter_9_requests) {
  Bench bench;
  BOOST_REQUIRE(bench.enumerate());
  const Bytes zero2{0, 0}, one2{1, 0};
  BOOST_TEST((bench.control({0x80, 0, 0, 0, 2}).data == one2));          // self-powered
  BOOST_TEST((bench.control({0x81, 0, 0, 0, 2}).data == zero2));
  for (const std::uint16_t pipe : std::array<std::uint16_t, 3>{0x00, 0x80, 0x81})
    BOOST_TEST((bench.control({0x82, 0, 0, pipe, 2}).data == zero2));
  BOOST_TEST((bench.control({0x80, 8, 0, 0, 1}).data == Bytes{1}));
  BOOST_TEST((bench.control({0x81, 10, 0, 0, 1}).data == Bytes{0}));
  BOOST_TEST((bench.control({0x80, 0, 0, 0, 1}).data == Bytes{1}));      // GET_STATUS cut short
  BOOST_TEST((bench.control({0x80, 0, 0, 0, 64}).data == one2));
  BOOST_TEST(bench.control({0x80, 8, 0, 0, 0}).status == Status::completed);  // room for nothing: no data stage

  // Halt and its end.
  BOOST_TEST(bench.control({0x02, 3, 0, 0x81, 0}).status == Status::completed);
  BOOST_TEST((bench.control({0x82, 0, 0, 0x81, 2}).data == one2));
  BOOST_TEST((bench.control({0x82, 0, 0, 0x80, 2}).data == zero2));
  BOOST_TEST(bench.poll().status == Status::stalled);
  BOOST_TEST(bench.control({0x02, 1, 0, 0x81, 0}).status == Status::completed);
  BOOST_TEST((bench.control({0x82, 0, 0, 0x81, 2}).data == zero2));
  BOOST_TEST(bench.poll(3).status == Status::cancelled);                   // nothing to send: NAK
  BOOST_TEST(bench.control({0x02, 1, 0, 0x00, 0}).status == Status::completed);
  BOOST_TEST(bench.control({0x02, 1, 0, 0x80, 0}).status == Status::completed);
  BOOST_TEST(bench.control({0x01, 11, 0, 0, 0}).status == Status::completed);

  // Out of the configuration and back.
  BOOST_TEST(bench.control({0x00, 9, 0, 0, 0}).status == Status::completed);
  BOOST_TEST((bench.control({0x80, 8, 0, 0, 1}).data == Bytes{0}));
  refuse(bench, {0x81, 0, 0, 0, 2});
  refuse(bench, {0x81, 10, 0, 0, 1});
  refuse(bench, {0x82, 0, 0, 0x81, 2});
  refuse(bench, {0x02, 3, 0, 0x81, 0});
  refuse(bench, {0x02, 1, 0, 0x81, 0});
  refuse(bench, {0x01, 11, 0, 0, 0});
  BOOST_TEST(bench.control({0x00, 9, 1, 0, 0}).status == Status::completed);
  BOOST_TEST((bench.control({0x80, 8, 0, 0, 1}).data == Bytes{1}));
  BOOST_TEST(bench.device.scan.hellos == 4U);
  no_line_faults(bench);

  // The event endpoint of an unconfigured device does not exist: it does not even say NAK.
  BOOST_TEST(bench.control({0x00, 9, 0, 0, 0}).status == Status::completed);
  BOOST_TEST(bench.poll(10).status == Status::no_response);
}

BOOST_AUTO_TEST_CASE(everything_else_is_refused_and_the_next_request_works) {
  Bench bench;
  BOOST_REQUIRE(bench.enumerate());
  const std::vector<Setup> refused{
      {0x80, 0, 1, 0, 2},        {0x80, 0, 0, 1, 2},       {0x81, 0, 0, 1, 2},       {0x82, 0, 0, 0x01, 2},
      {0x82, 0, 0, 0x83, 2},     {0x82, 0, 0, 0x0181, 2},  {0x82, 0, 1, 0x81, 2},    {0x83, 0, 0, 0, 2},
      {0x00, 1, 1, 0, 0},        {0x00, 3, 1, 0, 0},       {0x00, 3, 2, 0x0100, 0},  {0x01, 3, 0, 0, 0},
      {0x02, 3, 0, 0x80, 0},     {0x02, 3, 0, 0x00, 0},    {0x02, 3, 0, 0x83, 0},    {0x02, 1, 1, 0x81, 0},
      {0x02, 3, 1, 0x81, 0},     {0x02, 1, 0, 0x01, 0},    {0x02, 1, 0, 0x81, 4},    {0x00, 5, 128, 0, 0},
      {0x00, 5, 0x0105, 0, 0},   {0x00, 5, 5, 1, 0},       {0x00, 5, 5, 0, 1},       {0x80, 6, 0x0101, 0, 18},
      {0x80, 6, 0x0201, 0, 9},   {0x80, 6, 0x0304, 0, 255}, {0x80, 6, 0x03EE, 0, 18}, {0x80, 6, 0x0400, 0, 9},
      {0x80, 6, 0x0500, 0, 7},   {0x80, 6, 0x0600, 0, 10}, {0x80, 6, 0x0700, 0, 9},  {0x80, 6, 0x0F01, 0, 5},
      {0x80, 6, 0x0000, 0, 18},  {0x80, 6, 0x2100, 0, 9},  {0x81, 6, 0x0100, 0, 18}, {0x00, 7, 0x0100, 0, 18},
      {0x00, 9, 2, 0, 0},        {0x00, 9, 0x0101, 0, 0},  {0x00, 9, 1, 1, 0},       {0x00, 9, 1, 0, 1},
      {0x80, 8, 1, 0, 1},        {0x80, 8, 0, 1, 1},       {0x81, 10, 0, 1, 1},      {0x81, 10, 1, 0, 1},
      {0x01, 11, 1, 0, 0},       {0x01, 11, 0, 1, 0},      {0x01, 11, 0, 0, 2},      {0x82, 12, 0, 0x81, 2},
      {0x80, 2, 0, 0, 1},        {0x80, 9, 1, 0, 1},       {0x00, 6, 0x0100, 0, 18}, {0xA1, 1, 0, 0, 8},
      {0x21, 9, 0, 0, 8},        {0xC0, 0, 0, 0, 4},       {0xC0, 2, 0, 0, 4},       {0xC0, 5, 0, 0, 4},
      {0x40, 1, 0, 4, 4},        {0x40, 0, 0, 0, 0},       {0xC1, 1, 0, 0, 4},       {0x41, 2, 0, 4, 4},
      {0xC0, 1, 0, 0, 3},        {0xC0, 1, 0, 0, 5},       {0xC0, 1, 1, 0, 4},       {0xC0, 1, 0, 0x0100, 4},
      {0x40, 2, 0, 4, 0},        {0x40, 2, 0, 4, 3},       {0x40, 2, 0, 4, 8},       {0x40, 2, 0, 0x0104, 4},
      {0x40, 2, 0x0100, 4, 4},   {0xC0, 1, 0, 0, 0},       {0xC0, 3, 1, 2, 255},      {0xC0, 3, 0, 2, 255},
      {0xC0, 4, 0, 8, 0},        {0xC0, 4, 0, 6, 162},     {0xC0, 4, 1, 7, 162},      {0xC0, 4, 0, 0x0107, 162},
      {0x40, 4, 0, 7, 0},        {0xC1, 4, 0, 7, 162},     {0xC0, 4, 0, 4, 40},       {0xC0, 0x5B, 0, 0, 1}};
  bench.device.scan.registers = {{0, 1}, {4, 2}};
  bench.device.scan.largest = {{4, 100}};
  for (const Setup& setup : refused) {
    refuse(bench, setup);
    BOOST_TEST((bench.control({0x80, 8, 0, 0, 1}).data == Bytes{1}));
  }
  BOOST_TEST(bench.device.scan.reads == 0U);
  BOOST_TEST(bench.device.scan.writes == 0U);
  no_line_faults(bench);
}

BOOST_AUTO_TEST_CASE(registers_are_read_written_and_refused) {
  for (const bool slow : {false, true}) {
    BOOST_TEST_CONTEXT("slow " << slow) {
      Bench bench;
      bench.device.scan.slow = slow;
      bench.device.scan.registers = {{0, 0x42554441}, {4, 4000}, {255, 0xFFFFFFFF}, {7, 0x80000001}};
      bench.device.scan.largest = {{4, 30'000}, {7, 0xFFFFFFFF}};
      BOOST_REQUIRE(bench.enumerate());
      BOOST_TEST((bench.control({0xC0, 1, 0, 0, 4}).data == Bytes{0x41, 0x44, 0x55, 0x42}));
      BOOST_TEST((bench.control({0xC0, 1, 0, 255, 4}).data == Bytes{255, 255, 255, 255}));
      BOOST_TEST(bench.control({0xC0, 1, 0, 1, 4}).status == Status::stalled);  // unknown
      BOOST_TEST(bench.control({0x40, 2, 0, 4, 4}, {0x30, 0x75, 0, 0}).status == Status::completed);
      BOOST_TEST(bench.device.scan.registers[4] == 30'000U);
      BOOST_TEST((bench.control({0xC0, 1, 0, 4, 4}).data == Bytes{0x30, 0x75, 0, 0}));
      BOOST_TEST(bench.control({0x40, 2, 0, 4, 4}, {0x31, 0x75, 0, 0}).status == Status::stalled);  // too large
      BOOST_TEST(bench.control({0x40, 2, 0, 0, 4}, {1, 2, 3, 4}).status == Status::stalled);        // read-only
      BOOST_TEST(bench.control({0x40, 2, 0, 9, 4}, {1, 2, 3, 4}).status == Status::stalled);        // unknown
      BOOST_TEST(bench.device.scan.registers[4] == 30'000U);
      BOOST_TEST(bench.control({0x40, 2, 0, 7, 4}, {0xFE, 0xFF, 0xFF, 0x7F}).status == Status::completed);
      BOOST_TEST(bench.device.scan.registers[7] == 0x7FFFFFFEU);
      BOOST_TEST(bench.device.scan.writes == 5U);
      BOOST_TEST(bench.device.scan.reads == 4U);
      no_line_faults(bench);
    }
  }
}

BOOST_AUTO_TEST_CASE(address_holds_only_after_the_status_stage) {
  Raw raw;
  const Bytes empty = bus::data(bus::Pid::data1, {});
  raw.reset();
  BOOST_TEST((raw.setup(0, {0, 5, 17, 0, 0}) == ack));
  raw.idle(3);
  BOOST_TEST((raw.in(0, 0) == empty));   // the ACK is "lost": the address must not hold yet
  raw.idle(40);
  BOOST_TEST((raw.in(17, 0) == std::nullopt));
  raw.idle(3);
  BOOST_TEST((raw.in(0, 0) == empty));
  raw.ack();
  BOOST_TEST((raw.in(0, 0) == std::nullopt));
  raw.idle(3);
  BOOST_TEST((raw.setup(0, {0x80, 8, 0, 0, 1}) == std::nullopt));
  raw.idle(3);
  BOOST_TEST((raw.setup(17, {0x80, 8, 0, 0, 1}) == ack));
  raw.reset();
  BOOST_TEST((raw.setup(17, {0x80, 8, 0, 0, 1}) == std::nullopt));
  raw.idle(3);
  BOOST_TEST((raw.setup(0, {0x80, 8, 0, 0, 1}) == ack));
}

// A SETUP that breaks, or has the wrong toggle, leaves the request under way as it is, its bytes too.
BOOST_AUTO_TEST_CASE(a_broken_setup_does_not_change_the_address_that_was_set) {
  const Bytes empty = bus::data(bus::Pid::data1, {});
  for (const bool broken : {false, true}) {
    Raw raw;
    raw.reset();
    BOOST_TEST((raw.setup(0, {0, 5, 0x49, 0, 0}) == ack));
    raw.idle(3);
    raw.send(bus::token(bus::Pid::setup, 0, 0));
    raw.idle(3);
    Bytes other = bus::data(broken ? bus::Pid::data0 : bus::Pid::data1, Setup{0xFF, 0xFF, 0x3636, 0xFFFF, 0xFFFF}.bytes());
    if (broken) other[8] ^= 1U;
    BOOST_TEST((raw.ask(other) == std::nullopt));
    raw.idle(3);
    BOOST_TEST((raw.in(0, 0) == empty));
    raw.ack();
    BOOST_TEST((raw.setup(0x49, {0x80, 8, 0, 0, 1}) == ack));
  }
}

BOOST_AUTO_TEST_CASE(setup_aborts_whatever_was_under_way) {
  const Bytes one = bus::data(bus::Pid::data1, Bytes{1}), empty = bus::data(bus::Pid::data1, {});
  Raw raw;
  raw.device.scan.registers = {{0, 0x11223344}, {4, 0}};
  raw.device.scan.largest = {{4, 0xFFFFFFFF}};
  BOOST_REQUIRE(raw.configure(9));
  // Each way of leaving a request half done; after it GET_CONFIGURATION must be answered, and with nothing else.
  const auto check = [&](const char* what) {
    BOOST_TEST_CONTEXT(what) {
      raw.idle(3);
      BOOST_TEST((raw.setup(9, {0x80, 8, 0, 0, 1}) == ack));
      raw.idle(3);
      BOOST_TEST((raw.in(9, 0) == one));
      raw.ack();
      BOOST_TEST((raw.out(9, 0, bus::Pid::data1, {}) == ack));
      raw.idle(3);
    }
  };
  check("nothing before");
  BOOST_TEST((raw.setup(9, {0x80, 6, 0x0100, 0, 18}) == ack));
  check("after SETUP");
  BOOST_TEST((raw.setup(9, {0x80, 6, 0x0100, 0, 18}) == ack));
  raw.idle(3);
  BOOST_TEST(raw.in(9, 0)->size() == 21U);
  check("after unacknowledged data");
  BOOST_TEST((raw.setup(9, {0x80, 6, 0x0100, 0, 18}) == ack));
  raw.idle(3);
  BOOST_TEST(raw.in(9, 0)->size() == 21U);
  raw.ack();
  check("before the status stage");
  for (int i = 0; i < 5; ++i) {
    raw.idle(3);
    BOOST_TEST((raw.setup(9, {0x80, 6, 0x0200, 0, 9}) == ack));
  }
  check("after five SETUPs in a row");
  BOOST_TEST((raw.setup(9, {0xC0, 1, 0, 0, 4}) == ack));
  check("with a register read under way");
  BOOST_TEST((raw.setup(9, {0x40, 2, 0, 4, 4}) == ack));
  check("before the data of a register write");
  raw.idle(3);
  BOOST_TEST(raw.device.scan.writes == 0U);
  BOOST_TEST((raw.setup(9, {0x40, 2, 0, 4, 4}) == ack));
  raw.idle(3);
  BOOST_TEST((raw.out(9, 0, bus::Pid::data1, Bytes{1, 2, 3, 4}) == ack));
  check("with a register write under way");
  BOOST_TEST(raw.device.scan.registers[4] == 0x04030201U);
  BOOST_TEST((raw.setup(9, {0x00, 5, 77, 0, 0}) == ack));
  check("before the status stage of SET_ADDRESS, which must not happen then");
  BOOST_TEST((raw.setup(9, {0x80, 6, 0x0600, 0, 10}) == ack));
  raw.idle(3);
  BOOST_TEST((raw.in(9, 0) == stall));
  raw.idle(3);
  BOOST_TEST((raw.in(9, 0) == stall));
  check("after a refusal");

  // A SETUP whose data are damaged changes nothing: the request before it goes on.
  BOOST_TEST((raw.setup(9, {0x80, 8, 0, 0, 1}) == ack));
  raw.idle(3);
  raw.send(bus::token(bus::Pid::setup, 9, 0));
  raw.idle(3);
  Bytes damaged = bus::data(bus::Pid::data0, Setup{0x80, 6, 0x0100, 0, 18}.bytes());
  damaged[4] ^= 1U;
  BOOST_TEST((raw.ask(damaged) == std::nullopt));
  raw.idle(3);
  // SETUP's content was overwritten, but not committed.
  BOOST_TEST((raw.in(9, 0) == one));
  raw.ack();
  // SETUP with DATA1, with seven and with nine bytes is no SETUP.
  for (const unsigned kind : {0U, 1U, 2U}) {
    raw.send(bus::token(bus::Pid::setup, 9, 0));
    raw.idle(3);
    const Bytes content(kind == 0 ? 8U : kind == 1 ? 7U : 9U, 0);
    BOOST_TEST((raw.ask(bus::data(kind == 0 ? bus::Pid::data1 : bus::Pid::data0, content)) == std::nullopt));
    raw.idle(3);
  }
}

// Slower than the cut allows: a SETUP that comes during an access waits for the register bus, and gets its own answer. One that
// would overwrite what is still needed, a request not decoded or the data of a write, is not answered: the host repeats it.
BOOST_AUTO_TEST_CASE(a_setup_during_a_register_access_waits_for_the_bus) {
  Raw raw;
  raw.device.scan.registers = {{0, 0x11111111}, {1, 0x22222222}, {2, 0x33333333}};
  raw.device.scan.largest = {{2, 0xFFFFFFFF}};
  BOOST_REQUIRE(raw.configure(9));
  raw.device.scan.slow_access = 500;
  BOOST_TEST((raw.setup(9, {0xC0, 1, 0, 0, 4}) == ack));
  raw.idle(3);
  BOOST_TEST((raw.setup(9, {0xC0, 1, 0, 1, 4}) == ack));
  raw.idle(3);
  BOOST_TEST((raw.in(9, 0) == nak));
  BOOST_TEST((raw.setup(9, {0xC0, 1, 0, 0, 4}) == std::nullopt));
  raw.idle(1'100);
  BOOST_TEST((raw.in(9, 0) == bus::data(bus::Pid::data1, Bytes{0x22, 0x22, 0x22, 0x22})));
  raw.ack();
  BOOST_TEST(raw.device.scan.reads == 2U);
  // Data of a write that come while an older access is under way are put off, not taken.
  BOOST_TEST((raw.setup(9, {0xC0, 1, 0, 0, 4}) == ack));
  raw.idle(3);
  BOOST_TEST((raw.setup(9, {0x40, 2, 0, 2, 4}) == ack));
  raw.idle(3);
  BOOST_TEST((raw.out(9, 0, bus::Pid::data1, Bytes{1, 2, 3, 4}) == nak));
  raw.idle(600);
  BOOST_TEST((raw.out(9, 0, bus::Pid::data1, Bytes{5, 6, 7, 8}) == ack));
  raw.idle(600);
  BOOST_TEST((raw.in(9, 0) == bus::data(bus::Pid::data1, {})));
  BOOST_TEST(raw.device.scan.registers[2] == 0x08070605U);
  BOOST_TEST(raw.device.scan.writes == 1U);
  raw.ack();
  BOOST_TEST((raw.setup(9, {0x40, 2, 0, 2, 4}) == ack));
  raw.idle(3);
  BOOST_TEST((raw.out(9, 0, bus::Pid::data1, Bytes{9, 10, 11, 12}) == ack));
  raw.idle(3);
  BOOST_TEST((raw.setup(9, {0xC0, 1, 0, 1, 4}) == std::nullopt));
  raw.idle(600);
  BOOST_TEST(raw.device.scan.registers[2] == 0x0C0B0A09U);
  BOOST_TEST((raw.setup(9, {0xC0, 1, 0, 1, 4}) == ack));
}

BOOST_AUTO_TEST_CASE(lost_handshakes_on_endpoint_0_repeat_and_double_nothing) {
  const Bytes empty = bus::data(bus::Pid::data1, {});
  Raw raw;
  raw.device.scan.registers = {{4, 0}};
  raw.device.scan.largest = {{4, 1000}};
  BOOST_REQUIRE(raw.configure(9));

  // The device's ACK of the data is lost: the host repeats them, they are acknowledged and count once.
  BOOST_TEST((raw.setup(9, {0x40, 2, 0, 4, 4}) == ack));
  raw.idle(3);
  for (int i = 0; i < 3; ++i) {
    BOOST_TEST((raw.out(9, 0, bus::Pid::data1, Bytes{100, 0, 0, 0}) == ack));
    raw.idle(40);
  }
  BOOST_TEST(raw.device.scan.writes == 1U);
  BOOST_TEST((raw.in(9, 0) == empty));
  raw.idle(40);                          // the host's ACK is lost
  BOOST_TEST((raw.in(9, 0) == empty));
  raw.ack();
  BOOST_TEST(raw.device.scan.writes == 1U);

  // NAK until the acknowledge of the register bus, STALL where it was refused.
  BOOST_TEST((raw.setup(9, {0x40, 2, 0, 4, 4}) == ack));
  raw.idle(3);
  BOOST_TEST((raw.out(9, 0, bus::Pid::data1, Bytes{0, 0, 1, 0}) == ack));
  raw.idle(3);
  BOOST_TEST((raw.in(9, 0) == nak));
  raw.idle(40);
  BOOST_TEST((raw.in(9, 0) == stall));
  raw.idle(3);

  // Damaged data are not answered and not taken.
  BOOST_TEST((raw.setup(9, {0x40, 2, 0, 4, 4}) == ack));
  raw.idle(3);
  raw.send(bus::token(bus::Pid::out, 9, 0));
  raw.idle(3);
  Bytes damaged = bus::data(bus::Pid::data1, Bytes{7, 0, 0, 0});
  damaged[2] ^= 0x80U;
  BOOST_TEST((raw.ask(damaged) == std::nullopt));
  raw.idle(3);
  BOOST_TEST((raw.out(9, 0, bus::Pid::data1, Bytes{8, 0, 0, 0}) == ack));
  raw.idle(80);
  BOOST_TEST(raw.device.scan.registers[4] == 8U);
  // The data stage's wrong toggle is a repetition, too few or too many bytes are refused.
  for (const unsigned size : {0U, 3U, 5U, 64U}) {
    raw.idle(3);
    BOOST_TEST((raw.setup(9, {0x40, 2, 0, 4, 4}) == ack));
    raw.idle(3);
    BOOST_TEST((raw.out(9, 0, bus::Pid::data0, Bytes{9, 0, 0, 0}) == ack));
    raw.idle(3);
    BOOST_TEST((raw.out(9, 0, bus::Pid::data1, Bytes(size, 0)) == stall));
    raw.idle(3);
    BOOST_TEST((raw.in(9, 0) == stall));
  }
  raw.idle(80);
  BOOST_TEST(raw.device.scan.registers[4] == 8U);

  // Control read: unacknowledged data come again with the same PID; a status stage is acknowledged as often as it comes.
  raw.idle(3);
  BOOST_TEST((raw.setup(9, {0x80, 6, 0x0100, 0, 18}) == ack));
  raw.idle(3);
  const auto first = raw.in(9, 0);
  raw.idle(40);
  BOOST_TEST((raw.in(9, 0) == first));
  BOOST_TEST((*first)[0] == bus::pid_byte(bus::Pid::data1));
  raw.ack();
  for (int i = 0; i < 3; ++i) {
    BOOST_TEST((raw.out(9, 0, bus::Pid::data1, {}) == ack));
    raw.idle(3);
  }
  BOOST_TEST((raw.in(9, 0) == stall));
  // The host may end the data stage at once, without reading anything.
  raw.idle(3);
  BOOST_TEST((raw.setup(9, {0x80, 6, 0x0100, 0, 18}) == ack));
  raw.idle(3);
  BOOST_TEST((raw.out(9, 0, bus::Pid::data1, {}) == ack));
  raw.idle(3);
  BOOST_TEST((raw.in(9, 0) == stall));
  // OUT data during an IN request, and before any SETUP.
  raw.idle(3);
  BOOST_TEST((raw.setup(9, {0x80, 6, 0x0100, 0, 18}) == ack));
  raw.idle(3);
  BOOST_TEST((raw.out(9, 0, bus::Pid::data1, Bytes{1}) == stall));
  raw.reset();
  BOOST_TEST((raw.out(0, 0, bus::Pid::data1, Bytes{1}) == stall));
  raw.idle(3);
  BOOST_TEST((raw.in(0, 0) == stall));
}
