// SPDX-License-Identifier: Apache-2.0
/// Packets as a receiver understands them (USB 2.0, 8.3 and 8.4), and what stands on the wires for them, whole or damaged.
///
/// The soak judges what the device answers and when, so identifiers, check sums and the coding of bits are those of sim/bus:
/// a mistake there would show against the core, and tests/sim/bus and tshark judge them. What it does not share is what it
/// judges with: understood(), and the ear of device.cpp, which looks at every tick.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/bus/packets.hpp"

namespace adoube::soak {

using bus::Bytes;
using bus::Pid;

/// A good packet.
struct Packet {
  Pid pid = Pid::reserved;
  std::uint8_t address = 0;   ///< of a token
  std::uint8_t endpoint = 0;  ///< of a token
  std::uint16_t frame = 0;    ///< of SOF
  Bytes content{};            ///< of data, at most 64 bytes
};

bool is_token(Pid pid);      ///< out, in, setup, ping, sof: eleven bits and CRC5
bool is_data(Pid pid);       ///< data0, data1: content and CRC16
bool is_handshake(Pid pid);  ///< ack, nak, stall

/// The bytes of a packet: PID, then what its kind has.
Bytes wire_bytes(const Packet& packet);

/// What a full-speed device makes of bytes that came between a good SYNC and a good EOP: nothing if the PID is wrong or
/// unknown to it, the length wrong for the PID or the check sum bad (8.3.1, 8.3.5, 8.7.1).
std::optional<Packet> understood(std::span<const std::uint8_t> bytes);

/// How a packet is damaged on its way, before NRZI; at most one kind.
struct Damage {
  enum class Kind : std::uint8_t {
    none,
    flip,      ///< bit `where` of the packet (0: first of the PID) is inverted
    cut,       ///< only the first `where` bits come, then EOP
    lengthen,  ///< `where` bits more, alternating from 1, then EOP
    stuffing,  ///< from bit `where` on, seven bits of 1 without a stuff bit
    no_eop,    ///< only the first `where` bits come, and the wires go back to J without SE0
    sync,      ///< the first `where` bits of SYNC are missing (1 to 6)
  };
  Kind kind = Kind::none;
  std::uint16_t where = 0;
  friend bool operator==(const Damage&, const Damage&) = default;
};

/// What stands on the wires, one level a bit time, and how it is to be understood.
struct Signal {
  enum class Form : std::uint8_t {
    whole,     ///< as `bytes` say
    broken,    ///< must not be understood
    doubtful,  ///< may be understood as `bytes` say, or not at all
  };
  std::vector<bus::Line> levels;  ///< from the first K to the J that ends the EOP
  Form form = Form::whole;
  Bytes bytes;
};
Signal signal(const Bytes& bytes, const Damage& damage);

}  // namespace adoube::soak
