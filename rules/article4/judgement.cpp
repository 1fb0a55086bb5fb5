// SPDX-License-Identifier: Apache-2.0
#include "rules/article4/judgement.hpp"

#include <array>

namespace adoube::article4 {

std::string_view text(Verdict verdict) {
  static constexpr std::array<std::string_view, kVerdicts> words = {
      "free",      "obligation",     "adjusted",  "accidental",          "displaced",         "irregular_touch", "touch_out_of_turn",
      "move_made", "move_completed", "violation", "illegal_uncompleted", "illegal_completed", "game_over"};
  return words[static_cast<std::size_t>(verdict)];
}

std::string_view text(State state) {
  static constexpr std::array<std::string_view, kStates> words = {
      "FREE", "OBLIGED", "ADJUSTING", "IN_HAND",   "PARTIAL",           "ILLEGAL_PENDING", "DISPLACED",
      "MADE", "BREACH",  "COMPLETED", "ILLEGAL_COMPLETED", "ENDED", "ARBITER"};
  return words[static_cast<std::size_t>(state)];
}

std::string_view text(Certainty certainty) {
  static constexpr std::array<std::string_view, kCertainties> words = {"certain", "unless-arbiter", "arbiter"};
  return words[static_cast<std::size_t>(certainty)];
}

std::string_view text(Penalty::Kind kind) {
  static constexpr std::array<std::string_view, kPenalties> words = {"none", "time", "loss", "arbiter"};
  return words[static_cast<std::size_t>(kind)];
}

}  // namespace adoube::article4
