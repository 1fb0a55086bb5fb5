// SPDX-License-Identifier: Apache-2.0
/// One scan side for each front: each in a file of its own, as each is built round another Verilated model.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "sim/kernel/scan_side.hpp"

namespace adoube::sim {

std::unique_ptr<ScanSide> make_parallel_model(std::uint64_t begin, std::vector<Change> changes, std::vector<ProbedEdge>& truth,
                                             LeapFault fault);
std::unique_ptr<ScanSide> make_shift_model(std::uint64_t begin, std::vector<Change> changes, std::vector<ProbedEdge>& truth,
                                             LeapFault fault);
std::unique_ptr<ScanSide> make_direct_model(std::uint64_t begin, std::vector<Change> changes, std::vector<ProbedEdge>& truth,
                                             LeapFault fault);

}  // namespace adoube::sim
