// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/pgn_reader.hpp"

#include <algorithm>

#include "rules/notation/fen.hpp"
#include "rules/notation/pgn_glyphs.hpp"
#include "rules/notation/pgn_lexer.hpp"
#include "rules/notation/san.hpp"
#include "rules/notation/sentence.hpp"

namespace adoube::pgn {
namespace {

using notation::joined;
using notation::quoted;

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// "12.", "12..." or "12" at the front of a word.
struct MoveNumber {
  std::size_t digits = 0, dots = 0;
  std::size_t length() const { return digits + dots; }
};

/// The move number that a word begins with, or is; "0-0" begins with none.
MoveNumber move_number(std::string_view word) {
  MoveNumber n;
  while (n.digits < word.size() && is_digit(word[n.digits])) ++n.digits;
  while (n.length() < word.size() && word[n.length()] == '.') ++n.dots;
  return n.dots == 0 && n.digits < word.size() ? MoveNumber{} : n;
}

/// "Nf3" of "Nf3!?".
std::string_view without_glyph(std::string_view san) {
  while (san.ends_with('!') || san.ends_with('?')) san.remove_suffix(1);
  return san;
}

/// What may stand apart from its move and says nothing that the move does not.
bool is_ornament(std::string_view word) {
  return word == "e.p." || word == "ep" || word == "+" || word == "++" || word == "#" || word == "ch" || word == "mate";
}

bool is_null_move(std::string_view san) {
  for (const std::string_view null : {"--", "Z0", "null", "0000", "@@@@"}) {
    if (san == null) return true;
  }
  return false;
}

/// "4...Nf3": how a person names the ply.
std::string numbered(const chess::Position& p, std::string_view san) {
  return joined(p.fullmove_number(), p.side_to_move() == Colour::white ? "." : "...", san);
}

std::string without_stop(std::string message) {
  if (message.ends_with('.')) message.pop_back();
  return message;
}

}  // namespace

/// Reads one game at a time. Every step returns false once the lexer holds a fault.
struct Reader::State {
  explicit State(notation::Source source) : lexer(std::move(source)) {}

  std::optional<Result<Game>> next() {
    in_moves = false;
    game = Game{};
    lexer.begin_game();
    bool good = count > 0 || !lexer.is_utf16() || refuse_utf16();
    while (good && (lexer.next() == ';' || lexer.next() == '{')) good = read_comment(game.comments);
    if (good && lexer.next() == Lexer::end && !lexer.failed()) return std::nullopt;
    game.number = ++count;
    game.line = lexer.place().line;
    good = good && read_tags() && set_start() && read_moves();
    if (lexer.failed()) return fail(Cause::io, "PGN: the input could not be read to its end.");
    if (good) return finished();
    lexer.recover(in_moves, game.tags.empty());
    const Fault& fault = lexer.fault();
    return fail(Cause::malformed, joined("PGN game ", count, ", line ", fault.place.line, ", column ", fault.place.column,
                                         ": ", fault.message, "."));
  }

  Lexer lexer;
  int count = 0;

 private:
  /// A line of moves under way, the main line or a variation.
  struct Line {
    std::vector<Ply>* plies;
    Comments* comments;        ///< where the next comment belongs
    chess::Position before;    ///< before the last ply
    chess::Position position;  ///< after it
    Place opened;
    std::optional<Outcome>* result = nullptr;  ///< of a variation
  };

  Game game;
  Place fen_place{}, result_place{};
  std::vector<Line> lines;  ///< from the main line to the innermost variation
  std::string word;
  bool in_moves = false;

  template <class... Parts>
  bool wrong(Place place, const Parts&... parts) {
    return lexer.wrong(place, joined(parts...));
  }

  template <class... Parts>
  void warn(Warning::Kind kind, Place place, const Parts&... parts) {
    if (game.warnings.size() == Game::max_warnings) {
      ++game.warnings_left_out;
    } else {
      game.warnings.push_back({kind, place, joined(parts..., ".")});
    }
  }

  bool refuse_utf16() {
    const Place place = lexer.place();
    lexer.skip_all();
    return wrong(place, "the input is UTF-16, expected UTF-8 or a one-byte encoding; convert it with iconv");
  }

  bool read_comment(Comments& into) {
    std::string text;
    if (!lexer.read_comment(text)) return false;
    if (text.empty()) return true;
    into.push_back(std::move(text));
    return lexer.count_part();
  }

  bool read_tags() {
    while (true) {
      const int c = lexer.next();
      if (c == ';' || c == '{') {
        if (!read_comment(game.comments)) return false;
      } else if (c == '[' && !(game.tag("Event") && lexer.opens_game())) {
        if (!read_tag()) return false;
      } else {
        return true;
      }
    }
  }

