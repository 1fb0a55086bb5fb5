// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "Vscan.h"
#include "Vscan___024root.h"
#include "leap_table_scan.hpp"
#include "sim/kernel/scan_model.hpp"
#include "sim/kernel/scan_models.hpp"

// Verilator's own: computes all that hangs on registers and inputs by wires. Called by it once, before the first edge.
void Vscan___024root___eval_settle(Vscan___024root* root);

namespace adoube::sim {

template <>
void settle(Vscan___024root& root) {
  Vscan___024root___eval_settle(&root);
}

std::unique_ptr<ScanSide> make_parallel_model(std::uint64_t begin, std::vector<Change> changes, std::vector<ProbedEdge>& truth,
                                             LeapFault fault) {
  return std::make_unique<ScanModel<Vscan, Vscan___024root, ParallelWires>>(wire::front::parallel, begin, std::move(changes), truth, fault);
}

}  // namespace adoube::sim
