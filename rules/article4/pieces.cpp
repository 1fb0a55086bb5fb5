// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/pieces.hpp"

namespace adoube::article4 {

Pieces::Pieces(const chess::Position& position) : start_(position), us_(position.side_to_move()) {
  tokens_.reserve(40);
  board_.fill(kNone);
  SquareSet rest = position.pieces();
  while (rest != 0) {
    const Square s = pop(rest);
    board_[static_cast<std::size_t>(s)] = static_cast<std::int8_t>(tokens_.size());
    Token token;
    token.origin = s;
    token.at = s;
    token.piece = position.at(s);
    tokens_.push_back(token);
  }
}

int Pieces::own_in_air() const {
  int n = 0;
  for (int t = 0; t < count(); ++t) n += (*this)[t].in_air && own(t) ? 1 : 0;
  return n;
}

void Pieces::lift(int t) {
  Token& token = (*this)[t];
  if (!token.in_air && token.at != Square::off) board_[static_cast<std::size_t>(token.at)] = kNone;
  token.in_air = true;
  token.moved = true;
  token.gripped = true;
  token.regripped = false;
  token.lift_order = ++lifts_;
}

void Pieces::place(int t, Square s) {
  Token& token = (*this)[t];
  token.in_air = false;
  token.at = s;
  token.gripped = s != Square::off;
  token.regripped = false;
  if (s != Square::off) board_[static_cast<std::size_t>(s)] = static_cast<std::int8_t>(t);
}

int Pieces::bring(std::optional<chess::Piece> piece) {
  Token token;
  token.piece = piece;
  token.in_air = true;
  token.moved = true;
  token.gripped = true;
  token.lift_order = ++lifts_;
  tokens_.push_back(token);
  return count() - 1;
}

SquareSet Pieces::changed() const {
  SquareSet out = 0;
  for (int i = 0; i < 64; ++i) {
    const Square s = square(i);
    const int t = on(s);
    const std::optional<chess::Piece> was = start_.at(s);
    if (t == kNone) {
      if (was) out |= set_of(s);
      continue;
    }
    const Token& token = (*this)[t];
    if (token.origin == s) continue;
    if (!was || !token.piece || token.mixed || *token.piece != *was) out |= set_of(s);
  }
  return out;
}

}  // namespace adoube::article4
