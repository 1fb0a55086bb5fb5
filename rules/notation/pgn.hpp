// SPDX-License-Identifier: Apache-2.0
/// A game as Portable Game Notation keeps it: tags, moves, and all that people and programs say about them.
///
/// What is kept is what the text means, and in which order: a line end in a comment is a blank, blanks around a comment
/// fall away, a comment without a word is none. Everything else, bytes of any encoding included, stays as it is.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/chess/position.hpp"
#include "rules/notation/pgn_commands.hpp"

namespace adoube::pgn {

/// How a game ended, or `unknown` ("*").
enum class Outcome : std::uint8_t { unknown, white_wins, black_wins, draw };
/// "*", "1-0", "0-1", "1/2-1/2".
std::string_view text(Outcome outcome);
/// The outcome of one of these texts or of "1/2", or nothing.
std::optional<Outcome> parse_outcome(std::string_view text);

/// One tag pair. The name is made of letters, digits and "_"; the value stands on one line.
struct Tag {
  std::string name;
  std::string value;  ///< unescaped, bytes as in the file
  friend bool operator==(const Tag&, const Tag&) = default;
};

/// A numeric annotation glyph, the n of "$n": 0 to 255 by the standard, larger ones are kept.
using Nag = std::uint16_t;
/// One comment: the text between the braces or behind the semicolon. Commands ("[%clk 0:05:00]") stay where they stand.
using Comments = std::vector<std::string>;

struct Variation;

/// One ply with what stands behind it.
struct Ply {
  chess::Move move;                   ///< legal; or the null move, in variations only
  std::vector<Nag> nags;              ///< in the order of the file, whether written "$1" or "!"
  Comments comments;                  ///< up to the first variation or the next ply
  std::vector<Variation> variations;  ///< played instead of this ply, in the order of the file

  /// "--": the player passes. No move of the Laws, but analysts write it to show a threat.
  bool is_null() const { return move == chess::Move{}; }
  /// `[%clk h:mm:ss]`: milliseconds that the mover's clock shows after the ply.
  std::optional<std::int64_t> clk_ms() const;
  /// `[%emt h:mm:ss]`: milliseconds that the ply took.
  std::optional<std::int64_t> emt_ms() const;
  /// `[%eval ...]`: what an engine thinks of the position after the ply.
  std::optional<Evaluation> eval() const;

  friend bool operator==(const Ply& a, const Ply& b);
};

/// A line in brackets. It begins in the position before the ply to which it belongs.
struct Variation {
  Comments comments;              ///< before its first ply
  std::vector<Ply> plies;         ///< none: only a remark
  std::optional<Outcome> result;  ///< a terminator inside the brackets, where somebody wrote one
  Comments comments_after;        ///< behind its closing bracket, up to the next variation or ply

  friend bool operator==(const Variation& a, const Variation& b);
};

/// Where something stands in a file: line and column from 1, the column in bytes.
struct Place {
  std::size_t line = 0, column = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

/// Something that was understood although the standard wants it otherwise.
struct Warning {
  enum class Kind : std::uint8_t {
    tag_missing,      ///< one of the seven that every game has
    tag_repeated,     ///< the same name twice; the first one is kept
    result_differs,   ///< tag Result and the terminator
    result_missing,   ///< the game ends without a terminator; read as "*"
    encoding,         ///< bytes that are not UTF-8; kept as they are. Once a game
    san,              ///< a move written otherwise than SAN writes it
    move_number,      ///< a number that is not the move's
    glyph,            ///< a glyph nobody knows (left out), before any move (left out), or above $255 (kept)
    command,          ///< a value of %clk, %emt or %eval that cannot be read; kept as it is
  };
  Kind kind;
  Place place;
  std::string message;  ///< one sentence, without the place
};
/// "tag-missing", "result-differs", ...: short names for listings.
std::string_view name(Warning::Kind kind);

struct Game {
  std::vector<Tag> tags;                             ///< in the order of the file
  chess::Position start = chess::Position::start();  ///< of the FEN tag, where there is one
  Comments comments;                                 ///< before the first ply, also those among the tags
  std::vector<Ply> plies;                            ///< the main line
  Outcome result = Outcome::unknown;  ///< the terminator behind the moves, whatever the Result tag says

  int number = 0;                     ///< place in its file, from 1
  std::size_t line = 0;               ///< line on which it begins, from 1
  std::vector<Warning> warnings;      ///< as they were met, at most `max_warnings`
  std::size_t warnings_left_out = 0;  ///< how many more there were

  static constexpr std::size_t max_warnings = 100;

  /// Value of the first tag with that name, or nothing.
  std::optional<std::string_view> tag(std::string_view name) const;
  /// Tag Variant says Chess960 (Fischer random): UCI then writes castling as king takes rook.
  bool is_chess960() const;

  /// The same game: what it says, not where it stood or what was wrong with the text.
  friend bool operator==(const Game& a, const Game& b);
};

/// The kinds of chess whose rules we know.
enum class Variant : std::uint8_t { standard, chess960 };
/// What the value of a tag Variant means ("Standard", "From Position", "Chess960", "Fischerandom", ...); nothing for chess
/// by other rules. Capitals, blanks and hyphens do not matter.
std::optional<Variant> parse_variant(std::string_view value);

/// The tags that every game has, in their order.
inline constexpr std::array<std::string_view, 7> seven_tags{"Event", "Site", "Date", "Round", "White", "Black", "Result"};

/// The position after a ply, null moves included.
chess::Position after(const chess::Position& position, const Ply& ply);

/// Adds what the export format wants and the game lacks: the seven tags that every game has ("?", Date "????.??.??"; Result
/// says the game's result), and SetUp and FEN if it does not start from the initial position. Puts these first, in this
/// order, and the others behind them as they were.
void complete_tags(Game& game);

}  // namespace adoube::pgn
