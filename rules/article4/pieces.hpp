// SPDX-License-Identifier: Apache-2.0
/// Where the physical pieces are during one turn: on a square, in a hand, outside. Follows lifts and placements; who
/// means what is the business of Turn.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "rules/chess/position.hpp"
#include "rules/core/event.hpp"
#include "rules/core/fixed_list.hpp"

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
  bool touched = false;                    ///< a contact with it was seen in this turn
  bool released = false;                   ///< the hand was seen to leave it since it was set down
  bool placed = false;                     ///< set down at least once in this turn
  bool identified = false;                 ///< a sensor told what it is when it was last set down
  bool accidental = false;                 ///< swept along: its lift was called an accident
  bool adjusting = false;                  ///< taken inside an adjust window
  bool mixed = false;                      ///< was in the air together with another own piece when one of them was set
                                           ///< down unidentified: the two may be exchanged
  bool maybe_promoted = false;             ///< a pawn or its new piece: something unidentified stands on the last rank
  int lift_order = 0;                      ///< counts lifts and placements: the larger, the later
  int place_order = 0;
};

class Pieces {
 public:
  static constexpr int kNone = -1;
  /// 32 on the board and as many brought in, more than hands do; a further piece from outside is not followed.
  static constexpr std::size_t kMost = 64;

  explicit Pieces(const chess::Position& position);

  /// Piece on a square, or kNone.
  int on(Square s) const { return s == Square::off ? kNone : board_[static_cast<std::size_t>(s)]; }
  Token& operator[](int t) { return tokens_[static_cast<std::size_t>(t)]; }
  const Token& operator[](int t) const { return tokens_[static_cast<std::size_t>(t)]; }
  int count() const { return static_cast<int>(tokens_.size()); }

  bool own(int t) const { return (own_ >> t & 1) != 0; }
  /// Own pieces in the air.
  int own_in_air() const { return std::popcount(air_ & own_); }
  /// Pieces that were lifted or brought in, as bits: `for_each` walks them.
  std::uint64_t moved() const { return moved_; }

  void lift(int t);
  void place(int t, Square s);
  /// A piece from outside, in the air until it is placed; kNone if there is no room.
  int bring(std::optional<chess::Piece> piece);
  /// The own pieces in the air and this one may be exchanged for each other.
  void mix(int t);

  /// Which of the pieces in the air is set down. `fits(token)` says how well: the highest value wins, of equals the last
  /// lifted; negative: impossible. kNone if nothing fits.
  template <class Fits>
  int choose(Fits fits) const {
    int best = kNone;
    int best_value = -1;
    for_each(air_, [&](int t) {
      const int value = fits(t);
      if (value > best_value || (value >= 0 && value == best_value && (*this)[t].lift_order > (*this)[best].lift_order)) {
        best = t;
        best_value = value;
      }
    });
    return best;
  }
  template <class Do>
  static void for_each(std::uint64_t tokens, Do what) {
    for (; tokens != 0; tokens &= tokens - 1) what(std::countr_zero(tokens));
  }

  /// Squares whose content differs from the start of the turn by what is seen (identity of equal pieces set aside).
  SquareSet changed() const { return changed_; }

 private:
  void refresh(Square s);

  chess::Position start_;
  Colour us_;
  FixedList<Token, kMost> tokens_;
  std::array<std::int8_t, 64> board_{};
  std::uint64_t own_ = 0;
  std::uint64_t air_ = 0;
  std::uint64_t moved_ = 0;
  SquareSet changed_ = 0;
  int steps_ = 0;  // lifts and placements so far
};

}  // namespace adoube::article4
