// SPDX-License-Identifier: Apache-2.0
/// What a ruling mentions beside its verdict: words of the cases file, some of them with squares.
#pragma once
#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "rules/chess/position.hpp"
#include "rules/core/fixed_list.hpp"
#include "rules/core/square.hpp"

namespace adoube::article4 {

/// Which of them the rules raise and which are for the layers that sense: docs/rulings.md.
enum class FlagWord : std::uint8_t {
  accidental,                    ///< :square, a contact or lift that counts as an accident (4.2.2)
  adjust_without_move,           ///< a declaration by the player not having the move (4.2.1)
  adjusted,                      ///< :square, touched inside a declared window (4.2.1)
  claim,                         ///< a claim was made
  claim_forfeited,               ///< the right to a claim is lost (4.8, 9.4)
  dead_position,                 ///< no series of moves can mate (5.2.2), as far as it is proved
  displaced,                     ///< :from-to, a piece stands elsewhere without having been moved on purpose (7.4)
  disturbed,                     ///< :square, a bystander was bumped and restored
  draw_declined,                 ///< a draw offer ended with the opponent's touch (9.1.2.1)
  draw_offered,                  ///< a draw was offered (9.1)
  gap,                           ///< events are known to be missing
  illegal,                       ///< :SAN, an illegal move that stands (A.5.2)
  inferred,                      ///< a move was concluded without seeing all of it
  kind_assumed,                  ///< the kind of a promotion piece was not seen
  late_adjust,                   ///< a declaration after a binding touch
  off_centre,                    ///< :square, a piece between squares
  opponent_acted_after_illegal,  ///< the opponent touched a piece after an illegal move was completed
  order_unclear,                 ///< the order of two touches decides and could not be told
  press_out_of_turn,             ///< the clock was pressed by the player not having the move
  result_proposed,               ///< the kings signal a result
  retracted,                     ///< a made move was taken back
  suspect_4_1,                   ///< two pieces of one player in the air at once: perhaps two hands
  takeback,                      ///< a move was taken back where the edition lets players do so
  touch_after_made,              ///< :square, a contact by the player who has made his move
  touch_out_of_turn,             ///< a contact by the player not having the move (1.3)
  two_hands,                     ///< confirmed by an arbiter (7.5.4)
  unsteady,                      ///< :square, its sensor chatters, or feels a hand that moves a piece elsewhere
  violation,                     ///< the touched-piece rules were broken
};
inline constexpr std::size_t kFlagWords = 28;
/// The word of the cases file: "suspect_4.1" for the one that is no identifier.
std::string_view text(FlagWord word);

struct Flag {
  FlagWord word = FlagWord::accidental;
  Square square = Square::off;  ///< where it names one
  Square to = Square::off;      ///< where it names two
  friend constexpr auto operator<=>(const Flag&, const Flag&) = default;
};
/// "late_adjust", "adjusted:g1", "displaced:g2g3", "illegal:Nc4": the position is the one before the move.
std::string text(const Flag& flag, const chess::Position& position);

/// A set, sorted. At most 48: more is more than hands do in a turn; what comes on top is left out and `complete` says so.
class Flags {
 public:
  void raise(FlagWord word, Square square = Square::off, Square to = Square::off);
  void lower(const Flag& flag) { flags_.erase_if([&](const Flag& f) { return f == flag; }); }
  bool has(FlagWord word) const;
  bool has(const Flag& flag) const { return std::binary_search(begin(), end(), flag); }
  bool complete() const { return complete_; }
  std::size_t size() const { return flags_.size(); }
  const Flag* begin() const { return flags_.begin(); }
  const Flag* end() const { return flags_.end(); }
  friend bool operator==(const Flags&, const Flags&) = default;

 private:
  FixedList<Flag, 48> flags_;
  bool complete_ = true;
};

}  // namespace adoube::article4
