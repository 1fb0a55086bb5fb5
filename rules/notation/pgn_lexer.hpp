// SPDX-License-Identifier: Apache-2.0
/// The parts that PGN text is made of, with their places. Knows nothing of moves; pgn_reader.hpp makes games of them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "rules/notation/pgn.hpp"
#include "rules/notation/source.hpp"

namespace adoube::pgn {

/// Where and why something cannot be read: a sentence without its full stop and without the place.
struct Fault {
  Place place;
  std::string message;
};

/// Steps through a text part by part. Those that return bool return false once a fault stands in `fault()`.
class Lexer {
 public:
  static constexpr int end = notation::Source::end;

  explicit Lexer(notation::Source source) : source_(std::move(source)) {}

  /// A game begins here: what it may take in is counted from here on.
  void begin_game();
  /// The character that begins the next part, behind blanks and escape lines; or `end`.
  int next();
  Place place() const { return {source_.line(), source_.column()}; }
  /// "[Name "" stands next: only a tag looks like that.
  bool opens_tag();
  /// `[Event "` at the beginning of a line: a new game, whatever was open before.
  bool opens_game();
  /// The input is UTF-16, by its mark or because every other byte is zero. To be asked at its beginning.
  bool is_utf16();

  /// A tag; "[" stands next.
  bool read_tag(Tag& tag);
  /// A comment without the blanks around it; "{" or ";" stands next.
  bool read_comment(std::string& text);
  /// What follows up to a blank or one of {}()[];$ - at least one character.
  bool read_word(std::string& word);
  /// The number of a glyph; "$" stands next.
  bool read_nag(Nag& nag);
  /// One character, whatever it is.
  void skip() { source_.get(); }
  void skip_all();
  /// To the next game. Past the rest of these tags, past lines of moves, up to a line that opens a tag; if `by_result`
  /// also behind a line that ends with a result.
  void recover(bool in_moves, bool by_result);

  /// Whether the game is still within Limits::game_bytes.
  bool within_limits();
  /// Counts one more tag, ply, variation, comment or glyph of the game; false beyond Limits::game_parts.
  bool count_part();
  /// Says that something is wrong; returns false.
  bool wrong(Place place, std::string message);
  const Fault& fault() const { return fault_; }

  /// The first byte of the game that is not UTF-8.
  struct ForeignByte {
    Place place;
    std::uint8_t value;
  };
  const std::optional<ForeignByte>& foreign_byte() const { return foreign_byte_; }

  std::uint64_t bytes() const { return source_.bytes(); }
  bool failed() const { return source_.failed(); }

 private:
  std::size_t room() const;
  /// Past the end of this line; whether a result stood before it.
  bool pass_line();
  /// Appends the rest of the line up to a stop, and looks whether it is UTF-8.
  template <class Stop>
  void take(std::string& into, std::size_t most, Stop stop);

  notation::Source source_;
  std::uint64_t game_begin_ = 0;
  Place game_place_;
  std::size_t parts_ = 0;
  Fault fault_;
  std::optional<ForeignByte> foreign_byte_;
};

}  // namespace adoube::pgn
