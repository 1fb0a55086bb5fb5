// SPDX-License-Identifier: Apache-2.0
/// Which device on USB is a board's programmer, and how its program is called.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "driver/transport/usb.hpp"
#include "host/flash/boards.hpp"

namespace adoube::flash {

/// A device on USB by its place.
struct Place {
  int bus = 0, address = 0;
};

/// "1:5". `usage`: anything else.
Result<Place> place_named(const std::string& text);

/// The one device of `found` (all of the board's numbers) that is its programmer. With `at` only the device there counts, and one
/// without a name of its own is taken. `no_device`: there is none; `protocol`: its product string is that of another board, or
/// of none; `usage`: there are several; `permission` and others: it could not be asked.
Result<transport::Identity> choose_programmer(const Board& board, std::span<const transport::Found> found, std::optional<Place> at);

/// The program and its arguments that write `file` to the flash chip and, but for a boot loader, read it back. `usage`: that
/// program does not know the board.
Result<std::vector<std::string>> flash_command(const Board& board, Tool tool, const transport::Identity& programmer, const std::string& file);

/// Whether the command also compares what was written.
bool verifies(const Board& board, Tool tool);

}  // namespace adoube::flash
