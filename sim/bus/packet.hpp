// SPDX-License-Identifier: Apache-2.0
/// Packets as they stand on the bus, and how an observer sees them.
#pragma once
#include <cstdint>
#include <functional>
#include <span>

namespace adoube::bus {

/// Packet identifiers, low nibble as sent (USB 2.0, table 8-1). A full-speed device other than a hub knows the first nine.
enum class Pid : std::uint8_t {
  out = 0x1, in = 0x9, sof = 0x5, setup = 0xD,
  data0 = 0x3, data1 = 0xB,
  ack = 0x2, nak = 0xA, stall = 0xE,
  pre = 0xC, ping = 0x4, split = 0x8, data2 = 0x7, mdata = 0xF, nyet = 0x6, reserved = 0x0,
};

/// The PID byte: the identifier and its complement.
constexpr std::uint8_t pid_byte(Pid pid) {
  const auto low = static_cast<unsigned>(pid);
  return static_cast<std::uint8_t>(low | ((~low & 0xFU) << 4U));
}

/// Largest packet of ours: PID, 64 bytes of data, CRC16. A receiver keeps a few more to be able to call it babble.
inline constexpr std::size_t packet_max = 72;

/// What the receiver found wrong with a packet's form (the CRC is judged by who reads the content).
enum class Form : std::uint8_t {
  good,
  stuffing,   ///< seven ones in a row
  truncated,  ///< SE0 away from a byte's end, or no byte at all
  babble,     ///< longer than `packet_max`
};

/// One packet that ended on the bus, as its receiver saw it. A packet that a planted fault took away altogether is none.
struct PacketView {
  std::uint64_t start;                    ///< bit time of its first K (start of SYNC)
  std::uint64_t end;                      ///< first bit time after the SE0 of its EOP
  bool from_device;
  Form form;
  bool damaged;                           ///< a planted fault changed its bits
  bool low_speed;                         ///< sent at 1.5 Mb/s, behind PRE
  std::span<const std::uint8_t> bytes;    ///< PID, content, CRC; valid during the call only
};

using PacketObserver = std::function<void(const PacketView&)>;

}  // namespace adoube::bus
