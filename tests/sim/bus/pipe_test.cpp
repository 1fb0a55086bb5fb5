// SPDX-License-Identifier: Apache-2.0
// The host's interrupt and bulk endpoints in both directions: toggles, turns, the frame's budget, zero-length packets.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>

#include "tests/sim/bus/puppet.hpp"

namespace bus = adoube::bus;
using adoube::test::Bytes;
using adoube::bus::handshake;
using adoube::test::PuppetBus;
using bus::Pid;
using bus::Status;
using bus::Transfer;
using Kind = bus::Transfer::Kind;

namespace {

bool is(const Bytes& bytes, Pid pid) { return !bytes.empty() && bytes[0] == bus::pid_byte(pid); }
unsigned endpoint_of(const Bytes& token) { return ((token[1] >> 7U) | static_cast<unsigned>(token[2]) << 1U) & 0xFU; }

Transfer transfer_of(Kind kind, std::uint8_t endpoint, Bytes& data) {
  Transfer transfer;
  transfer.kind = kind;
  transfer.address = 5;
  transfer.endpoint = endpoint;
  transfer.data = data;
  return transfer;
}

void finish(PuppetBus& puppet, Transfer& transfer) {
  puppet.host.submit(transfer);
  for (std::uint64_t i = 0; i < 100 * bus::frame_bits && transfer.status == Status::pending; ++i) puppet.step();
}

/// A device that takes what comes on OUT endpoints by their toggles and keeps each packet.
struct Taker {
  PuppetBus puppet;
  std::vector<Bytes> packets;
  std::vector<bool> toggles;
  std::map<unsigned, bool> expected;
  unsigned refuse = 0;  ///< NAK the next so many
  unsigned mute = 0;    ///< take, but do not answer, the next so many
  std::optional<unsigned> endpoint;

  Taker() {
    puppet.answer = [this](const Bytes& bytes) -> std::optional<Bytes> {
      if (is(bytes, Pid::out)) endpoint = endpoint_of(bytes);
      if (!is(bytes, Pid::data0) && !is(bytes, Pid::data1)) return std::nullopt;
      if (refuse != 0) {
        --refuse;
        return handshake(Pid::nak);
      }
      const bool data1 = is(bytes, Pid::data1);
      toggles.push_back(data1);
      if (data1 == expected[*endpoint]) {
        expected[*endpoint] = !data1;
        packets.emplace_back(bytes.begin() + 1, bytes.end() - 2);
      }
      if (mute != 0) {
        --mute;
        return std::nullopt;
      }
      return handshake(Pid::ack);
    };
  }
};

Bytes counted(std::size_t size) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(i * 7);
  return bytes;
}

}  // namespace

