// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "rules/chess/generator.hpp"

namespace adoube::chess {
namespace {

/// Counts the last ply without listing it. Without a population count instruction, which not every processor of the
/// architecture has, the library's table costs more than the sum by halves.
template <bool counts_in_one>
struct Counter {
  std::uint64_t count = 0;
  static std::uint64_t size(SquareSet s) {
    if constexpr (counts_in_one) return static_cast<std::uint64_t>(std::popcount(s));
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

using Count = std::uint64_t (*)(const Position&);

std::uint64_t count_portably(const Position& p) {
  Counter<false> counter;
  generate(p, counter);
  return counter.count;
}

#if defined(__x86_64__)
/// The same code for processors that count the bits of a word and find the first in one instruction each.
__attribute__((target("popcnt,bmi"), flatten)) std::uint64_t count_with_bit_instructions(const Position& p) {
  Counter<true> counter;
  generate(p, counter);
  return counter.count;
}
const Count count_moves = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") ? count_with_bit_instructions
                                                                                           : count_portably;
#else
constexpr Count count_moves = count_portably;
#endif

}  // namespace

std::uint64_t perft(const Position& position, int depth) {
  if (depth <= 0) return 1;
  if (depth == 1) return count_moves(position);
  std::uint64_t nodes = 0;
  for (const Move m : legal_moves(position)) nodes += perft(position.after(m), depth - 1);
  return nodes;
}

}  // namespace adoube::chess
