// SPDX-License-Identifier: Apache-2.0
/// Sentences with gaps: how the parts of a book become text.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "rules/article4/words/book.hpp"
#include "rules/article4/words/words.hpp"

namespace adoube::article4::words {

struct Value {
  std::string_view name;
  std::string_view text;
};

/// The sentence with each {name} replaced by its value; a name without one leaves nothing.
std::string filled(std::string_view sentence, std::span<const Value> values);

const Book& book(Language language);

}  // namespace adoube::article4::words
