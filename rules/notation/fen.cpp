// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/fen.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "rules/chess/attacks.hpp"
#include "rules/chess/legality.hpp"
#include "rules/notation/sentence.hpp"

namespace adoube::fen {
namespace {

using chess::Kind;
using chess::Piece;
using chess::Position;
using chess::Wing;

using Step = Result<void>;
using notation::quoted;

template <class... Parts>
tl::unexpected<Error> wrong(const Parts&... parts) {
  return fail(Cause::malformed, notation::joined("FEN: ", parts..., "."));
}

constexpr const char* colour_name(Colour c) { return c == Colour::white ? "White" : "Black"; }
constexpr int back_rank(Colour c) { return c == Colour::white ? 0 : 7; }

/// The fields of a text, as far as they can be wanted; `count` goes on.
struct Fields {
  std::array<std::string_view, 6> text;
  std::size_t count = 0;
};

Fields fields_of(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  Fields fields;
  while (true) {
    const std::size_t begin = text.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return fields;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(blanks), text.size());
    if (fields.count < fields.text.size()) fields.text[fields.count] = text.substr(0, end);
    ++fields.count;
    text.remove_prefix(end);
  }
}

Step read_pieces(std::string_view field, Position& p) {
  int rank = 7, file = 0;
  for (const char c : field) {
    if (c == '/') {
      if (file != 8) return wrong("rank ", rank + 1, " has ", file, " squares instead of 8");
      if (rank == 0) return wrong("the board has more than 8 ranks");
      --rank, file = 0;
      continue;
    }
    const auto piece = chess::parse_piece(c);
    if (!piece && (c < '1' || c > '8')) {
      return wrong(quoted({&c, 1}), " is neither a piece nor a number of empty squares");
    }
    const int width = piece ? 1 : c - '0';
    if (file + width > 8) return wrong("rank ", rank + 1, " has more than 8 squares");
    if (piece) p.put(square(file, rank), *piece);
    file += width;
  }
  if (rank != 0) return wrong("the board has ", 8 - rank, " ranks instead of 8");
  if (file != 8) return wrong("rank 1 has ", file, " squares instead of 8");
  return {};
}

Step read_castling(std::string_view field, Position& p) {
  if (field == "-") return {};
  if (field.size() > 4) return wrong("castling rights ", quoted(field), " are longer than 4 letters");
  for (const char letter : field) {
    const bool white = letter >= 'A' && letter <= 'Z';
    const Colour c = white ? Colour::white : Colour::black;
    const char upper = white ? letter : static_cast<char>(letter - 'a' + 'A');
    if (!(upper == 'K' || upper == 'Q' || (upper >= 'A' && upper <= 'H'))) {
      return wrong("castling rights ", quoted(field), " hold a letter that is none of KQkq, A-H, a-h or -");
    }
    if (!contains(chess::rank_set(back_rank(c)), p.king(c))) {
      return wrong("castling right ", letter, " but ", colour_name(c), "'s king is not on its first rank");
    }
    const int king_file = file_of(p.king(c));
    const SquareSet rooks = p.pieces(c, Kind::rook) & chess::rank_set(back_rank(c));
    std::optional<Square> rook;
    if (upper == 'K') {
      for (int file = 7; file > king_file && !rook; --file) {
        if (contains(rooks, square(file, back_rank(c)))) rook = square(file, back_rank(c));
      }
    } else if (upper == 'Q') {
      for (int file = 0; file < king_file && !rook; ++file) {
        if (contains(rooks, square(file, back_rank(c)))) rook = square(file, back_rank(c));
      }
    } else if (contains(rooks, square(upper - 'A', back_rank(c)))) {
      rook = square(upper - 'A', back_rank(c));
    }
    if (!rook) return wrong("castling right ", letter, " but no rook of ", colour_name(c), " stands there");
    const Wing wing = file_of(*rook) > king_file ? Wing::king_side : Wing::queen_side;
    if (p.castling_rook(c, wing)) return wrong("castling rights ", quoted(field), " name one wing twice");
    p.set_castling_rook(c, wing, rook);
  }
  return {};
}

Step read_en_passant(std::string_view field, Position& p) {
  if (field == "-") return {};
  const auto passed = field.size() == 2 ? parse_square(field) : std::nullopt;
  if (!passed) return wrong("en passant square ", quoted(field), " is neither a square nor -");
  p.set_passed_over(passed);
  return {};
}

/// A number of at most four digits, no sign; -1 for anything else.
int number(std::string_view field) {
  if (field.starts_with('-')) return -1;
  int value = -1;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
  return error == std::errc{} && end == field.data() + field.size() && field.size() <= 4 ? value : -1;
}

}  // namespace

Result<Position> parse(std::string_view text) {
  const auto [fields, count] = fields_of(text);
  if (count < 4 || count > 6) return wrong(count, " fields instead of 4 to 6");
  Position p;
  if (auto step = read_pieces(fields[0], p); !step) return tl::unexpected(step.error());
  if (fields[1] != "w" && fields[1] != "b") return wrong("side to move is ", quoted(fields[1]), " instead of w or b");
  p.set_side_to_move(fields[1] == "w" ? Colour::white : Colour::black);
  if (auto step = read_castling(fields[2], p); !step) return tl::unexpected(step.error());
  if (auto step = read_en_passant(fields[3], p); !step) return tl::unexpected(step.error());
  const int halfmove = count < 5 ? 0 : number(fields[4]), fullmove = count < 6 ? 1 : number(fields[5]);
  if (halfmove < 0) return wrong("halfmove clock ", quoted(fields[4]), " is not a number from 0 to 9999");
  if (fullmove < 0) return wrong("move number ", quoted(fields[5]), " is not a number from 1 to 9999");
  p.set_clocks(halfmove, std::max(1, fullmove));
  if (const auto reason = chess::illegality(p)) return wrong(*reason);
  return p;
}

std::string write(const Position& p, CastlingLetters letters) {
  std::string text;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const auto piece = p.at(square(file, rank));
      if (!piece) {
        ++empty;
        continue;
      }
      if (empty != 0) text += static_cast<char>('0' + empty);
      empty = 0;
      text += letter(*piece);
    }
    if (empty != 0) text += static_cast<char>('0' + empty);
    if (rank != 0) text += '/';
  }
  text += ' ';
  text += letter(p.side_to_move());
  text += ' ';
  std::string rights;
  for (const Colour c : {Colour::white, Colour::black}) {
    for (const Wing wing : {Wing::king_side, Wing::queen_side}) {
      const auto rook = p.castling_rook(c, wing);
      if (!rook) continue;
      const SquareSet rooks = p.pieces(c, Kind::rook) & chess::rank_set(back_rank(c));
      const SquareSet outside = wing == Wing::king_side ? ~(set_of(*rook) | (set_of(*rook) - 1)) : set_of(*rook) - 1;
      char right = wing == Wing::king_side ? 'K' : 'Q';
      if (letters == CastlingLetters::files || (rooks & outside) != 0) right = static_cast<char>('A' + file_of(*rook));
      rights += c == Colour::white ? right : static_cast<char>(right - 'A' + 'a');
    }
  }
  text += rights.empty() ? "-" : rights;
  text += ' ';
  text += p.en_passant() ? name(*p.en_passant()) : "-";
  return notation::joined(text, " ", p.halfmove_clock(), " ", p.fullmove_number());
}

}  // namespace adoube::fen
