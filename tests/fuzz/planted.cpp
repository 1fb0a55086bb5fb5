// SPDX-License-Identifier: Apache-2.0
/// A fault of the kind ADOUBE_PLANTED behind a word that has to be found first: what scripts/fuzz is there to see.
/// `scripts/fuzz --planted` makes sure that it does.
#include <string_view>
#include <vector>

#include "tests/fuzz/property.hpp"

using namespace adoube;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view kind = ADOUBE_PLANTED;
  if (size < 3 || data[0] != 'b' || data[1] != 'a' || data[2] != 'd') return 0;
  if (kind == "crash") {
    const std::vector<std::uint8_t> copy(data, data + size);
    volatile std::uint8_t beyond = copy.data()[size];
    (void)beyond;
  } else if (kind == "property") {
    fuzz::within({8, 64}, size, [&] { return std::vector<std::uint8_t>(16 * size * size).size(); });
  } else if (kind == "hang") {
    for (volatile bool on = true; on;) {
    }
  } else if (kind == "leak") {
    [[maybe_unused]] int* volatile lost = new int[4];
    lost = nullptr;
  } else if (kind == "memory") {
    std::vector<std::uint8_t>(std::size_t{1} << 29);
  }
  return 0;
}
