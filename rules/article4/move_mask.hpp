// SPDX-License-Identifier: Apache-2.0
/// A set of legal moves as bits over the move list of one position (at most 218 moves, Laws Article 3).
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace adoube::article4 {

class MoveMask {
 public:
  constexpr MoveMask() = default;
  /// The first `n` moves of the list.
  static constexpr MoveMask all(std::size_t n) {
    MoveMask m;
    for (std::size_t i = 0; i < n; ++i) m.add(i);
    return m;
  }
  static constexpr MoveMask only(std::size_t i) {
    MoveMask m;
    m.add(i);
    return m;
  }
  constexpr void add(std::size_t i) { words_[i >> 6] |= std::uint64_t{1} << (i & 63); }
  constexpr bool has(std::size_t i) const { return (words_[i >> 6] >> (i & 63) & 1) != 0; }
  constexpr bool empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }
  constexpr std::size_t size() const {
    std::size_t n = 0;
    for (const std::uint64_t w : words_) n += static_cast<std::size_t>(std::popcount(w));
    return n;
  }
  constexpr bool within(const MoveMask& other) const { return (*this - other).empty(); }
  friend constexpr MoveMask operator&(MoveMask a, const MoveMask& b) {
    for (std::size_t i = 0; i < 4; ++i) a.words_[i] &= b.words_[i];
    return a;
  }
  friend constexpr MoveMask operator|(MoveMask a, const MoveMask& b) {
    for (std::size_t i = 0; i < 4; ++i) a.words_[i] |= b.words_[i];
    return a;
  }
  friend constexpr MoveMask operator-(MoveMask a, const MoveMask& b) {
    for (std::size_t i = 0; i < 4; ++i) a.words_[i] &= ~b.words_[i];
    return a;
  }
  friend constexpr bool operator==(const MoveMask&, const MoveMask&) = default;

 private:
  std::array<std::uint64_t, 4> words_{};
};

}  // namespace adoube::article4
