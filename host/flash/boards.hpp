// SPDX-License-Identifier: Apache-2.0
/// The FPGA boards an image can be put on: their chip, their programmer on USB, and the program that speaks to it.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "rules/core/result.hpp"

namespace adoube::flash {

/// Who writes the flash chip of a board.
enum class Tool : std::uint8_t {
  iceprog,         ///< Debian: fpga-icestorm
  openfpgaloader,  ///< Debian: openfpgaloader
  tinyprog,        ///< not in Debian: the image is written to a file and the user told what to do with it
};

struct Board {
  std::string_view name;     ///< the table of constraints/boards.toml
  std::string_view title;    ///< as its maker calls it
  std::string_view part;     ///< chip and package; must be that of the image
  std::string_view fabric;   ///< as in Image
  Tool tool;                 ///< of choice
  std::uint16_t vendor_id;   ///< of its programmer, or of its boot loader
  std::uint16_t product_id;
  std::string_view product;  ///< how its USB product string begins
  /// The product string of the same chip where nobody wrote the maker's into it; empty: there is none. It tells nothing of the board.
  std::string_view unnamed;
  /// Board and cable for openFPGALoader; empty: it does not know the board's programmer.
  std::string_view loader_board, loader_cable;
  /// What to do with the board before; empty: nothing.
  std::string_view before;
};

std::span<const Board> boards();

/// `usage`: there is none; the message names those there are.
Result<Board> board_named(std::string_view name);

/// "iceprog"
std::string_view program(Tool tool);
/// Where it comes from: "apt-get install fpga-icestorm".
std::string_view source(Tool tool);

}  // namespace adoube::flash
