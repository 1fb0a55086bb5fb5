// SPDX-License-Identifier: Apache-2.0
#include "rules/notation/san.hpp"

#include <optional>
#include <tuple>

#include "rules/chess/endings.hpp"
#include "rules/notation/sentence.hpp"

namespace adoube::san {
namespace {

using chess::Kind;
using chess::Move;
using chess::Position;

constexpr char kind_letter(Kind k) { return "PNBRQK"[static_cast<int>(k)]; }
constexpr std::optional<Kind> kind_of(char letter) {
  for (int k = 1; k < 6; ++k) {
    if ("PNBRQK"[k] == letter) return static_cast<Kind>(k);
  }
  return std::nullopt;
}

/// What a text says about a move; anything it leaves open is nothing.
struct Pattern {
  Kind kind = Kind::pawn;
  std::optional<int> from_file, from_rank;
  Square to = Square::off;
  std::optional<Kind> promotion;

  bool fits(const Position& p, Move m) const {
    return m.to() == to && !m.is_castling() && p.kind_at(m.from()) == kind &&
           (!from_file || file_of(m.from()) == *from_file) && (!from_rank || rank_of(m.from()) == *from_rank) &&
           (m.is_promotion() ? promotion == m.promotion() : !promotion);
  }
};

bool ends_with_any(std::string_view text, std::string_view endings) {
  return !text.empty() && endings.find(text.back()) != std::string_view::npos;
}

std::string_view without_suffixes(std::string_view text) {
  while (ends_with_any(text, "+#!?")) text.remove_suffix(1);
  for (const std::string_view ending : {"e.p.", "ep"}) {
    if (text.size() > ending.size() && text.ends_with(ending)) text.remove_suffix(ending.size());
  }
  while (ends_with_any(text, "+#!?")) text.remove_suffix(1);
  return text;
}

/// From the right: promotion, goal, then what is said about the origin.
std::optional<Pattern> pattern_of(std::string_view text) {
  Pattern pattern;
  if (!text.empty() && kind_of(text.front())) {
    pattern.kind = *kind_of(text.front());
    text.remove_prefix(1);
  } else if (text.starts_with('P')) {
    text.remove_prefix(1);
  }
  if (text.ends_with(')')) text.remove_suffix(1);
  if (text.size() > 2) {
    const char last = text.back();
    const bool small = last >= 'a' && last <= 'z';
    const auto promotion = kind_of(small ? static_cast<char>(last - 'a' + 'A') : last);
    if (promotion && pattern.kind == Kind::pawn) {
      pattern.promotion = promotion;
      text.remove_suffix(1);
      if (ends_with_any(text, "=(/")) text.remove_suffix(1);
    }
  }
  if (text.size() < 2) return std::nullopt;
  const auto to = parse_square(text.substr(text.size() - 2));
  if (!to) return std::nullopt;
  pattern.to = *to;
  text.remove_suffix(2);
  if (ends_with_any(text, "x:-")) text.remove_suffix(1);
  if (!text.empty() && text.back() >= '1' && text.back() <= '8') {
    pattern.from_rank = text.back() - '1';
    text.remove_suffix(1);
  }
  if (!text.empty() && text.back() >= 'a' && text.back() <= 'h') {
    pattern.from_file = text.back() - 'a';
    text.remove_suffix(1);
  }
  return text.empty() ? std::optional(pattern) : std::nullopt;
}

std::string body(const Position& p, Move m, const chess::MoveList& moves) {
  if (m.is_castling()) return file_of(m.to()) == 6 ? "O-O" : "O-O-O";
  const Kind kind = p.kind_at(m.from());
  const bool takes = chess::captured_square(p, m).has_value();
  std::string text;
  if (kind == Kind::pawn) {
    if (takes) text += name(m.from())[0];
  } else {
    text += kind_letter(kind);
    bool twin = false, same_file = false, same_rank = false;
    for (const Move other : moves) {
      if (other.to() != m.to() || other.from() == m.from() || other.is_castling()) continue;
      if (p.kind_at(other.from()) != kind) continue;
      twin = true;
      same_file |= file_of(other.from()) == file_of(m.from());
      same_rank |= rank_of(other.from()) == rank_of(m.from());
    }
    const std::string from = name(m.from());
    if (twin && (!same_file || same_rank)) text += from[0];
    if (twin && same_file) text += from[1];
  }
  if (takes) text += 'x';
  text += name(m.to());
  if (m.is_promotion()) text += {'=', kind_letter(m.promotion())};
  return text;
}

}  // namespace

std::string write(const Position& position, Move move) { return write(position, move, chess::legal_moves(position)); }

std::string write(const Position& position, Move move, const chess::MoveList& moves) {
  std::string text = body(position, move, moves);
  const Position next = position.after(move);
  if (next.in_check()) text += chess::is_mate(next) ? '#' : '+';
  return text;
}

Result<Move> parse(const Position& position, std::string_view text) {
  return parse(position, text, chess::legal_moves(position));
}

Result<Move> parse(const Position& position, std::string_view text, const chess::MoveList& moves) {
  const auto refuse = [&](const std::string& why) {
    return fail(Cause::malformed, "SAN: " + notation::quoted(text) + " " + why + ".");
  };
  const std::string_view plain = without_suffixes(text);

  for (const auto& [goal_file, letters, zeros] : {std::tuple{6, "O-O", "0-0"}, {2, "O-O-O", "0-0-0"}}) {
    if (plain != letters && plain != zeros) continue;
    for (const Move m : moves) {
      if (m.is_castling() && file_of(m.to()) == goal_file) return m;
    }
    return refuse("is not legal here");
  }

  const auto pattern = pattern_of(plain);
  if (!pattern) return refuse("is not a move like e4, Nf3, exd5, O-O or e8=Q");
  std::optional<Move> found, without_file;
  for (const Move m : moves) {
    if (!pattern->fits(position, m)) continue;
    // "c4" says that a pawn steps there; taking it for dxc4 would be a guess.
    if (pattern->kind == Kind::pawn && !pattern->from_file && file_of(m.from()) != file_of(m.to())) {
      without_file = m;
      continue;
    }
    if (found) {
      return refuse("is ambiguous: " + body(position, *found, moves) + " or " +
                    body(position, m, moves));
    }
    found = m;
  }
  if (!found && without_file) return refuse("does not name the pawn's file, as " + body(position, *without_file, moves) + " does");
  if (!found) return refuse("is not a legal move here");
  return *found;
}

}  // namespace adoube::san
