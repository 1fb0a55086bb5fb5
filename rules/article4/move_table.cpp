// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/move_table.hpp"

#include <algorithm>

#include "rules/notation/uci.hpp"

namespace adoube::article4 {

using chess::Kind;
using chess::Move;

MoveTable::MoveTable(const chess::Position& position) : position_(position), moves_(chess::legal_moves(position)) {
  all_ = MoveMask::all(moves_.size());
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const Move m = moves_[i];
    from_[static_cast<std::size_t>(m.from())].add(i);
    to_[static_cast<std::size_t>(m.to())].add(i);
    taken_[i] = chess::captured_square(position_, m).value_or(Square::off);
    if (taken_[i] != Square::off) taking_[static_cast<std::size_t>(taken_[i])].add(i);
    if (m.is_promotion()) {
      every_promotion_.add(i);
      promotions_[static_cast<std::size_t>(m.promotion())].add(i);
    }
    changed_[i] = set_of(m.from()) | set_of(m.to()) | set_of(taken_[i]);
    if (m.is_castling()) {
      const chess::RookJourney rook = rook_journey(i);
      castlings_.add(i);
      castling_[static_cast<std::size_t>(rook.from)].add(i);
      rook_to_[static_cast<std::size_t>(rook.to)].add(i);
      changed_[i] |= set_of(rook.from) | set_of(rook.to);
    }
  }
  const Colour us = mover();
  const int home = us == Colour::white ? 0 : 7;
  for (const chess::Wing wing : {chess::Wing::king_side, chess::Wing::queen_side}) {
    if (const auto rook = position_.castling_rook(us, wing)) rooks_ |= set_of(*rook);
  }
  if (king() == square(4, home)) {
    rooks_ |= position_.pieces(us, Kind::rook) & (set_of(square(0, home)) | set_of(square(7, home)));
  }
}

bool MoveTable::castling_target(Square s) const {
  const int home = mover() == Colour::white ? 0 : 7;
  return s == square(2, home) || s == square(6, home);
}

std::optional<std::size_t> MoveTable::index_of(Move m) const {
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    if (moves_[i] == m) return i;
  }
  return std::nullopt;
}

std::vector<std::string> MoveTable::uci(const MoveMask& mask) const {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    if (mask.has(i)) out.push_back(adoube::uci::write(position_, moves_[i]));
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace adoube::article4
