// SPDX-License-Identifier: Apache-2.0
/// Commands that programs put into PGN comments: "[%clk 1:29:30]".
#pragma once
#include <optional>
#include <string_view>

namespace adoube::pgn {

/// What follows `[%name ` up to the bracket, without blanks around, in the first such command; nothing without one.
std::optional<std::string_view> find_command(std::string_view comment, std::string_view name);

/// Seconds of "h:mm:ss", "m:ss" or "ss"; a fraction of a second is dropped. At most 9999 hours, minutes and seconds
/// below 60 where a larger unit stands before them. Nothing for anything else.
std::optional<int> parse_duration(std::string_view text);

}  // namespace adoube::pgn
