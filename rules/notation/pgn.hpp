// SPDX-License-Identifier: Apache-2.0
/// Games as text: Portable Game Notation, import format. The main line is read; variations and glyphs are passed over.
#pragma once
#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/chess/position.hpp"
#include "rules/core/result.hpp"

namespace adoube::pgn {

/// How a game ended, or `unknown` ("*").
enum class Outcome : std::uint8_t { unknown, white_wins, black_wins, draw };
/// "*", "1-0", "0-1", "1/2-1/2".
std::string_view text(Outcome outcome);

struct Tag {
  std::string name;
  std::string value;  ///< unescaped, bytes as in the file
  friend bool operator==(const Tag&, const Tag&) = default;
};

/// One ply of the main line.
struct Ply {
  chess::Move move;
  std::string san;                 ///< as written, without move number, "!" and "?"
  std::optional<int> clk_seconds;  ///< `[%clk h:mm:ss]`: what the mover's clock shows after the ply; fractions dropped
  std::optional<int> emt_seconds;  ///< `[%emt h:mm:ss]`: time the ply took; fractions dropped
  std::string comment;             ///< all comments up to the next ply, commands included, joined by a blank
};

struct Game {
  int number = 0;          ///< place in its file, from 1
  std::size_t line = 0;    ///< line on which it begins, from 1
  std::vector<Tag> tags;   ///< in the order of the file
  chess::Position start = chess::Position::start();  ///< of the FEN tag, where there is one
  std::string comment;     ///< what stands before the first move
  std::vector<Ply> plies;
  Outcome result = Outcome::unknown;  ///< the terminator in the movetext, whatever the Result tag says

  /// Value of the first tag with that name, or nothing.
  std::optional<std::string_view> tag(std::string_view name) const;
};

/// Reads one game after the other at constant memory (that of the largest game). Line ends may be LF, CRLF or CR; a
/// UTF-8 byte-order mark, `;` comments and `%` escape lines are understood.
class Reader {
 public:
  /// Both outlive the reader.
  explicit Reader(std::istream& input);
  explicit Reader(std::string_view input);
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  /// The next game, an error, or nothing at the end of the input. Errors are `malformed` (game number, line, column and
  /// what was expected, in one sentence) or `io` (the input failed). After a malformed game the reader goes on at the
  /// next one that begins with tags.
  std::optional<Result<Game>> next();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// All games, or the first error.
[[nodiscard]] Result<std::vector<Game>> read(std::istream& input);
[[nodiscard]] Result<std::vector<Game>> read(std::string_view input);

}  // namespace adoube::pgn