  bool read_tag() {
    const Place place = lexer.place();
    Tag tag;
    if (!lexer.within_limits() || !lexer.count_part() || !lexer.read_tag(tag)) return false;
    if (game.tag(tag.name)) {
      warn(Warning::Kind::tag_repeated, place, "tag ", quoted(tag.name), " stands twice; only the first one is kept");
      return true;
    }
    if (tag.name == "FEN") {
      fen_place = place;
    } else if (tag.name == "Result") {
      result_place = place;
    } else if (tag.name == "Variant" && !parse_variant(tag.value)) {
      return wrong(place, "variant ", quoted(tag.value), " is played by other rules, expected chess or Chess960");
    }
    game.tags.push_back(std::move(tag));
    return true;
  }

  bool set_start() {
    const auto fen = game.tag("FEN");
    if (!fen && game.tag("SetUp") == "1") {
      return wrong(lexer.place(), "expected a tag \"FEN\", because the tag \"SetUp\" is 1");
    }
    if (fen) {
      auto start = fen::parse(*fen);
      if (!start) return wrong(fen_place, "expected a position in tag \"FEN\": ", without_stop(start.error().message));
      game.start = *start;
    }
    return true;
  }

  bool read_moves() {
    in_moves = true;
    lines.clear();
    lines.push_back({&game.plies, &game.comments, game.start, game.start, {}});
    while (true) {
      const int c = lexer.next();
      const Place place = lexer.place();
      if (!lexer.within_limits()) return false;
      switch (c) {
        case '{': case ';':
          if (!annotate()) return false;
          break;
        case '(':
          if (!open_variation(place)) return false;
          break;
        case ')':
          if (!close_variation(place)) return false;
          break;
        case '$': {
          Nag nag = 0;
          if (!lexer.read_nag(nag)) return false;
          if (nag > 255) warn(Warning::Kind::glyph, place, "$", nag, " is no glyph of the standard, which ends at $255");
          if (!add_glyphs(place, {nag})) return false;
          break;
        }
        case ']': case '}':
          return wrong(place, "\"", static_cast<char>(c), "\" closes nothing, expected a move or a result");
        case Lexer::end: case '[':
          return end_without_result(place, c == '[');
        default: {
          if (!lexer.read_word(word)) return false;
          if (const auto outcome = parse_outcome(word)) {
            if (lines.size() == 1) return end_with(*outcome, place);
            *lines.back().result = outcome;
          } else if (!read_move(place)) {
            return false;
          }
        }
      }
    }
  }

  bool end_with(Outcome outcome, Place place) {
    game.result = outcome;
    const auto tag = game.tag("Result");
    if (tag && tag != text(outcome)) {
      warn(Warning::Kind::result_differs, place, "the game ends with ", text(outcome), " but tag \"Result\" is ", quoted(*tag));
    }
    return true;
  }

  bool end_without_result(Place place, bool tag) {
    if (lines.size() > 1) return wrong(lines.back().opened, "the variation that begins here has no end, expected \")\"");
    if (tag && !lexer.opens_tag()) return wrong(place, "\"[\" opens no tag, expected a move or a result");
    warn(Warning::Kind::result_missing, place, "the game ends without a result (1-0, 0-1, 1/2-1/2 or *) and is read as *");
    return true;
  }

  /// A word that is no result: number, glyph, ornament or move.
  bool read_move(Place place) {
    const MoveNumber number = move_number(word);
    if (number.digits > 0) check_number(place, number);
    std::string_view rest = std::string_view(word).substr(number.length());
    place.column += number.length();
    if (rest.empty() || is_ornament(rest)) return true;
    if (!is_letter(rest.front())) {  // for speed: most words are moves, and no glyph begins with a letter
      if (const auto nags = parse_glyphs(rest)) return add_glyphs(place, *nags);
    }
    const std::string_view san = without_glyph(rest);
    if (!play(place, san)) return false;
    return san.size() == rest.size() || add_glyphs(place, *parse_glyphs(rest.substr(san.size())));
  }

  void check_number(Place place, MoveNumber number) {
    const chess::Position& position = lines.back().position;
    const std::string expected = std::to_string(position.fullmove_number());
    std::string_view written = std::string_view(word).substr(0, number.digits);
    while (written.size() > 1 && written.starts_with('0')) written.remove_prefix(1);
    const bool white = position.side_to_move() == Colour::white;
    if (written == expected && !(white && number.dots > 1)) return;
    warn(Warning::Kind::move_number, place, quoted(std::string_view(word).substr(0, number.length())), " is not the number ",
         expected, white ? "." : "...", " of the move");
  }

  bool add_glyphs(Place place, const std::vector<Nag>& nags) {
    Line& line = lines.back();
    if (line.plies->empty()) {
      warn(Warning::Kind::glyph, place, "a glyph stands before the first move; it is left out");
      return true;
    }
    for (const Nag nag : nags) {
      line.plies->back().nags.push_back(nag);
      if (!lexer.count_part()) return false;
    }
    return true;
  }

