// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/line.hpp"

#include <bit>

namespace adoube::recognition {

using chess::Move;
using chess::Position;

namespace {

/// Castling changes four squares; no move changes more.
constexpr int kMostChanged = 4;
constexpr int kMostInHand = 2;

struct Search {
  SquareSet occupied;
  bool in_hand;
  Explanations out;
  Line line;

  bool shows(const Position& p) const {
    if (p.pieces() == occupied) return true;
    return in_hand && (occupied & ~p.pieces()) == 0 && taken_up(p, p.pieces() & ~occupied);
  }

  void from(const Position& p, std::size_t plies) {
    const int allowance = kMostChanged * static_cast<int>(plies) + (in_hand ? kMostInHand : 0);
    if (std::popcount(p.pieces() ^ occupied) > allowance) return;
    const chess::MoveList moves = chess::legal_moves(p);
    for (const Move m : moves) {
      if (m.is_promotion() && m.promotion() != chess::Kind::queen) continue;
      const Position after = p.after(m);
      line.push(m);
      if (shows(after)) {
        ++out.count;
        out.lines.push(line);
      }
      if (plies > 1) from(after, plies - 1);
      line.pop_back();
    }
  }
};

}  // namespace

bool taken_up(const Position& position, SquareSet missing) {
  if (missing == 0 || std::popcount(missing) > kMostInHand) return false;
  const chess::MoveList moves = chess::legal_moves(position);
  for (const Move m : moves) {
    SquareSet takes = set_of(m.from());
    if (const auto taken = chess::captured_square(position, m)) takes |= set_of(*taken);
    if (m.is_castling()) takes |= set_of(chess::castling_rook_journey(position, m).from);
    if ((missing & ~takes) == 0) return true;
  }
  return false;
}

Explanations explain(const Position& from, SquareSet occupied, std::size_t plies, bool in_hand) {
  Search search{occupied, in_hand, {}, {}};
  search.from(from, plies);
  return search.out;
}

}  // namespace adoube::recognition
