// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/pgn.hpp"

#include "rules/notation/fen.hpp"
#include "rules/notation/pgn_commands.hpp"
#include "rules/notation/sentence.hpp"
#include "rules/notation/san.hpp"
#include "rules/notation/source.hpp"

namespace adoube::pgn {
namespace {

using notation::joined;
using notation::quoted;
using notation::Source;

constexpr bool is_blank(int c) { return c == ' ' || c == '\t' || c == '\n' || c == '\v' || c == '\f'; }
constexpr bool is_digit(int c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_name(int c) { return is_letter(c) || is_digit(c) || c == '_'; }
/// Characters that end a word of the movetext.
constexpr bool is_mark(int c) {
  return std::string_view("{}()[];$").find(static_cast<char>(c)) != std::string_view::npos;
}

struct Place {
  std::size_t line, column;
};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<Outcome> outcome_of(std::string_view word) {
  if (word == "1-0") return Outcome::white_wins;
  if (word == "0-1") return Outcome::black_wins;
  if (word == "1/2-1/2" || word == "1/2") return Outcome::draw;
  if (word == "*") return Outcome::unknown;
  return std::nullopt;
}

/// "Nf3" of "12.Nf3", "12...Nf3", "...Nf3" and "Nf3"; empty for a bare move number.
std::string_view without_number(std::string_view word) {
  std::size_t n = 0;
  while (n < word.size() && is_digit(word[n])) ++n;
  if (n == word.size()) return {};
  if (word[n] != '.') return word;
  while (n < word.size() && word[n] == '.') ++n;
  return word.substr(n);
}

/// "!?", "+-", "=": an opinion set off from its move. "--" is a null move, which is none.
bool is_glyph(std::string_view word) {
  return word != "--" && word.find_first_not_of("!?+-=/~") == std::string_view::npos;
}

/// "Nf3" of "Nf3!?".
std::string_view without_glyph(std::string_view san) {
  while (san.ends_with('!') || san.ends_with('?')) san.remove_suffix(1);
  return san;
}

/// "4...Nf3": how a person names the ply.
std::string numbered(const chess::Position& p, std::string_view san) {
  return joined(p.fullmove_number(), p.side_to_move() == Colour::white ? "." : "...", san);
}

}  // namespace

std::string_view text(Outcome outcome) {
  switch (outcome) {
    case Outcome::white_wins: return "1-0";
    case Outcome::black_wins: return "0-1";
    case Outcome::draw: return "1/2-1/2";
    case Outcome::unknown: break;
  }
  return "*";
}

std::optional<std::string_view> Game::tag(std::string_view wanted) const {
  for (const Tag& t : tags) {
    if (t.name == wanted) return t.value;
  }
  return std::nullopt;
}

/// Reads one game at a time by descent. Every step returns false once an error stands in `error_`.
struct Reader::State {
  explicit State(Source s) : source(std::move(s)) {}

  std::optional<Result<Game>> next() {
    error.reset();
    in_movetext = false;
    game = Game{};
    game.number = count + 1;
    skip_blanks();
    game.line = source.line();
    bool good = check_encoding();
    while (good && (source.peek() == ';' || source.peek() == '{')) {
      good = read_comment(game.comment);
      skip_blanks();
    }
    if (good && source.peek() == Source::end && !source.failed()) return std::nullopt;
    ++count;
    return finish(good && read_tags() && set_start() && read_movetext());
  }

 private:
  Source source;
  int count = 0;
  Game game;
  Place fen_place{};
  chess::Position position;
  std::optional<Error> error;
  bool in_movetext = false;

  Place here() const { return {source.line(), source.column()}; }

  template <class... Parts>
  bool wrong(Place place, const Parts&... parts) {
    error = Error{Cause::malformed, joined("PGN game ", game.number, ", line ", place.line, ", column ", place.column,
                                           ": ", parts..., ".")};
    return false;
  }

