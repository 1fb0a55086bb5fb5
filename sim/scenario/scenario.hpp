// SPDX-License-Identifier: Apache-2.0
/// A game or an incident as a text: what stands on the board, what hands do and when, what disturbs it, and what must
/// come out. docs/scenarios.md is the grammar; this is the same as values, a statement a line, comments kept.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "rules/article4/clause.hpp"
#include "rules/core/interval.hpp"
#include "rules/core/square.hpp"
#include "sim/kernel/mishap.hpp"
#include "sim/physics/fault.hpp"

namespace adoube::scenario {

/// Longest time a scenario may name: a day, us.
inline constexpr Tick longest_time = 86'400'000'000;

/// What a heading sets.
enum class Setting : std::uint8_t {
  title, position, edition, seed, hands, number, faults, planes, rotated, front, scan_pause, hold, drift, contacts, line_faults, pace,
  control, illegal, limit, strict
};

/// A heading: what holds for the whole run.
struct Heading {
  Setting setting = Setting::title;
  std::string text;         ///< title, FEN (six fields, or "start"), or the word that was chosen; name of a number
  std::int64_t number = 0;  ///< seed (all 64 bits), value of a number, us of a time, N of 1/N, ppm
  std::optional<Colour> player{};  ///< of hands and their numbers; none: both
  std::size_t column = 0;   ///< of what stands behind the word, for what only the whole can tell
};

/// What happens over the board, to it, or to its cable: the words of the language. What hands do at a word is hands::Act.
enum class Verb : std::uint8_t { touch, release, lift, place, slide, move, press, adjust, sleeve, knock, fault, line_faults, damage, drift, stall, reset, cable };

/// When: device time from power-up, or from the line before.
struct When {
  bool relative = false;
  Tick time = 0;
};

/// What is wrong with the board from then on: as sim::Fault, without its times.
struct Defect {
  sim::FaultKind kind = sim::FaultKind::stuck_closed;
  std::uint8_t place = 0;
  std::int64_t size = 0;
};

/// A line of the timeline. Which parts a verb has stands in `verb_words` (words.hpp).
struct Timed {
  When when;
  Verb verb = Verb::touch;
  std::optional<Colour> player;
  std::optional<Square> square;
  std::optional<Square> other;   ///< where a piece goes to, or where it was lifted from
  std::optional<Defect> defect;  ///< of a fault
  std::optional<sim::Mishap> mishap;  ///< of what befalls cable, packets and clocks: without its times
  std::optional<Tick> length;    ///< us
  bool held = false;             ///< the fingers stay on the piece
  std::size_t column = 0;        ///< of the verb, and of the two squares: for what only the story can tell
  std::size_t square_column = 0;
  std::size_t other_column = 0;
};

/// A ply of a game that is played by its clocks.
struct Ply {
  std::string san;
  std::optional<Tick> clock;  ///< us the mover's clock shows after it
};

/// The board on which the expectations that follow must hold; nothing set: the one of the headings.
struct Board {
  bool presence = false;            ///< no touch plane
  std::optional<Tick> scan_pause;   ///< us
  friend bool operator==(const Board&, const Board&) = default;
};

/// What must come out.
enum class Outcome : std::uint8_t {
  moves,       ///< the confirmed moves that nobody took back, all of them, in order
  score,       ///< the confirmed moves are the plies of the game
  move,        ///< such a move was told
  withdrawn,   ///< a provisional move that was withdrawn
  taken_back,  ///< a confirmed move that the players took back
  no_move,     ///< no move was told: none at all, none before a time, or not this one
  ruling,      ///< verdict, and clause where one is given, of a turn
  certainty,
  allowed,     ///< moves still allowed
  certain,     ///< moves allowed under every reading
  flag,
  no_flag,
  situation,     ///< what the squares were said to be
  no_situation,
  gap,         ///< a known loss
  gaps,        ///< how many
  no_gap,
  placement,   ///< the pieces after the last confirmed move
  contacts,    ///< the filter reported what the senses read of the contacts, no more and no less
};

struct Expectation {
  Outcome outcome = Outcome::moves;
  std::vector<std::string> words;             ///< SAN, UCI, verdict, flag: what the outcome takes
  std::optional<article4::Clause> clause;
  std::uint64_t count = 0;
  bool provisional = false;
  std::optional<int> ply;                     ///< from 1
  std::optional<int> revision;                ///< from 1
  std::optional<std::pair<Tick, Tick>> between;  ///< device time at which it happened, both ends included
  std::optional<Tick> by;                     ///< device time at which the host has been told at the latest
  std::optional<Tick> before;
};

using Statement = std::variant<Heading, Timed, Ply, Board, Expectation>;

/// A line of the file: a statement, a comment, both or neither.
struct Line {
  std::optional<Statement> statement;
  std::string comment;  ///< with its '#'; empty: none
};

/// The whole file. Line i of the file is `lines[i - 1]`. Headings stand first, then the timeline, then expectations.
struct Scenario {
  std::string name;  ///< of the file: in errors
  std::vector<Line> lines;
};

}  // namespace adoube::scenario
