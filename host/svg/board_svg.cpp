// SPDX-License-Identifier: Apache-2.0
#include "host/svg/board_svg.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <string_view>

#include "host/svg/piece_drawing.hpp"
#include "host/svg/xml_text.hpp"

namespace adoube::svg {
namespace {

using chess::Kind;
using chess::Position;

// Lengths in units of the picture: a square is 100, the rim round the board holds the coordinates.
constexpr int side = 100;
constexpr int rim = 44;
constexpr int whole = 8 * side + 2 * rim;

constexpr std::size_t mark_kinds = 6;
constexpr std::array<std::string_view, mark_kinds> mark_words{"last move", "check", "allowed", "touched", "adjusted", "fault"};

struct Palette {
  std::string_view rim, letters, light, dark;
  std::array<std::string_view, mark_kinds> mark;
  PieceInk white, black;
};

constexpr Palette palettes[] = {
    {"#f6f1e7", "#6b5a49", "#f0e3cb", "#b58f6a", {"#e9b92e", "#d4372c", "#2f7d4f", "#1f5fae", "#6b5a49", "#c0271d"},
     {"#fdfaf3", "#2b2622", "#2b2622"}, {"#37322e", "#14110f", "#e8e0d4"}},
    {"#1d2126", "#b9c0c8", "#8d97a2", "#58626d", {"#d9a824", "#e5483c", "#5fd08c", "#64a8ff", "#e0d5c5", "#ff6a5e"},
     {"#f4f1ea", "#15181b", "#15181b"}, {"#23272c", "#0b0d0f", "#cfd4d9"}},
};

class Picture {
 public:
  Picture(const Position& position, const std::vector<Mark>& marks, const BoardStyle& style)
      : position_(position), marks_(marks), style_(style), palette_(palettes[static_cast<std::size_t>(style.theme)]) {}

  std::string text() {
    head();
    piece_definitions();
    ground();
    coordinates();
    tints();
    pieces();
    frames();
    badges();
    return text_ + "</svg>\n";
  }

 private:
  template <class... Parts>
  void add(fmt::format_string<Parts...> form, Parts&&... parts) {
    fmt::format_to(std::back_inserter(text_), form, std::forward<Parts>(parts)...);
  }

  // Upper left corner of a square.
  int x_of(Square s) const { return rim + side * (style_.below == Colour::white ? file_of(s) : 7 - file_of(s)); }
  int y_of(Square s) const { return rim + side * (style_.below == Colour::white ? 7 - rank_of(s) : rank_of(s)); }
  std::string_view colour(const Mark& mark) const { return palette_.mark[static_cast<std::size_t>(mark.kind)]; }

  void head() {
    const std::string id = xml_text(style_.id);
    add(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {0}" width="{1}" height="{1}" role="img" )", whole, style_.size);
    add("aria-labelledby=\"{0}-title {0}-desc\">\n", id);
    const std::string_view mover = position_.side_to_move() == Colour::white ? "White to move" : "Black to move";
    add("<title id=\"{}-title\">{}</title>\n", id, style_.title.empty() ? std::string(mover) : xml_text(style_.title));
    add("<desc id=\"{}-desc\">{}", id, board_words(position_));
    for (const Mark& mark : marks_) {
      if (mark.square == Square::off) continue;
      add(" {}{} {}.", mark.number > 0 ? fmt::format("{}: ", mark.number) : "", name(mark.square),
          mark_words[static_cast<std::size_t>(mark.kind)]);
    }
    add("</desc>\n");
  }

  // Each piece that occurs, once.
  void piece_definitions() {
    add("<defs>\n");
    for (const Colour c : {Colour::white, Colour::black}) {
      for (int k = 0; k < 6; ++k) {
        const auto kind = static_cast<Kind>(k);
        if (position_.pieces(c, kind) == 0) continue;
        add("{}\n", piece_drawing(kind, piece_id({c, kind}), c == Colour::white ? palette_.white : palette_.black));
      }
    }
    add("</defs>\n");
  }

  std::string piece_id(chess::Piece piece) const {
    return fmt::format("{}-{}{}", xml_text(style_.id), letter(piece.colour), chess::letter({Colour::white, piece.kind}));
  }

  void ground() {
    add("<rect width=\"{0}\" height=\"{0}\" rx=\"14\" fill=\"{1}\"/>\n", whole, palette_.rim);
    add("<rect x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{1}\" fill=\"{2}\"/>\n", rim, 8 * side, palette_.light);
    // The dark squares as one path; the lower left corner of the board is dark from either side.
    add("<path fill=\"{}\" d=\"", palette_.dark);
    for (int row = 0; row < 8; ++row) {
      for (int column = 1 - row % 2; column < 8; column += 2) add("M{} {}h{}v{}h-{}z", rim + side * column, rim + side * row, side, side, side);
    }
    add("\"/>\n");
    add("<rect x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{1}\" fill=\"none\" stroke=\"{2}\" stroke-width=\"3\"/>\n", rim - 1, 8 * side + 2,
        palette_.letters);
  }