  std::optional<Result<Game>> finish(bool good) {
    if (source.failed()) return fail(Cause::io, "PGN: the input could not be read to its end.");
    if (good) return std::move(game);
    recover();
    return tl::unexpected(std::move(*error));
  }

  /// A line that can only be the first of a game: the tag section's first line by the standard.
  bool at_new_game() { return source.column() == 1 && source.starts_with("[Event \""); }

  /// To the next tag section: past the rest of these tags, past lines of movetext, up to a line that opens a tag.
  void recover() {
    if (source.column() != 1) source.skip_line();
    while (source.peek() != Source::end) {
      if (in_movetext && opens_tag()) return;
      if (at_new_game()) return;
      if (source.peek() != '[' && source.peek() != '\n') in_movetext = true;
      source.skip_line();
    }
  }
  /// "[" and a letter, as opposed to the "[%clk" of a comment over several lines.
  bool opens_tag() {
    const std::string_view ahead = source.ahead(2);
    return ahead.size() == 2 && ahead[0] == '[' && is_letter(ahead[1]);
  }

  /// Blanks and escape lines.
  void skip_blanks() {
    while (true) {
      if (source.column() == 1 && source.peek() == '%') {
        source.skip_line();
      } else if (is_blank(source.peek())) {
        source.get();
      } else {
        return;
      }
    }
  }

  bool check_encoding() {
    const std::string_view mark = source.ahead(2);
    if (mark != "\xff\xfe" && mark != "\xfe\xff") return true;
    const Place place = here();
    while (source.get() != Source::end) {
    }
    return wrong(place, "the input is UTF-16, expected UTF-8 or a one-byte encoding");
  }

  bool read_tags() {
    while (true) {
      skip_blanks();
      if (source.peek() == '[') {
        if (game.tag("Event") && at_new_game()) {
          return wrong(here(), "a new game begins, expected the moves of this one or its result");
        }
        if (!read_tag()) return false;
      } else if (source.peek() == ';' || source.peek() == '{') {
        if (!read_comment(game.comment)) return false;
      } else {
        return true;
      }
    }
  }

  bool read_tag() {
    source.get();
    skip_blanks();
    Tag tag;
    while (is_name(source.peek())) tag.name += static_cast<char>(source.get());
    if (tag.name.empty()) return wrong(here(), "expected the name of a tag after \"[\"");
    skip_blanks();
    const Place opened = here();
    if (source.peek() != '"') return wrong(opened, "expected a value in double quotes for tag ", quoted(tag.name));
    source.get();
    while (source.peek() != '"') {
      int c = source.peek();
      if (c == Source::end || c == '\n') {
        return wrong(opened, "expected a double quote at the end of the value of tag ", quoted(tag.name));
      }
      source.get();
      if (c == '\\' && (source.peek() == '"' || source.peek() == '\\')) c = source.get();
      tag.value += static_cast<char>(c);
    }
    source.get();
    skip_blanks();
    if (source.peek() != ']') return wrong(here(), "expected \"]\" after the tag ", quoted(tag.name));
    source.get();
    if (tag.name == "FEN") fen_place = opened;
    game.tags.push_back(std::move(tag));
    return true;
  }

  bool set_start() {
    const auto fen = game.tag("FEN");
    if (!fen && game.tag("SetUp") == "1") {
      return wrong(here(), "expected a tag \"FEN\", because the tag \"SetUp\" is 1");
    }
    if (fen) {
      auto start = fen::parse(*fen);
      if (!start) {
        return wrong(fen_place, "expected a position in tag \"FEN\": ", without_stop(start.error().message));
      }
      game.start = *start;
    }
    position = game.start;
    return true;
  }

