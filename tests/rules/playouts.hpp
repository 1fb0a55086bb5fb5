// SPDX-License-Identifier: Apache-2.0
/// Random games for properties: a start and a list of choices, so that RapidCheck can shrink them.
#pragma once
#include <rapidcheck.h>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "rules/chess/position.hpp"
#include "rules/notation/fen.hpp"

namespace adoube::test {

/// Chess960 start by its number, 0 to 959 (518 is the usual one).
inline chess::Position chess960_start(int number) {
  using chess::Kind;
  std::array<int, 8> file_kind;
  file_kind.fill(-1);
  const auto empty_file = [&](int nth) {
    for (int file = 0;; ++file) {
      if (file_kind[static_cast<std::size_t>(file)] == -1 && nth-- == 0) return static_cast<std::size_t>(file);
    }
  };
  const auto set = [&](std::size_t file, Kind kind) { file_kind[file] = static_cast<int>(kind); };
  int n = number;
  set(static_cast<std::size_t>(n % 4 * 2 + 1), Kind::bishop);
  n /= 4;
  set(static_cast<std::size_t>(n % 4 * 2), Kind::bishop);
  n /= 4;
  set(empty_file(n % 6), Kind::queen);
  n /= 6;
  constexpr std::array<std::array<int, 2>, 10> knights{
      {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}}};
  const auto pair = knights[static_cast<std::size_t>(n)];
  const std::size_t left = empty_file(pair[0]), right = empty_file(pair[1]);
  set(left, Kind::knight);
  set(right, Kind::knight);
  for (const Kind kind : {Kind::rook, Kind::king, Kind::rook}) set(empty_file(0), kind);

  chess::Position p;
  for (int file = 0; file < 8; ++file) {
    const Kind kind = static_cast<Kind>(file_kind[static_cast<std::size_t>(file)]);
    p.put(square(file, 0), {Colour::white, kind});
    p.put(square(file, 1), {Colour::white, Kind::pawn});
    p.put(square(file, 6), {Colour::black, Kind::pawn});
    p.put(square(file, 7), {Colour::black, kind});
  }
  for (const Colour c : {Colour::white, Colour::black}) {
    for (SquareSet rooks = p.pieces(c, Kind::rook); rooks != 0;) {
      const Square rook = pop(rooks);
      const bool king_side = file_of(rook) > file_of(p.king(c));
      p.set_castling_rook(c, king_side ? chess::Wing::king_side : chess::Wing::queen_side, rook);
    }
  }
  return p;
}

/// Positions where the rare rules are near: castling, en passant with pins, promotions, few pieces.
inline constexpr std::array<std::string_view, 9> rich_positions{
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "8/1p1p1p2/8/k1P1P2R/r1p1p2K/8/1P1P1P2/8 b - - 0 1",
    "2r3k1/5ppp/p7/5q2/2BP4/b5P1/P1R2P1P/5QK1 w - - 1 30",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 40 60",
};

/// A position reached by `choices` from `start`; the last one with a legal move if the game ends earlier.
struct Playout {
  std::vector<chess::Position> positions;  ///< the first is the start
  std::vector<chess::Move> moves;          ///< one fewer than positions
};

inline Playout play(chess::Position p, const std::vector<std::uint8_t>& choices) {
  Playout game;
  game.positions.push_back(p);
  for (const std::uint8_t choice : choices) {
    const auto moves = chess::legal_moves(p);
    if (moves.empty()) break;
    const chess::Move m = moves[choice % moves.size()];
    p.make(m);
    game.moves.push_back(m);
    game.positions.push_back(p);
  }
  return game;
}

/// Draws a start: usual, Chess960 or rich.
inline chess::Position drawn_start() {
  const int which = *rc::gen::inRange(0, 3);
  if (which == 0) return chess::Position::start();
  if (which == 1) return chess960_start(*rc::gen::inRange(0, 960));
  return fen::parse(rich_positions[*rc::gen::inRange<std::size_t>(0, rich_positions.size())]).value();
}

inline Playout drawn_playout() {
  const chess::Position start = drawn_start();
  const auto length = *rc::gen::inRange<std::size_t>(1, 120);
  return play(start, *rc::gen::container<std::vector<std::uint8_t>>(length, rc::gen::arbitrary<std::uint8_t>()));
}

}  // namespace adoube::test
