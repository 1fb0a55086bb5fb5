// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/gap.hpp"

namespace adoube::recognition {

Account account(const chess::Position& known, SquareSet occupied, std::optional<Colour> pressed) {
  Account out;
  const auto reads = [&](const Line& line) {
    const bool even = line.size() % 2 == 0;
    const Colour to_move = even ? known.side_to_move() : !known.side_to_move();
    if (pressed && to_move == *pressed) return;
    ++out.readings;
    out.lines.push(line);
  };
  const SquareSet missing = known.pieces() & ~occupied;
  const bool none_came = (occupied & ~known.pieces()) == 0;
  if (none_came && (missing == 0 || taken_up(known, missing))) reads(Line{});
  const Explanations moved = explain(known, occupied, kLongestLine, true);
  for (const Line& line : moved.lines) reads(line);
  out.readings += moved.count - static_cast<int>(moved.lines.size());  // more than a list holds: nobody tells them apart
  return out;
}

}  // namespace adoube::recognition
