// SPDX-License-Identifier: Apache-2.0
/// What a fuzz target states: properties that hold for every input. A target is a file that defines
/// LLVMFuzzerTestOneInput; under the preset `fuzz` libFuzzer calls it with inputs it makes up, in the other presets
/// replay.cpp calls it with those kept in corpus/TARGET.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "rules/core/result.hpp"
#include "tests/fuzz/allocation.hpp"

/// The one function of a target. Always 0; a property that does not hold ends the program.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace adoube::fuzz {

/// Ends the program with one line, "PROPERTY: what", and the detail below it, where the property does not hold.
void hold(bool holds, std::string_view property, std::string_view detail = {});

/// The error is one printable line of at most 600 characters and has one of the causes that reading can have.
void hold_error(const Error& error);

inline std::string_view text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Takes the text up to the next '\n' off the front; that character is taken too and belongs to no line.
std::string_view take_line(std::string_view& text);

/// Memory that reading may take: `fixed` bytes and `per_byte` for each byte of the input.
struct MemoryBound {
  std::size_t per_byte;
  std::size_t fixed;
};

/// Runs `work` and holds it to the bound, peak and not only what is left: what is quadratic does not pass.
template <class Work>
auto within(MemoryBound bound, std::size_t input_size, Work&& work) {
  const std::size_t before = allocation::start_peak();
  auto result = work();
  const std::size_t used = allocation::peak() - before;
  hold(used <= bound.fixed + bound.per_byte * input_size, "memory is bounded by the input");
  return result;
}

}  // namespace adoube::fuzz
