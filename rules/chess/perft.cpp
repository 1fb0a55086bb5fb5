// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "rules/chess/generator.hpp"

namespace adoube::chess {
namespace {

/// Counts the last ply without listing it.
struct Counter {
  std::uint64_t count = 0;
  static std::uint64_t size(SquareSet s) { return static_cast<std::uint64_t>(std::popcount(s)); }
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
