// SPDX-License-Identifier: Apache-2.0
/// Positions as text: Forsyth-Edwards Notation, with the castling letters of X-FEN and Shredder-FEN for Chess960.
#pragma once
#include <string>
#include <string_view>

#include "rules/chess/position.hpp"
#include "rules/core/result.hpp"

namespace adoube::fen {

/// Reads a position and makes sure that it is legal (`chess::illegality`). Four to six fields separated by blanks: pieces,
/// side to move, castling rights, en passant square, halfmove clock (0 if left out), full move number (1 if left out;
/// 0, which some programs write, is 1). Castling letters KQkq mean the outermost rook, A-H and a-h the rook's file. An en
/// passant square where no capture is legal is remembered as `passed_over` only.
/// Allocates nothing but the message of an error.
/// Error: `malformed`, with one sentence that says which field is wrong and why.
[[nodiscard]] Result<chess::Position> parse(std::string_view text);

/// How castling rights are written.
enum class CastlingLetters : std::uint8_t {
  x_fen,  ///< KQkq as long as the rook is the outermost on its wing, otherwise its file: plain FEN for plain chess
  files,  ///< always the rook's file (Shredder-FEN)
};
/// The six fields. The en passant square stands only where a capture is legal. parse(write(p)) == p for every legal
/// position, in either form.
std::string write(const chess::Position& position, CastlingLetters letters = CastlingLetters::x_fen);

}  // namespace adoube::fen
