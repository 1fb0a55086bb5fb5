// SPDX-License-Identifier: Apache-2.0
/// What the rules say about a turn, in words: verdict, the clause and edition it rests on, what may still be played, how
/// certain that is, and the events that show it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/article4/edition.hpp"
#include "rules/article4/judgement.hpp"
#include "rules/article4/move_table.hpp"
#include "rules/chess/move.hpp"

namespace adoube::article4 {

/// A judgement in words, for people and files.
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
  std::vector<std::uint32_t> evidence;  ///< ids of the events it rests on, ascending; see evidence.hpp
  std::string explanation;            ///< three English sentences
  std::optional<chess::Move> move;    ///< the move on the board, where one is made
  Penalty penalty;
  bool kind_assumed = false;          ///< the promotion piece could not be seen
  bool final = false;                 ///< the turn is over: only a forfeited claim or a late press changes this ruling later
  friend bool operator==(const Ruling&, const Ruling&) = default;
};

/// The ruling in words, without evidence: that takes the turn's events.
Ruling ruling(const Judgement& judgement, const MoveTable& table, const Edition& edition);

}  // namespace adoube::article4
