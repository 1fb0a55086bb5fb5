// SPDX-License-Identifier: Apache-2.0
#include "sim/bus/packets.hpp"

#include <algorithm>
#include <stdexcept>

#include "sim/bus/crc.hpp"
#include "sim/bus/encoder.hpp"

namespace adoube::bus {
namespace {

constexpr std::size_t token_size = 3;
constexpr std::size_t beside_content = 3;  // PID and CRC16

/// Low byte first.
void put(std::span<std::uint8_t> at, unsigned word) {
  at[0] = static_cast<std::uint8_t>(word & 0xFFU);
  at[1] = static_cast<std::uint8_t>(word >> 8U);
}

std::span<std::uint8_t> part(std::span<std::uint8_t> room, std::size_t size) {
  if (room.size() < size) throw std::length_error("no room for a packet");
  return room.first(size);
}

std::span<const std::uint8_t> eleven_bits(std::span<std::uint8_t> room, Pid pid, unsigned field) {
  const std::span<std::uint8_t> packet = part(room, token_size);
  packet[0] = pid_byte(pid);
  put(packet.subspan(1), field | static_cast<unsigned>(crc5(static_cast<std::uint16_t>(field))) << 11U);
  return packet;
}

}  // namespace

std::span<const std::uint8_t> token(std::span<std::uint8_t> room, Pid pid, unsigned address, unsigned endpoint) {
  if (address > 127 || endpoint > 15) throw std::invalid_argument("a token has 7 bits of address and 4 of endpoint");
  return eleven_bits(room, pid, address | endpoint << 7U);
}

std::span<const std::uint8_t> sof(std::span<std::uint8_t> room, unsigned frame) {
  if (frame > 2'047) throw std::invalid_argument("a frame number has 11 bits");
  return eleven_bits(room, Pid::sof, frame);
}

std::span<const std::uint8_t> data(std::span<std::uint8_t> room, Pid pid, std::span<const std::uint8_t> content) {
  const std::span<std::uint8_t> packet = part(room, content.size() + beside_content);
  packet[0] = pid_byte(pid);
  std::ranges::copy(content, packet.begin() + 1);
  put(packet.last(2), crc16(content));
  return packet;
}

Bytes token(Pid pid, unsigned address, unsigned endpoint) {
  Bytes bytes(token_size);
  token(bytes, pid, address, endpoint);
  return bytes;
}

Bytes sof(unsigned frame) {
  Bytes bytes(token_size);
  sof(bytes, frame);
  return bytes;
}

Bytes data(Pid pid, std::span<const std::uint8_t> content) {
  Bytes bytes(content.size() + beside_content);
  data(bytes, pid, content);
  return bytes;
}

Bytes handshake(Pid pid) { return {pid_byte(pid)}; }

std::vector<Line> levels(std::span<const std::uint8_t> packet) {
  Encoder encoder;
  encoder.encode(packet);
  return {encoder.levels().begin(), encoder.levels().end()};
}

std::vector<Line> levels(const char* drawing) {
  std::vector<Line> drawn;
  for (; *drawing != '\0'; ++drawing) {
    switch (*drawing) {
      case 'J': drawn.push_back(line_j); break;
      case 'K': drawn.push_back(line_k); break;
      case '0': drawn.push_back(line_se0); break;
      case '1': drawn.push_back({true, true}); break;
      case ' ': break;
      default: throw std::invalid_argument("a drawing of levels has J, K, 0 and 1");
    }
  }
  return drawn;
}

}  // namespace adoube::bus
