// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/second_opinion/board.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace adoube::second_opinion {
namespace {

bool digit(char c) { return c >= '0' && c <= '9'; }

/// The file of the rook that a castling letter means.
int rook_file(const Board& board, char letter) {
  const char player = owner(letter);
  const int rank = player == 'w' ? 0 : 7;
  const char kind = upper(letter);
  if (kind != 'K' && kind != 'Q') return kind - 'A';
  for (int i = 0; i < 8; ++i) {
    const int file = kind == 'K' ? 7 - i : i;
    if (board.at[static_cast<std::size_t>(rank * 8 + file)] == letter_for(player, 'R')) return file;
  }
  return kind == 'K' ? 7 : 0;
}

/// Rights that are left after something happened on a square: 3.8.2.1, the king or that rook has moved (or is gone).
void touch_rights(const Board& before, Board& after, Square s) {
  const char piece = before.at[static_cast<std::size_t>(s)];
  std::string left;
  for (const char c : after.castling) {
    if (c == '-') continue;
    const int rank = owner(c) == 'w' ? 0 : 7;
    const bool king = piece == letter_for(owner(c), 'K');
    if (king || s == rank * 8 + rook_file(before, c)) continue;
    left += c;
  }
  after.castling = left.empty() ? "-" : left;
}

}  // namespace

std::string name(Square s) {
  if (s == kOff) return "off";
  return {static_cast<char>('a' + file_of(s)), static_cast<char>('1' + rank_of(s))};
}

Square square_of(std::string_view text) {
  if (text.size() != 2) return kOff;
  return (text[1] - '1') * 8 + (text[0] - 'a');
}

Board board_of(std::string_view fen) {
  Board board;
  board.at.fill(' ');
  std::istringstream in{std::string(fen)};
  std::string rows, mover;
  in >> rows >> mover >> board.castling >> board.en_passant >> board.quiet_plies >> board.number;
  board.mover = mover == "b" ? 'b' : 'w';
  int rank = 7, file = 0;
  for (const char c : rows) {
    if (c == '/') {
      --rank;
      file = 0;
    } else if (digit(c)) {
      file += c - '0';
    } else {
      board.at[static_cast<std::size_t>(rank * 8 + file++)] = c;
    }
  }
  return board;
}

std::string fen_of(const Board& board) {
  std::string fen;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const char c = board.at[static_cast<std::size_t>(rank * 8 + file)];
      if (!is_piece(c)) {
        ++empty;
        continue;
      }
      if (empty > 0) fen += std::to_string(empty);
      empty = 0;
      fen += c;
    }
    if (empty > 0) fen += std::to_string(empty);
    if (rank > 0) fen += '/';
  }
  return fen + ' ' + board.mover + ' ' + board.castling + ' ' + board.en_passant + ' ' +
         std::to_string(board.quiet_plies) + ' ' + std::to_string(board.number);
}

bool is_chess960(const Board& board) {
  return std::any_of(board.castling.begin(), board.castling.end(),
                     [](char c) { return c != '-' && upper(c) != 'K' && upper(c) != 'Q'; });
}

Move move_of(const Board& board, std::string_view uci) {
  Move m;
  m.uci = uci;
  m.from = square_of(uci.substr(0, 2));
  m.to = square_of(uci.substr(2, 2));
  Board& after = m.after = board;
  const auto at = [&](Square s) -> char { return board.at[static_cast<std::size_t>(s)]; };
  const auto put = [&](Square s, char c) { after.at[static_cast<std::size_t>(s)] = c; };
  const char piece = at(m.from);
  const char kind = upper(piece);
  const int home = board.mover == 'w' ? 0 : 7;

  if (kind == 'K' && at(m.to) == letter_for(board.mover, 'R')) {  // Chess960: the king takes his own rook
    m.rook_from = m.to;
    const bool short_side = m.rook_from > m.from;
    m.to = home * 8 + (short_side ? 6 : 2);
    m.rook_to = home * 8 + (short_side ? 5 : 3);
  } else if (kind == 'K' && std::abs(file_of(m.to) - file_of(m.from)) == 2) {
    const bool short_side = m.to > m.from;
    m.rook_from = home * 8 + (short_side ? 7 : 0);
    m.rook_to = home * 8 + (short_side ? 5 : 3);
  } else if (is_piece(at(m.to))) {
    m.taken = m.to;
  } else if (kind == 'P' && file_of(m.to) != file_of(m.from)) {
    m.taken = rank_of(m.from) * 8 + file_of(m.to);
  }
  if (uci.size() == 5) m.promotion = letter_for(board.mover, uci[4]);

  touch_rights(board, after, m.from);
  if (m.taken != kNowhere) touch_rights(board, after, m.taken);
  put(m.from, ' ');
  if (m.taken != kNowhere) put(m.taken, ' ');
  if (m.castles()) put(m.rook_from, ' ');
  put(m.to, m.promotes() ? m.promotion : piece);
  if (m.castles()) put(m.rook_to, letter_for(board.mover, 'R'));

  const bool two = kind == 'P' && std::abs(rank_of(m.to) - rank_of(m.from)) == 2;
  after.en_passant = two ? name((m.from + m.to) / 2) : "-";
  after.quiet_plies = kind == 'P' || m.taken != kNowhere ? 0 : board.quiet_plies + 1;
  after.number = board.number + (board.mover == 'b' ? 1 : 0);
  after.mover = other(board.mover);
  return m;
}

Moves Position::all() const {
  return those([](const Move&) { return true; });
}

std::vector<std::string> Position::uci(const Moves& set) const {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < legal.size(); ++i) {
    if (set[i]) texts.push_back(legal[i].uci);
  }
  return texts;
}

}  // namespace adoube::second_opinion
