// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "Vscandirect.h"
#include "Vscandirect___024root.h"
#include "leap_table_scandirect.hpp"
#include "sim/kernel/scan_model.hpp"
#include "sim/kernel/scan_models.hpp"

// Verilator's own: computes all that hangs on registers and inputs by wires. Called by it once, before the first edge.
void Vscandirect___024root___eval_settle(Vscandirect___024root* root);

namespace adoube::sim {

template <>
void settle(Vscandirect___024root& root) {
  Vscandirect___024root___eval_settle(&root);
}

std::unique_ptr<ScanSide> make_direct_model(std::uint64_t begin, std::vector<Change> changes, std::vector<ProbedEdge>& truth,
                                             LeapFault fault) {
  return std::make_unique<ScanModel<Vscandirect, Vscandirect___024root, DirectWires>>(wire::front::direct, begin, std::move(changes), truth, fault);
}

}  // namespace adoube::sim
