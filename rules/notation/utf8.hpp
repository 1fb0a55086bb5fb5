// SPDX-License-Identifier: Apache-2.0
/// Telling UTF-8 from the one-byte encodings of old files.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace adoube::notation {

/// Length of the character that begins a text, 1 to 4 bytes; 0 if the text does not begin with a character of UTF-8
/// (RFC 3629: shortest form only, no surrogates, at most U+10FFFF).
constexpr std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<std::uint8_t>(text[i]) : std::uint8_t{0}; };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const std::uint8_t lead = byte(0), second = byte(1);
  if (text.empty()) return 0;
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return follows(1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    const bool good = (lead != 0xe0 || second >= 0xa0) && (lead != 0xed || second < 0xa0);
    return good && follows(1) && follows(2) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    const bool good = (lead != 0xf0 || second >= 0x90) && (lead != 0xf4 || second < 0x90);
    return good && follows(1) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

/// How many bytes from the front are UTF-8; all of them where the text is.
constexpr std::size_t utf8_prefix(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t length = utf8_length(text.substr(at, 4));
    if (length == 0) break;
    at += length;
  }
  return at;
}

}  // namespace adoube::notation
