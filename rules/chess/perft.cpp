// SPDX-License-Identifier: Apache-2.0
#include "rules/chess/generator.hpp"

namespace adoube::chess {
namespace {

/// Counts the last ply without listing it.
struct Counter {
  std::uint64_t count = 0;
  /// Without a population count instruction, which not every processor of the architecture has, the library's table
  /// costs more than the sum by halves.
  static std::uint64_t size(SquareSet s) {
    s -= s >> 1 & 0x5555555555555555;
    s = (s & 0x3333333333333333) + (s >> 2 & 0x3333333333333333);
    return ((s + (s >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56;
  }
  void piece(Square, SquareSet targets) { count += size(targets); }
  void pawns(SquareSet targets, int) { count += size(targets); }
  void promotions(SquareSet targets, int) { count += 4 * size(targets); }
  void en_passant(Square, Square) { ++count; }
  void castling(Square, Square) { ++count; }
};

}  // namespace

std::uint64_t perft(const Position& position, int depth) {
  if (depth <= 0) return 1;
  if (depth == 1) {
    Counter counter;
    generate(position, counter);
    return counter.count;
  }
  std::uint64_t nodes = 0;
  for (const Move m : legal_moves(position)) nodes += perft(position.after(m), depth - 1);
  return nodes;
}

}  // namespace adoube::chess
