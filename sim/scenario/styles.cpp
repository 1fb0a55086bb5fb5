// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/styles.hpp"

#include <algorithm>
#include <array>

namespace adoube::scenario {

std::span<const StyleWord> style_words() {
  static constexpr std::array<StyleWord, 1> words = {{{"calm", {}}}};
  return words;
}

std::optional<hands::Style> style_of(std::string_view word) {
  const auto words = style_words();
  const auto found = std::ranges::find(words, word, &StyleWord::word);
  return found == words.end() ? std::nullopt : std::optional(found->style);
}

}  // namespace adoube::scenario
