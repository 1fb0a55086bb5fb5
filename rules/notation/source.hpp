// SPDX-License-Identifier: Apache-2.0
/// Characters of an input one after the other, with line and column: what a reader of text stands on.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

namespace adoube::notation {

/// Line ends LF, CRLF and CR all arrive as '\n'; a UTF-8 byte-order mark is passed over. A column counts bytes, from 1.
class Source {
 public:
  static constexpr int end = -1;

  explicit Source(std::string_view text) : window_(text) { skip_mark(); }
  explicit Source(std::istream& input) : input_(&input), buffer_(std::make_unique<Buffer>()) { skip_mark(); }

  /// The next character, or `end`.
  int peek() {
    if (!available(1)) return end;
    const char c = window_[at_];
    return c == '\r' ? '\n' : static_cast<unsigned char>(c);
  }
  /// Takes the next character.
  int get() {
    const int c = peek();
    if (c == end) return end;
    if (window_[at_] == '\r' && available(2) && window_[at_ + 1] == '\n') ++at_;
    ++at_;
    if (c == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
    return c;
  }
  /// The next `n` bytes as they stand in the input, fewer at its end; `n` is far smaller than the buffer.
  std::string_view ahead(std::size_t n) {
    available(n);
    return window_.substr(at_, n);
  }
  bool starts_with(std::string_view text) { return ahead(text.size()) == text; }
  /// Appends what follows in the line, up to a character for which `stop(char)` holds, at most `most` bytes.
  template <class Stop>
  void take(std::string& into, std::size_t most, Stop stop) {
    while (most > 0 && available(1)) {
      const std::string_view ahead = window_.substr(at_, most);
      const auto until = std::find_if(ahead.begin(), ahead.end(), [&](char c) { return is_line_end(c) || stop(c); });
      const auto taken = static_cast<std::size_t>(until - ahead.begin());
      into.append(ahead.data(), taken);
      at_ += taken;
      column_ += taken;
      most -= taken;
      if (taken < ahead.size()) return;
    }
  }
  void skip_line() {
    while (available(1)) {
      const std::string_view ahead = window_.substr(at_);
      const auto until = std::find_if(ahead.begin(), ahead.end(), is_line_end);
      at_ += static_cast<std::size_t>(until - ahead.begin());
      if (until == ahead.end()) continue;
      get();
      return;
    }
  }

  std::size_t line() const { return line_; }
  std::size_t column() const { return column_; }
  /// Bytes taken so far, a byte-order mark included.
  std::uint64_t bytes() const { return before_window_ + at_; }
  /// The input failed, as opposed to having ended.
  bool failed() const { return input_ != nullptr && input_->bad(); }

 private:
  using Buffer = std::array<char, 65536>;
  static constexpr bool is_line_end(char c) { return c == '\n' || c == '\r'; }

  /// Makes at least `n` characters stand in the window, if the input has them.
  bool available(std::size_t n) {
    if (window_.size() - at_ >= n) return true;
    if (input_ == nullptr || !input_->good()) return false;
    const std::size_t rest = window_.size() - at_;
    std::copy_n(window_.data() + at_, rest, buffer_->data());
    input_->read(buffer_->data() + rest, static_cast<std::streamsize>(buffer_->size() - rest));
    before_window_ += at_;
    window_ = {buffer_->data(), rest + static_cast<std::size_t>(input_->gcount())};
    at_ = 0;
    return window_.size() >= n;
  }
  void skip_mark() {
    if (starts_with("\xef\xbb\xbf")) at_ += 3;
  }

  std::istream* input_ = nullptr;
  std::unique_ptr<Buffer> buffer_;
  std::string_view window_;
  std::size_t at_ = 0;
  std::uint64_t before_window_ = 0;
  std::size_t line_ = 1, column_ = 1;
};

}  // namespace adoube::notation
