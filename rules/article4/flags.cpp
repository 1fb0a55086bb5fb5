// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/flags.hpp"

#include <algorithm>

namespace adoube::article4 {

std::string_view text(FlagWord word) {
  static constexpr std::array<std::string_view, kFlagWords> words = {
      "accidental",     "adjust_without_move", "adjusted",         "claim",           "claim_forfeited",
      "dead_position",  "displaced",           "disturbed",        "draw_declined",   "draw_offered",
      "gap",            "illegal",             "inferred",         "kind_assumed",    "late_adjust",
      "off_centre",     "opponent_acted_after_illegal",            "order_unclear",   "press_out_of_turn",
      "result_proposed", "retracted",          "suspect_4.1",      "takeback",        "touch_after_made",
      "touch_out_of_turn", "two_hands",        "unsteady",         "violation"};
  return words[static_cast<std::size_t>(word)];
}

std::string text(const Flag& flag, const chess::Position& position) {
  std::string out(text(flag.word));
  if (flag.square == Square::off && flag.to == Square::off) return out;
  out += ':';
  if (flag.word != FlagWord::illegal) return out + name(flag.square) + (flag.to == Square::off ? "" : name(flag.to));
  // No legal move, so no disambiguation: the piece and where it went.
  const auto piece = position.at(flag.square);
  if (piece && piece->kind == chess::Kind::pawn) return out + name(flag.square) + name(flag.to);
  if (piece) out += chess::letter({Colour::white, piece->kind});
  return out + name(flag.to);
}

void Flags::raise(FlagWord word, Square square, Square to) {
  const Flag flag{word, square, to};
  const Flag* place = std::lower_bound(flags_.begin(), flags_.end(), flag);
  if (place != flags_.end() && *place == flag) return;
  const std::size_t i = static_cast<std::size_t>(place - flags_.begin());
  if (!flags_.push(flag)) {
    complete_ = false;
    return;
  }
  std::rotate(flags_.begin() + i, flags_.end() - 1, flags_.end());
}

bool Flags::has(FlagWord word) const {
  return std::any_of(begin(), end(), [word](const Flag& f) { return f.word == word; });
}

}  // namespace adoube::article4
