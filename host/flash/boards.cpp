// SPDX-License-Identifier: Apache-2.0
#include "host/flash/boards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace adoube::flash {
namespace {

// USB identities: of the FTDI chips' strings, the boards' tables of the open tool apio; of the boot loaders, their sources.
// The HX8K breakout shares its string with Lattice's iCEstick (another chip): USB cannot tell them apart.
constexpr std::array<Board, 5> all{{
    {"tinyfpga_bx", "TinyFPGA BX", "lp8k-cm81", "8k", Tool::tinyprog, 0x1d50, 0x6130, "TinyFPGA BX", "", "", "",
     "press its button, so that the boot loader has the plug"},
    {"icebreaker", "iCEBreaker", "up5k-sg48", "5k", Tool::iceprog, 0x0403, 0x6010, "iCEBreaker", "Dual RS232-HS", "ice40_generic", "ft2232", ""},
    {"upduino3", "UPduino 3", "up5k-sg48", "5k", Tool::iceprog, 0x0403, 0x6014, "UPduino v3", "Single RS232-HS", "ice40_generic", "ft232", ""},
    {"hx8k_breakout", "iCE40-HX8K breakout", "hx8k-ct256", "8k", Tool::iceprog, 0x0403, 0x6010, "Lattice FTUSB Interface Cable", "Dual RS232-HS",
     "ice40_generic", "ft2232", "set its jumpers to flash"},
    {"fomu", "Fomu", "up5k-uwg30", "5k", Tool::openfpgaloader, 0x1209, 0x5bf0, "Fomu", "", "fomu", "dfu", "plug it in anew, so that the boot loader has the plug"},
}};

}  // namespace

std::span<const Board> boards() { return all; }

Result<Board> board_named(std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Board& board) { return board.name == name; });
  if (found != all.end()) return *found;
  std::string names;
  for (const Board& board : all) names += fmt::format("{}{}", names.empty() ? "" : ", ", board.name);
  return fail(Cause::usage, fmt::format("there is no board '{}' to flash; the boards are {}", name, names));
}

std::string_view program(Tool tool) {
  switch (tool) {
    case Tool::iceprog: return "iceprog";
    case Tool::openfpgaloader: return "openFPGALoader";
    case Tool::tinyprog: return "tinyprog";
  }
  return "";
}

std::string_view source(Tool tool) {
  switch (tool) {
    case Tool::iceprog: return "apt-get install fpga-icestorm";
    case Tool::openfpgaloader: return "apt-get install openfpgaloader";
    case Tool::tinyprog: return "the Python package tinyprog of TinyFPGA; Debian has none";
  }
  return "";
}

}  // namespace adoube::flash
