// SPDX-License-Identifier: Apache-2.0
/// One number that pins a stream of bytes.
#pragma once
#include <cstdint>
#include <ranges>

namespace adoube {

/// FNV-1a, 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv, section 2): the same bytes, the same number, on every machine.
class Signature {
 public:
  constexpr void add(std::uint8_t byte) {
    value_ ^= byte;
    value_ *= 0x100000001b3U;
  }
  template <std::ranges::input_range Bytes>
  constexpr void add(const Bytes& bytes) {
    for (const auto byte : bytes) add(static_cast<std::uint8_t>(byte));
  }
  constexpr std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

}  // namespace adoube
