// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "Vscanshift.h"
#include "Vscanshift___024root.h"
#include "leap_table_scanshift.hpp"
#include "sim/kernel/scan_model.hpp"
#include "sim/kernel/scan_models.hpp"

// Verilator's own: computes all that hangs on registers and inputs by wires. Called by it once, before the first edge.
void Vscanshift___024root___eval_settle(Vscanshift___024root* root);

namespace adoube::sim {

template <>
void settle(Vscanshift___024root& root) {
  Vscanshift___024root___eval_settle(&root);
}

std::unique_ptr<ScanSide> make_shift_model(std::uint64_t begin, std::vector<Change> changes, std::vector<ProbedEdge>& truth,
                                             LeapFault fault) {
  return std::make_unique<ScanModel<Vscanshift, Vscanshift___024root, ShiftWires>>(wire::front::shift, begin, std::move(changes), truth, fault);
}

}  // namespace adoube::sim
