// SPDX-License-Identifier: Apache-2.0
/// The plain data of a Verilated model as bytes: what a rest is recognised by and what two runs are compared by.
#pragma once
#include <cstddef>

namespace adoube::sim {

/// Bytes of a model, in place.
struct RawImage {
  char* data;
  std::size_t size;
};

}  // namespace adoube::sim
