// SPDX-License-Identifier: Apache-2.0
/// Counts every allocation of the test program.
#pragma once
#include <cstdint>

/// Calls of operator new so far.
std::uint64_t allocations();
