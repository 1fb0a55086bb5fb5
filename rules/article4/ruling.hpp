// SPDX-License-Identifier: Apache-2.0
/// What the rules say about a turn: one verdict word, the clause and edition it rests on, what may still be played,
/// how certain that is, and the events that show it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/chess/move.hpp"
#include "rules/core/square.hpp"

namespace adoube::article4 {

enum class Verdict : std::uint8_t {
  free,                 ///< nothing binds: no touch, or none of the touched pieces can be moved or taken
  obligation,           ///< the allowed moves are fewer than the legal ones, or a move is half made
  adjusted,             ///< pieces were straightened inside a declared window, nothing else
  accidental,           ///< a contact that counts as an accident, nothing else
  displaced,            ///< pieces stand elsewhere without having been moved on purpose
  irregular_touch,      ///< the only event of note is a contact by the player without the move
  touch_out_of_turn,    ///< reported at the moment of such a contact
  move_made,            ///< an allowed move is made (4.7), the clock is not pressed yet
  move_completed,       ///< and pressed (6.2.1)
  violation,            ///< a legal picture that breaks the touched-piece rules
  illegal_uncompleted,  ///< a piece is released where no legal move puts it; not pressed, may be corrected
  illegal_completed,    ///< and pressed (7.5)
  game_over,            ///< mate, stalemate or dead position by an allowed move (5.1.1, 5.2.1, 5.2.2)
};
std::string_view text(Verdict verdict);

/// States of a turn; the verdict is what they mean to a player.
enum class State : std::uint8_t {
  free, obliged, adjusting, in_hand, partial, illegal_pending, displaced, made, breach, completed, illegal_completed,
  ended, arbiter
};
std::string_view text(State state);

enum class Certainty : std::uint8_t {
  certain,         ///< every reading of the Laws and of the sensors agrees
  unless_arbiter,  ///< holds unless an arbiter saw otherwise (for example who touched)
  arbiter,         ///< the Laws leave it open: `allowed` is the union of the readings, `certain_moves` their intersection
};
std::string_view text(Certainty certainty);

struct Ruling {
  int ply = 1;                        ///< ply of the game the turn belongs to, from 1
  Colour mover = Colour::white;       ///< whose turn is judged
  Verdict verdict = Verdict::free;
  State state = State::free;
  std::string clause;                 ///< normalised key in the 2023 numbering, or the edition's own for USCF
  std::string edition;                ///< profile with its rate
  std::vector<std::string> allowed;   ///< UCI, sorted
  std::vector<std::string> certain_moves;  ///< UCI, sorted: allowed under every reading
  Certainty certainty = Certainty::certain;
  std::vector<std::string> flags;     ///< words of the cases file, sorted
  std::vector<std::uint32_t> evidence;  ///< ids of the events it rests on, ascending
  std::string explanation;            ///< one to three sentences
  std::optional<chess::Move> move;    ///< the move on the board, where one is made
  bool kind_assumed = false;          ///< the promotion piece could not be seen
  bool final = false;                 ///< the turn is over: only a forfeited claim or a late press changes this ruling later
  friend bool operator==(const Ruling&, const Ruling&) = default;
};

}  // namespace adoube::article4
