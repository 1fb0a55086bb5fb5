// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/pieces.hpp"

namespace adoube::article4 {

namespace {
constexpr std::uint64_t bit(int t) { return std::uint64_t{1} << t; }
}  // namespace

Pieces::Pieces(const chess::Position& position) : start_(position), us_(position.side_to_move()) {
  board_.fill(kNone);
  SquareSet rest = position.pieces();
  while (rest != 0) {
    const Square s = pop(rest);
    const int t = count();
    board_[static_cast<std::size_t>(s)] = static_cast<std::int8_t>(t);
    Token token;
    token.origin = s;
    token.at = s;
    token.piece = position.at(s);
    if (token.piece->colour == us_) own_ |= bit(t);
    tokens_.push(token);
  }
}

void Pieces::lift(int t) {
  Token& token = (*this)[t];
  if (!token.in_air && token.at != Square::off) {
    board_[static_cast<std::size_t>(token.at)] = kNone;
    refresh(token.at);
  }
  token.in_air = true;
  token.moved = true;
  token.gripped = true;
  token.regripped = false;
  token.lift_order = ++steps_;
  air_ |= bit(t);
  moved_ |= bit(t);
}

void Pieces::place(int t, Square s) {
  Token& token = (*this)[t];
  token.in_air = false;
  token.at = s;
  token.gripped = s != Square::off;
  token.regripped = false;
  token.released = false;
  token.placed = true;
  token.place_order = ++steps_;
  air_ &= ~bit(t);
  if (s == Square::off) return;
  board_[static_cast<std::size_t>(s)] = static_cast<std::int8_t>(t);
  refresh(s);
}

int Pieces::bring(std::optional<chess::Piece> piece) {
  Token token;
  token.piece = piece;
  token.in_air = true;
  token.moved = true;
  token.gripped = true;
  token.lift_order = ++steps_;
  const int t = count();
  if (!tokens_.push(token)) return kNone;
  if (piece && piece->colour == us_) own_ |= bit(t);
  air_ |= bit(t);
  moved_ |= bit(t);
  return t;
}

void Pieces::mix(int t) {
  for_each(air_ & own_ & ~bit(t), [&](int u) { (*this)[t].mixed = (*this)[u].mixed = true; });
}

void Pieces::refresh(Square s) {
  const std::optional<chess::Piece> was = start_.at(s);
  const int t = on(s);
  const bool same = t == kNone ? !was
                               : (*this)[t].origin == s ||
                                     (was && (*this)[t].piece && !(*this)[t].mixed && *(*this)[t].piece == *was);
  changed_ = same ? changed_ & ~set_of(s) : changed_ | set_of(s);
}

}  // namespace adoube::article4
