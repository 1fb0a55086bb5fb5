// SPDX-License-Identifier: Apache-2.0
/// The only source of chance of the second opinion's tests.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace adoube::second_opinion {

/// splitmix64 (Steele, Lea, Flood 2014). The same seed, the same draws, everywhere.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// 0 to n - 1.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(((bits() >> 32) * n) >> 32); }
  bool percent(std::size_t p) { return below(100) < p; }
  template <class T>
  const T& one_of(const std::vector<T>& from) {
    return from[below(from.size())];
  }

 private:
  std::uint64_t state_;
};

}  // namespace adoube::second_opinion
