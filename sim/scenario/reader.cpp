// SPDX-License-Identifier: Apache-2.0
#include "sim/scenario/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "rules/notation/sentence.hpp"
#include "sim/scenario/scenario.hpp"

namespace adoube::scenario {

namespace {

bool blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool digit(char c) { return c >= '0' && c <= '9'; }

struct Unit {
  std::string_view word;
  Tick us;
  std::size_t digits;  // that a microsecond has behind the point
};
constexpr Unit units[] = {{"us", 1, 0}, {"ms", 1'000, 3}, {"s", 1'000'000, 6}};

const Unit* unit_of(std::string_view word) {
  const auto found = std::ranges::find(units, word, &Unit::word);
  return found == std::end(units) ? nullptr : &*found;
}

// The whole text as a number in that range.
template <class T>
std::optional<T> whole(std::string_view digits, T low, T high) {
  T value = 0;
  const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || last != digits.data() + digits.size() || value < low || value > high) return std::nullopt;
  return value;
}

// Microseconds of a decimal number in a unit; nothing where it is none, too fine or too long.
std::optional<Tick> scaled(std::string_view number, const Unit& unit) {
  const std::size_t point = std::min(number.find('.'), number.size());
  std::string digits(number.substr(0, point));
  std::string_view behind = point < number.size() ? number.substr(point + 1) : std::string_view{};
  if (digits.empty() || (point < number.size() && behind.empty()) || behind.size() > unit.digits) return std::nullopt;
  digits += behind;
  digits.append(unit.digits - behind.size(), '0');
  Tick us = 0;
  const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), us);
  if (error != std::errc{} || last != digits.data() + digits.size() || !std::ranges::all_of(digits, digit)) return std::nullopt;
  if (us > longest_time) return std::nullopt;
  return us;
}

}  // namespace

Reader::Reader(std::string_view text) : text_(text) {
  while (!text_.empty() && blank(text_.back())) text_.remove_suffix(1);
  skip_blanks();
}

void Reader::skip_blanks() {
  while (at_ < text_.size() && blank(text_[at_])) ++at_;
}

std::string_view Reader::peek() const {
  std::size_t end = at_;
  while (end < text_.size() && !blank(text_[end])) ++end;
  return text_.substr(at_, end - at_);
}

bool Reader::take(std::string_view word) {
  if (peek() != word) return false;
  at_ += word.size();
  skip_blanks();
  return true;
}

bool Reader::take_plus() {
  if (!peek().starts_with('+')) return false;
  ++at_;
  skip_blanks();
  return true;
}

std::string_view Reader::word(std::string_view what) {
  const std::string_view found = peek();
  if (found.empty()) expected(what);
  take(found);
  return found;
}

std::string_view Reader::rest(std::string_view what) {
  if (done()) expected(what);
  const std::string_view found = text_.substr(at_);
  at_ = text_.size();
  return found;
}

void Reader::end() {
  if (!done()) expected("the end of the line");
}

void Reader::expected(std::string_view what) const {
  const std::string_view found = peek();
  throw Wrong{column(), fmt::format("expected {}, {}", what,
                                    found.empty() ? "but the line ends" : "not " + notation::quoted(found))};
}

Square Reader::square(std::string_view what) {
  const auto found = parse_square(peek());
  if (!found) expected(what);
  take(peek());
  return *found;
}

std::uint64_t Reader::number(std::string_view what, std::uint64_t low, std::uint64_t high) {
  const auto value = whole(peek(), low, high);
  if (!value) expected(what);
  take(peek());
  return *value;
}

std::int64_t Reader::integer(std::string_view what, std::int64_t low, std::int64_t high) {
  const auto value = whole(peek(), low, high);
  if (!value) expected(what);
  take(peek());
  return *value;
}

std::uint64_t Reader::share(std::uint64_t low, std::uint64_t high) {
  const std::string_view text = peek();
  const auto value = text.starts_with("1/") ? whole(text.substr(2), low, high) : std::nullopt;
  if (!value) expected(fmt::format("1/NUMBER with a number from {} to {}", low, high));
  take(text);
  return *value;
}

Tick Reader::time(std::string_view what) {
  const Reader before = *this;
  const std::string_view first = peek();
  const std::size_t letters = std::min(first.find_first_not_of("0123456789."), first.size());
  const std::string_view number = first.substr(0, letters);
  std::string_view unit = first.substr(letters);
  if (number.empty()) expected(what);
  take(first);
  if (unit.empty()) {
    unit = peek();
    if (unit_of(unit) == nullptr) expected("us, ms or s behind the number");
    take(unit);
  }
  const Unit* known = unit_of(unit);
  const auto us = known == nullptr ? std::nullopt : scaled(number, *known);
  if (!us) before.expected(what);
  return *us;
}

std::size_t comment_begin(std::string_view line) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '#' && (i == 0 || blank(line[i - 1]))) return i;
  }
  return line.size();
}

std::string time_text(Tick us) {
  const auto text = [us](const Unit& unit) {
    std::string out = std::to_string(us / unit.us);
    if (us % unit.us != 0) {
      std::string behind = fmt::format("{:0{}}", us % unit.us, unit.digits);
      behind.erase(behind.find_last_not_of('0') + 1);
      out += "." + behind;
    }
    return fmt::format("{} {}", out, unit.word);
  };
  const auto& [microsecond, millisecond, second] = units;
  if (us >= second.us && us % millisecond.us == 0) return text(second);
  if (us >= millisecond.us) return text(millisecond);
  return text(microsecond);
}

std::string clock_text(Tick us) {
  const Tick second = us / 1'000'000;
  std::string out = fmt::format("{}:{:02}:{:02}", second / 3600, second / 60 % 60, second % 60);
  if (us % 1'000'000 != 0) {
    std::string behind = fmt::format("{:03}", us % 1'000'000 / 1'000);
    behind.erase(behind.find_last_not_of('0') + 1);
    out += "." + behind;
  }
  return out;
}

}  // namespace adoube::scenario
