// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/picture.hpp"

#include <cstdlib>

namespace adoube::article4 {

using chess::Kind;
using chess::Move;
using chess::Piece;

bool Picture::shows(std::size_t move, Square s, const std::optional<Piece>& want) const {
  const int t = pieces_.on(s);
  if (!want) return t == Pieces::kNone;
  if (t == Pieces::kNone) return false;
  const Token& token = pieces_[t];
  if (token.accidental || (token.gripped && !token.regripped)) return false;
  const Move m = table_.moves()[move];
  if (m.is_promotion() && s == m.to() && (!token.piece || token.maybe_promoted)) return want->kind == promotion_kind_;
  if (token.piece && *token.piece == *want) return true;
  // Unidentified on the square of a taken piece: its return, or the new piece of a pawn that was lifted later. The
  // press tells, for the pawn cannot stay in the hand.
  if (m.is_promotion() && s == m.to() && token.origin == s && token.placed && !token.identified && pressed_) {
    return want->kind == promotion_kind_;
  }
  if (!token.mixed) return false;
  bool exchanged = false;
  Pieces::for_each(pieces_.moved(), [&](int u) {
    exchanged = exchanged || (pieces_[u].mixed && pieces_[u].piece && *pieces_[u].piece == *want);
  });
  return exchanged;
}

std::optional<std::size_t> Picture::match() const {
  const SquareSet changed = pieces_.changed();
  if (changed == 0) return std::nullopt;
  for (std::size_t i = 0; i < table_.moves().size(); ++i) {
    SquareSet rest = table_.changed(i);
    if ((changed & ~rest) != 0) continue;
    const Move m = table_.moves()[i];
    bool same = true;
    while (rest != 0 && same) {
      const Square s = pop(rest);
      std::optional<Piece> want;
      if (s == m.to()) {
        want = table_.position().at(m.from());
        if (m.is_promotion()) want->kind = m.promotion();
      } else if (m.is_castling() && s == table_.rook_journey(i).to) {
        want = Piece{table_.mover(), Kind::rook};
      }
      same = shows(i, s, want);
    }
    if (same) return i;
  }
  return std::nullopt;
}

MoveMask Picture::placing(const Placement& p, std::optional<std::size_t> standing) const {
  const Token& token = pieces_[p.token];
  if (p.new_piece || token.origin == Square::off) {
    return table_.promoting(p.square, token.piece ? std::optional(token.piece->kind) : std::nullopt);
  }
  if (!token.mixed) return table_.placing(token.origin, p.square);
  if (standing && table_.moves()[*standing].is_castling()) {
    // King and rook were in the air together; what stands now tells which was set down where.
    const Move castling = table_.moves()[*standing];
    const chess::RookJourney rook = table_.rook_journey(*standing);
    if (p.square == castling.to()) return table_.placing(castling.from(), p.square);
    if (p.square == rook.to) return table_.placing(rook.from, p.square);
  }
  MoveMask mask = table_.placing(token.origin, p.square);
  Pieces::for_each(pieces_.moved(), [&](int u) {
    if (pieces_[u].mixed) mask = mask | table_.placing(pieces_[u].origin, p.square);
  });
  return mask;
}

bool Picture::misplaced() const {
  bool found = false;
  Pieces::for_each(pieces_.moved(), [&](int t) {
    const Token& token = pieces_[t];
    if (token.in_air || token.gripped || token.accidental || token.at == Square::off || token.at == token.origin) return;
    const bool brought = token.origin == Square::off;
    const bool foreign = token.piece && !pieces_.own(t);
    if (foreign && !brought) return;  // a taken piece, slid aside
    found = found || foreign || placing({t, token.at, brought}, std::nullopt).empty();
  });
  return found;
}

bool Picture::king_set_two_squares() const {
  if (!table_.castling_thinkable()) return false;
  const Square home = table_.king();
  if (pieces_.on(home) != Pieces::kNone && !pieces_[pieces_.on(home)].moved) return false;  // he has not left it
  bool set = false;
  Pieces::for_each(pieces_.moved(), [&](int t) {
    const Token& king = pieces_[t];
    if (!pieces_.own(t) || king.origin != home || king.in_air || king.at == home || king.at == Square::off) return;
    set = table_.castling_target(king.at) && rank_of(king.at) == rank_of(home) &&
          std::abs(file_of(king.at) - file_of(home)) == 2;
  });
  return set;
}

std::optional<std::size_t> Picture::unreplaced_pawn() const {
  std::optional<std::size_t> promotion;
  Pieces::for_each(pieces_.moved(), [&](int t) {
    const Token& token = pieces_[t];
    if (promotion || !pieces_.own(t) || token.in_air || token.at == Square::off || token.origin == Square::off) return;
    if (token.piece->kind != Kind::pawn || token.maybe_promoted) return;
    const auto queen = table_.index_of(Move(token.origin, token.at, Move::Type::promotion, Kind::queen));
    if (queen && (pieces_.changed() & ~table_.changed(*queen)) == 0) promotion = queen;
  });
  return promotion;
}

bool Picture::released() const {
  bool all = true;
  Pieces::for_each(pieces_.moved(), [&](int t) {
    const Token& token = pieces_[t];
    const bool stands = !token.in_air && token.at != Square::off && token.at != token.origin;
    if (stands && (pieces_.own(t) || token.origin == Square::off)) all = all && token.released;
  });
  return all;
}

bool Picture::at_rest(std::optional<std::size_t> fixed) const {
  const bool promotion = fixed && table_.moves()[*fixed].is_promotion();
  bool rest = true;
  Pieces::for_each(pieces_.moved(), [&](int t) {
    const Token& token = pieces_[t];
    const bool brought = token.origin == Square::off;
    if (!brought && !pieces_.own(t)) return;
    const bool exchanged_pawn = promotion && !brought && !token.maybe_promoted && token.piece->kind == Kind::pawn;
    if (token.in_air && !exchanged_pawn) rest = false;
    if (!token.in_air && token.at != Square::off && token.gripped && !token.regripped) rest = false;
  });
  return rest;
}

bool half_of_castling(const MoveTable& table, std::size_t move, const MoveMask& allowed) {
  const Move m = table.moves()[move];
  return !m.is_castling() && !allowed.empty() && allowed.within(table.placing(m.from(), m.to()) & table.castlings());
}

}  // namespace adoube::article4
