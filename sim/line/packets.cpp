// SPDX-License-Identifier: Apache-2.0
#include "sim/line/packets.hpp"

#include <stdexcept>

#include "sim/bus/crc.hpp"
#include "sim/bus/encoder.hpp"

namespace adoube::line {
namespace {

Bytes eleven_bits(bus::Pid pid, unsigned field) {
  const unsigned word = field | static_cast<unsigned>(bus::crc5(static_cast<std::uint16_t>(field))) << 11U;
  return {bus::pid_byte(pid), static_cast<std::uint8_t>(word & 0xFFU), static_cast<std::uint8_t>(word >> 8U)};
}

}  // namespace

Bytes token(bus::Pid pid, unsigned address, unsigned endpoint) {
  if (address > 127 || endpoint > 15) throw std::invalid_argument("a token has 7 bits of address and 4 of endpoint");
  return eleven_bits(pid, address | endpoint << 7U);
}

Bytes sof(unsigned frame) {
  if (frame > 2'047) throw std::invalid_argument("a frame number has 11 bits");
  return eleven_bits(bus::Pid::sof, frame);
}

Bytes data(bus::Pid pid, std::span<const std::uint8_t> content) {
  Bytes bytes;
  bytes.reserve(content.size() + 3);
  bytes.push_back(bus::pid_byte(pid));
  for (const std::uint8_t byte : content) bytes.push_back(byte);
  const std::uint16_t crc = bus::crc16(content);
  bytes.push_back(static_cast<std::uint8_t>(crc & 0xFFU));
  bytes.push_back(static_cast<std::uint8_t>(crc >> 8U));
  return bytes;
}

Bytes handshake(bus::Pid pid) { return {bus::pid_byte(pid)}; }

std::vector<bus::Line> levels(std::span<const std::uint8_t> packet) {
  bus::Encoder encoder;
  encoder.encode(packet);
  return {encoder.levels().begin(), encoder.levels().end()};
}

std::vector<bus::Line> levels(const char* drawing) {
  std::vector<bus::Line> drawn;
  for (; *drawing != '\0'; ++drawing) {
    switch (*drawing) {
      case 'J': drawn.push_back(bus::line_j); break;
      case 'K': drawn.push_back(bus::line_k); break;
      case '0': drawn.push_back(bus::line_se0); break;
      case '1': drawn.push_back({true, true}); break;
      case ' ': break;
      default: throw std::invalid_argument("a drawing of levels has J, K, 0 and 1");
    }
  }
  return drawn;
}

}  // namespace adoube::line
