// SPDX-License-Identifier: Apache-2.0
/// Where the contact of a wire channel sits in the matrix of strobe and sense lines.
#pragma once
#include <array>
#include <cstdint>

namespace adoube::sim {

inline constexpr std::uint8_t matrix_rows = 9;      ///< ranks 1 to 8, then the auxiliary inputs
inline constexpr std::uint8_t matrix_columns = 16;  ///< presence of the files a to h, then touch; the ninth row has eight

/// By row, a bit a column.
using Levels = std::array<std::uint16_t, matrix_rows>;

struct Crossing {
  std::uint8_t row;
  std::uint8_t column;
  [[nodiscard]] constexpr std::uint16_t mask() const { return static_cast<std::uint16_t>(1u << column); }
  friend constexpr bool operator==(const Crossing&, const Crossing&) = default;
};

/// `channel`: 0..135 (rtl/protocol.toml).
constexpr Crossing crossing_of(std::uint8_t channel) {
  const auto low = static_cast<std::uint8_t>(channel % 8);
  if (channel >= 128) return {8, low};
  return {static_cast<std::uint8_t>(channel % 64 / 8), static_cast<std::uint8_t>(channel >= 64 ? 8 + low : low)};
}

}  // namespace adoube::sim
