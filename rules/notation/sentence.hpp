// SPDX-License-Identifier: Apache-2.0
/// What error sentences are made of.
#pragma once
#include <string>
#include <string_view>
#include <type_traits>

namespace adoube::notation {

/// Text from outside, fit to stand in a sentence: in double quotes, at most 40 characters, anything but printable ASCII
/// replaced by a question mark.
inline std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text.substr(0, 40)) out += c >= ' ' && c <= '~' && c != '"' ? c : '?';
  return out + (text.size() > 40 ? "...\"" : "\"");
}

/// The parts one after the other; numbers in decimal.
template <class... Parts>
std::string joined(const Parts&... parts) {
  std::string out;
  const auto add = [&out](const auto& part) {
    using Part = std::decay_t<decltype(part)>;
    if constexpr (std::is_integral_v<Part> && !std::is_same_v<Part, char>) {
      out += std::to_string(part);
    } else {
      out += part;
    }
  };
  (add(parts), ...);
  return out;
}

}  // namespace adoube::notation
