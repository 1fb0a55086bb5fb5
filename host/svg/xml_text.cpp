// SPDX-License-Identifier: Apache-2.0
#include "host/svg/xml_text.hpp"

#include <cstdint>

namespace adoube::svg {
namespace {

struct Character {
  std::uint32_t code;
  std::size_t length;
};

constexpr Character broken{0xfffd, 1};

// The character at the front of a text that is not empty (RFC 3629: no overlong form, no surrogate, at most U+10FFFF).
Character decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return broken;
  std::uint32_t code = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return broken;
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr std::uint32_t least[] = {0x80, 0x800, 0x10000};
  if (code < least[length - 2] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return broken;
  return {code, length};
}

// XML 1.0, production 2 (Char).
constexpr bool is_xml(std::uint32_t code) {
  return code >= 0x20 ? code != 0xfffe && code != 0xffff : code == '\t' || code == '\n' || code == '\r';
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character c = decode(text);
    switch (c.code) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default:
        if (c.code == 0xfffd || !is_xml(c.code)) {
          out += "\xef\xbf\xbd";
        } else {
          out += text.substr(0, c.length);
        }
    }
    text.remove_prefix(c.length);
  }
  return out;
}

}  // namespace adoube::svg