  bool play(Place place, std::string_view san) {
    Line& line = lines.back();
    if (line.result && *line.result) return wrong(place, "expected \")\" after the result of a variation");
    Ply ply;
    if (is_null_move(san)) {
      if (lines.size() == 1) return wrong(place, quoted(san), " is a null move, expected a move that can be played in a game");
      if (line.position.in_check()) return wrong(place, quoted(san), " is a null move in check, expected a legal move");
    } else {
      const chess::MoveList moves = chess::legal_moves(line.position);
      const auto move = san::parse(line.position, san, moves);
      if (!move) {
        return wrong(place, without_stop(move.error().message), " for ", quoted(numbered(line.position, san)),
                     ", expected a legal move or a result");
      }
      ply.move = *move;
      const std::string standard = san::write(line.position, *move, moves);
      if (standard != san) warn(Warning::Kind::san, place, quoted(san), " is written ", quoted(standard), " in SAN");
    }
    line.before = line.position;
    line.position = after(line.position, ply);
    line.plies->push_back(std::move(ply));
    line.comments = &line.plies->back().comments;
    return lexer.count_part();
  }

  /// A comment, with a look at the commands in it.
  bool annotate() {
    const Place place = lexer.place();
    Comments& comments = *lines.back().comments;
    const std::size_t before = comments.size();
    if (!read_comment(comments)) return false;
    if (comments.size() == before) return true;
    std::string_view rest = comments.back();
    while (const auto command = next_command(rest)) {
      const bool is_time = command->name == "clk" || command->name == "emt";
      if (is_time ? parse_duration(command->value).has_value()
                  : command->name != "eval" || parse_evaluation(command->value).has_value()) {
        continue;
      }
      warn(Warning::Kind::command, place, quoted(command->value), " after \"%", command->name, "\" is no ",
           is_time ? "time like 0:05:00" : "evaluation like 0.17 or #-3");
    }
    return true;
  }

  bool open_variation(Place place) {
    Line& parent = lines.back();
    if (parent.plies->empty()) return wrong(place, "a variation begins, expected a move first");
    if (lines.size() > Limits::variation_depth) {
      return wrong(place, "expected at most ", Limits::variation_depth, " variations within one another");
    }
    lexer.skip();
    Variation& variation = parent.plies->back().variations.emplace_back();
    const chess::Position start = parent.before;
    lines.push_back({&variation.plies, &variation.comments, start, start, place, &variation.result});
    return lexer.count_part();
  }

  bool close_variation(Place place) {
    if (lines.size() == 1) return wrong(place, "\")\" closes nothing, expected a move or a result");
    lexer.skip();
    lines.pop_back();
    lines.back().comments = &lines.back().plies->back().variations.back().comments_after;
    return true;
  }

  /// The game, with the warnings that only its end allows.
  Result<Game> finished() {
    std::string missing;
    for (const std::string_view name : seven_tags) {
      if (!game.tag(name)) missing += (missing.empty() ? "" : ", ") + std::string(name);
    }
    if (!missing.empty()) {
      warn(Warning::Kind::tag_missing, {game.line, 1}, "the game lacks tags that every game has: ", missing);
    }
    if (const auto& byte = lexer.foreign_byte()) {
      constexpr std::string_view hex = "0123456789ABCDEF";
      warn(Warning::Kind::encoding, byte->place, "byte 0x", hex[byte->value >> 4], hex[byte->value & 15],
           " is not UTF-8; the text is kept as it is, convert the file with iconv if it is Latin-1 or another old encoding");
    }
    return std::move(game);
  }
};

Reader::Reader(std::istream& input) : state_(std::make_unique<State>(notation::Source(input))) {}
Reader::Reader(std::string_view input) : state_(std::make_unique<State>(notation::Source(input))) {}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

std::optional<Result<Game>> Reader::next() { return state_->next(); }
Place Reader::error_place() const { return state_->lexer.fault().place; }
std::string Reader::error_sentence() const { return state_->lexer.fault().message + '.'; }
int Reader::games() const { return state_->count; }
std::uint64_t Reader::bytes() const { return state_->lexer.bytes(); }

namespace {

Result<std::vector<Game>> read_all(Reader reader) {
  std::vector<Game> games;
  while (auto game = reader.next()) {
    if (!*game) return tl::unexpected(std::move(game->error()));
    games.push_back(std::move(**game));
  }
  return games;
}

}  // namespace

Result<std::vector<Game>> read(std::istream& input) { return read_all(Reader(input)); }
Result<std::vector<Game>> read(std::string_view input) { return read_all(Reader(input)); }

}  // namespace adoube::pgn
