// SPDX-License-Identifier: Apache-2.0
/// Input: a letter that chooses a position, then one text a line; what reads as a legal move is played.
#include "rules/notation/san.hpp"

#include <algorithm>
#include <string>

#include "rules/notation/fen.hpp"
#include "tests/fuzz/positions.hpp"
#include "tests/fuzz/property.hpp"

using namespace adoube;

namespace {

/// A text that names no goal may not read as a move; neither may one that leaves the promotion open.
bool says(std::string_view text, chess::Move move) {
  if (move.is_castling()) return text.find_first_of("O0") != std::string_view::npos;
  if (text.find(name(move.to())) == std::string_view::npos) return false;
  if (!move.is_promotion()) return true;
  const char letter = "PNBRQ"[static_cast<int>(move.promotion())];
  return text.find(letter) != std::string_view::npos ||
         text.find(static_cast<char>(letter - 'A' + 'a')) != std::string_view::npos;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  chess::Position position = fuzz::chosen_position(data[0]);
  std::string_view lines = fuzz::text(data + 1, size - 1);
  while (!lines.empty()) {
    const std::string_view line = fuzz::take_line(lines);
    const auto move = fuzz::within({8, 2048}, line.size(), [&] { return san::parse(position, line); });
    if (!move) {
      fuzz::hold_error(move.error());
      continue;
    }
    const std::string detail = std::string(line) + " in " + fen::write(position);
    const chess::MoveList legal = chess::legal_moves(position);
    fuzz::hold(std::find(legal.begin(), legal.end(), *move) != legal.end(), "what is read is a legal move", detail);
    fuzz::hold(says(line, *move), "what is read as a move says where it goes", detail);
    position.make(*move);
  }
  fuzz::hold_san(position);
  return 0;
}