BOOST_AUTO_TEST_CASE(out_data_are_cut_into_packets_and_end_as_asked) {
  for (const Kind kind : {Kind::bulk_out, Kind::interrupt_out}) {
    for (const std::size_t size : {0U, 1U, 63U, 64U, 65U, 128U, 200U}) {
      for (const bool zero_end : {false, true}) {
        Taker device;
        Bytes data = counted(size);
        Transfer transfer = transfer_of(kind, 3, data);
        transfer.zero_end = zero_end;
        finish(device.puppet, transfer);
        BOOST_TEST_CONTEXT("size " << size << " zero_end " << zero_end) {
          BOOST_TEST(transfer.status == Status::completed);
          BOOST_TEST(transfer.actual == size);
          const bool empty_last = size == 0 || (zero_end && size % 64 == 0);
          BOOST_REQUIRE(device.packets.size() == (size + 63) / 64 + (empty_last ? 1 : 0));
          BOOST_TEST(device.packets.back().empty() == empty_last);
          Bytes all;
          for (const Bytes& packet : device.packets) all.insert(all.end(), packet.begin(), packet.end());
          BOOST_TEST(all == data);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(out_toggles_move_only_with_the_acknowledge) {
  Taker device;
  Bytes data = counted(64);
  Transfer transfer = transfer_of(Kind::bulk_out, 3, data);
  device.refuse = 2;
  finish(device.puppet, transfer);
  device.mute = 1;
  finish(device.puppet, transfer);
  finish(device.puppet, transfer);
  BOOST_TEST(device.packets.size() == 3U);
  // Refused, refused, taken; taken without answer, repeated; taken.
  BOOST_TEST((device.toggles == std::vector<bool>{false, true, true, false}));
  device.mute = 3;
  finish(device.puppet, transfer);
  BOOST_TEST(transfer.status == Status::no_response);
  BOOST_TEST(device.puppet.host.toggle(5, 0x03));    // it moved with ACKs alone
  BOOST_TEST(!device.puppet.host.toggle(5, 0x83));   // the other direction has its own
}

BOOST_AUTO_TEST_CASE(a_frame_holds_nineteen_bulk_packets) {
  for (const bool in : {true, false}) {
    Taker taker;
    PuppetBus& puppet = taker.puppet;
    bool toggle = false;
    const auto take = puppet.answer;
    puppet.delay = 2;
    puppet.answer = [&](const Bytes& bytes) -> std::optional<Bytes> {
      if (is(bytes, Pid::ack)) toggle = !toggle;
      return is(bytes, Pid::in) ? std::optional(bus::data(toggle ? Pid::data1 : Pid::data0, Bytes(64, 0))) : take(bytes);
    };
    Bytes data(64 * 200);
    Transfer transfer = transfer_of(in ? Kind::bulk_in : Kind::bulk_out, 2, data);
    finish(puppet, transfer);
    BOOST_TEST(transfer.status == Status::completed);
    BOOST_TEST(transfer.actual == data.size());
    std::map<std::uint64_t, unsigned> packets;  // by frame
    for (const auto& [end, bytes] : puppet.heard) packets[end / bus::frame_bits] += is(bytes, in ? Pid::in : Pid::out);
    unsigned most = 0;
    for (const auto& [frame, count] : packets) most = std::max(most, count);
    BOOST_TEST(most >= 18U);
    BOOST_TEST(most <= 19U);
    // No SOF came late.
    for (const auto& [end, bytes] : puppet.heard)
      if (is(bytes, Pid::sof)) BOOST_TEST(end % bus::frame_bits < 45U);
  }
  bus::HostOptions options;
  options.bulk_per_frame = 5;
  PuppetBus puppet(options);
  bool toggle = false;
  puppet.answer = [&](const Bytes& bytes) -> std::optional<Bytes> {
    if (is(bytes, Pid::ack)) toggle = !toggle;
    return is(bytes, Pid::in) ? std::optional(bus::data(toggle ? Pid::data1 : Pid::data0, Bytes(64, 1))) : std::nullopt;
  };
  Bytes data(64 * 50);
  Transfer transfer = transfer_of(Kind::bulk_in, 2, data);
  finish(puppet, transfer);
  std::map<std::uint64_t, unsigned> packets;
  for (const auto& [end, bytes] : puppet.heard) packets[end / bus::frame_bits] += is(bytes, Pid::in);
  BOOST_TEST(std::ranges::all_of(packets, [](const auto& frame) { return frame.second <= 5; }));
}

BOOST_AUTO_TEST_CASE(a_bulk_endpoint_that_refuses_rests_and_one_without_transfer_is_left_alone) {
  PuppetBus puppet;
  puppet.answer = [](const Bytes& bytes) -> std::optional<Bytes> {
    return is(bytes, Pid::in) ? std::optional(handshake(Pid::nak)) : std::nullopt;
  };
  puppet.run(20 * bus::frame_bits);
  BOOST_TEST(puppet.host.counters().bulks == 0U);
  Bytes data(64);
  Transfer transfer = transfer_of(Kind::bulk_in, 2, data);
  puppet.host.submit(transfer);
  puppet.run(10 * bus::frame_bits);
  BOOST_TEST(puppet.host.counters().naks >= 9U * 10U);
  BOOST_TEST(puppet.host.counters().naks <= 12U * 10U);
  puppet.host.cancel(transfer);
  const auto before = puppet.host.counters().bulks;
  puppet.run(10 * bus::frame_bits);
  BOOST_TEST(puppet.host.counters().bulks == before);
}

BOOST_AUTO_TEST_CASE(endpoints_take_turns_and_interrupts_and_control_come_through) {
  PuppetBus puppet;
  std::map<unsigned, bool> toggle;
  std::map<unsigned, unsigned> asked;
  unsigned last = 0;
  bool setup = false;
  puppet.answer = [&](const Bytes& bytes) -> std::optional<Bytes> {
    if (is(bytes, Pid::ack)) toggle[last] = !toggle[last];
    if (is(bytes, Pid::setup)) {
      setup = true;
      toggle[0] = true;
    }
    if (is(bytes, Pid::data0) && setup) return handshake(Pid::ack);
    if (!is(bytes, Pid::in)) return std::nullopt;
    last = endpoint_of(bytes);
    ++asked[last];
    return bus::data(toggle[last] ? Pid::data1 : Pid::data0, last == 0 ? Bytes{} : Bytes(64, static_cast<std::uint8_t>(last)));
  };
  std::vector<Bytes> rooms(4, Bytes(64 * 400));
  std::vector<Transfer> transfers;
  transfers.push_back(transfer_of(Kind::bulk_in, 2, rooms[0]));
  transfers.push_back(transfer_of(Kind::bulk_in, 3, rooms[1]));
  transfers.push_back(transfer_of(Kind::interrupt_in, 1, rooms[2]));
  for (Transfer& transfer : transfers) puppet.host.submit(transfer);
  puppet.run(10 * bus::frame_bits);
  BOOST_TEST(asked[1] == 10U);
  BOOST_TEST(asked[2] + asked[3] > 10U * 16U);
  BOOST_TEST(asked[2] <= asked[3] + 1);
  BOOST_TEST(asked[3] <= asked[2] + 1);
  Transfer control;
  control.address = 5;
  control.setup = {0x00, 9, 1, 0, 0};
  puppet.host.submit(control);
  puppet.run(bus::frame_bits);
  BOOST_TEST(control.status == Status::completed);
  for (Transfer& transfer : transfers) puppet.host.cancel(transfer);
}

BOOST_AUTO_TEST_CASE(nor_more_than_nineteen_however_short) {
  PuppetBus puppet;
  bool toggle = false;
  puppet.answer = [&](const Bytes& bytes) -> std::optional<Bytes> {
    if (is(bytes, Pid::ack)) toggle = !toggle;
    return is(bytes, Pid::in) ? std::optional(bus::data(toggle ? Pid::data1 : Pid::data0, Bytes(8, 1))) : std::nullopt;
  };
  Bytes data(8 * 100);
  Transfer transfer = transfer_of(Kind::bulk_in, 2, data);
  transfer.max_packet = 8;
  finish(puppet, transfer);
  std::map<std::uint64_t, unsigned> packets;
  for (const auto& [end, bytes] : puppet.heard) packets[end / bus::frame_bits] += is(bytes, Pid::in);
  BOOST_TEST(packets[1] == 19U);
  BOOST_TEST(packets[2] == 19U);
}

BOOST_AUTO_TEST_CASE(a_bus_reset_returns_all_toggles) {
  PuppetBus puppet;
  puppet.run(100);
  for (const std::uint8_t endpoint : std::initializer_list<std::uint8_t>{0x01, 0x81, 0x82}) puppet.host.set_toggle(5, endpoint, true);
  puppet.host.bus_reset();
  puppet.run(100);
  for (const std::uint8_t endpoint : std::initializer_list<std::uint8_t>{0x01, 0x81, 0x82}) BOOST_TEST(!puppet.host.toggle(5, endpoint));
}

// Requests that return toggles to DATA0 do so for the endpoints they name, in both directions.
BOOST_AUTO_TEST_CASE(requests_return_the_toggles_they_name) {
  const auto after = [](const bus::Setup& setup) {
    PuppetBus puppet;
    bool setup_seen = false;
    puppet.answer = [&](const Bytes& bytes) -> std::optional<Bytes> {
      if (is(bytes, Pid::setup)) setup_seen = true;
      if (is(bytes, Pid::data0) && setup_seen) return handshake(Pid::ack);
      return is(bytes, Pid::in) ? std::optional(bus::data(Pid::data1, {})) : std::nullopt;
    };
    for (const unsigned endpoint : {0x01U, 0x81U, 0x02U, 0x82U}) puppet.host.set_toggle(5, static_cast<std::uint8_t>(endpoint), true);
    Transfer control;
    control.address = 5;
    control.setup = setup;
    finish(puppet, control);
    BOOST_TEST(control.status == Status::completed);
    std::string toggles;
    for (const unsigned endpoint : {0x01U, 0x81U, 0x02U, 0x82U}) toggles += puppet.host.toggle(5, static_cast<std::uint8_t>(endpoint)) ? '1' : '0';
    return toggles;
  };
  BOOST_TEST(after({0x00, 9, 1, 0, 0}) == "0000");
  BOOST_TEST(after({0x01, 11, 0, 0, 0}) == "0000");
  BOOST_TEST(after({0x02, 1, 0, 0x82, 0}) == "1110");
  BOOST_TEST(after({0x02, 1, 0, 0x01, 0}) == "0111");
  BOOST_TEST(after({0x02, 3, 0, 0x01, 0}) == "1111");
  BOOST_TEST(after({0x00, 1, 1, 0, 0}) == "1111");
}
