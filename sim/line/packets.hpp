// SPDX-License-Identifier: Apache-2.0
/// Packets as bytes and as levels, written down by hand in a script.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "sim/bus/line.hpp"
#include "sim/bus/packet.hpp"
#include "sim/line/receiver.hpp"

namespace adoube::line {

/// SETUP, OUT or IN: 7 bits of address, 4 of endpoint, CRC5 (USB 2.0, 8.4.1).
Bytes token(bus::Pid pid, unsigned address, unsigned endpoint);
/// Start of frame: 11 bits of frame number, CRC5 (8.4.3).
Bytes sof(unsigned frame);
/// DATA0 or DATA1 with CRC16 (8.4.4).
Bytes data(bus::Pid pid, std::span<const std::uint8_t> content);
/// ACK, NAK or STALL (8.4.5).
Bytes handshake(bus::Pid pid);

/// One level a bit time: SYNC, the bytes stuffed, two bits of SE0, J.
std::vector<bus::Line> levels(std::span<const std::uint8_t> packet);
/// The same from a drawing: 'J', 'K', '0' (SE0) and '1' (SE1); blanks count nothing.
std::vector<bus::Line> levels(const char* drawing);

}  // namespace adoube::line
