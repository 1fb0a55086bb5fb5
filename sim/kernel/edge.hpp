// SPDX-License-Identifier: Apache-2.0
/// Ground truth of the filter: what left it, seen by probes that are no part of the cut.
#pragma once
#include <cstdint>

namespace adoube::sim {

/// A confirmed edge in the clock in which it left the filter.
struct ProbedEdge {
  std::uint64_t clock;   ///< 12 MHz clock (= bit time)
  std::uint32_t onset;   ///< device tick, us, modulo 2^32
  std::uint8_t channel;  ///< wire channel
  bool level;
  bool bounced;
  bool late;
  bool refused;          ///< the FIFO was full: it will be in a drop report, not in a packet
  friend bool operator==(const ProbedEdge&, const ProbedEdge&) = default;
};

}  // namespace adoube::sim
