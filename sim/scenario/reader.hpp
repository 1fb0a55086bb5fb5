// SPDX-License-Identifier: Apache-2.0
/// The words of one line, with what was expected where a word does not fit.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "rules/core/interval.hpp"
#include "rules/core/square.hpp"

namespace adoube::scenario {

/// What is wrong with a line: thrown by the reader, caught by `parse`, and seen nowhere else.
struct Wrong {
  std::size_t column;    ///< from 1, in bytes
  std::string sentence;  ///< "expected a square, not ..."
};

class Reader {
 public:
  /// The statement of a line: without its comment.
  explicit Reader(std::string_view text);

  /// Column of the next word, from 1; behind the last one it is the end of the line.
  std::size_t column() const { return at_ + 1; }
  bool done() const { return at_ == text_.size(); }
  /// The next word, which stays; empty at the end.
  std::string_view peek() const;
  /// Takes the next word where it is this one.
  bool take(std::string_view word);
  /// Takes a '+' that begins the next word, or is it.
  bool take_plus();
  /// The next word. `what` says what it should be: it is an error that there is none.
  std::string_view word(std::string_view what);
  /// Everything up to the end of the line, at least one character.
  std::string_view rest(std::string_view what);
  /// It is an error that anything follows.
  void end();
  /// "expected WHAT, not ..." at the next word.
  [[noreturn]] void expected(std::string_view what) const;

  Square square(std::string_view what = "a square (a1 to h8, or off)");
  std::uint64_t number(std::string_view what, std::uint64_t low, std::uint64_t high);
  /// The same with a sign in front of it, if it is below zero.
  std::int64_t integer(std::string_view what, std::int64_t low, std::int64_t high);
  /// N of "1/N".
  std::uint64_t share(std::uint64_t low, std::uint64_t high);
  /// A number and its unit: "80 ms", "80ms", "1.25 s".
  Tick time(std::string_view what = "a time (as 500 us, 80 ms or 1.25 s, at most a day)");

 private:
  void skip_blanks();
  std::string_view text_;
  std::size_t at_ = 0;
};

/// Where the comment of a line begins: at a '#' that is its first character or follows a blank; its length if there is none.
std::size_t comment_begin(std::string_view line);

/// "80 ms": the largest unit with at most three digits behind the point, microseconds where there is none.
std::string time_text(Tick us);

/// "0:05:03" and "0:05:03.5": what a clock shows. At most longest_time.
std::string clock_text(Tick us);

}  // namespace adoube::scenario
