// SPDX-License-Identifier: Apache-2.0
/// The simulator's only source of chance: the same seed gives the same draws with every compiler and library.
#pragma once
#include <bit>
#include <cstdint>

namespace adoube::sim {

/// splitmix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014): one word of state,
/// every seed is good. Draw at most once in a statement: the order of evaluation inside one differs between compilers.
class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

  /// The next 64 random bits.
  constexpr std::uint64_t bits() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }

  /// Uniform in [low, high]; low <= high, span below 2^32 (a longer one would lose low bits). The high half of a
  /// product (Lemire 2019) without its rejection step: the bias is below span / 2^32, and one draw is one step.
  constexpr std::int64_t within(std::int64_t low, std::int64_t high) {
    const std::uint64_t span = static_cast<std::uint64_t>(high - low) + 1;
    return low + static_cast<std::int64_t>(((bits() >> 32) * span) >> 32);
  }

  /// True in `percent` of 100 draws.
  constexpr bool chance(int percent) { return within(0, 99) < percent; }

  /// A stream of its own, told apart by `purpose`: drawing more from one never moves the others.
  constexpr Random stream(std::uint64_t purpose) const { return Random(std::rotl(state_, 17) ^ (purpose * 0xD6E8FEB86659FD93u)); }

 private:
  std::uint64_t state_;
};

}  // namespace adoube::sim
