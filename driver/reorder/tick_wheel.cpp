// SPDX-License-Identifier: Apache-2.0
#include "driver/reorder/tick_wheel.hpp"

namespace adoube::reorder {

TickWheel::TickWheel(Tick window, Tick scan_period, Tick start, std::uint16_t cells)
    : mask_(std::bit_ceil(static_cast<std::size_t>(std::max<Tick>(window, 64))) - 1),
      scan_period_(std::max<Tick>(scan_period, 1)),
      watermark_(start),
      floor_(start),
      occupancy_((mask_ + 1) / 64),
      head_(mask_ + 1),
      cells_(std::max<std::uint16_t>(cells, 1)),
      free_(cells_.size()) {
  for (std::size_t i = 0; i < free_.size(); ++i) free_[i] = static_cast<std::uint16_t>(i);
  previous_.fill(start);
}

}  // namespace adoube::reorder
