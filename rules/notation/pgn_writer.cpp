// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/pgn_writer.hpp"

#include <algorithm>
#include <string_view>

#include "rules/notation/fen.hpp"
#include "rules/notation/pgn_glyphs.hpp"
#include "rules/notation/san.hpp"
#include "rules/notation/sentence.hpp"

namespace adoube::pgn {
namespace {

using notation::joined;

/// "Lines with 80 or more printing characters are prohibited" (PGN standard, 4.3).
constexpr std::size_t longest_line = 79;

std::string on_one_line(std::string_view text) {
  std::string line(text);
  std::replace_if(line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return line;
}

/// Puts words behind one another, with blanks or line ends between them.
class Paragraph {
 public:
  Paragraph(std::string& out, Layout layout) : out_(out), breaks_(layout == Layout::export_format) {}

  void word(std::string_view text) {
    const bool first = column_ == 0;
    if (!first && !joined_ && breaks_ && column_ + 1 + text.size() > longest_line) end_line();
    if (column_ != 0 && !joined_) put(" ");
    joined_ = false;
    put(text);
  }
  /// The next word follows without a blank or a break.
  void join() { joined_ = true; }
  void end_line() {
    out_ += '\n';
    column_ = 0;
    joined_ = false;
  }

 private:
  void put(std::string_view text) {
    out_ += text;
    column_ += text.size();
  }

  std::string& out_;
  bool breaks_;
  bool joined_ = false;
  std::size_t column_ = 0;
};

class Writer {
 public:
  Writer(std::string& out, Layout layout) : paragraph_(out, layout), layout_(layout) {}

  void write(const Game& game) {
    comments(game.comments);
    line(game.plies, game.start);
    paragraph_.word(text(game.result));
    paragraph_.end_line();
  }

 private:
  void line(const std::vector<Ply>& plies, chess::Position position) {
    bool numbered = true;  // also Black's ply: the line begins, or something stood in between
    for (const Ply& ply : plies) {
      const bool white = position.side_to_move() == Colour::white;
      if (white || numbered) paragraph_.word(joined(position.fullmove_number(), white ? "." : "..."));
      move(position, ply);
      comments(ply.comments);
      for (const Variation& v : ply.variations) variation(v, position);
      numbered = !ply.comments.empty() || !ply.variations.empty();
      position = after(position, ply);
    }
  }

  void move(const chess::Position& position, const Ply& ply) {
    std::string san = ply.is_null() ? "--" : san::write(position, ply.move);
    auto nag = ply.nags.begin();
    if (layout_ == Layout::one_line && nag != ply.nags.end() && !move_glyph(*nag).empty()) san += move_glyph(*nag++);
    paragraph_.word(san);
    for (; nag != ply.nags.end(); ++nag) paragraph_.word(joined("$", *nag));
  }

  void variation(const Variation& v, const chess::Position& start) {
    paragraph_.word("(");
    paragraph_.join();
    comments(v.comments);
    line(v.plies, start);
    if (v.result) paragraph_.word(text(*v.result));
    paragraph_.join();
    paragraph_.word(")");
    comments(v.comments_after);
  }

  void comments(const Comments& all) {
    for (const std::string& comment : all) {
      const std::string line = on_one_line(comment);
      if (line.find('}') == std::string::npos) {
        braces(line);
      } else {
        paragraph_.word(joined("; ", line));
        paragraph_.end_line();
      }
    }
  }

  /// Broken only at a blank between two words, and where neither would begin a line as something else: a command, a tag,
  /// an escape line. A longer stretch of blanks stays in one piece, for a line end is read as one blank.
  void braces(std::string_view comment) {
    std::string piece = "{ ";
    int depth = 0;  // within a command
    for (std::size_t i = 0; i < comment.size(); ++i) {
      const char c = comment[i];
      if (comment.substr(i).starts_with("[%")) depth = 1;
      if (c == ']') depth = 0;
      const bool between = c == ' ' && depth == 0 && comment[i - 1] != ' ' && comment[i + 1] != ' ';
      if (between && comment[i + 1] != '%' && (comment[i + 1] != '[' || comment.substr(i + 2).starts_with('%'))) {
        paragraph_.word(piece);
        piece.clear();
      } else {
        piece += c;
      }
    }
    paragraph_.word(joined(piece, " }"));
  }

  Paragraph paragraph_;
  Layout layout_;
};

void write_tag(std::string& out, std::string_view name, std::string_view value) {
  out += '[';
  out += name;
  out += " \"";
  for (const char c : on_one_line(value)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  out += "\"]\n";
}

}  // namespace

std::string write(const Game& game, Layout layout) {
  std::string out;
  for (const Tag& tag : game.tags) write_tag(out, tag.name, tag.value);
  if (game.start != chess::Position::start() && !game.tag("FEN")) {
    if (!game.tag("SetUp")) write_tag(out, "SetUp", "1");
    write_tag(out, "FEN", fen::write(game.start));
  }
  if (!out.empty()) out += '\n';
  Writer(out, layout).write(game);
  return out;
}

}  // namespace adoube::pgn
