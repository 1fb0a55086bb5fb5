// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/epd.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "rules/notation/fen.hpp"
#include "rules/notation/san.hpp"
#include "rules/notation/sentence.hpp"

namespace adoube::epd {
namespace {

using notation::quoted;

template <class... Parts>
tl::unexpected<Error> wrong(const Parts&... parts) {
  return fail(Cause::malformed, notation::joined("EPD: ", parts..., "."));
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
/// Blanks and control characters: a line has no others, and none of them means anything.
constexpr bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' ' || c == '\x7f'; }

enum class Takes : std::uint8_t { anything, moves, line_of_moves, number, text };

Takes takes(std::string_view opcode) {
  if (opcode == "bm" || opcode == "am" || opcode == "sm") return Takes::moves;
  if (opcode == "pv") return Takes::line_of_moves;
  constexpr std::array<std::string_view, 7> numbers{"acd", "acn", "acs", "ce", "dm", "fmvn", "hmvc"};
  if (std::ranges::find(numbers, opcode) != numbers.end()) return Takes::number;
  if (opcode.size() > 1 && opcode[0] == 'D' && std::ranges::all_of(opcode.substr(1), is_digit)) return Takes::number;
  if (opcode == "id" || (opcode.size() == 2 && opcode[0] == 'c' && is_digit(opcode[1]))) return Takes::text;
  return Takes::anything;
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

/// A line taken apart from the left.
class Line {
 public:
  explicit Line(std::string_view rest) : rest_(rest) {}

  bool at_end() {
    skip_blanks();
    return rest_.empty();
  }
  bool take(char c) {
    skip_blanks();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  /// What is left, from the next word on.
  std::string_view ahead() {
    skip_blanks();
    return rest_;
  }
  /// The next characters up to a blank, a semicolon or a quote.
  std::string_view word() {
    skip_blanks();
    std::size_t n = 0;
    while (n < rest_.size() && !is_blank(rest_[n]) && rest_[n] != ';' && rest_[n] != '"') ++n;
    const std::string_view word = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return word;
  }
  /// The rest of a quoted text whose first quote is taken; nothing if the line ends in it.
  std::optional<std::string> rest_of_text() {
    std::string text;
    while (!rest_.empty()) {
      char c = rest_.front();
      rest_.remove_prefix(1);
      if (c == '"') return text;
      if (c == '\\' && (rest_.starts_with('"') || rest_.starts_with('\\'))) {
        c = rest_.front();
        rest_.remove_prefix(1);
      }
      text += is_blank(c) ? ' ' : c;
    }
    return std::nullopt;
  }

 private:
  void skip_blanks() {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
  }
  std::string_view rest_;
};

Result<chess::Position> read_position(Line& line) {
  std::string fields;
  for (int n = 0; n < 4; ++n) {
    const std::string_view field = line.word();
    if (field.empty()) return wrong("the position has ", n, " fields instead of 4");
    fields.append(n == 0 ? "" : " ").append(field);
  }
  // An opcode begins with a letter, so a digit is a counter.
  for (int n = 0; n < 2 && !line.at_end() && is_digit(line.ahead().front()); ++n) fields.append(" ").append(line.word());
  auto position = fen::parse(fields);
  // The sentence begins with "FEN: ".
  if (!position) return fail(Cause::malformed, "EPD: " + position.error().message.substr(5));
  return position;
}

Result<void> read_moves(const chess::Position& position, Operation& operation, bool one_after_the_other) {
  chess::Position p = position;
  for (const Operand& operand : operation.operands) {
    const auto move = san::parse(p, operand.text);
    if (!move) return fail(Cause::malformed, "EPD: operation " + operation.opcode + ": " + move.error().message.substr(5));
    operation.moves.push_back(*move);
    if (one_after_the_other) p.make(*move);
  }
  operation.operands.clear();
  if (operation.moves.empty()) return wrong("operation ", operation.opcode, " has no move");
  return {};
}

Result<Operation> read_operation(Line& line, const chess::Position& position) {
  const std::string_view opcode = line.word();
  const bool good = !opcode.empty() && is_letter(opcode[0]) &&
                    std::ranges::all_of(opcode, [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
  if (!good) return wrong("opcode expected instead of ", quoted(opcode.empty() ? line.ahead() : opcode));
  Operation operation{std::string(opcode), {}, {}};
  while (!line.at_end() && !line.take(';')) {
    if (line.take('"')) {
      auto text = line.rest_of_text();
      if (!text) return wrong("operation ", opcode, " has a text without its closing quote");
      operation.operands.push_back({std::move(*text), true});
    } else {
      operation.operands.push_back({std::string(line.word()), false});
    }
  }
  const Takes what = takes(opcode);
  if (what == Takes::moves || what == Takes::line_of_moves) {
    if (auto step = read_moves(position, operation, what == Takes::line_of_moves); !step) return tl::unexpected(step.error());
  } else if (what != Takes::anything && operation.operands.size() != 1) {
    return wrong("operation ", opcode, " has ", operation.operands.size(), " operands instead of one");
  } else if (what == Takes::number && !whole_number(operation.operands[0].text)) {
    return wrong("operation ", opcode, " has ", quoted(operation.operands[0].text), ", which is not a whole number");
  }
  return operation;
}

/// A counter is that of its operation; one that stood behind the fourth field becomes an operation.
Result<int> counter(Record& record, std::string_view opcode, int in_fields, int least) {
  if (record.find(opcode) == nullptr) {
    if (in_fields != least) record.operations.push_back({std::string(opcode), {}, {{std::to_string(in_fields), false}}});
    return in_fields;
  }
  constexpr int most = chess::Position::last_number;
  const std::int64_t number = record.number(opcode).value_or(-1);
  if (number < least || number > most) return wrong(opcode, " is not a number from ", least, " to ", most);
  return static_cast<int>(number);
}

Result<void> set_counters(Record& record) {
  const auto halfmove = counter(record, "hmvc", record.position.halfmove_clock(), 0);
  if (!halfmove) return tl::unexpected(halfmove.error());
  const auto fullmove = counter(record, "fmvn", record.position.fullmove_number(), 1);
  if (!fullmove) return tl::unexpected(fullmove.error());
  record.position.set_clocks(*halfmove, *fullmove);
  return {};
}

}  // namespace

const Operation* Record::find(std::string_view opcode) const {
  const auto found = std::ranges::find(operations, opcode, &Operation::opcode);
  return found == operations.end() ? nullptr : &*found;
}

std::optional<std::string_view> Record::text(std::string_view opcode) const {
  const Operation* operation = find(opcode);
  if (operation == nullptr || operation->operands.size() != 1) return std::nullopt;
  return operation->operands[0].text;
}

std::optional<std::int64_t> Record::number(std::string_view opcode) const {
  const auto words = text(opcode);
  return words ? whole_number(*words) : std::nullopt;
}

Result<Record> parse(std::string_view text) {
  Line line(text);
  const auto position = read_position(line);
  if (!position) return tl::unexpected(position.error());
  Record record{*position, {}};
  while (!line.at_end()) {
    if (line.take(';')) continue;
    auto operation = read_operation(line, *position);
    if (!operation) return tl::unexpected(operation.error());
    record.operations.push_back(std::move(*operation));
  }
  if (auto step = set_counters(record); !step) return tl::unexpected(step.error());
  return record;
}

std::string write(const Record& record) {
  std::string line = fen::write(record.position);
  for (int counters = 0; counters < 2; ++counters) line.erase(line.rfind(' '));
  for (const Operation& operation : record.operations) {
    line += ' ' + operation.opcode;
    chess::Position p = record.position;
    for (const chess::Move move : operation.moves) {
      line += ' ' + san::write(p, move);
      if (takes(operation.opcode) == Takes::line_of_moves) p.make(move);
    }
    for (const Operand& operand : operation.operands) {
      line += ' ';
      if (!operand.quoted) {
        line += operand.text;
        continue;
      }
      line += '"';
      for (const char c : operand.text) {
        if (c == '"' || c == '\\') line += '\\';
        line += c;
      }
      line += '"';
    }
    line += ';';
  }
  return line;
}

}  // namespace adoube::epd
