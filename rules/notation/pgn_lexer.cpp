// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/pgn_lexer.hpp"

#include <algorithm>

#include "rules/notation/pgn_limits.hpp"
#include "rules/notation/sentence.hpp"
#include "rules/notation/utf8.hpp"

namespace adoube::pgn {
namespace {

using notation::joined;
using notation::quoted;

constexpr bool is_blank(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool is_digit(int c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_name(int c) { return is_letter(c) || is_digit(c) || c == '_'; }
/// Characters that end a word of the moves.
constexpr bool is_mark(char c) {
  switch (c) {
    case '{': case '}': case '(': case ')': case '[': case ']': case ';': case '$': return true;
    default: return false;
  }
}

void trim(std::string& text) {
  while (!text.empty() && is_blank(text.back())) text.pop_back();
  const auto first = std::find_if_not(text.begin(), text.end(), is_blank);
  text.erase(text.begin(), first);
}

}  // namespace

void Lexer::begin_game() {
  game_begin_ = source_.bytes();
  game_place_ = place();
  parts_ = 0;
  foreign_byte_.reset();
}

int Lexer::next() {
  while (true) {
    const int c = source_.peek();
    if (c == '%' && source_.column() == 1) {
      source_.skip_line();
    } else if (is_blank(c)) {
      source_.get();
    } else {
      return c;
    }
  }
}

bool Lexer::opens_tag() {
  std::string_view ahead = source_.ahead(Limits::word_bytes + 8);
  if (ahead.size() < 2 || ahead[0] != '[' || !is_letter(ahead[1])) return false;
  ahead.remove_prefix(1);
  while (!ahead.empty() && is_name(ahead.front())) ahead.remove_prefix(1);
  while (!ahead.empty() && is_blank(ahead.front())) ahead.remove_prefix(1);
  return ahead.starts_with('"');
}

bool Lexer::opens_game() { return source_.column() == 1 && source_.starts_with("[Event \""); }

bool Lexer::is_utf16() {
  const std::string_view ahead = source_.ahead(4);
  if (ahead.starts_with("\xff\xfe") || ahead.starts_with("\xfe\xff")) return true;
  const auto zero = [&](std::size_t i) { return ahead[i] == '\0'; };
  return ahead.size() == 4 && zero(0) == zero(2) && zero(1) == zero(3) && zero(0) != zero(1);
}

bool Lexer::read_tag(Tag& tag) {
  const auto name_ends = [](char c) { return !is_name(static_cast<unsigned char>(c)); };
  source_.get();
  next();
  take(tag.name, Limits::word_bytes + 1, name_ends);
  if (tag.name.empty()) return wrong(place(), "expected the name of a tag after \"[\"");
  if (tag.name.size() > Limits::word_bytes) {
    return wrong(place(), joined("expected a tag name of at most ", Limits::word_bytes, " characters"));
  }
  next();
  const Place opened = place();
  if (source_.peek() != '"') return wrong(opened, joined("expected a value in double quotes for tag ", quoted(tag.name)));
  source_.get();
  while (true) {
    take(tag.value, Limits::value_bytes + 1 - tag.value.size(), [](char c) { return c == '"' || c == '\\'; });
    if (tag.value.size() > Limits::value_bytes) {
      return wrong(opened, joined("expected a value of at most ", Limits::value_bytes, " bytes for tag ", quoted(tag.name)));
    }
    int c = source_.peek();
    if (c == '"') break;
    if (c == end || c == '\n') {
      return wrong(opened, joined("expected a double quote at the end of the value of tag ", quoted(tag.name)));
    }
    source_.get();
    if (c == '\\' && (source_.peek() == '"' || source_.peek() == '\\')) c = source_.get();
    tag.value += static_cast<char>(c);
  }
  source_.get();
  if (next() != ']') return wrong(place(), joined("expected \"]\" after the tag ", quoted(tag.name)));
  source_.get();
  return true;
}

bool Lexer::read_comment(std::string& text) {
  const Place opened = place();
  if (source_.get() == ';') {
    take(text, room(), [](char) { return false; });
  } else {
    while (true) {
      const bool new_game = opens_game();
      if (!new_game) take(text, room(), [](char c) { return c == '}'; });
      if (!within_limits()) return false;
      const int c = source_.peek();
      if (c == '}') break;
      if (c == end || new_game) {
        return wrong(opened, "the comment that begins here has no end, expected \"}\"");
      }
      source_.get();
      text += c == '\n' ? ' ' : static_cast<char>(c);
    }
    source_.get();
  }
  trim(text);
  return within_limits();
}

bool Lexer::read_word(std::string& word) {
  word.clear();
  const Place begun = place();
  take(word, Limits::word_bytes + 1, [](char c) { return is_blank(static_cast<unsigned char>(c)) || is_mark(c); });
  if (word.size() <= Limits::word_bytes) return true;
  return wrong(begun, joined("expected a word of at most ", Limits::word_bytes, " characters"));
}

bool Lexer::read_nag(Nag& nag) {
  const Place begun = place();
  source_.get();
  std::string digits;
  take(digits, 6, [](char c) { return !is_digit(static_cast<unsigned char>(c)); });
  unsigned value = 0;
  for (const char c : digits) value = value * 10 + static_cast<unsigned>(c - '0');
  if (digits.empty() || value > 0xffff) return wrong(begun, "expected a number from 0 to 255 after \"$\"");
  nag = static_cast<Nag>(value);
  return true;
}

void Lexer::skip_all() {
  while (source_.peek() != end) source_.skip_line();
}

void Lexer::recover(bool in_moves, bool by_result) {
  if (source_.column() != 1 && pass_line() && by_result) return;
  while (source_.peek() != end) {
    if (opens_game() || (in_moves && opens_tag())) return;
    if (source_.peek() != '[' && source_.peek() != '\n') in_moves = true;
    if (pass_line() && by_result) return;
  }
}

bool Lexer::pass_line() {
  std::string tail;
  while (source_.peek() != end && source_.peek() != '\n') {
    if (tail.size() > Limits::word_bytes) tail.erase(0, tail.size() - 16);
    source_.take(tail, Limits::word_bytes, [](char) { return false; });
  }
  source_.get();
  trim(tail);
  return parse_outcome(std::string_view(tail).substr(tail.find_last_of(" \t") + 1)).has_value();
}

bool Lexer::within_limits() {
  if (source_.bytes() - game_begin_ <= Limits::game_bytes) return true;
  return wrong(game_place_, joined("the game that begins here is longer than ", Limits::game_bytes >> 20,
                                   " MiB, expected its result"));
}

bool Lexer::count_part() {
  if (++parts_ <= Limits::game_parts) return true;
  return wrong(place(), joined("the game has more than ", Limits::game_parts,
                               " tags, moves, comments, glyphs and variations, expected its result"));
}

bool Lexer::wrong(Place place, std::string message) {
  fault_ = {place, std::move(message)};
  return false;
}

/// How much more of the game may be read; one more than that shows that it is too long.
std::size_t Lexer::room() const {
  const std::uint64_t used = source_.bytes() - game_begin_;
  return used > Limits::game_bytes ? 0 : static_cast<std::size_t>(Limits::game_bytes + 1 - used);
}

template <class Stop>
void Lexer::take(std::string& into, std::size_t most, Stop stop) {
  const Place begun = place();
  const std::size_t before = into.size();
  source_.take(into, most, stop);
  if (foreign_byte_) return;
  const std::string_view taken = std::string_view(into).substr(before);
  const std::size_t good = notation::utf8_prefix(taken);
  if (good == taken.size()) return;
  foreign_byte_ = {{begun.line, begun.column + good}, static_cast<std::uint8_t>(taken[good])};
}

}  // namespace adoube::pgn
