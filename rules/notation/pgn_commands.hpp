// SPDX-License-Identifier: Apache-2.0
/// Commands that programs put into PGN comments: "[%clk 1:29:30]".
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::pgn {

/// A command as it stands in a comment; the views are into it.
struct Command {
  std::string_view name;   ///< "clk", "emt", "eval", "csl", "cal" or whatever it is
  std::string_view value;  ///< up to the bracket, without blanks around
  friend bool operator==(const Command&, const Command&) = default;
};

/// Takes the next command off the front of a comment, known or not, with what stands before it; nothing if there is no
/// other. One that is never closed is plain text.
std::optional<Command> next_command(std::string_view& comment);
/// Value of the first command with that name in a list of comments, or nothing.
std::optional<std::string_view> find_command(const std::vector<std::string>& comments, std::string_view name);

/// Milliseconds of "h:mm:ss", "m:ss" or "ss", with a fraction of the second; what is finer than a millisecond is dropped.
/// At most 9999 hours; minutes and seconds below 60 where a larger unit stands before them. Nothing for anything else.
std::optional<std::int64_t> parse_duration(std::string_view text);

/// What an engine thinks, as seen by White.
struct Evaluation {
  bool is_mate = false;
  int value = 0;             ///< hundredths of a pawn, or moves to mate: positive if White mates
  std::optional<int> depth;  ///< plies searched, where it is said
  friend bool operator==(const Evaluation&, const Evaluation&) = default;
};
/// Reads "0.17", "-1.5", "#3", "#-3", each also with ",depth". At most 9999.99 pawns. Nothing for anything else.
std::optional<Evaluation> parse_evaluation(std::string_view text);

}  // namespace adoube::pgn
