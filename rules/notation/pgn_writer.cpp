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

constexpr std::string_view blanks = " \t\n\v\f\r";

std::string on_one_line(std::string_view text) {
  std::string line(text);
  std::replace_if(line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return line;
}

/// The text of a comment as it is read again.
std::string trimmed(std::string_view comment) {
  const std::size_t first = comment.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return on_one_line(comment.substr(first, comment.find_last_not_of(blanks) + 1 - first));
}

/// Puts words behind one another, with blanks or line ends between them. The last word waits until it is known what is
/// joined to it.
class Paragraph {
 public:
  Paragraph(std::string& out, Layout layout) : out_(out), breaks_(layout == Layout::export_format) {}

  void word(std::string_view text) {
    if (!joined_) flush();
    joined_ = false;
    word_ += text;
  }
  /// The next word follows without a blank or a break.
  void join() { joined_ = true; }
  /// Ends the line, if anything stands in it.
  void end_line() {
    flush();
    joined_ = false;
    if (column_ > 0) out_ += '\n';
    column_ = 0;
  }

 private:
  void flush() {
    if (word_.empty()) return;
    if (column_ > 0) {
      const bool breaks = breaks_ && column_ + 1 + word_.size() > longest_line;
      out_ += breaks ? '\n' : ' ';
      column_ = breaks ? 0 : column_ + 1;
    }
    out_ += word_;
    column_ += word_.size();
    word_.clear();
  }

  std::string& out_;
  bool breaks_;
  bool joined_ = false;
  std::string word_;
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
      move(position, ply, numbered);
      comments(ply.comments);
      for (const Variation& v : ply.variations) variation(v, position);
      numbered = !ply.comments.empty() || !ply.variations.empty();
      position = after(position, ply);
    }
  }

  void move(const chess::Position& position, const Ply& ply, bool numbered) {
    const bool white = position.side_to_move() == Colour::white;
    std::string text;
    if (white || numbered) text = joined(position.fullmove_number(), white ? ". " : "... ");
    text += ply.is_null() ? "--" : san::write(position, ply.move);
    auto nag = ply.nags.begin();
    if (layout_ == Layout::one_line && nag != ply.nags.end()) {
      const std::string_view glyph = move_glyph(*nag);
      text += glyph;
      if (!glyph.empty()) ++nag;
    }
    paragraph_.word(text);
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
      const std::string text = trimmed(comment);
      if (text.find('}') == std::string::npos) {
        if (!text.empty()) braces(text);
      } else {
        // On a line of its own, where nobody overlooks it.
        paragraph_.end_line();
        paragraph_.word(joined("; ", text));
        paragraph_.end_line();
      }
    }
  }

  /// Broken only at a blank between two words, and neither within a command nor where the next line would begin as
  /// something else: a tag, an escape line. A longer stretch of blanks stays in one piece, because a line end is read as
  /// one blank.
  void braces(std::string_view comment) {
    std::string piece = "{ ";
    bool in_command = false;
    for (std::size_t i = 0; i < comment.size(); ++i) {
      const std::string_view rest = comment.substr(i);
      in_command = rest.starts_with("[%") || (in_command && rest.front() != ']');
      const bool lone_blank = rest.front() == ' ' && comment[i - 1] != ' ' && rest[1] != ' ';
      if (lone_blank && !in_command && rest[1] != '%' && (rest[1] != '[' || rest.starts_with(" [%"))) {
        paragraph_.word(piece);
        piece.clear();
      } else {
        piece += rest.front();
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
