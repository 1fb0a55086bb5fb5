// SPDX-License-Identifier: Apache-2.0
/// The whole history of a turn: its events, and where every piece was after any number of them.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "tests/rules/second_opinion/board.hpp"
#include "tests/rules/second_opinion/profile.hpp"

namespace adoube::second_opinion {

enum class What { touch, release, lift, place, clock, adjust, claim };

/// What a hand did. Times are microseconds: it happened after `lo`, at or before `hi`.
struct Event {
  What what = What::touch;
  Square square = kOff;
  long lo = 0;
  long hi = 0;
  char actor = ' ';              ///< 'w', 'b'; ' ': not known
  std::optional<long> length{};  ///< of a contact, where it is known in advance
  std::optional<long> until{};   ///< end of an adjust window
  char piece = ' ';              ///< what an identifying board sees
  bool fresh = false;            ///< a new piece from outside the board
  bool via = false;              ///< contact through a held piece
  bool accidental = false;       ///< an arbiter calls it an accident
};

/// Pieces go by the square they stood on when the turn began; the one brought in by event j is 64 + j.
using Piece = int;
inline constexpr Piece kNobody = -1;
inline constexpr bool brought_in(Piece p) { return p >= 64; }

/// Where everything is at one moment.
struct Scene {
  std::array<Piece, 64> on{};  ///< the piece on each square, or kNobody
  std::vector<Piece> in_air;   ///< in the order they were lifted

  Piece at(Square s) const { return s >= 0 && s < 64 ? on[static_cast<std::size_t>(s)] : kNobody; }
  bool holds(Piece p) const;
  /// The square it stands on; kOff if it is in the air or outside.
  Square where(Piece p) const;
};

/// Faults for the tests of the comparison: each bends one clause. None in a run that counts.
enum class Fault {
  none,
  colour_of_first,        ///< 4.3.3: the last touched own piece instead of the first
  rook_first_forgotten,   ///< 4.4.2: rook, then king binds as king, then rook
  en_passant_target,      ///< 4.3.2: the pawn taken en passant stands on the target square
  promotion_of_any_kind,  ///< 4.4.4: the new piece may be exchanged
  held_is_released,       ///< 4.7: a piece set down counts as released
  brush_is_touch,         ///< 4.2.2: every contact is meant
};

/// One turn: a position, whose rules, and everything that was done from its beginning.
class History {
 public:
  /// All three outlive the history. `events` are of both players; an actor that is not known is the mover.
  History(const Position& position, const Profile& rules, std::vector<Event> events, Fault fault = Fault::none);

  /// The same with a release, just before the mover's first press of the clock, of every piece that was still gripped:
  /// the hand that presses has left them (6.2.3).
  History with_grips_ended_by_press() const;

  const Position& position() const { return *position_; }
  const Profile& rules() const { return *rules_; }
  char mover() const { return position_->board.mover; }
  std::size_t size() const { return events_.size(); }
  const Event& operator[](std::size_t j) const { return events_[j]; }
  bool by_mover(std::size_t j) const { return events_[j].actor != other(mover()); }
  bool has(Fault fault) const { return fault_ == fault; }

  /// The player having the move pressed the clock, at any time.
  bool pressed() const;

  /// After the first `n` events.
  const Scene& after(std::size_t n) const { return scenes_[n]; }
  /// The piece that event j is about: the one that stood on its square just before, or that it set down.
  Piece piece_of(std::size_t j) const;
  /// Its letter; '?' for a new piece that nothing identifies.
  char letter(Piece p) const;
  bool own(Piece p) const { return p != kNobody && (letter(p) == '?' || owner(letter(p)) == mover()); }
  bool enemy(Piece p) const { return p != kNobody && !own(p); }

  /// A hand had been sensed on the board before p was set down last. Where none ever was, none can be seen to leave.
  bool set_down_by_sensed_hand(Piece p, std::size_t n) const;
  /// The last event before `n` that set p down, if any.
  std::optional<std::size_t> last_placed(Piece p, std::size_t n) const;
  /// p was lifted, or brought in, among the first `n` events.
  bool moved(Piece p, std::size_t n) const;
  /// The last event before `n` that lifted p, if any.
  std::optional<std::size_t> last_lifted(Piece p, std::size_t n) const;
  /// A hand was seen to leave p since it was set down last.
  bool seen_released(Piece p, std::size_t n) const;
  /// And then a hand came back, and is not known to have left again.
  bool gripped_again(Piece p, std::size_t n) const;
  /// A hand was seen to leave p, or no sensor could have seen it.
  bool released(Piece p, std::size_t n) const { return seen_released(p, n) || !set_down_by_sensed_hand(p, n); }

 private:
  Scene next(const Scene& scene, std::size_t j) const;
  Piece set_down(const Scene& scene, std::size_t j) const;

  const Position* position_;
  const Profile* rules_;
  std::vector<Event> events_;
  Fault fault_;
  std::vector<Scene> scenes_;
};

}  // namespace adoube::second_opinion
