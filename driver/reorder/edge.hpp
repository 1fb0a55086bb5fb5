// SPDX-License-Identifier: Apache-2.0
/// Edges before and after they are put in order.
#pragma once
#include <cstdint>

#include "rules/core/interval.hpp"

namespace adoube::reorder {

/// An edge as it arrives: the wire's edge with its onset extended to 64 bits.
struct Edge {
  std::uint8_t channel = 0;
  bool level = false;
  bool bounced = false;
  bool late = false;
  Tick onset = 0;
  friend bool operator==(const Edge&, const Edge&) = default;
};

/// An edge in its place. It began in `when` = (last sample before the change, first sample of the change]; for a late
/// edge the interval opens at the channel's previous edge.
struct OrderedEdge {
  std::uint8_t channel = 0;
  bool level = false;
  bool bounced = false;
  bool late = false;
  bool behind = false;  ///< came after everything later than it had been given out already: order is not kept here
  Interval when;
  friend bool operator==(const OrderedEdge&, const OrderedEdge&) = default;
};

}  // namespace adoube::reorder
