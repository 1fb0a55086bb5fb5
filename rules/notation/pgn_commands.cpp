// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/pgn_commands.hpp"

namespace adoube::pgn {
namespace {

/// A whole number of 1 to `most` digits that is all of the text.
std::optional<int> whole_number(std::string_view text, std::size_t most) {
  if (text.empty() || text.size() > most) return std::nullopt;
  int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

/// The first `places` decimals behind a point as a number, "5" with three places being 500. At least one digit.
std::optional<int> fraction(std::string_view digits, int places) {
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  int value = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(places); ++i) {
    value = value * 10 + (i < digits.size() ? digits[i] - '0' : 0);
  }
  return value;
}

/// Takes what stands before the first `separator` off the front; all of the text without one, and then nothing is left.
std::string_view take_until(std::optional<std::string_view>& rest, char separator) {
  const std::size_t at = rest->find(separator);
  const std::string_view part = rest->substr(0, at);
  rest = at == std::string_view::npos ? std::nullopt : std::optional(rest->substr(at + 1));
  return part;
}

}  // namespace

std::optional<Command> next_command(std::string_view& comment) {
  const std::size_t begin = comment.find("[%");
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t end = comment.find(']', begin);
  if (end == std::string_view::npos) return std::nullopt;
  std::string_view inside = comment.substr(begin + 2, end - begin - 2);
  comment.remove_prefix(end + 1);
  const std::string_view name = inside.substr(0, inside.find(' '));
  inside.remove_prefix(name.size());
  while (inside.starts_with(' ')) inside.remove_prefix(1);
  while (inside.ends_with(' ')) inside.remove_suffix(1);
  return Command{name, inside};
}

std::optional<std::string_view> find_command(const std::vector<std::string>& comments, std::string_view name) {
  for (std::string_view rest : comments) {
    while (const auto command = next_command(rest)) {
      if (command->name == name) return command->value;
    }
  }
  return std::nullopt;
}

std::optional<std::int64_t> parse_duration(std::string_view text) {
  std::optional<std::string_view> decimals = text;
  std::optional<std::string_view> whole = take_until(decimals, '.');
  const auto milliseconds = decimals ? fraction(*decimals, 3) : 0;
  if (!milliseconds) return std::nullopt;
  std::int64_t seconds = 0;
  for (int fields = 0; whole; ++fields) {
    const auto value = whole_number(take_until(whole, ':'), fields == 0 ? 4 : 2);
    if (fields == 3 || !value || (fields > 0 && *value > 59)) return std::nullopt;
    seconds = seconds * 60 + *value;
  }
  return seconds * 1000 + *milliseconds;
}

std::optional<Evaluation> parse_evaluation(std::string_view text) {
  Evaluation eval;
  std::optional<std::string_view> rest = text;
  std::optional<std::string_view> score = take_until(rest, ',');
  if (rest) {
    eval.depth = whole_number(*rest, 4);
    if (!eval.depth) return std::nullopt;
  }
  if (score->starts_with('#')) {
    eval.is_mate = true;
    score->remove_prefix(1);
  }
  const bool negative = score->starts_with('-');
  if (negative || score->starts_with('+')) score->remove_prefix(1);
  const auto whole = whole_number(take_until(score, '.'), 4);
  if (!whole || (score && eval.is_mate)) return std::nullopt;
  const auto hundredths = score ? fraction(*score, 2) : 0;
  if (!hundredths) return std::nullopt;
  eval.value = eval.is_mate ? *whole : *whole * 100 + *hundredths;
  if (negative) eval.value = -eval.value;
  return eval;
}

}  // namespace adoube::pgn
