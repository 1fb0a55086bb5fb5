// SPDX-License-Identifier: Apache-2.0
#include "driver/wire/capture.hpp"

#include <string>

#include "driver/wire/bytes.hpp"

namespace adoube::wire {
namespace {

// Rows come one after the other, each with its presence and its touch; a level word has a row in each byte.
constexpr unsigned rows = 8;

}  // namespace

Result<CapturePacket> decode_capture(std::span<const std::uint8_t> bytes) {
  if (bytes.size() != usb::packet_size) {
    return fail(Cause::malformed, "capture packet: " + std::to_string(bytes.size()) + " bytes, not " + std::to_string(usb::packet_size));
  }
  Reader in(bytes);
  const std::uint8_t kind = in.u8();
  if ((kind & 15u) != protocol::version) {
    return fail(Cause::protocol, "capture packet: protocol version " + std::to_string(kind & 15u) + ", this program speaks " + std::to_string(protocol::version));
  }
  if (kind >> 4u != packet::capture) return fail(Cause::malformed, "capture packet: type " + std::to_string(kind >> 4u) + ", not " + std::to_string(packet::capture));
  CapturePacket packet;
  for (RawScan& scan : packet.scans) {
    scan.tick = in.u32();
    for (unsigned row = 0; row < rows; ++row) {
      scan.levels.presence |= std::uint64_t{in.u8()} << (8 * row);
      scan.levels.touch |= std::uint64_t{in.u8()} << (8 * row);
    }
    scan.levels.auxiliary = in.u8();
  }
  return packet;
}

Bytes encode(const CapturePacket& packet) {
  Writer out;
  out.u8(static_cast<std::uint8_t>(protocol::version | packet::capture << 4u));
  for (const RawScan& scan : packet.scans) {
    out.u32(scan.tick);
    for (unsigned row = 0; row < rows; ++row) {
      out.u8(static_cast<std::uint8_t>(scan.levels.presence >> (8 * row)));
      out.u8(static_cast<std::uint8_t>(scan.levels.touch >> (8 * row)));
    }
    out.u8(scan.levels.auxiliary);
  }
  return out.bytes();
}

}  // namespace adoube::wire
