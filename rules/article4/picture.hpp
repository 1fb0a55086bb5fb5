// SPDX-License-Identifier: Apache-2.0
/// What the pieces on the board show: a legal move, a half of one, or something that no legal move leads to.
#pragma once
#include <cstdint>
#include <optional>

#include "rules/article4/move_table.hpp"
#include "rules/article4/pieces.hpp"

namespace adoube::article4 {

/// A piece that stands somewhere: released there, or brought to its promotion square.
struct Placement {
  int token = 0;
  Square square = Square::off;
  bool new_piece = false;
  friend bool operator==(const Placement&, const Placement&) = default;
};

class Picture {
 public:
  Picture(const MoveTable& table, const Pieces& pieces, chess::Kind promotion_kind, bool pressed)
      : table_(table), pieces_(pieces), promotion_kind_(promotion_kind), pressed_(pressed) {}

  /// The legal move whose result stands on the board with every piece released and the taken piece gone.
  std::optional<std::size_t> match() const;
  /// Moves that put that piece there. `standing`: the move on the board, which tells king from rook where both were in
  /// the air together.
  MoveMask placing(const Placement& p, std::optional<std::size_t> standing) const;
  /// An own piece is released where no legal move puts it.
  bool misplaced() const;
  /// The king stands two squares from where he stood, on a square to which kings castle, and there is a rook for it.
  bool king_set_two_squares() const;
  /// 7.5.2: a pawn that was seen to stay on the last rank; the promotion to a queen it stands for.
  std::optional<std::size_t> unreplaced_pawn() const;
  /// The hand was seen to leave every own piece that stands elsewhere.
  bool released() const;
  /// Nobody holds a piece that the mover has moved; the pawn that a promotion took off may be anywhere.
  bool at_rest(std::optional<std::size_t> fixed) const;

 private:
  bool shows(std::size_t move, Square s, const std::optional<chess::Piece>& want) const;

  const MoveTable& table_;
  const Pieces& pieces_;
  chess::Kind promotion_kind_;
  bool pressed_;
};

/// `move` is a rook's, and all that is allowed is to castle with that rook: the king is still to come.
bool half_of_castling(const MoveTable& table, std::size_t move, const MoveMask& allowed);

}  // namespace adoube::article4
