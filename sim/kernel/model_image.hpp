// SPDX-License-Identifier: Apache-2.0
/// Where the raw image of a Verilated model lies.
#pragma once
#include <verilated.h>

#include <type_traits>

#include "sim/kernel/raw_image.hpp"

namespace adoube::sim {

/// Verilator lays all state of a flat model between the module's base and the pointer to its symbol table: integers,
/// and arrays of integers in its own plain wrappers. A test holds this against `--savable`.
template <class Root>
RawImage raw_image(Root& root) {
  static_assert(std::is_trivially_copyable_v<VlUnpacked<IData, 4>> && std::is_trivially_copyable_v<VlWide<4>>);
  constexpr std::size_t head = (sizeof(VerilatedModule) + 7) / 8 * 8;
  char* first = reinterpret_cast<char*>(&root) + head;
  const char* last = reinterpret_cast<const char*>(&root.vlSymsp);
  return {first, static_cast<std::size_t>(last - first)};
}

}  // namespace adoube::sim
