// SPDX-License-Identifier: Apache-2.0
/// Packets against bytes typed by hand from docs/wire-protocol.md, and every way a packet can be malformed.
#include <boost/test/unit_test.hpp>

#include <initializer_list>
#include <vector>

#include "driver/wire/capture.hpp"

using namespace adoube;
using namespace adoube::wire;

namespace {

using Raw = std::vector<std::uint8_t>;

Raw encoded(const Packet& packet) {
  const auto bytes = encode(packet);
  BOOST_REQUIRE_MESSAGE(bytes.has_value(), (bytes ? "" : bytes.error().message));
  return {bytes->view().begin(), bytes->view().end()};
}

void equals(const Packet& packet, const Raw& raw) {
  const Raw ours = encoded(packet);
  BOOST_TEST(ours == raw, boost::test_tools::per_element());
  const auto back = decode(raw);
  BOOST_REQUIRE_MESSAGE(back.has_value(), (back ? "" : back.error().message));
  BOOST_TEST((*back == packet));
}

void refused(const Raw& raw, Cause cause = Cause::malformed) {
  const auto result = decode(raw);
  BOOST_REQUIRE(!result.has_value());
  BOOST_TEST((result.error().cause == cause));
  BOOST_TEST(!result.error().message.empty());
}

/// e2 (12) lifted at 100,000 with a bounce, its touch (76) fell at 99,000, horizon 95,000.
Packet two_edges() {
  EventPacket event;
  event.edges[0] = {12, false, true, false, 100'000};
  event.edges[1] = {76, true, false, true, 99'000};
  event.size = 2;
  event.horizon = 95'000;
  return {0x1234, 100'000 - 32'768, event};
}
const Raw two_edges_raw{0x11, 3,    0x34, 0x12, 0xA0, 0x06, 0x01, 0x00, 12,   0x02, 0x00,
                        0x80, 76,   0x05, 0x18, 0x7C, 0xFF, 0x01, 0x78, 0x6C};

}  // namespace

BOOST_AUTO_TEST_CASE(event_bytes) {
  equals(two_edges(), two_edges_raw);
}

BOOST_AUTO_TEST_CASE(horizon_alone_and_no_promise) {
  EventPacket alone;
  alone.horizon = 5;  // the base lies before tick 0 and wraps
  equals({1, 5u - 32'768u, alone}, {0x11, 1, 1, 0, 0x05, 0x80, 0xFF, 0xFF, 0xFF, 0x01, 0x00, 0x80});
  EventPacket silent;
  silent.edges[0] = {135, true, false, false, 40'000};
  silent.size = 1;
  equals({2, 40'000 - 32'768, silent}, {0x11, 2, 2, 0, 0x40, 0x1C, 0, 0, 135, 1, 0, 0x80, 0xFF, 0, 0, 0});
}

BOOST_AUTO_TEST_CASE(snapshot_bytes) {
  const SnapshotPacket snapshot{{0x0102030405060708, 0x1112131415161718, 0xA5}, 0x21222324};
  equals({0xFFFF, 0x31323334, snapshot}, {0x21, 0, 0xFF, 0xFF, 0x34, 0x33, 0x32, 0x31, 8, 7, 6, 5, 4, 3, 2, 1, 0x18, 0x17, 0x16,
                                          0x15, 0x14, 0x13, 0x12, 0x11, 0xA5, 0x24, 0x23, 0x22, 0x21});
}

BOOST_AUTO_TEST_CASE(heartbeat_bytes) {
  HeartbeatPacket heartbeat;
  heartbeat.levels.presence = 1;
  heartbeat.levels.auxiliary = 2;
  heartbeat.frame = 1024;
  heartbeat.sof_tick = 7;
  heartbeat.scan_period = 126;
  heartbeat.first_channel = 119;
  heartbeat.chatter[0] = 3;
  heartbeat.chatter[16] = 255;
  Raw raw{0x31, 17, 9, 0, 6, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 4, 7, 0, 0, 0, 126, 0, 0, 0, 119, 3};
  raw.resize(52);
  raw.push_back(255);
  equals({9, 6, heartbeat}, raw);
  Raw between = raw;
  between[35] = 118;
  refused(between);
  between[35] = 136;
  refused(between);
  Raw frame = raw;
  frame[26] = 8;
  refused(frame);
  Raw count = raw;
  count[1] = 16;
  refused(count);
}

BOOST_AUTO_TEST_CASE(hello_and_drop_report_bytes) {
  equals({0, 1, HelloPacket{1, 2, 126, 4000, 2000, 2000, 12000, 0xCAFE}},
         {0x41, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 126, 0, 0, 0, 0xA0, 0x0F, 0, 0, 0xD0, 0x07, 0, 0, 0xD0, 0x07, 0, 0,
          0xE0, 0x2E, 0, 0, 0xFE, 0xCA, 0, 0});
  equals({3, 4, DropReportPacket{5, 6, 7}}, {0x51, 0, 3, 0, 4, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0, 7, 0, 0, 0});
}

BOOST_AUTO_TEST_CASE(lengths_of_the_table) {
  BOOST_TEST(encoded({0, 0, SnapshotPacket{}}).size() == length::snapshot);
  BOOST_TEST(encoded({0, 0, HeartbeatPacket{}}).size() == length::heartbeat);
  BOOST_TEST(encoded({0, 0, HelloPacket{}}).size() == length::hello);
  BOOST_TEST(encoded({0, 0, DropReportPacket{}}).size() == length::drop_report);
  EventPacket full;
  for (std::uint8_t i = 0; i < max_edges; ++i) full.edges[i] = {i, true, false, false, base_offset + i};
  full.size = max_edges;
  full.horizon = base_offset;
  BOOST_TEST(encoded({0, 0, full}).size() == usb::packet_size);
}

BOOST_AUTO_TEST_CASE(every_other_length_is_refused) {
  for (std::size_t size = 0; size < two_edges_raw.size(); ++size) {
    refused({two_edges_raw.begin(), two_edges_raw.begin() + static_cast<std::ptrdiff_t>(size)});
  }
  Raw longer = two_edges_raw;
  longer.push_back(0);
  refused(longer);
  refused(Raw(65, 0x11));
}

BOOST_AUTO_TEST_CASE(malformed_events) {
  const auto with = [](std::size_t at, std::uint8_t value) {
    Raw raw = two_edges_raw;
    raw[at] = value;
    return raw;
  };
  refused(with(0, 0x12), Cause::protocol);  // another version
  refused(with(0, 0x01));                   // no such type
  refused(with(0, 0x61));
  refused(with(1, 0));          // no records
  refused(with(1, 2));          // count and length differ
  refused(with(8, 136));        // no such channel
  refused(with(8, 255));        // a horizon in front
  refused(with(16, 3));         // no horizon at the end
  refused(with(9, 0x0A));       // a reserved bit
  refused(with(10, 1));         // the base does not fit the first record
  refused(with(17, 0x03));      // a horizon that bounced
  refused(with(17, 0x00));      // no promise, but an offset
}

BOOST_AUTO_TEST_CASE(what_cannot_be_encoded) {
  const auto broken = [](auto change) {
    Packet packet = two_edges();
    change(packet, std::get<EventPacket>(packet.body));
    const auto bytes = encode(packet);
    BOOST_REQUIRE(!bytes.has_value());
    BOOST_TEST((bytes.error().cause == Cause::malformed));
  };
  broken([](Packet&, EventPacket& event) { event.edges[1].onset += 40'000; });
  broken([](Packet&, EventPacket& event) { event.edges[1].onset -= 40'000; });
  broken([](Packet&, EventPacket& event) { event.edges[1].channel = 136; });
  broken([](Packet&, EventPacket& event) { event.horizon = 200'000; });
  broken([](Packet&, EventPacket& event) { event.size = 14; });
  broken([](Packet& packet, EventPacket&) { packet.base += 1; });
  broken([](Packet& packet, EventPacket& event) {
    event.size = 0;
    packet.base += 1;
  });
  BOOST_TEST(!encode({0, 0, HeartbeatPacket{{}, 2048, 0, 0, 0, {}}}).has_value());
  BOOST_TEST(!encode({0, 0, HeartbeatPacket{{}, 0, 0, 0, 1, {}}}).has_value());
}

BOOST_AUTO_TEST_CASE(raw_samples) {
  Raw raw(64, 0);
  raw[0] = 0x61;
  raw[1] = 0x0D;                // tick 13
  raw[5] = 0x01;                // a1 stands
  raw[6] = 0x80;                // h1 is touched
  raw[19] = 0x40;               // row 8: g8 stands
  raw[21] = 0x10;               // the arbiter
  raw[22] = 0x8B;               // tick 139
  raw[63] = 0x02;               // Black's lever, in the third
  const CapturePacket packet{{{{13, {0x4000'0000'0000'0001, 0x80, 0x10}}, {139, {}}, {0, {0, 0, 2}}}}};
  const auto decoded = decode_capture(raw);
  BOOST_REQUIRE(decoded.has_value());
  BOOST_TEST((*decoded == packet));
  const Bytes bytes = encode(packet);
  BOOST_TEST(Raw(bytes.view().begin(), bytes.view().end()) == raw, boost::test_tools::per_element());

  const auto not_one = [](Raw other, Cause cause) {
    const auto result = decode_capture(other);
    BOOST_REQUIRE(!result.has_value());
    BOOST_TEST((result.error().cause == cause));
  };
  not_one({raw.begin(), raw.end() - 1}, Cause::malformed);
  not_one({}, Cause::malformed);
  raw[0] = 0x51;
  not_one(raw, Cause::malformed);
  raw[0] = 0x62;
  not_one(raw, Cause::protocol);
  raw[0] = 0x61;
  refused(raw);                 // on the other endpoint it is no packet
}
