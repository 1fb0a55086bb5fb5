// SPDX-License-Identifier: Apache-2.0
/// The one value that crosses from the simulated board to the gateware: a contact that closed or opened.
#pragma once
#include <compare>
#include <cstdint>

#include "rules/core/interval.hpp"

namespace adoube::sim {

/// A sensor contact takes a level at an instant. A run is a vector of these, computed before it starts: sorted by
/// (`at`, `channel`), levels of one channel alternating, at most one a tick and channel. Nothing is drawn per sample.
struct Change {
  Tick at;               ///< device time, us, >= 0; samples taken from 12 MHz clock 12 * at on see the new level
  std::uint8_t channel;  ///< wire channel, 0..135 (rtl/protocol.toml)
  bool level;            ///< true: a piece is present, a hand touches, a lever is down
  friend constexpr auto operator<=>(const Change&, const Change&) = default;
};

}  // namespace adoube::sim
