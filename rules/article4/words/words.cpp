// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/words/words.hpp"

#include <algorithm>

#include "rules/article4/words/template.hpp"

namespace adoube::article4::words {

const Book& book(Language language) {
  switch (language) {
    case Language::czech: return czech_book;
    case Language::italian: return italian_book;
    case Language::english: break;
  }
  return english_book;
}

std::string filled(std::string_view sentence, std::span<const Value> values) {
  std::string out;
  while (!sentence.empty()) {
    const std::size_t open = sentence.find('{');
    out += sentence.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = sentence.find('}', open);
    const std::string_view name = sentence.substr(open + 1, close - open - 1);
    const auto found = std::find_if(values.begin(), values.end(), [&](const Value& v) { return v.name == name; });
    if (found != values.end()) out += found->text;
    sentence.remove_prefix(close + 1);
  }
  return out;
}

std::string_view code(Language language) { return book(language).code; }

std::optional<Language> parse_language(std::string_view word) {
  for (const Language language : kLanguages) {
    if (code(language) == word) return language;
  }
  return std::nullopt;
}

std::string_view title(Clause clause, Language language) {
  return book(language).clauses[static_cast<std::size_t>(clause)].title;
}

std::string_view rule(Clause clause, Language language) {
  return book(language).clauses[static_cast<std::size_t>(clause)].text;
}

std::string_view text_name(Text text, Language language) { return book(language).texts[static_cast<std::size_t>(text)]; }

std::string_view rate_name(Rate rate, Language language) { return book(language).rates[static_cast<std::size_t>(rate)]; }

std::string meaning(const Edition& edition, std::size_t place, Language language) {
  const std::string_view name = switches()[place].name;
  const std::string word = value(edition, place);
  const auto all = book(language).switches;
  const auto find = [&](std::string_view wanted) {
    return std::find_if(all.begin(), all.end(), [&](const SwitchText& t) { return t.name == name && t.word == wanted; });
  };
  auto found = find(word);
  if (found == all.end()) found = find("");
  return found == all.end() ? std::string() : filled(found->text, std::array{Value{"n", word}});
}

const Labels& labels(Language language) { return book(language).labels; }

std::string_view number_or_key(Clause clause, const Edition& edition) {
  const std::string_view own = number(clause, edition.text);
  return own.empty() ? key(clause) : own;
}

}  // namespace adoube::article4::words
