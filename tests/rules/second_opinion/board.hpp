// SPDX-License-Identifier: Apache-2.0
/// The second opinion's own board: 64 letters, and what a move does to them. It shares no code with rules/.
#pragma once
#include <array>
#include <bitset>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::second_opinion {

/// a1 = 0, b1 = 1, ... h8 = 63.
using Square = int;
inline constexpr Square kOff = 64;
inline constexpr Square kNowhere = -1;

constexpr int file_of(Square s) { return s % 8; }
constexpr int rank_of(Square s) { return s / 8; }
std::string name(Square s);
/// "e4" or "off".
Square square_of(std::string_view text);

constexpr bool is_white(char letter) { return letter >= 'A' && letter <= 'Z'; }
constexpr bool is_piece(char letter) { return letter != ' '; }
/// The player ('w' or 'b') whose piece that is.
constexpr char owner(char letter) { return is_white(letter) ? 'w' : 'b'; }
constexpr char other(char player) { return player == 'w' ? 'b' : 'w'; }
constexpr char upper(char letter) { return is_white(letter) ? letter : static_cast<char>(letter - 'a' + 'A'); }
/// The letter of that kind ('Q', 'q') for a player.
constexpr char letter_for(char player, char kind) {
  return player == 'w' ? upper(kind) : static_cast<char>(upper(kind) - 'A' + 'a');
}

/// A position as FEN has it; ' ' is an empty square.
struct Board {
  std::array<char, 64> at{};
  char mover = 'w';
  std::string castling = "-";
  std::string en_passant = "-";
  int quiet_plies = 0;
  int number = 1;
};

Board board_of(std::string_view fen);
std::string fen_of(const Board& board);
/// Castling rights name rooks by file, or a king stands off the e-file with rights: the judge must be told.
bool is_chess960(const Board& board);

/// A legal move, taken apart.
struct Move {
  std::string uci;
  Square from = kNowhere;
  Square to = kNowhere;         ///< of the king when castling
  Square taken = kNowhere;      ///< where the captured piece stands (en passant: beside the target)
  Square rook_from = kNowhere;  ///< castling only
  Square rook_to = kNowhere;
  char promotion = ' ';  ///< letter in the mover's colour
  Board after;

  bool castles() const { return rook_from != kNowhere; }
  bool promotes() const { return promotion != ' '; }
};

/// The move of a UCI text that a judge has called legal.
Move move_of(const Board& board, std::string_view uci);

/// A set of moves of one position: bit i is its i-th legal move.
using Moves = std::bitset<256>;

struct Position {
  Board board;
  std::vector<Move> legal;  ///< in the order of their UCI texts
  bool check = false;       ///< known where there is no legal move

  Moves all() const;
  /// { m in legal : holds(m) }
  template <class Holds>
  Moves those(Holds holds) const {
    Moves set;
    for (std::size_t i = 0; i < legal.size(); ++i) set[i] = holds(legal[i]);
    return set;
  }
  std::vector<std::string> uci(const Moves& set) const;
};

}  // namespace adoube::second_opinion
