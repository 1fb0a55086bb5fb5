// SPDX-License-Identifier: Apache-2.0
/// A binary input as pieces: each stands behind a byte that says its length.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace adoube::fuzz {

class Chunks {
 public:
  explicit Chunks(std::span<const std::uint8_t> input) : rest_(input) {}
  /// The next piece, cut short where the input ends; nothing at its end.
  std::optional<std::span<const std::uint8_t>> next() {
    if (rest_.empty()) return std::nullopt;
    const std::size_t length = std::min<std::size_t>(rest_[0], rest_.size() - 1);
    const auto piece = rest_.subspan(1, length);
    rest_ = rest_.subspan(1 + length);
    return piece;
  }

 private:
  std::span<const std::uint8_t> rest_;
};

}  // namespace adoube::fuzz
