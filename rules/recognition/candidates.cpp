// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/candidates.hpp"

#include <algorithm>
#include <utility>

namespace adoube::recognition {

using chess::Move;
using chess::Position;

namespace {

/// Hands took up what that move takes up, and set it down; but for a captured piece that the other swept aside.
bool played(const Sight& sight, const Position& before, Move m, int since) {
  if (m.is_castling()) return true;  // the squares tell
  return sight.lifted(m.from()) > since && (sight.placed(m.to()) > since || chess::captured_square(before, m) == m.to());
}

/// The squares stand as after it, but for a reply that has begun.
bool stands(const Sight& sight, const Position& after) {
  const SquareSet missing = after.pieces() & ~sight.occupied();
  const SquareSet surplus = sight.occupied() & ~after.pieces();
  return (missing | surplus) == 0 || part_of_reply(after, missing, surplus, OnTheWay::anywhere);
}

}  // namespace

void Candidates::begin(const Position& known, int ply, std::span<const Move> moves, int began, int pressed) {
  ply_ = ply;
  began_ = began;
  pressed_ = pressed;
  games_.clear();
  too_many_ = false;
  for (const Move m : moves) games_.push_back({known.after(m), {m}, m.is_promotion()});
}

void Candidates::press(Colour player, int number, const Sight& sight, const PromotionKind& kind) {
  std::vector<Game> next;
  for (const Game& game : games_) {
    if (game.position.side_to_move() != player) return;  // his lever is down already
    const auto known = kind ? kind(ply_ + static_cast<int>(game.moves.size())) : std::nullopt;
    const chess::MoveList moves = chess::legal_moves(game.position);
    for (const Move m : moves) {
      if (m.is_promotion() && m.promotion() != known.value_or(chess::Kind::queen)) continue;
      Game longer{game.position.after(m), game.moves, game.kind_assumed || (m.is_promotion() && !known)};
      if (!stands(sight, longer.position) || !played(sight, game.position, m, began_)) continue;
      longer.moves.push_back(m);
      next.push_back(std::move(longer));
    }
  }
  too_many_ = too_many_ || next.size() > kMost;
  if (too_many_) next.resize(std::min(next.size(), kMost));
  games_ = std::move(next);
  began_ = std::exchange(pressed_, number);
}

Account Candidates::account() const {
  Account out;
  out.readings = static_cast<int>(games_.size());
  for (const Game& game : games_) {
    Line line;
    for (const Move m : game.moves) line.push(m);
    out.lines.push(line);
  }
  return out;
}

std::span<const Move> Candidates::only() const {
  if (too_many_ || games_.size() != 1 || games_.front().kind_assumed) return {};
  return games_.front().moves;
}

}  // namespace adoube::recognition
