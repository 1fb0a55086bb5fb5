// SPDX-License-Identifier: Apache-2.0
#include "host/cli/board_text.hpp"

#include <fmt/format.h>
#include <langinfo.h>
#include <locale.h>

#include <string_view>

namespace adoube::cli {
namespace {

constexpr std::string_view hollow[] = {"♙", "♘", "♗", "♖", "♕", "♔"};
constexpr std::string_view filled[] = {"♟", "♞", "♝", "♜", "♛", "♚"};

// Hollow pieces on a painted square would show the square: there both sides are filled, and the colour tells them apart.
std::string piece_text(chess::Piece piece, const BoardForm& form) {
  if (form.pieces == BoardForm::Pieces::letters) return {chess::letter(piece)};
  const bool white_outline = piece.colour == Colour::white && !form.colour;
  return std::string((white_outline ? hollow : filled)[static_cast<std::size_t>(piece.kind)]);
}

std::string square_text(const chess::Position& position, Square s, bool marked, const BoardForm& form) {
  const auto piece = position.at(s);
  if (!form.colour) {
    const std::string text = piece                                           ? piece_text(*piece, form)
                             : form.pieces == BoardForm::Pieces::symbols ? "·"
                                                                             : ".";
    return marked ? fmt::format("[{}]", text) : fmt::format(" {} ", text);
  }
  // Colours of the usual palette of 256: white 231 and black 16 on sand 180, brown 137, or gold 178 where marked.
  const bool dark = (file_of(s) + rank_of(s)) % 2 == 0;
  return fmt::format("\033[38;5;{};48;5;{}m {} \033[0m", piece && piece->colour == Colour::white ? 231 : 16,
                     marked ? 178 : dark ? 137 : 180, piece ? piece_text(*piece, form) : " ");
}

}  // namespace

std::string board_text(const chess::Position& position, SquareSet marked, const BoardForm& form) {
  const bool flipped = form.below == Colour::black;
  std::string text;
  for (int row = 7; row >= 0; --row) {
    const int rank = flipped ? 7 - row : row;
    text += fmt::format("  {} ", rank + 1);
    for (int column = 0; column < 8; ++column) {
      const Square s = square(flipped ? 7 - column : column, rank);
      text += square_text(position, s, contains(marked, s), form);
    }
    while (text.ends_with(' ')) text.pop_back();
    text += '\n';
  }
  return text + (flipped ? "     h  g  f  e  d  c  b  a" : "     a  b  c  d  e  f  g  h");
}

bool locale_is_utf8() {
  const locale_t user = newlocale(LC_CTYPE_MASK, "", nullptr);
  if (user == nullptr) return false;
  const bool utf8 = std::string_view(nl_langinfo_l(CODESET, user)) == "UTF-8";
  freelocale(user);
  return utf8;
}

}  // namespace adoube::cli
