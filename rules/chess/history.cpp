// SPDX-License-Identifier: Apache-2.0
#include "rules/chess/history.hpp"

#include <algorithm>

#include "rules/chess/endings.hpp"

namespace adoube::chess {

std::string_view clause(Ending ending) {
  switch (ending) {
    case Ending::none: return "";
    case Ending::checkmate: return "5.1.1";
    case Ending::stalemate: return "5.2.1";
    case Ending::dead_position: return "5.2.2";
    case Ending::fivefold: return "9.6.1";
    case Ending::seventy_five_moves: return "9.6.2";
  }
  return "";
}

History::History(const Position& start, Key key) : key_(key), positions_{start}, keys_{key(start)} {}

void History::make(Move m) {
  positions_.push_back(position().after(m));
  moves_.push_back(m);
  keys_.push_back(key_(position()));
}

void History::take_back() {
  positions_.pop_back();
  moves_.pop_back();
  keys_.pop_back();
}

int History::appearances() const {
  // The counter of a game that was set up may say more plies than are known.
  const std::size_t reversible = std::min(plies(), static_cast<std::size_t>(std::max(0, position().halfmove_clock())));
  const std::size_t now = plies();
  int count = 1;
  // Two plies a step: the same player has the move. Four are the fewest that lead back.
  for (std::size_t back = 4; back <= reversible; back += 2) {
    if (keys_[now - back] == keys_[now] && same_position(positions_[now - back], positions_[now])) ++count;
  }
  return count;
}

Standing History::standing() const {
  const Position& p = position();
  if (!has_legal_move(p)) return {p.in_check() ? Ending::checkmate : Ending::stalemate};
  if (proved_dead(p)) return {Ending::dead_position};
  const int times = appearances();
  if (times >= 5) return {Ending::fivefold};
  if (p.halfmove_clock() >= 2 * 75) return {Ending::seventy_five_moves};
  return {Ending::none, times >= 3, p.halfmove_clock() >= 2 * 50};
}

}  // namespace adoube::chess
