// SPDX-License-Identifier: Apache-2.0
/// The table of named styles: what each does otherwise than a calm player, with the reason.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "rules/core/result.hpp"
#include "sim/hands/style.hpp"

namespace adoube::hands {

/// One value of a style.
struct StyleField {
  std::string_view name;    ///< "grip_least"
  std::string_view unit;    ///< "us", "um" or "%"
  Tick low;                 ///< smallest and largest value that makes sense
  Tick high;
  std::string_view reason;  ///< of the calm player's value
  Tick& (*of)(Style&);
};
std::span<const StyleField> style_fields();

/// A value in which a named style is not calm.
struct StyleValue {
  std::string_view field;
  Tick value;
  std::string_view reason;
};

struct NamedStyle {
  std::string_view name;     ///< "two-handed"
  std::string_view meaning;  ///< in a line, for a list
  Tick quiet_least;          ///< us, the least from touch to release of a quiet move that is carried
  std::span<const StyleValue> values;
};
/// What stands for a style that is drawn.
inline constexpr std::string_view random_style = "random";

/// Every named style; the first is the calm player, who has no values of his own.
std::span<const NamedStyle> named_styles();
/// The row of that name, or null.
const NamedStyle* named_style(std::string_view name);

/// The style of a row.
Style style_of(const NamedStyle& row);

/// What does not fit together in a style (a least duration above the usual ones, a lowest height above the highest), or nothing.
std::optional<Error> inconsistent(const Style& style);

/// "calm, blitz, ...", for messages and help.
std::string style_names();

/// Who plays, from words: "slider" (both), "random" (each player draws one), "white=calm,black=random" (a player who is not
/// named is calm). The same text and seed give the same players. Errors: `usage`, with the names there are.
Result<Players> players_named(std::string_view text, std::uint64_t seed);

}  // namespace adoube::hands