  void coordinates() {
    add("<g fill=\"{}\" font-family=\"sans-serif\" font-size=\"24\" text-anchor=\"middle\" aria-hidden=\"true\">\n", palette_.letters);
    for (int i = 0; i < 8; ++i) {
      add("<text x=\"{}\" y=\"{}\">{}</text>", x_of(square(i, 0)) + side / 2, whole - 14, static_cast<char>('a' + i));
      add("<text x=\"{}\" y=\"{}\">{}</text>\n", rim / 2, y_of(square(0, i)) + side / 2 + 8, i + 1);
    }
    add("</g>\n");
    // A disc beside the first rank of the side to move.
    const Colour mover = position_.side_to_move();
    const PieceInk& ink = mover == Colour::white ? palette_.white : palette_.black;
    add("<circle cx=\"{}\" cy=\"{}\" r=\"11\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2.5\"/>\n", whole - rim / 2,
        y_of(square(0, mover == Colour::white ? 0 : 7)) + side / 2, ink.body, palette_.letters);
  }

  void tints() {
    for (const Mark& mark : marks_) {
      if (mark.square == Square::off || mark.kind > MarkKind::check) continue;
      add("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" opacity=\"0.55\"/>\n", x_of(mark.square), y_of(mark.square), side,
          side, colour(mark));
    }
  }

  void pieces() {
    for (SquareSet rest = position_.pieces(); rest != 0;) {
      const Square s = pop(rest);
      add("<use href=\"#{}\" x=\"{}\" y=\"{}\"/>\n", piece_id(*position_.at(s)), x_of(s), y_of(s));
    }
  }

  void frames() {
    const auto frame = [&](const Mark& mark, int inset, std::string_view more) {
      add("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"none\" stroke=\"{}\" stroke-width=\"5\"{}/>\n",
          x_of(mark.square) + inset, y_of(mark.square) + inset, side - 2 * inset, side - 2 * inset, colour(mark), more);
    };
    for (const Mark& mark : marks_) {
      if (mark.square == Square::off) continue;
      switch (mark.kind) {
        case MarkKind::last_move:
        case MarkKind::check: break;
        case MarkKind::allowed:
          add("<circle cx=\"{}\" cy=\"{}\" r=\"13\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3\"/>\n", x_of(mark.square) + side / 2,
              y_of(mark.square) + side / 2, colour(mark), palette_.light);
          break;
        case MarkKind::fault: frame(mark, 13, ""); [[fallthrough]];
        case MarkKind::touched: frame(mark, 5, ""); break;
        case MarkKind::adjusted: frame(mark, 5, " stroke-dasharray=\"12 9\""); break;
      }
    }
  }

  // Three in a row from the upper left corner, where no piece is drawn.
  void badges() {
    constexpr int most = 9, radius = 15;
    std::array<int, 64> count{};
    for (const Mark& mark : marks_) {
      if (mark.square != Square::off && mark.number > 0) ++count[static_cast<std::size_t>(index(mark.square))];
    }
    std::array<int, 64> drawn{};
    add("<g font-family=\"sans-serif\" font-size=\"20\" font-weight=\"bold\" text-anchor=\"middle\" aria-hidden=\"true\">\n");
    for (const Mark& mark : marks_) {
      if (mark.square == Square::off || mark.number <= 0) continue;
      const auto at = static_cast<std::size_t>(index(mark.square));
      const int place = drawn[at]++;
      if (place >= most) continue;
      const bool last = place == most - 1 && count[at] > most;
      const int x = x_of(mark.square) + radius + 2 + place % 3 * (2 * radius + 2);
      const int y = y_of(mark.square) + radius + 2 + place / 3 * (2 * radius + 2);
      add("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"/>", x, y, radius, colour(mark), palette_.rim);
      add("<text x=\"{}\" y=\"{}\" fill=\"{}\">{}</text>\n", x, y + 7, palette_.rim, last ? "+" : fmt::format("{}", mark.number));
    }
    add("</g>\n");
  }

  const Position& position_;
  const std::vector<Mark>& marks_;
  const BoardStyle& style_;
  const Palette& palette_;
  std::string text_;
};

}  // namespace

std::string board(const Position& position, const std::vector<Mark>& marks, const BoardStyle& style) {
  return Picture(position, marks, style).text();
}

std::string board_words(const Position& position) {
  constexpr std::string_view words[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
  std::string text;
  for (const Colour c : {Colour::white, Colour::black}) {
    std::string_view between = c == Colour::white ? "White: " : "Black: ";
    for (int k = 5; k >= 0; --k) {
      SquareSet rest = position.pieces(c, static_cast<Kind>(k));
      if (rest == 0) continue;
      text += between;
      between = ", ";
      text += words[k];
      if ((rest & (rest - 1)) != 0) text += 's';
      while (rest != 0) text += ' ' + name(pop(rest));
    }
    text += ". ";
  }
  return text + (position.side_to_move() == Colour::white ? "White to move." : "Black to move.");
}

}  // namespace adoube::svg
