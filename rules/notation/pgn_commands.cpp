// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/pgn_commands.hpp"

namespace adoube::pgn {

std::optional<std::string_view> find_command(std::string_view comment, std::string_view name) {
  while (true) {
    const std::size_t begin = comment.find("[%");
    if (begin == std::string_view::npos) return std::nullopt;
    comment.remove_prefix(begin + 2);
    if (!comment.starts_with(name)) continue;
    std::string_view value = comment.substr(name.size(), comment.find(']') - name.size());
    if (!value.empty() && value.front() != ' ') continue;  // a longer name
    while (value.starts_with(' ')) value.remove_prefix(1);
    while (value.ends_with(' ')) value.remove_suffix(1);
    return value;
  }
}

std::optional<int> parse_duration(std::string_view text) {
  if (const std::size_t point = text.find('.'); point != std::string_view::npos) {
    const std::string_view fraction = text.substr(point + 1);
    if (fraction.empty() || fraction.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
    text = text.substr(0, point);
  }
  int seconds = 0;
  for (int fields = 1; fields <= 3; ++fields) {
    const std::size_t colon = text.find(':');
    const std::string_view field = text.substr(0, colon);
    if (field.empty() || field.size() > (fields == 1 ? 4U : 2U)) return std::nullopt;
    int value = 0;
    for (const char c : field) {
      if (c < '0' || c > '9') return std::nullopt;
      value = value * 10 + (c - '0');
    }
    if (fields > 1 && value > 59) return std::nullopt;
    seconds = seconds * 60 + value;
    if (colon == std::string_view::npos) return seconds;
    text.remove_prefix(colon + 1);
  }
  return std::nullopt;
}

}  // namespace adoube::pgn
