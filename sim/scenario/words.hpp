// SPDX-License-Identifier: Apache-2.0
/// Every word of the language, in tables: the parser, the formatter and the tables of docs/scenarios.md say what stands here.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "driver/wire/protocol.hpp"
#include "sim/scenario/scenario.hpp"

namespace adoube::scenario {

/// What follows the word of a heading.
enum class Takes : std::uint8_t { nothing, text, fen, edition, number, style, named_number, word, time, share, ppm, control };

struct SettingWord {
  std::string_view word;
  Setting setting;
  Takes takes;
  std::string_view form;  ///< as it is written: "position start|FEN"
  std::string_view meaning;
  std::uint64_t low = 0;  ///< of a number, a time (us) and N of a share
  std::uint64_t high = 0;
  std::span<const std::string_view> words{};  ///< one of these, the usual one first
};
std::span<const SettingWord> setting_words();

enum class Need : std::uint8_t { none, optional, required };

struct VerbWord {
  std::string_view word;  ///< one or two words
  Verb verb;
  bool player;            ///< "white" or "black" stands before it
  std::string_view more;  ///< what stands directly behind it, beside the squares, as it is written
  Need square;
  std::string_view link;  ///< the word before the second square: "to", "from"
  Need other;
  std::string_view span;  ///< the word before a time: "for", "over"
  Tick usual;             ///< the time where none is given, us
  bool held;              ///< "held" may stand at the end
  std::string_view meaning;
};
std::span<const VerbWord> verb_words();

/// What follows the word of an expectation.
enum class Claims : std::uint8_t { nothing, equal, san, maybe_san, sans, ucis, verdict, certainty, flag, situation, count, placement };

/// What may stand behind that.
enum Bound : unsigned { provisional = 1, ply = 2, revision = 4, between = 8, by = 16, before = 32 };

struct OutcomeWord {
  std::string_view word;  ///< one or two words
  Outcome outcome;
  Claims claims;
  unsigned bounds;        ///< of Bound
  std::string_view meaning;
};
std::span<const OutcomeWord> outcome_words();

/// How a line of it is written: "white|black touch SQUARE [for TIME]", "move MOVE [provisional] [ply N]".
std::string form(const VerbWord& row);
std::string form(const OutcomeWord& row);

/// Clocks of host and board differ by at most so many millionths (USB 2.0, 7.1.11: 0.25 %).
inline constexpr std::int64_t drift_most_ppm = 2'500;

/// Longest hold that a board with such a front takes, us: it refuses one that leaves less than two scans up to its chatter_max
/// (docs/wire-protocol.md).
Tick longest_hold(const wire::Front& front);

/// Row of a value; every value has one.
const SettingWord& row(Setting setting);
const VerbWord& row(Verb verb);
const OutcomeWord& row(Outcome outcome);

}  // namespace adoube::scenario
