// SPDX-License-Identifier: Apache-2.0
/// Positions as text: Forsyth-Edwards Notation, with the castling letters of X-FEN and Shredder-FEN for Chess960.
#pragma once
#include <string>
#include <string_view>

#include "rules/chess/position.hpp"
#include "rules/core/result.hpp"

namespace adoube::fen {

/// Reads a position of four fields (clocks are then 0 and 1) or six, separated by blanks, and makes sure that it is
/// legal: one king each, pawns on ranks 2-7, material within promotion, the opponent not in check, castling rights and
/// en passant square backed by the pieces. Castling letters KQkq mean the outermost rook, A-H and a-h the rook's file.
/// An en passant square where no capture is legal is dropped. A full move number of 0, which some programs write, is 1.
/// Error: `malformed`, with one sentence that says which field is wrong and why.
[[nodiscard]] Result<chess::Position> parse(std::string_view text);

/// The six fields. The en passant square stands only where a capture is legal; castling letters are KQkq as long as the
/// rook is the outermost on its wing, otherwise its file. parse(write(p)) == p for every legal position.
std::string write(const chess::Position& position);

}  // namespace adoube::fen
