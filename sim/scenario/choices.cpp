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

namespace {

bool square_at(std::string_view text, std::size_t at) { return text[at] >= 'a' && text[at] <= 'h' && text[at + 1] >= '1' && text[at + 1] <= '8'; }

}  // namespace

bool is_san(std::string_view text) {
  while (text.ends_with('+') || text.ends_with('#')) text.remove_suffix(1);
  if (text == "O-O" || text == "O-O-O" || text == "0-0" || text == "0-0-0") return true;
  const bool piece = !text.empty() && "KQRBN"sv.find(text.front()) != std::string_view::npos;
  if (piece) {
    text.remove_prefix(1);
  } else if (text.size() > 2 && "QRBN"sv.find(text.back()) != std::string_view::npos) {
    text.remove_suffix(text[text.size() - 2] == '=' ? 2 : 1);
  }
  constexpr std::size_t longest = 5;  // without its piece: e2xd3
  if (text.size() < 2 || text.size() > longest || !square_at(text, text.size() - 2)) return false;
  return text.substr(0, text.size() - 2).find_first_not_of("abcdefgh12345678x-"sv) == std::string_view::npos;
}

bool is_uci(std::string_view text) {
  if (text.size() != 4 && text.size() != 5) return false;
  return square_at(text, 0) && square_at(text, 2) && (text.size() == 4 || "qrbn"sv.find(text[4]) != std::string_view::npos);
}

}  // namespace adoube::scenario
