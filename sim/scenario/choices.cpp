// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/choices.hpp"

#include <algorithm>

namespace adoube::scenario {

using namespace std::string_view_literals;

std::string_view chosen(Reader& in, std::span<const std::string_view> words) {
  if (std::ranges::find(words, in.peek()) == words.end()) in.expected(one_of(words, std::identity{}));
  return in.word("");
}

std::string checked(Reader& in, bool (*fits)(std::string_view), std::string_view what) {
  if (!fits(in.peek())) in.expected(what);
  return std::string(in.word(what));
}

bool is_san(std::string_view text) {
  constexpr auto first = "abcdefghKQRBNO0"sv, later = "abcdefghKQRBNO0123456789x=+#-"sv;
  return text.size() >= 2 && text.size() <= 10 && first.find(text.front()) != first.npos && text.find_first_not_of(later) == text.npos;
}

bool is_uci(std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return false;
  const auto square = [&](std::size_t at) { return text[at] >= 'a' && text[at] <= 'h' && text[at + 1] >= '1' && text[at + 1] <= '8'; };
  return square(0) && square(2) && (text.size() == 4 || "qrbn"sv.find(text[4]) != std::string_view::npos);
}

}  // namespace adoube::scenario