  bool read_movetext() {
    in_movetext = true;
    while (true) {
      skip_blanks();
      const Place place = here();
      const int c = source.peek();
      if (c == Source::end || c == '[') {
        return wrong(place, c == '[' ? "a tag begins" : "the input ends",
                     ", expected a move or a result (1-0, 0-1, 1/2-1/2 or *)");
      }
      if (c == '{' || c == ';') {
        if (!(game.plies.empty() ? read_comment(game.comment) : annotate(game.plies.back()))) return false;
      } else if (c == '(') {
        if (!skip_variation()) return false;
      } else if (c == '$') {
        source.get();
        if (!is_digit(source.peek())) return wrong(place, "expected a number after \"$\"");
        while (is_digit(source.peek())) source.get();
      } else if (c == ')' || c == ']' || c == '}') {
        return wrong(place, "\"", static_cast<char>(c), "\" closes nothing, expected a move or a result");
      } else {
        const std::string word = read_word();  // on one line
        if (const auto outcome = outcome_of(word)) {
          game.result = *outcome;
          return true;
        }
        const std::string_view san = without_number(word);
        if (san.empty() || san == "e.p." || is_glyph(san)) continue;
        if (!play({place.line, place.column + word.size() - san.size()}, without_glyph(san))) return false;
      }
    }
  }

  std::string read_word() {
    std::string word;
    while (source.peek() != Source::end && !is_blank(source.peek()) && !is_mark(source.peek())) {
      word += static_cast<char>(source.get());
    }
    return word;
  }

  bool play(Place place, std::string_view san) {
    const auto move = san::parse(position, san);
    if (!move) {
      return wrong(place, without_stop(move.error().message), " for ", quoted(numbered(position, san)),
                   ", expected a legal move or a result");
    }
    game.plies.push_back({*move, std::string(san), std::nullopt, std::nullopt, {}});
    position.make(*move);
    return true;
  }

  /// A comment in braces or to the end of the line, appended to `into`.
  bool read_comment(std::string& into) {
    const Place opened = here();
    std::string text;
    if (source.get() == ';') {
      while (source.peek() != Source::end && source.peek() != '\n') text += static_cast<char>(source.get());
    } else {
      while (source.peek() != '}') {
        if (source.peek() == Source::end || at_new_game()) {
          return wrong(opened, "the comment that begins here has no end, expected \"}\"");
        }
        const int c = source.get();
        text += c == '\n' ? ' ' : static_cast<char>(c);
      }
      source.get();
    }
    const std::string_view plain = trimmed(text);
    if (!into.empty() && !plain.empty()) into += ' ';
    into += plain;
    return true;
  }

  /// A comment after a ply, with the clock commands it may hold.
  bool annotate(Ply& ply) {
    const Place opened = here();
    std::string comment;
    if (!read_comment(comment)) return false;
    for (const auto& [command, seconds] : {std::pair{"clk", &ply.clk_seconds}, {"emt", &ply.emt_seconds}}) {
      const auto value = find_command(comment, command);
      if (!value) continue;
      *seconds = parse_duration(*value);
      if (!*seconds) return wrong(opened, quoted(*value), " after \"%", command, "\" is no time, expected h:mm:ss");
    }
    if (!ply.comment.empty() && !comment.empty()) ply.comment += ' ';
    ply.comment += comment;
    return true;
  }

  /// A variation with all it holds: variations, comments, moves of any kind.
  bool skip_variation() {
    const Place opened = here();
    int depth = 0;
    std::string unused;
    do {
      skip_blanks();
      const int c = source.peek();
      if (c == Source::end || at_new_game()) {
        return wrong(opened, "the variation that begins here has no end, expected \")\"");
      }
      if (c == '{' || c == ';') {
        unused.clear();
        if (!read_comment(unused)) return false;
        continue;
      }
      source.get();
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    } while (depth > 0);
    return true;
  }

  static std::string without_stop(std::string message) {
    if (message.ends_with('.')) message.pop_back();
    return message;
  }
};

Reader::Reader(std::istream& input) : state_(std::make_unique<State>(Source(input))) {}
Reader::Reader(std::string_view input) : state_(std::make_unique<State>(Source(input))) {}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

std::optional<Result<Game>> Reader::next() { return state_->next(); }

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
