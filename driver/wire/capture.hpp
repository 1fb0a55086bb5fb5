// SPDX-License-Identifier: Apache-2.0
/// The packets of the bulk endpoint: raw samples, as the matrix was read and before any filter (docs/wire-protocol.md).
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "driver/wire/packet.hpp"

namespace adoube::wire {

/// One scan: what the inputs read, each in its own slot. Row r was latched r row periods after `tick`, the auxiliary inputs
/// 112 us after it.
struct RawScan {
  std::uint32_t tick = 0;  ///< device tick (us) at which the first slot was latched
  Levels levels;
  friend bool operator==(const RawScan&, const RawScan&) = default;
};

/// Three scans in the order in which they were made; not always without others between them.
struct CapturePacket {
  std::array<RawScan, 3> scans{};
  friend bool operator==(const CapturePacket&, const CapturePacket&) = default;
};

/// The packet these bytes are; `malformed` where they are none, `protocol` for another version.
/// decode(encode(p)) is p, and encode(decode(b)) is b.
Result<CapturePacket> decode_capture(std::span<const std::uint8_t> bytes);

/// The 64 bytes of a packet.
Bytes encode(const CapturePacket& packet);

}  // namespace adoube::wire
