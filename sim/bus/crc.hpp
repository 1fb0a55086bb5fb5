// SPDX-License-Identifier: Apache-2.0
/// The two check sums of USB 2.0, 8.3.5, as they stand on the wire (inverted, bit 0 first).
#pragma once
#include <cstdint>
#include <span>

namespace adoube::bus {

/// CRC5 of the low 11 bits of `content` (address and endpoint, or frame number).
constexpr std::uint8_t crc5(std::uint16_t content) {
  unsigned crc = 0x1F;
  for (unsigned i = 0; i < 11; ++i) {
    const unsigned feedback = (crc ^ (static_cast<unsigned>(content) >> i)) & 1U;
    crc = (crc >> 1U) ^ (feedback != 0 ? 0x14U : 0U);
  }
  return static_cast<std::uint8_t>(~crc & 0x1FU);
}

/// CRC16 of a data packet's content.
constexpr std::uint16_t crc16(std::span<const std::uint8_t> content) {
  unsigned crc = 0xFFFF;
  for (const std::uint8_t byte : content) {
    crc ^= byte;
    for (unsigned i = 0; i < 8; ++i) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xA001U : 0U);
  }
  return static_cast<std::uint16_t>(~crc & 0xFFFFU);
}

}  // namespace adoube::bus
