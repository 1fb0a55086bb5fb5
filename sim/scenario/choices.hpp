// SPDX-License-Identifier: Apache-2.0
/// The next word where only some will do.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scenario/reader.hpp"

namespace adoube::scenario {

/// "touch, release or lift": the words of a table's rows.
template <class Rows, class Word>
std::string one_of(const Rows& rows, Word word) {
  std::string out;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out += i == 0 ? "" : i + 1 == rows.size() ? " or " : ", ";
    out += std::invoke(word, rows[i]);
  }
  return out;
}

/// The row whose word or two words come next, taken; null where there is none.
template <class Rows>
auto take_row(Reader& in, const Rows& rows) -> decltype(&rows[0]) {
  for (const auto& candidate : rows) {
    Reader trial = in;
    const std::string_view words = candidate.word;
    const std::size_t gap = words.find(' ');
    if (trial.take(words.substr(0, gap)) && (gap == words.npos || trial.take(words.substr(gap + 1)))) {
      in = trial;
      return &candidate;
    }
  }
  return nullptr;
}

/// What to say where no row fits: the error stands at the first word that no row has there. `what`: all that could stand here.
template <class Rows>
[[noreturn]] void no_row(Reader in, const Rows& rows, std::string_view what) {
  std::vector<std::string_view> seconds;
  for (const auto& row : rows) {
    const std::string_view words = row.word;
    const std::size_t gap = words.find(' ');
    if (gap != words.npos && words.substr(0, gap) == in.peek()) seconds.push_back(words.substr(gap + 1));
  }
  if (seconds.empty()) in.expected(what);
  in.word("");
  in.expected(one_of(seconds, std::identity{}));
}

/// The next word, which must be one of these.
std::string_view chosen(Reader& in, std::span<const std::string_view> words);
/// The next word, which must fit; `what` says what it should be.
std::string checked(Reader& in, bool (*fits)(std::string_view), std::string_view what);

/// It could be a move in SAN, in UCI.
bool is_san(std::string_view text);
bool is_uci(std::string_view text);
inline constexpr std::string_view san_what = "a move (as Nf3, exd6 or O-O)";
inline constexpr std::string_view uci_what = "a move in UCI (as g1f3)";

}  // namespace adoube::scenario
