// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/property.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace adoube::fuzz {

void hold(bool holds, std::string_view property, std::string_view detail) {
  if (holds) return;
  std::fprintf(stderr, "PROPERTY: %.*s\n%.*s\n", static_cast<int>(property.size()), property.data(),
               static_cast<int>(detail.size()), detail.data());
  std::abort();
}

void hold_error(const Error& error) {
  const std::string& message = error.message;
  hold(error.cause == Cause::malformed || error.cause == Cause::protocol, "an error of reading says so", message);
  hold(!message.empty() && message.size() <= 600, "an error is a sentence of readable length", message);
  hold(std::all_of(message.begin(), message.end(), [](char c) { return c >= ' ' && c <= '~'; }),
       "an error is printable", message);
}

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

}  // namespace adoube::fuzz
