// SPDX-License-Identifier: Apache-2.0
/// The packets of the wire as values, and the only two functions that know their bytes (docs/wire-protocol.md).
/// Pure: no state, no I/O. Every packet is decodable on its own; what needs a history (64-bit time, repeats, gaps)
/// is in unwrap.hpp and in the session.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "driver/wire/protocol.hpp"
#include "rules/core/result.hpp"

namespace adoube::wire {

/// One confirmed change of one channel. `onset` is the device's 32-bit tick (us) of the first sample of the change.
struct Edge {
  std::uint8_t channel = 0;  ///< 0 to scan::channels - 1
  bool level = false;        ///< the new level
  bool bounced = false;      ///< the contact chattered before it settled
  bool late = false;         ///< the channel was restless: the change began somewhere after the channel's previous edge
  std::uint32_t onset = 0;
  friend bool operator==(const Edge&, const Edge&) = default;
};

/// Edges a packet can carry beside its horizon record.
inline constexpr std::size_t max_edges = 13;
/// The base of an event packet lies this far below the onset of its first record.
inline constexpr std::uint32_t base_offset = 32768;

/// Edges in the order in which they were confirmed, which is not the order in which they began.
struct EventPacket {
  std::array<Edge, max_edges> edges{};
  std::uint8_t size = 0;                 ///< edges in use, 0 to max_edges
  std::optional<std::uint32_t> horizon;  ///< every edge with an earlier onset is in this or an earlier packet; nothing: no promise
  [[nodiscard]] std::span<const Edge> used() const { return std::span(edges).first(size); }
  friend bool operator==(const EventPacket&, const EventPacket&) = default;
};

/// Levels of all channels: bit i of `presence` and `touch` is square i (a1 = 0), of `auxiliary` input i.
struct Levels {
  std::uint64_t presence = 0;
  std::uint64_t touch = 0;
  std::uint8_t auxiliary = 0;
  friend bool operator==(const Levels&, const Levels&) = default;
};

/// Confirmed levels at the end of a scan, at `tick`.
struct SnapshotPacket {
  Levels levels;
  std::uint32_t tick = 0;
  friend bool operator==(const SnapshotPacket&, const SnapshotPacket&) = default;
};

/// Every 1,024 frames: the levels that the packets sent so far add up to, and a part of the chatter counts.
struct HeartbeatPacket {
  static constexpr std::size_t counts = 17;
  Levels levels;
  std::uint16_t frame = 0;           ///< 0 or 1024 (0 to 2047 on the wire)
  std::uint32_t sof_tick = 0;        ///< device tick at that frame's SOF
  std::uint32_t scan_period = 0;     ///< length of a scan, us
  std::uint8_t first_channel = 0;    ///< channel of the first count, a multiple of 17
  std::array<std::uint8_t, counts> chatter{};
  friend bool operator==(const HeartbeatPacket&, const HeartbeatPacket&) = default;
};

/// Who speaks and how. Times in us.
struct HelloPacket {
  std::uint32_t protocol = 0;
  std::uint32_t build_id = 0;
  std::uint32_t scan_period = 0;
  std::uint32_t hold_presence = 0;
  std::uint32_t hold_touch = 0;
  std::uint32_t hold_auxiliary = 0;
  std::uint32_t chatter_max = 0;
  std::uint32_t epoch = 0;  ///< 0: nobody has opened the board since power-up
  friend bool operator==(const HelloPacket&, const HelloPacket&) = default;
};

/// Edges the board refused because its FIFO was full, with the smallest and the largest of their onsets.
struct DropReportPacket {
  std::uint32_t dropped = 0;
  std::uint32_t onset_min = 0;
  std::uint32_t onset_max = 0;
  friend bool operator==(const DropReportPacket&, const DropReportPacket&) = default;
};

/// A packet: the header's fields and one body. In an event packet `base` is the onset of its first record (the first
/// edge, or the horizon where there is none) - base_offset; in every other packet it is the horizon itself.
struct Packet {
  std::uint16_t sequence = 0;
  std::uint32_t base = 0;
  std::variant<EventPacket, SnapshotPacket, HeartbeatPacket, HelloPacket, DropReportPacket> body;
  friend bool operator==(const Packet&, const Packet&) = default;
};

/// The bytes of one packet, 8 to 64.
struct Bytes {
  std::array<std::uint8_t, usb::packet_size> data{};
  std::size_t size = 0;
  [[nodiscard]] std::span<const std::uint8_t> view() const { return std::span(data).first(size); }
};

/// The packet these bytes are. Any bytes may come in; what is not exactly a packet of this protocol version (length,
/// counts, reserved bits, channels, base) is `malformed`, another version is `protocol`.
/// decode(encode(p)) is p, and encode(decode(b)) is b.
Result<Packet> decode(std::span<const std::uint8_t> bytes);

/// The bytes of a packet: for simulators, virtual boards and tests. `malformed` where the packet cannot be expressed
/// (an onset out of reach of the base, a channel that does not exist, a base that does not fit the first record).
Result<Bytes> encode(const Packet& packet);

}  // namespace adoube::wire
