// SPDX-License-Identifier: Apache-2.0
/// What the rules say about a turn after an event, as one value: no allocation, no words. Ruling (ruling.hpp) is the same
/// for people and files.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "rules/article4/clause.hpp"
#include "rules/article4/flags.hpp"
#include "rules/article4/move_mask.hpp"
#include "rules/core/event.hpp"
#include "rules/core/fixed_list.hpp"
#include "rules/core/square.hpp"

namespace adoube::article4 {

enum class Verdict : std::uint8_t {
  free,                 ///< nothing binds: no touch, or none of the touched pieces can be moved or taken
  obligation,           ///< the allowed moves are fewer than the legal ones, or a move is half made
  adjusted,             ///< pieces were straightened inside a declared window, nothing else
  accidental,           ///< a contact that counts as an accident, nothing else
  displaced,            ///< pieces stand elsewhere without having been moved on purpose
  irregular_touch,      ///< the player without the move declared that he adjusts; that and his contacts are all there is
  touch_out_of_turn,    ///< a contact by the player without the move, undeclared, and nothing else
  move_made,            ///< an allowed move is made (4.7), the clock is not pressed yet
  move_completed,       ///< and pressed (6.2.1)
  violation,            ///< a legal picture that breaks the touched-piece rules
  illegal_uncompleted,  ///< a piece is released where no legal move puts it; not pressed, may be corrected
  illegal_completed,    ///< and pressed (7.5)
  game_over,            ///< mate, stalemate, dead position, a draw by 9.2, 9.3 or 9.6
};
inline constexpr std::size_t kVerdicts = 13;
std::string_view text(Verdict verdict);

/// States of a turn; the verdict is what they mean to a player.
enum class State : std::uint8_t {
  free,               ///< no obligation
  obliged,            ///< touched pieces bind, none is in the air
  adjusting,          ///< a declared window is open
  in_hand,            ///< a piece is in the air
  partial,            ///< a release or a new piece has fixed a part of the move
  illegal_pending,    ///< a piece stands where no legal move puts it
  displaced,          ///< a piece is to be put back (7.4)
  made,               ///< a move is made
  breach,             ///< a legal picture that is not allowed
  completed,          ///< made and pressed
  illegal_completed,  ///< pressed without a legal move
  ended,              ///< the game is over
  arbiter,            ///< obliged, and the Laws leave open to what
};
inline constexpr std::size_t kStates = 13;
std::string_view text(State state);

enum class Certainty : std::uint8_t {
  certain,         ///< every reading of the Laws and of the sensors agrees
  unless_arbiter,  ///< holds unless an arbiter saw otherwise (for example who touched)
  arbiter,         ///< left open: `allowed` is the union of the readings, `certain` their intersection
};
inline constexpr std::size_t kCertainties = 3;
std::string_view text(Certainty certainty);

/// One way to read the Laws or the sensors where they leave it open.
struct Reading {
  MoveMask allowed;
  Clause clause = Clause::none;
  friend bool operator==(const Reading&, const Reading&) = default;
};

/// What the edition sets for the fault that the ruling names.
struct Penalty {
  enum class Kind : std::uint8_t {
    none,
    time,     ///< `minutes` more for the opponent
    loss,     ///< the game, but a draw where the opponent cannot mate by any series of moves
    arbiter,  ///< at the arbiter's discretion
  };
  Kind kind = Kind::none;
  std::uint8_t minutes = 0;
  std::uint8_t number = 0;       ///< which completed illegal move of this player it is, from 1
  Clause clause = Clause::none;
  friend bool operator==(const Penalty&, const Penalty&) = default;
};
inline constexpr std::size_t kPenalties = 4;
std::string_view text(Penalty::Kind kind);

/// A touch with intent that is remembered, by the square the piece stood on when the turn began.
struct TouchedPiece {
  Square square = Square::off;
  std::uint32_t event = 0;
  bool doubtful = false;  ///< whether it counts is open
  bool follows = true;    ///< surely after all the others before it in the list
  friend bool operator==(const TouchedPiece&, const TouchedPiece&) = default;
};

/// What narrowed the allowed moves for good: a release (4.7), or a new piece on its promotion square (4.4.4).
struct Commitment {
  Square from = Square::off;  ///< where the piece stood when the turn began; `off`: brought in
  Square to = Square::off;
  std::uint32_t event = 0;
  Clause clause = Clause::none;
  friend bool operator==(const Commitment&, const Commitment&) = default;
};

struct Judgement {
  int ply = 1;                   ///< ply of the game the turn belongs to, from 1
  Colour mover = Colour::white;  ///< whose turn is judged
  Verdict verdict = Verdict::free;
  State state = State::free;
  Clause clause = Clause::c4_3;
  Certainty certainty = Certainty::certain;
  MoveMask allowed;              ///< bits over the move table of the turn; union of the readings
  MoveMask certain;              ///< allowed under every reading
  /// Readings that differ, where `certainty` is arbiter; at most six of them, the masks above cover all.
  FixedList<Reading, 6> readings;
  Flags flags;
  std::optional<std::size_t> standing;     ///< the legal move that stands on the board, allowed or not
  std::optional<std::size_t> fixed;        ///< the move that 4.7 has fixed
  FixedList<TouchedPiece, 32> touched;     ///< in the order of time; each piece once, so there is always room
  FixedList<Commitment, 16> commitments;   ///< in order; the first sixteen (later ones still count)
  Penalty penalty;
  bool kind_assumed = false;  ///< the promotion piece of the standing move could not be seen
  bool final = false;         ///< the turn is over: only a forfeited claim or a late press changes it later
  friend bool operator==(const Judgement&, const Judgement&) = default;
};

}  // namespace adoube::article4
