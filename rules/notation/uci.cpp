// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/uci.hpp"

#include "rules/notation/sentence.hpp"

namespace adoube::uci {

std::string write(const chess::Position& position, chess::Move move, bool chess960) {
  const bool takes_rook = chess960 && move.is_castling();
  const Square to = takes_rook ? chess::castling_rook_journey(position, move).from : move.to();
  std::string text = name(move.from()) + name(to);
  if (move.is_promotion()) text += letter(chess::Piece{Colour::black, move.promotion()});
  return text;
}

Result<chess::Move> parse(const chess::Position& position, std::string_view text) {
  const auto from = parse_square(text.substr(0, 2));
  const auto to = text.size() >= 4 ? parse_square(text.substr(2, 2)) : std::nullopt;
  if (!from || !to || text.size() > 5) {
    return fail(Cause::malformed, "UCI: " + notation::quoted(text) + " is not a move like e2e4 or e7e8q.");
  }
  std::optional<chess::Move> castling;
  for (const chess::Move move : chess::legal_moves(position)) {
    if (move.from() != *from) continue;
    if (move.is_castling()) {
      if (text == write(position, move) || text == write(position, move, true)) castling = move;
    } else if (text == write(position, move)) {
      return move;
    }
  }
  if (castling) return *castling;
  return fail(Cause::malformed, "UCI: " + notation::quoted(text) + " is not a legal move here.");
}

}  // namespace adoube::uci
