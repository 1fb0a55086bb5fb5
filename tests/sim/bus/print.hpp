// SPDX-License-Identifier: Apache-2.0
/// How Boost.Test writes what belongs to the bus.
#pragma once
#include <ostream>

#include "sim/bus/transfer.hpp"

namespace adoube::bus {

inline std::ostream& operator<<(std::ostream& out, Status status) { return out << static_cast<int>(status); }

}  // namespace adoube::bus
