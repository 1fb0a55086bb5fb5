// SPDX-License-Identifier: Apache-2.0
/// The legal moves of one position, sorted once into the masks that the obligation algebra works with.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "rules/article4/move_mask.hpp"
#include "rules/chess/position.hpp"

namespace adoube::article4 {

/// Built once a position; every later question is a few AND operations.
class MoveTable {
 public:
  explicit MoveTable(const chess::Position& position);

  const chess::Position& position() const { return position_; }
  Colour mover() const { return position_.side_to_move(); }
  const chess::MoveList& moves() const { return moves_; }
  /// L: every legal move.
  const MoveMask& all() const { return all_; }
  /// M(s): moves of the own piece on `s`; castling belongs to the king only.
  const MoveMask& from(Square s) const { return at(from_, s); }
  /// C(s): moves that take the piece on `s` (en passant: the pawn's square, not the target).
  const MoveMask& taking(Square s) const { return at(taking_, s); }
  /// X(r): castling with the rook on `r`.
  const MoveMask& castling_with(Square r) const { return at(castling_, r); }
  /// Moves after which the piece that stands on `from` now stands on `to`: a king's or rook's part of castling counts.
  MoveMask placing(Square from, Square to) const {
    if (from == Square::off || to == Square::off) return {};
    return (this->from(from) & at(to_, to)) | (castling_with(from) & at(rook_to_, to));
  }
  /// Promotions on `to`; of one kind, or of every kind.
  MoveMask promoting(Square to, std::optional<chess::Kind> kind) const {
    if (to == Square::off) return {};
    return at(to_, to) & (kind ? promotions_[static_cast<std::size_t>(*kind)] : every_promotion_);
  }
  /// Every castling move.
  const MoveMask& castlings() const { return castlings_; }
  /// Square of the piece that move `i` takes, or `off`.
  Square taken(std::size_t i) const { return taken_[i]; }
  /// The rook's journey of castling move `i`.
  chess::RookJourney rook_journey(std::size_t i) const { return chess::castling_rook_journey(position_, moves_[i]); }
  /// Squares that the move changes: the piece leaves or comes to them, or is taken from them.
  SquareSet changed(std::size_t i) const { return changed_[i]; }

  Square king() const { return position_.king(mover()); }
  /// Corner rooks with which a player may believe he can castle: own rooks on the king's rank where the king stands on
  /// an original square, or the rook of a castling right.
  bool castling_rook(Square s) const { return contains(rooks_, s); }
  /// There is one.
  bool castling_thinkable() const { return rooks_ != 0; }
  /// The wing's target squares of the king: g and c file of the first rank of the mover.
  bool castling_target(Square s) const;

  /// Index of a move, or nothing.
  std::optional<std::size_t> index_of(chess::Move m) const;
  /// UCI, sorted.
  std::vector<std::string> uci(const MoveMask& mask) const;

 private:
  using BySquare = std::array<MoveMask, 64>;
  static const MoveMask& at(const BySquare& masks, Square s) { return masks[static_cast<std::size_t>(s)]; }

  chess::Position position_;
  chess::MoveList moves_;
  MoveMask all_;
  MoveMask castlings_;
  MoveMask every_promotion_;
  std::array<MoveMask, 6> promotions_{};  // by kind
  BySquare from_{};
  BySquare to_{};
  BySquare taking_{};
  BySquare castling_{};                   // by the rook's square
  BySquare rook_to_{};                    // castling, by the square where the rook ends
  std::array<Square, 256> taken_{};
  std::array<SquareSet, 256> changed_{};
  SquareSet rooks_ = 0;
};

}  // namespace adoube::article4
