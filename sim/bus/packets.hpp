// SPDX-License-Identifier: Apache-2.0
/// Packets as bytes and as levels: what everyone sends who sends on a bus of ours.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "sim/bus/line.hpp"
#include "sim/bus/packet.hpp"

namespace adoube::bus {

using Bytes = std::vector<std::uint8_t>;

/// SETUP, OUT, IN or PING: 7 bits of address, 4 of endpoint, CRC5 (USB 2.0, 8.4.1). std::invalid_argument beyond that.
Bytes token(Pid pid, unsigned address, unsigned endpoint);
/// Start of frame: 11 bits of frame number, CRC5 (8.4.3). std::invalid_argument beyond that.
Bytes sof(unsigned frame);
/// DATA0 or DATA1 with CRC16 (8.4.4).
Bytes data(Pid pid, std::span<const std::uint8_t> content);
/// ACK, NAK or STALL (8.4.5).
Bytes handshake(Pid pid);

/// The same into `room`, for those who may not allocate; what of it was written. std::length_error where it is too small.
std::span<const std::uint8_t> token(std::span<std::uint8_t> room, Pid pid, unsigned address, unsigned endpoint);
std::span<const std::uint8_t> sof(std::span<std::uint8_t> room, unsigned frame);
std::span<const std::uint8_t> data(std::span<std::uint8_t> room, Pid pid, std::span<const std::uint8_t> content);

/// One level a bit time: SYNC, the bytes stuffed, two bits of SE0, J. At most `packet_max` bytes.
std::vector<Line> levels(std::span<const std::uint8_t> packet);
/// The same from a drawing: 'J', 'K', '0' (SE0) and '1' (SE1); blanks count nothing.
std::vector<Line> levels(const char* drawing);

}  // namespace adoube::bus
