// SPDX-License-Identifier: Apache-2.0
/// The board made of packets: its clock, its registers, its end.
#include <boost/test/unit_test.hpp>

#include <vector>

#include "driver/transport/packet_source.hpp"

using namespace adoube;
using namespace adoube::transport;

namespace {
struct Collector final : Receiver {
  std::vector<std::vector<std::uint8_t>> packets;
  int damages = 0;
  void packet(std::span<const std::uint8_t> bytes) override { packets.emplace_back(bytes.begin(), bytes.end()); }
  void damaged() override { ++damages; }
};
const std::array<std::uint8_t, 3> some{1, 2, 3};
}  // namespace

BOOST_AUTO_TEST_CASE(time_is_the_packets_time) {
  PacketSource source;
  Collector out;
  source.push_raw(5000, some);
  source.push_raw(4000, some);  // times do not fall
  source.push_damage(6000);
  BOOST_TEST(!source.step(0).has_value());  // not started
  BOOST_REQUIRE(source.start(out).has_value());
  BOOST_TEST(!source.start(out).has_value());
  BOOST_TEST((source.step(1000) == Progress::more));
  BOOST_TEST(source.now() == 1000);
  BOOST_TEST(out.packets.empty());
  BOOST_TEST((source.step(10'000) == Progress::more));
  BOOST_TEST(source.now() == 5000);
  BOOST_TEST((source.step(10'000) == Progress::more));
  BOOST_TEST(source.now() == 5000);
  BOOST_TEST((source.step(10'000) == Progress::more));
  BOOST_TEST(source.now() == 6000);
  BOOST_TEST((source.step(10'000) == Progress::ended));
  BOOST_TEST(out.packets.size() == 2u);
  BOOST_TEST(out.damages == 1);
  BOOST_TEST(source.counters().packets == 2u);
  BOOST_TEST(source.close().has_value());
  BOOST_TEST(!source.step(0).has_value());
}

BOOST_AUTO_TEST_CASE(registers) {
  PacketSource source;
  BOOST_TEST((source.read_register(0) == wire::protocol::magic));
  BOOST_TEST((source.read_register(wire::reg::scan_period) == 126u));
  BOOST_TEST((source.read_register(wire::reg::row_period) == 14u));
  BOOST_TEST(!source.read_register(200).has_value());
  BOOST_TEST(!source.write_register(wire::reg::magic, 1).has_value());  // read only
  BOOST_TEST(source.write_register(wire::reg::hold_touch, 1000).has_value());
  BOOST_TEST((source.read_register(wire::reg::hold_touch) == 1000u));
  source.on_write([](std::uint8_t, std::uint32_t) -> Result<void> { return fail(Cause::protocol, "no"); });
  BOOST_TEST(!source.write_register(wire::reg::hold_touch, 2000).has_value());
  BOOST_TEST((source.read_register(wire::reg::hold_touch) == 1000u));
}

BOOST_AUTO_TEST_CASE(refill_and_failure) {
  PacketSource source;
  Collector out;
  int left = 2;
  source.on_empty([&] {
    if (left-- == 0) return false;
    source.push_raw(source.now() + 100, some);
    return true;
  });
  BOOST_REQUIRE(source.start(out).has_value());
  BOOST_TEST((source.step(1000) == Progress::more));
  BOOST_TEST((source.step(1000) == Progress::more));
  BOOST_TEST(out.packets.size() == 2u);
  BOOST_TEST((source.step(1000) == Progress::ended));
  source.push_failure(source.now(), {Cause::lost, "gone"});
  for (int i = 0; i < 3; ++i) {
    const auto progress = source.step(1000);
    BOOST_REQUIRE(!progress.has_value());
    BOOST_TEST((progress.error().cause == Cause::lost));
  }
}
