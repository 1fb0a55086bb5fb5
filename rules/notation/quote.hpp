// SPDX-License-Identifier: Apache-2.0
/// Text from outside, made fit to stand in an error sentence.
#pragma once
#include <string>
#include <string_view>

namespace adoube::notation {

/// In double quotes, at most 40 characters, anything but printable ASCII replaced by a question mark.
inline std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text.substr(0, 40)) out += c >= ' ' && c <= '~' && c != '"' ? c : '?';
  return out + (text.size() > 40 ? "...\"" : "\"");
}

}  // namespace adoube::notation
