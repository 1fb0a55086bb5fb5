// SPDX-License-Identifier: Apache-2.0
/// Every packet survives its bytes, every accepted byte string survives its packet, and no bytes do harm.
#include <boost/test/unit_test.hpp>
#include <rapidcheck.h>

#include <vector>

#include "driver/wire/packet.hpp"

using namespace adoube;
using namespace adoube::wire;

namespace {

template <class T>
T any() {
  return *rc::gen::arbitrary<T>();
}

Levels any_levels() { return {any<std::uint64_t>(), any<std::uint64_t>(), any<std::uint8_t>()}; }

Packet any_packet() {
  Packet packet{any<std::uint16_t>(), any<std::uint32_t>(), {}};
  switch (*rc::gen::inRange(0, 5)) {
    case 0: {
      EventPacket event;
      event.size = static_cast<std::uint8_t>(*rc::gen::inRange(0, 14));
      for (std::uint8_t i = 0; i < event.size; ++i) {
        const auto offset = i == 0 ? base_offset : static_cast<std::uint32_t>(*rc::gen::inRange(0, 0x10000));
        event.edges[i] = {static_cast<std::uint8_t>(*rc::gen::inRange(0, 136)), any<bool>(), any<bool>(), any<bool>(), packet.base + offset};
      }
      if (event.size == 0) event.horizon = packet.base + base_offset;
      else if (any<bool>()) event.horizon = packet.base + static_cast<std::uint32_t>(*rc::gen::inRange(0, 0x10000));
      packet.body = event;
      break;
    }
    case 1: packet.body = SnapshotPacket{any_levels(), any<std::uint32_t>()}; break;
    case 2: {
      HeartbeatPacket heartbeat{any_levels(), static_cast<std::uint16_t>(*rc::gen::inRange(0, 2048)), any<std::uint32_t>(),
                                any<std::uint32_t>(), static_cast<std::uint8_t>(17 * *rc::gen::inRange(0, 8)), {}};
      for (auto& count : heartbeat.chatter) count = any<std::uint8_t>();
      packet.body = heartbeat;
      break;
    }
    case 3: {
      HelloPacket hello;
      for (auto* field : {&hello.protocol, &hello.build_id, &hello.scan_period, &hello.hold_presence, &hello.hold_touch,
                          &hello.hold_auxiliary, &hello.chatter_max, &hello.epoch}) {
        *field = any<std::uint32_t>();
      }
      packet.body = hello;
      break;
    }
    default: packet.body = DropReportPacket{any<std::uint32_t>(), any<std::uint32_t>(), any<std::uint32_t>()};
  }
  return packet;
}

/// Decodes; what is accepted must encode to the same bytes.
void survives(const std::vector<std::uint8_t>& raw) {
  const auto packet = decode(raw);
  if (!packet) {
    RC_ASSERT(packet.error().cause == Cause::malformed || packet.error().cause == Cause::protocol);
    return;
  }
  const auto again = encode(*packet);
  RC_ASSERT(again.has_value());
  RC_ASSERT(std::vector<std::uint8_t>(again->view().begin(), again->view().end()) == raw);
}

}  // namespace

BOOST_AUTO_TEST_CASE(packets_survive_their_bytes) {
  BOOST_TEST(rc::check("decode(encode(p)) == p", [] {
    const Packet packet = any_packet();
    const auto bytes = encode(packet);
    RC_ASSERT(bytes.has_value());
    const auto back = decode(bytes->view());
    RC_ASSERT(back.has_value());
    RC_ASSERT((*back == packet));
  }));
}

BOOST_AUTO_TEST_CASE(damaged_packets_do_no_harm) {
  BOOST_TEST(rc::check("a packet with up to four changed bytes, or cut, or grown", [] {
    const auto bytes = encode(any_packet());
    RC_ASSERT(bytes.has_value());
    std::vector<std::uint8_t> raw(bytes->view().begin(), bytes->view().end());
    for (int i = *rc::gen::inRange(0, 5); i > 0; --i) raw[*rc::gen::inRange<std::size_t>(0, raw.size())] = any<std::uint8_t>();
    if (any<bool>()) raw.resize(*rc::gen::inRange<std::size_t>(0, 80));
    survives(raw);
  }));
}

BOOST_AUTO_TEST_CASE(random_bytes_do_no_harm) {
  // A shaped header in front of noise, so that the bodies are reached, too.
  std::uint64_t state = 1;
  const auto draw = [&state] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::uint8_t>(state >> 56u);
  };
  std::size_t accepted = 0;
  for (int i = 0; i < 400'000; ++i) {
    std::vector<std::uint8_t> raw(draw() % 70u);
    for (auto& byte : raw) byte = draw();
    if (raw.size() >= 2 && draw() % 2u == 0) {
      constexpr std::uint8_t kinds[] = {0x11, 0x21, 0x31, 0x41, 0x51};
      raw[0] = kinds[draw() % 5u];
      raw[1] = draw() % 2u == 0 ? 0 : static_cast<std::uint8_t>(draw() % 18u);
      constexpr std::size_t sizes[] = {12, length::snapshot, length::heartbeat, length::hello, length::drop_report};
      if (draw() % 2u == 0) raw.resize(sizes[(raw[0] >> 4u) - 1u]);
    }
    const auto packet = decode(raw);
    if (!packet) continue;
    ++accepted;
    const auto again = encode(*packet);
    BOOST_REQUIRE(again.has_value());
    BOOST_REQUIRE(std::equal(raw.begin(), raw.end(), again->view().begin(), again->view().end()));
  }
  BOOST_TEST(accepted > 1000u);  // the noise reaches the bodies
}
