// SPDX-License-Identifier: Apache-2.0
/// Random numbers of the scanner's tests: splitmix64, one draw a call, the same everywhere.
#pragma once
#include <cstdint>

namespace adoube::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
  }
  /// lo to hi, both included.
  std::int64_t between(std::int64_t lo, std::int64_t hi) {
    return lo + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(hi - lo + 1));
  }
  bool chance(unsigned in) { return next() % in == 0; }

 private:
  std::uint64_t state_;
};

}  // namespace adoube::test
