// SPDX-License-Identifier: Apache-2.0
/// Input: a FEN.
#include "rules/notation/fen.hpp"

#include "tests/fuzz/positions.hpp"
#include "tests/fuzz/property.hpp"

using namespace adoube;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text(data, size);
  const auto position = fuzz::within({32, 2048}, size, [&] { return fen::parse(text); });
  if (!position) {
    fuzz::hold_error(position.error());
    return 0;
  }
  fuzz::hold_position(*position);
  fuzz::hold_moves(*position);
  fuzz::hold_san(*position);
  fuzz::hold_uci(*position);
  return 0;
}
