// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "driver/wire/bytes.hpp"
#include "driver/wire/packet.hpp"

namespace adoube::wire {
namespace {

tl::unexpected<Error> bad(std::string what) { return fail(Cause::malformed, "packet: " + std::move(what)); }

Levels levels(Reader& in) {
  Levels result;
  result.presence = in.u64();
  result.touch = in.u64();
  result.auxiliary = in.u8();
  return result;
}

Result<EventPacket> event_body(Reader& in, std::uint8_t count, std::uint32_t base) {
  EventPacket event;
  for (unsigned i = 0; i < count; ++i) {
    const std::uint32_t word = in.u32();
    const auto channel = static_cast<std::uint8_t>(word);
    const bool level = ((word >> record::level) & 1) != 0;
    const bool bounced = ((word >> record::bounced) & 1) != 0;
    const bool late = ((word >> record::late) & 1) != 0;
    const std::uint32_t offset = word >> record::offset;
    if ((word & record::reserved) != 0) return bad("reserved bits set in record " + std::to_string(i));
    const bool last = i + 1u == count;
    if (last != (channel == scan::horizon_channel)) {
      return bad(last ? "the last record is not the horizon" : "record " + std::to_string(i) + " of " + std::to_string(count) + " is a horizon");
    }
    // The base is tied to the first record; where that is a horizon without a promise it is tied to nothing.
    if (i == 0 && offset != base_offset && (!last || level)) {
      return bad("first offset is " + std::to_string(offset) + ", not " + std::to_string(base_offset));
    }
    if (last) {
      if (bounced || late) return bad("the horizon carries flags of an edge");
      if (!level && offset != 0) return bad("a horizon without a promise has an offset");
      if (level) event.horizon = base + offset;
    } else {
      if (channel >= scan::channels) return bad("there is no channel " + std::to_string(channel));
      event.edges[event.size++] = Edge{channel, level, bounced, late, base + offset};
    }
  }
  return event;
}

Result<SnapshotPacket> snapshot_body(Reader& in) {
  SnapshotPacket snapshot;
  snapshot.levels = levels(in);
  snapshot.tick = in.u32();
  return snapshot;
}

Result<HeartbeatPacket> heartbeat_body(Reader& in) {
  HeartbeatPacket heartbeat;
  heartbeat.levels = levels(in);
  heartbeat.frame = in.u16();
  heartbeat.sof_tick = in.u32();
  heartbeat.scan_period = in.u32();
  heartbeat.first_channel = in.u8();
  for (auto& count : heartbeat.chatter) count = in.u8();
  if (heartbeat.frame > 2047) return bad("there is no frame " + std::to_string(heartbeat.frame));
  if (heartbeat.first_channel % HeartbeatPacket::counts != 0 || heartbeat.first_channel >= scan::channels) {
    return bad("chatter counts start at channel " + std::to_string(heartbeat.first_channel));
  }
  return heartbeat;
}

Result<HelloPacket> hello_body(Reader& in) {
  HelloPacket hello;
  hello.protocol = in.u32();
  hello.build_id = in.u32();
  hello.scan_period = in.u32();
  hello.hold_presence = in.u32();
  hello.hold_touch = in.u32();
  hello.hold_auxiliary = in.u32();
  hello.chatter_max = in.u32();
  hello.epoch = in.u32();
  return hello;
}

Result<DropReportPacket> drop_body(Reader& in) {
  DropReportPacket drop;
  drop.dropped = in.u32();
  drop.onset_min = in.u32();
  drop.onset_max = in.u32();
  return drop;
}

}  // namespace

Result<Packet> decode(std::span<const std::uint8_t> bytes) {
  if (bytes.size() < header_size || bytes.size() > usb::packet_size) {
    return bad(std::to_string(bytes.size()) + " bytes, not " + std::to_string(header_size) + " to " + std::to_string(usb::packet_size));
  }
  Reader in(bytes);
  const std::uint8_t kind = in.u8();
  const std::uint8_t count = in.u8();
  Packet packet;
  packet.sequence = in.u16();
  packet.base = in.u32();
  if ((kind & 15u) != protocol::version) {
    return fail(Cause::protocol, "packet: protocol version " + std::to_string(kind & 15u) + ", this program speaks " + std::to_string(protocol::version));
  }
  const unsigned type = kind >> 4u;
  const auto body = [&](std::size_t size, std::uint8_t counts, auto read) -> Result<Packet> {
    if (bytes.size() != size) return bad("type " + std::to_string(type) + " with " + std::to_string(bytes.size()) + " bytes, not " + std::to_string(size));
    if (count != counts) return bad("type " + std::to_string(type) + " with count " + std::to_string(count) + ", not " + std::to_string(counts));
    auto value = read();
    if (!value) return tl::unexpected(std::move(value.error()));
    packet.body = std::move(*value);
    return packet;
  };
  switch (type) {
    case packet::event:
      if (count == 0 || count > max_edges + 1) return bad("an event packet with " + std::to_string(count) + " records");
      return body(header_size + record_size * count, count, [&] { return event_body(in, count, packet.base); });
    case packet::snapshot:
      return body(length::snapshot, 0, [&] { return snapshot_body(in); });
    case packet::heartbeat:
      return body(length::heartbeat, HeartbeatPacket::counts, [&] { return heartbeat_body(in); });
    case packet::hello:
      return body(length::hello, 0, [&] { return hello_body(in); });
    case packet::drop_report:
      return body(length::drop_report, 0, [&] { return drop_body(in); });
    default:
      return bad("there is no type " + std::to_string(type));
  }
}

}  // namespace adoube::wire
