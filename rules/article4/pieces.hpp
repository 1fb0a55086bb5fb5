// SPDX-License-Identifier: Apache-2.0
/// Where the physical pieces are during one turn: on a square, in a hand, outside. Follows lifts and placements; who
/// means what is the business of Turn.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/chess/position.hpp"
#include "rules/core/event.hpp"

namespace adoube::article4 {

/// One physical piece.
struct Token {
  Square origin = Square::off;             ///< where it stood when the turn began; `off` for a piece brought in
  std::optional<chess::Piece> piece;       ///< nothing: brought in and not identified
  Square at = Square::off;                 ///< where it stands; meaningless while it is in the air
  bool in_air = false;
  bool moved = false;                      ///< lifted at least once, or brought in
  bool gripped = false;                    ///< a hand is on it, or has not been seen to leave it since it was set down
  bool regripped = false;                  ///< touched again since it was last released
  bool accidental = false;                 ///< swept along: its lift was called an accident
  bool adjusting = false;                  ///< taken inside an adjust window
  bool mixed = false;                      ///< was in the air together with another own piece when one of them was set
                                           ///< down unidentified: the two may be exchanged
  bool maybe_promoted = false;             ///< a pawn or its new piece: something unidentified stands on the last rank
  std::uint32_t lift_id = 0;               ///< latest events of the piece, 0 if none
  std::uint32_t place_id = 0;
  std::uint32_t release_id = 0;
  int lift_order = 0;                      ///< counts lifts: the larger, the later
};

class Pieces {
 public:
  static constexpr int kNone = -1;

  explicit Pieces(const chess::Position& position);

  /// Piece on a square, or kNone.
  int on(Square s) const { return s == Square::off ? kNone : board_[static_cast<std::size_t>(s)]; }
  Token& operator[](int t) { return tokens_[static_cast<std::size_t>(t)]; }
  const Token& operator[](int t) const { return tokens_[static_cast<std::size_t>(t)]; }
  int count() const { return static_cast<int>(tokens_.size()); }

  bool own(int t) const { return (*this)[t].piece && (*this)[t].piece->colour == us_; }
  /// Own pieces in the air.
  int own_in_air() const;

  void lift(int t);
  void place(int t, Square s);
  /// A piece from outside, in the air until it is placed.
  int bring(std::optional<chess::Piece> piece);

  /// Which of the pieces in the air is set down on `s`. `fits(token)` says how well: the highest value wins, of equals
  /// the last lifted; negative: impossible. kNone if nothing fits.
  template <class Fits>
  int choose(Fits fits) const {
    int best = kNone;
    int best_value = -1;
    for (int t = 0; t < count(); ++t) {
      const Token& token = (*this)[t];
      if (!token.in_air) continue;
      const int value = fits(t);
      if (value < 0) continue;
      if (value > best_value || (value == best_value && token.lift_order > (*this)[best].lift_order)) {
        best = t;
        best_value = value;
      }
    }
    return best;
  }

  /// Squares whose content differs from the start of the turn by what is seen (identity of equal pieces set aside).
  SquareSet changed() const;

 private:
  chess::Position start_;
  Colour us_;
  std::vector<Token> tokens_;
  std::array<std::int8_t, 64> board_{};
  int lifts_ = 0;
};

}  // namespace adoube::article4
