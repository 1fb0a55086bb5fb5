// SPDX-License-Identifier: Apache-2.0
/// Bytes the program holds on the heap, and the most it held.
#pragma once
#include <cstddef>

namespace adoube::fuzz::allocation {

/// Forgets the peak so far; gives the bytes held now.
std::size_t start_peak();
/// The most bytes held at one moment since start_peak().
std::size_t peak();

}  // namespace adoube::fuzz::allocation
