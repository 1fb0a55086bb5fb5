// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel/scan_side.hpp"

#include <utility>

#include "sim/kernel/scan_models.hpp"

namespace adoube::sim {

std::unique_ptr<ScanSide> ScanSide::make(const wire::Front& front, std::uint64_t begin, std::vector<Change> changes,
                                         std::vector<ProbedEdge>& truth, LeapFault fault) {
  if (front == wire::front::shift) return make_shift_model(begin, std::move(changes), truth, fault);
  if (front == wire::front::direct) return make_direct_model(begin, std::move(changes), truth, fault);
  return make_parallel_model(begin, std::move(changes), truth, fault);
}

}  // namespace adoube::sim
