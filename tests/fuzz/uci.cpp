// SPDX-License-Identifier: Apache-2.0
/// Input: a letter that chooses a position, then one text a line; what reads as a legal move is played.
#include "rules/notation/uci.hpp"

#include <algorithm>
#include <string>

#include "rules/notation/fen.hpp"
#include "tests/fuzz/positions.hpp"
#include "tests/fuzz/property.hpp"

using namespace adoube;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  chess::Position position = fuzz::chosen_position(data[0]);
  std::string_view lines = fuzz::text(data + 1, size - 1);
  while (!lines.empty()) {
    const std::string_view line = fuzz::take_line(lines);
    const auto move = fuzz::within({8, 2048}, line.size(), [&] { return uci::parse(position, line); });
    if (!move) {
      fuzz::hold_error(move.error());
      continue;
    }
    const std::string detail = std::string(line) + " in " + fen::write(position);
    const chess::MoveList legal = chess::legal_moves(position);
    fuzz::hold(std::find(legal.begin(), legal.end(), *move) != legal.end(), "what is read is a legal move", detail);
    fuzz::hold(line == uci::write(position, *move) || line == uci::write(position, *move, true),
               "only what is written so reads as a move", detail);
    position.make(*move);
  }
  fuzz::hold_uci(position);
  return 0;
}
