// SPDX-License-Identifier: Apache-2.0
/// Reading games from text: the import format of the PGN standard, and what programs make of it.
#pragma once
#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/core/result.hpp"
#include "rules/notation/pgn.hpp"
#include "rules/notation/pgn_limits.hpp"

namespace adoube::pgn {

/// Reads one game after the other at constant memory (that of the largest game). Line ends may be LF, CRLF or CR; a
/// UTF-8 byte-order mark is passed over, and so are `%` escape lines, which are by the standard nobody's business but
/// the program's that wrote them. Variants of chess with other rules are refused.
class Reader {
 public:
  /// The input outlives the reader.
  explicit Reader(std::istream& input);
  explicit Reader(std::string_view input);
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  /// The next game, an error, or nothing at the end of the input. Errors are `malformed` (game number, line, column and
  /// what was expected, in one sentence) or `io` (the input failed). After a malformed game the reader goes on at the
  /// next one: at the next tag section, or, among games without tags, behind the next result that ends a line. A game
  /// that just ends, without a result, is no error: it is read as "*" with a warning.
  std::optional<Result<Game>> next();

  /// Where the error is that `next` has just returned, and the sentence without its place.
  Place error_place() const;
  std::string error_sentence() const;
  /// Games met so far, good or bad.
  int games() const;
  /// Bytes of the input read so far, for a measure of progress.
  std::uint64_t bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// All games, or the first error.
[[nodiscard]] Result<std::vector<Game>> read(std::istream& input);
[[nodiscard]] Result<std::vector<Game>> read(std::string_view input);

}  // namespace adoube::pgn
