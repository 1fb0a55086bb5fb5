// SPDX-License-Identifier: Apache-2.0
#include "rules/recognition/situation.hpp"

#include <array>

#include "rules/recognition/ownership.hpp"

namespace adoube::recognition {

using chess::Move;

namespace {

/// A half of castling, or of a capture en passant, stands on the board: the square that waits.
void half_made(const Sight& sight, const article4::MoveTable& table, Situation& s) {
  const auto left = [&](Square q) { return sight.lifted(q) != 0; };
  const auto came = [&](Square q) { return sight.placed(q) != 0 && contains(sight.occupied(), q); };
  for (std::size_t i = 0; i < table.moves().size(); ++i) {
    const Move m = table.moves()[i];
    if (!left(m.from()) || !came(m.to())) continue;
    if (m.is_castling()) {
      const Square rook = table.rook_journey(i).to;
      if (contains(sight.occupied(), rook)) continue;
      s.kind = Situation::Kind::castling_incomplete;
      s.square = rook;
      return;
    }
    if (m.is_en_passant() && contains(sight.occupied(), table.taken(i))) {
      s.kind = Situation::Kind::capture_incomplete;
      s.square = table.taken(i);
      return;
    }
  }
}

}  // namespace

Situation situation(const Ownership& hands) {
  Situation s;
  const SquareSet occupied = hands.sight().occupied();
  const SquareSet stood = hands.rest().pieces();
  s.missing = stood & ~occupied;
  s.surplus = occupied & ~stood;
  if (s.missing == 0 && s.surplus == 0) {
    const auto move = hands.move_at_rest();
    const article4::Turn& turn = hands.now().turn;
    if (move && move->is_promotion() && (!turn.standing() || turn.kind_assumed())) {
      s.kind = Situation::Kind::promotion_pending;
      s.square = move->to();
    }
    return s;
  }
  s.kind = s.surplus == 0 ? Situation::Kind::in_hand : Situation::Kind::misplaced;
  half_made(hands.sight(), hands.now().table, s);
  return s;
}

std::string_view text(Situation::Kind kind) {
  constexpr std::array<std::string_view, situation_kinds> words = {
      "settled", "in_hand", "misplaced", "capture_incomplete", "castling_incomplete", "promotion_pending",
      "bystanders", "result_half", "result_shown", "disturbed", "lost"};
  return words[static_cast<std::size_t>(kind)];
}

}  // namespace adoube::recognition
