// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/gap.hpp"

namespace adoube::recognition {
namespace {

/// That the player having the move in `end` has pressed and nothing was moved since, or that a piece which he would now hold
/// was gone already.
bool ruled_out(const chess::Position& end, SquareSet occupied, const Pressed& pressed) {
  if (end.side_to_move() != pressed.by) return false;
  return occupied == pressed.occupied || (end.pieces() & ~occupied & ~pressed.occupied) != 0;
}

}  // namespace

Account account(const chess::Position& known, SquareSet occupied, const std::optional<Pressed>& pressed) {
  Account out;
  const auto reads = [&](const Line& line) {
    chess::Position end = known;
    for (const chess::Move m : line) end = end.after(m);
    if (pressed && ruled_out(end, occupied, *pressed)) return;
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
