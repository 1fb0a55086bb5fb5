// SPDX-License-Identifier: Apache-2.0
/// Whether a device is a board that this program understands. Whoever opens one asks here, so that a stranger under the
/// board's numbers, or gateware of another protocol, is met with the same sentence everywhere.
#pragma once
#include "driver/transport/transport.hpp"
#include "rules/core/result.hpp"

namespace adoube::transport {

/// By its descriptors: the product's name and full speed. What no bus has enumerated (speed "none") is taken as it is.
/// `protocol`, and what to do.
Result<void> check_identity(const Identity& identity);

/// By its registers: magic number and protocol version. `protocol`, and what to do; other errors are the transport's.
Result<void> check_registers(Transport& board);

}  // namespace adoube::transport
