// SPDX-License-Identifier: Apache-2.0
/// Text from a device: string descriptors are UTF-16LE from a stranger.
#pragma once
#include <cstdint>
#include <span>
#include <string>

namespace adoube::transport {

/// The text of a string descriptor (USB 2.0, 9.6.7) as UTF-8. What is not printable or not a character becomes '?', so
/// that no device can steer a terminal; a descriptor that is none is empty.
inline std::string string_descriptor(std::span<const std::uint8_t> bytes) {
  constexpr std::uint8_t string_type = 3;
  if (bytes.size() < 2 || bytes[0] < 2 || bytes[1] != string_type) return {};
  if (bytes[0] < bytes.size()) bytes = bytes.first(bytes[0]);
  std::string text;
  for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
    const unsigned unit = bytes[i] | static_cast<unsigned>(bytes[i + 1]) << 8u;
    const bool control = unit < 0x20 || (unit >= 0x7F && unit < 0xA0) || (unit >= 0x200B && unit <= 0x200F) ||
                         (unit >= 0x2028 && unit <= 0x202E) || unit == 0xFEFF || unit >= 0xFFFE;
    const bool surrogate = unit >= 0xD800 && unit < 0xE000;
    if (control || surrogate) {
      text += '?';
    } else if (unit < 0x80) {
      text += static_cast<char>(unit);
    } else if (unit < 0x800) {
      text += static_cast<char>(0xC0u | unit >> 6u);
      text += static_cast<char>(0x80u | (unit & 0x3Fu));
    } else {
      text += static_cast<char>(0xE0u | unit >> 12u);
      text += static_cast<char>(0x80u | (unit >> 6u & 0x3Fu));
      text += static_cast<char>(0x80u | (unit & 0x3Fu));
    }
  }
  return text;
}

}  // namespace adoube::transport
