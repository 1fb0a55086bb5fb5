// SPDX-License-Identifier: Apache-2.0
/// What a board goes through beside its netlist: everything a host may ask, storms of contacts, and a bus that is not perfect.
#pragma once
#include <string>

#include "tests/constraints/gates/bench.hpp"

namespace gates {

/// From power-up to the end; what was seen, in a sentence. std::runtime_error: the board did not do what it must.
std::string play(Bench& bench);

}  // namespace gates
