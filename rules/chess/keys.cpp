// SPDX-License-Identifier: Apache-2.0
#include "rules/chess/keys.hpp"

#include <array>

#include "rules/chess/attacks.hpp"
#include "rules/chess/polyglot_numbers.hpp"

namespace adoube::chess {
namespace {

constexpr std::size_t at(Square s) { return static_cast<std::size_t>(index(s)); }

/// One number for each fact that makes a position what it is.
struct Numbers {
  std::array<std::array<std::uint64_t, 64>, 12> piece{};  ///< [colour * 6 + kind][square]
  std::array<std::uint64_t, 64> castling{};               ///< by the rook's square
  std::array<std::uint64_t, 64> en_passant{};             ///< by the square passed over
  std::uint64_t black_to_move = 0;
};

constexpr Numbers make_numbers() {
  // SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014), from the year of the Laws.
  std::uint64_t state = 2023;
  const auto draw = [&state] {
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  };
  Numbers n;
  for (auto& squares : n.piece) {
    for (auto& number : squares) number = draw();
  }
  for (auto& number : n.castling) number = draw();
  for (auto& number : n.en_passant) number = draw();
  n.black_to_move = draw();
  return n;
}

constexpr Numbers own = make_numbers();

constexpr std::array colours{Colour::white, Colour::black};
constexpr std::array wings{Wing::king_side, Wing::queen_side};

}  // namespace

std::uint64_t repetition_key(const Position& p) {
  std::uint64_t key = p.side_to_move() == Colour::black ? own.black_to_move : 0;
  std::size_t row = 0;
  for (const Colour c : colours) {
    for (int kind = 0; kind < 6; ++kind, ++row) {
      for (SquareSet s = p.pieces(c, static_cast<Kind>(kind)); s != 0;) key ^= own.piece[row][at(pop(s))];
    }
    for (const Wing w : wings) {
      if (const auto rook = p.castling_rook(c, w)) key ^= own.castling[at(*rook)];
    }
  }
  if (const auto passed = p.en_passant()) key ^= own.en_passant[at(*passed)];
  return key;
}

std::uint64_t polyglot_key(const Position& p) {
  using polyglot::numbers;
  const Colour us = p.side_to_move();
  std::uint64_t key = us == Colour::white ? numbers[polyglot::white_to_move] : 0;
  std::size_t right = polyglot::castling_begin;
  for (const Colour c : colours) {
    for (std::size_t kind = 0; kind < 6; ++kind) {
      const std::size_t row = 64 * (2 * kind + (c == Colour::white ? 1 : 0));
      for (SquareSet s = p.pieces(c, static_cast<Kind>(kind)); s != 0;) key ^= numbers[row + at(pop(s))];
    }
    for (const Wing w : wings) {
      if (p.castling_rook(c, w)) key ^= numbers[right];
      ++right;
    }
  }
  const auto passed = p.passed_over();
  if (passed && (pawn_attacks(*passed, !us) & p.pieces(us, Kind::pawn)) != 0) {
    key ^= numbers[polyglot::en_passant_begin + static_cast<std::size_t>(file_of(*passed))];
  }
  return key;
}

}  // namespace adoube::chess
