// SPDX-License-Identifier: Apache-2.0
/// The events of a turn on an axis of time, each with the interval in which it began.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "rules/core/event.hpp"

namespace adoube::report {

/// What a row of the axis says.
struct AxisRow {
  std::string label;      ///< plain text, escaped here: "3 lift c4"
  Interval when;          ///< drawn as a bar, at least as wide as a line
  Tick until = 0;         ///< end of a contact or a window that lasts beyond `when`, or 0
  bool evidence = false;  ///< marked with a dot
};

/// One row an event, time from left to right in milliseconds from the first; equal input gives equal bytes. `id` begins
/// every id inside, `title` is its text for a screen reader.
std::string time_axis(std::span<const AxisRow> rows, const std::string& id, const std::string& title);

}  // namespace adoube::report
