// SPDX-License-Identifier: Apache-2.0
/// What one end does to the two wires over time.
#pragma once
#include <vector>

#include "sim/bus/line.hpp"
#include "sim/line/time.hpp"

namespace adoube::line {

/// From `at` on, this end holds the wires at `level`, or lets go of them (`driven` false; then J by the pull-up).
struct Edge {
  Time at;
  bus::Line level;
  bool driven;
  friend constexpr bool operator==(const Edge&, const Edge&) = default;
};

/// Edges in the order of time; neighbours differ. Before the first edge the wires are let go.
using Wave = std::vector<Edge>;

}  // namespace adoube::line
