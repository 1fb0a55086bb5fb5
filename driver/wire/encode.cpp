// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "driver/wire/bytes.hpp"
#include "driver/wire/packet.hpp"

namespace adoube::wire {
namespace {

tl::unexpected<Error> bad(std::string what) { return fail(Cause::malformed, "packet to encode: " + std::move(what)); }

void header(Writer& out, std::uint32_t type, std::size_t count, const Packet& packet) {
  out.u8(static_cast<std::uint8_t>(protocol::version | type << 4u));
  out.u8(static_cast<std::uint8_t>(count));
  out.u16(packet.sequence);
  out.u32(packet.base);
}

void levels(Writer& out, const Levels& value) {
  out.u64(value.presence);
  out.u64(value.touch);
  out.u8(value.auxiliary);
}

struct Body {
  const Packet& packet;
  Writer out;

  Result<void> operator()(const EventPacket& event) {
    if (event.size > max_edges) return bad(std::to_string(event.size) + " edges");
    header(out, packet::event, event.size + std::size_t{1}, packet);
    bool first = true;
    for (const Edge& edge : event.used()) {
      const std::uint32_t offset = edge.onset - packet.base;
      if (edge.channel >= scan::channels) return bad("there is no channel " + std::to_string(edge.channel));
      if (offset > 0xFFFF) return bad("onset " + std::to_string(edge.onset) + " is out of reach of base " + std::to_string(packet.base));
      if (first && offset != base_offset) return bad("the base does not fit the first record");
      first = false;
      out.u32(edge.channel | std::uint32_t{edge.level} << record::level | std::uint32_t{edge.bounced} << record::bounced |
              std::uint32_t{edge.late} << record::late | offset << record::offset);
    }
    std::uint32_t word = scan::horizon_channel;
    if (event.horizon) {
      const std::uint32_t offset = *event.horizon - packet.base;
      if (offset > 0xFFFF) return bad("horizon " + std::to_string(*event.horizon) + " is out of reach of base " + std::to_string(packet.base));
      if (first && offset != base_offset) return bad("the base does not fit the first record");
      word |= 1u << record::level | offset << record::offset;
    }
    out.u32(word);
    return {};
  }
  Result<void> operator()(const SnapshotPacket& snapshot) {
    header(out, packet::snapshot, 0, packet);
    levels(out, snapshot.levels);
    out.u32(snapshot.tick);
    return {};
  }
  Result<void> operator()(const HeartbeatPacket& heartbeat) {
    if (heartbeat.frame > 2047) return bad("there is no frame " + std::to_string(heartbeat.frame));
    if (heartbeat.first_channel % HeartbeatPacket::counts != 0 || heartbeat.first_channel >= scan::channels) {
      return bad("chatter counts start at channel " + std::to_string(heartbeat.first_channel));
    }
    header(out, packet::heartbeat, HeartbeatPacket::counts, packet);
    levels(out, heartbeat.levels);
    out.u16(heartbeat.frame);
    out.u32(heartbeat.sof_tick);
    out.u32(heartbeat.scan_period);
    out.u8(heartbeat.first_channel);
    for (const auto count : heartbeat.chatter) out.u8(count);
    return {};
  }
  Result<void> operator()(const HelloPacket& hello) {
    header(out, packet::hello, 0, packet);
    for (const auto field : {hello.protocol, hello.build_id, hello.scan_period, hello.hold_presence, hello.hold_touch,
                             hello.hold_auxiliary, hello.chatter_max, hello.epoch}) {
      out.u32(field);
    }
    return {};
  }
  Result<void> operator()(const DropReportPacket& drop) {
    header(out, packet::drop_report, 0, packet);
    out.u32(drop.dropped);
    out.u32(drop.onset_min);
    out.u32(drop.onset_max);
    return {};
  }
};

}  // namespace

Result<Bytes> encode(const Packet& packet) {
  Body body{packet, {}};
  if (auto done = std::visit(body, packet.body); !done) return tl::unexpected(std::move(done.error()));
  return body.out.bytes();
}

}  // namespace adoube::wire
