// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace adoube::hands {

namespace {

// A whole number of at most eight digits, taken from the front of `text`.
std::optional<int> number(std::string_view& text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto used = static_cast<std::size_t>(end - text.data());
  if (error != std::errc{} || used > 8 || value < 0) return std::nullopt;
  text.remove_prefix(used);
  return value;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<TimeControl::Period> period(std::string_view field) {
  TimeControl::Period p;
  auto value = number(field);
  if (!value) return std::nullopt;
  if (take(field, '/')) {
    p.moves = *value;
    value = number(field);
    if (!value || p.moves == 0) return std::nullopt;
  }
  p.seconds = *value;
  if (take(field, '+')) {
    value = number(field);
    if (!value) return std::nullopt;
    p.increment = *value;
  }
  if (!field.empty()) return std::nullopt;
  return p;
}

}  // namespace

int TimeControl::gained(int move_number) const {
  if (periods.empty()) return 0;
  int last = 0;  // the last move of the period at hand
  for (std::size_t i = 0;; ++i) {
    const Period& p = periods[i < periods.size() ? i : periods.size() - 1];
    if (p.moves == 0) return p.increment;
    last += p.moves;
    if (move_number < last) return p.increment;
    if (move_number == last) return p.increment + periods[i + 1 < periods.size() ? i + 1 : periods.size() - 1].seconds;
  }
}

std::optional<int> TimeControl::initial() const {
  if (periods.empty()) return std::nullopt;
  return periods.front().seconds;
}

Result<TimeControl> parse_time_control(std::string_view text) {
  TimeControl control;
  if (text.empty() || text == "?" || text == "-" || text.front() == '*') return control;
  std::string_view rest = text;
  while (true) {
    const std::size_t colon = rest.find(':');
    const auto p = period(rest.substr(0, colon));
    if (!p) {
      return fail(Cause::malformed, fmt::format("TimeControl \"{}\" is not understood; write it like \"300+3\" or \"40/7200:3600\"", text));
    }
    control.periods.push_back(*p);
    if (colon == std::string_view::npos) return control;
    rest.remove_prefix(colon + 1);
  }
}

Score score_of(const pgn::Game& game) {
  Score score;
  score.start = game.start;
  score.moves.reserve(game.plies.size());
  score.clocks.reserve(game.plies.size());
  for (const pgn::Ply& ply : game.plies) {
    score.moves.push_back(ply.move);
    const auto clk = ply.clk_ms();
    score.clocks.push_back(clk ? std::optional<Tick>(*clk * 1000) : std::nullopt);
    while (clk && *clk * 1000 % score.clock_unit != 0) score.clock_unit /= 10;
  }
  if (auto control = parse_time_control(game.tag("TimeControl").value_or(""))) score.control = *control;
  return score;
}

Score excerpt(const Score& score, std::size_t first, std::size_t count) {
  Score part = score;
  part.moves.clear();
  part.clocks.clear();
  for (std::size_t i = 0; i < first; ++i) {
    const auto player = static_cast<std::size_t>(part.start.side_to_move());
    if (score.clocks[i]) part.begun[player] = score.clocks[i];
    ++part.moves_before[player];
    part.start.make(score.moves[i]);
  }
  const std::size_t end = first + std::min(count, score.moves.size() - first);
  for (std::size_t i = first; i < end; ++i) {
    part.moves.push_back(score.moves[i]);
    part.clocks.push_back(score.clocks[i]);
  }
  return part;
}

}  // namespace adoube::hands
