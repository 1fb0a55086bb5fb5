// SPDX-License-Identifier: Apache-2.0
/// One wire into a shift register: its level, and since when.
#pragma once
#include <limits>

#include "sim/front/time.hpp"

namespace adoube::sim {

struct PinWire {
  bool high = false;
  PinTime since = std::numeric_limits<PinTime>::min() / 2;

  /// The new level; true if it is another one. `lasted` is how long the old one was.
  bool drive(PinTime now, bool level, PinTime& lasted) {
    lasted = now - since;
    if (level == high) return false;
    high = level;
    since = now;
    return true;
  }
};

}  // namespace adoube::sim
