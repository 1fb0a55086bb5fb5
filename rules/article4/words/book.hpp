// SPDX-License-Identifier: Apache-2.0
/// What a language has to say: every sentence of clauses, switches and rulings as data, one file a language.
#pragma once
#include <array>
#include <span>
#include <string_view>

#include "rules/article4/clause.hpp"

namespace adoube::article4::words {

/// A clause in our own words.
struct ClauseText {
  Clause clause;
  std::string_view title;  ///< "Rook touched first"
  std::string_view brief;  ///< the rule as half a sentence, to stand behind a colon: no capital, no full stop
  std::string_view text;   ///< the rule in full, one to three sentences
};

/// What one value of a switch means, as a sentence. A number's sentence has {n} where the number stands; `word` "0" is
/// its own case where it needs another sentence, and "" stands for every other number.
struct SwitchText {
  std::string_view name;
  std::string_view word;
  std::string_view text;
};

/// What a piece is called where it is touched, by kind (pawn, knight, bishop, rook, queen, king), in the case that
/// "touched" takes: the player's own, and the opponent's.
struct PieceWords {
  std::array<std::string_view, 6> own;
  std::array<std::string_view, 6> theirs;
};

/// The parts of a ruling's three sentences. Placeholders: {who} and {other} the players at the start of a sentence,
/// {whom} and {foe} within one, {touched} the pieces touched in their order, {at} a square, {to} another, {move} a move,
/// {moves} a list of moves, {n} a number, {edition}, {clause}, {rule}.
struct RulingWords {
  // The players: White, Black, at the start of a sentence and within one.
  std::array<std::string_view, 2> player;
  std::array<std::string_view, 2> player_within;

  // 1. What happened.
  std::string_view nothing_touched;
  std::string_view touched;
  std::string_view touched_unclear;       // the order decides and could not be told
  std::string_view touched_outside;
  std::string_view touched_and_released;  // {at}
  std::string_view touched_and_promoted;  // {at}
  std::string_view promoted;              // {at}
  std::string_view adjusting;
  std::string_view adjusted;              // {at}
  std::string_view accidental;            // {at}
  std::string_view displaced;             // {at} {to}
  std::string_view displaced_somewhere;
  std::string_view declared_out_of_turn;
  std::string_view touched_out_of_turn;
  std::string_view made;                  // {move}
  std::string_view completed;             // {move}
  std::string_view played;                // {move}: at the end of a game
  std::string_view played_against;        // {touched} {move}
  std::string_view took_back;             // {move}
  std::string_view released_illegally;    // {at}
  std::string_view placed_illegally;
  std::string_view pressed_illegally;
  std::string_view pressed_without_move;
  std::string_view pressed_with_pawn;
  std::string_view pressed_two_hands;
  std::string_view claimed_draw;

  // 2. What the rule says: {clause} {edition} {rule}.
  std::string_view rule;
  std::string_view rule_unnumbered;       // {clause} is its number of 2023
  std::string_view rule_absent;           // the same, where the edition's text has no such rule
  // {rule} where a switch of the edition makes another rule of the clause.
  std::string_view own_that_takes;        // 4.3.3
  std::string_view choice_on_release;     // 4.4.4
  std::string_view own_counts_first;      // behind {rule}: the order of an own and an enemy piece could not be told
  std::string_view not_enforced;          // {edition}

  // 3. What may or has to be done now.
  std::string_view any_move;              // {n}
  std::string_view must_play;             // {move}
  std::string_view must_play_one_of;      // {n} {moves}
  std::string_view must_play_one_of_many; // {n} {moves}: some of them
  std::string_view arbiter_decides;       // {moves} certain, {others} in some readings only
  std::string_view arbiter_decides_all;   // {moves}: none is certain
  std::string_view put_back;
  std::string_view binds_nobody;
  std::string_view stands_unpressed;      // {move}
  std::string_view turn_passes;           // {move}
  std::string_view instead_one;           // {move} is wrong, {moves} a single one
  std::string_view instead;               // {n} {moves}
  std::string_view instead_many;
  std::string_view has_to_stand;          // {move}
  std::string_view unclaimed;             // {move}: against the rules, and too late to claim (4.8)
  std::string_view correct_one;           // {moves}
  std::string_view correct;               // {n} {moves}
  std::string_view correct_many;
  std::string_view restored_one;          // {moves}
  std::string_view restored;              // {n} {moves}
  std::string_view restored_many;
  std::string_view illegal_stands;        // A.5.2
  std::string_view queened;               // {moves}: the promotion to a queen
  std::string_view mated;                 // {whom} wins
  std::string_view stalemated;
  std::string_view dead;
  std::string_view drawn;

  // Tails of the third sentence, before its full stop.
  std::string_view unless_arbiter;
  std::string_view penalty_time;          // {n} minutes, five and more
  std::string_view penalty_time_few;      // two to four
  std::string_view penalty_time_one;
  std::string_view penalty_loss;
  std::string_view penalty_arbiter;
  std::string_view claim_lost;

  // Joining.
  std::string_view on;    // "the bishop" + on + "c4"
  std::string_view then;  // between touches
  std::string_view comma; // between moves
  std::string_view or_;   // before the last of them
  std::string_view also;  // before a touch whose order is unclear
  std::string_view perhaps;  // {touched}: whether it counts is open
  std::string_view many;     // {moves}: some of {n}
};

/// Labels of the explanation of a clause and of a report.
struct Labels {
  std::string_view numbers;     // before the clause's number in each edition
  std::string_view unnumbered;  // before editions that have it without a number
  std::string_view absent;      // before editions that do not have it
  std::string_view differ;      // before what editions make of it
  std::string_view alike;       // where no switch reads the clause

  std::string_view report;         // title of an incident report
  std::string_view has_the_move;   // {who} or {whom}
  std::string_view ruling;
  std::string_view allowed;
  std::string_view alternatives;
  std::string_view reading;        // {n} {clause} {moves}
  std::string_view time_axis;
  std::string_view events;
  std::string_view evidence;       // before its events
  std::string_view evidence_note;
  std::string_view board_note;
  std::string_view changes;        // heading of the chain of constraints
  std::string_view takes_away;     // {n}: number of the event, {clause}, {moves}
  std::string_view gives_back;     // the same
  std::string_view clause;         // heading
  std::string_view edition;
  std::string_view printed_by;     // {n}: the program and its version
  std::string_view no_incident;
  // Columns of the events, and what stands in them.
  std::string_view number;
  std::string_view time;
  std::string_view event;
  std::string_view square;
  std::string_view player;
  std::string_view outside;
  std::array<std::string_view, 9> kinds;        // by EventKind
  std::array<std::string_view, 13> verdicts;    // by Verdict
  std::array<std::string_view, 3> certainties;  // by Certainty
};

/// A language.
struct Book {
  std::string_view code;  ///< "en"
  std::string_view name;  ///< "English"
  std::array<ClauseText, clause_count> clauses;
  std::array<std::string_view, text_count> texts;  ///< how a ruling names each text of the Laws
  std::array<std::string_view, 3> rates;           ///< standard, rapid, blitz
  std::span<const SwitchText> switches;
  PieceWords pieces;
  RulingWords ruling;
  Labels labels;
};

extern const Book english_book;
extern const Book czech_book;
extern const Book italian_book;

}  // namespace adoube::article4::words
