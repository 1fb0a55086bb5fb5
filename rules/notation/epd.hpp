// SPDX-License-Identifier: Apache-2.0
/// Extended Position Description: a position and operations about it on one line ("... bm Nf6+ e5; id \"test 1\";"), after
/// the PGN standard of 1994, 16.2.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/chess/position.hpp"
#include "rules/core/result.hpp"

namespace adoube::epd {

/// What stands behind an opcode: a word ("12", "+1.5"), or a text that was in double quotes.
struct Operand {
  std::string text;  ///< without quotes and escapes, no control character
  bool quoted = false;
  friend bool operator==(const Operand&, const Operand&) = default;
};

/// One operation. Which of the two lists is used depends on the opcode alone.
struct Operation {
  std::string opcode;             ///< a letter, then letters, digits and "_"
  std::vector<chess::Move> moves; ///< of bm, am and sm: legal in the position; of pv: one after the other
  std::vector<Operand> operands;  ///< of every other opcode
  friend bool operator==(const Operation&, const Operation&) = default;
};

struct Record {
  chess::Position position;
  std::vector<Operation> operations;  ///< in the order of the line, unknown ones too

  /// The first operation with that opcode, or nothing.
  const Operation* find(std::string_view opcode) const;
  /// Its only operand as a whole number, or nothing.
  std::optional<std::int64_t> number(std::string_view opcode) const;
  /// Its only operand as text, or nothing.
  std::optional<std::string_view> text(std::string_view opcode) const;
  friend bool operator==(const Record&, const Record&) = default;
};

/// Reads one line: four fields as in FEN, then operations, each ended by ";" (the last one need not be, and a ";" too many
/// is nothing: perft suites begin each operation with it). The counters of the position are those of hmvc and fmvn, or 0
/// and 1. Where they stand behind the fourth field, as in FEN, they become these operations. In a quoted text \" is a quote and \\ a backslash. Checked are
/// the moves of bm, am, sm and pv, whole numbers behind acd, acn, acs, ce, dm, fmvn, hmvc and D1, D2, ..., and that there
/// is one text behind id and c0 to c9. Error: `malformed`, one sentence.
[[nodiscard]] Result<Record> parse(std::string_view line);

/// The line, without a line end; moves in SAN. The counters of the position are written by the operations hmvc and fmvn
/// alone. parse(write(r)) == r for every record that was read.
std::string write(const Record& record);

}  // namespace adoube::epd
