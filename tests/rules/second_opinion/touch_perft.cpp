// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/second_opinion/touch_perft.hpp"

#include <algorithm>

namespace adoube::second_opinion {
namespace {

constexpr long kSecond = 1'000'000;

struct Walk {
  const Position& position;
  const std::function<void(const std::vector<Event>&)>& visit;
  std::array<char, 64> board;
  std::vector<char> held{};
  std::vector<Event> events{};

  Event next(What what, Square s) const {
    const long t = static_cast<long>(events.size() + 1) * kSecond;
    return {.what = what, .square = s, .lo = t - 1, .hi = t, .actor = position.board.mover};
  }

  void with(const Event& e, int left) {
    events.push_back(e);
    go(left - 1);
    events.pop_back();
  }

  void go(int left) {
    if (left == 0) return visit(events);
    for (Square s = 0; s < 64; ++s) {
      char& here = board[static_cast<std::size_t>(s)];
      if (!is_piece(here)) continue;
      Event touch = next(What::touch, s);
      touch.length = 300'000;
      with(touch, left);
      held.push_back(here);
      here = ' ';
      with(next(What::lift, s), left);
      here = held.back();
      held.pop_back();
    }
    for (std::size_t i = 0; i < held.size(); ++i) {
      const char piece = held[i];
      held.erase(held.begin() + static_cast<std::ptrdiff_t>(i));
      for (Square s = 0; s <= kOff; ++s) {
        if (s != kOff && is_piece(board[static_cast<std::size_t>(s)])) continue;
        if (s != kOff) board[static_cast<std::size_t>(s)] = piece;
        Event place = next(What::place, s);
        place.piece = piece;
        with(place, left);
        if (s != kOff) board[static_cast<std::size_t>(s)] = ' ';
      }
      held.insert(held.begin() + static_cast<std::ptrdiff_t>(i), piece);
    }
    if (left == 1) with(next(What::clock, kOff), left);
  }
};

}  // namespace

const std::vector<PerftStart>& perft_starts() {
  static const std::vector<PerftStart> starts{
      {"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2},
      {"castling", "4k3/8/8/8/8/8/3n4/R3K2R w KQ - 0 1", 3},
      {"promotion", "3r4/4P1k1/8/8/8/8/6K1/8 w - - 0 1", 3},
      {"en passant", "4k3/8/8/8/Pp6/1n6/8/4K3 b - a3 0 1", 3},
  };
  return starts;
}

void for_each_sequence(const Position& position, int n, const std::function<void(const std::vector<Event>&)>& visit) {
  Walk{position, visit, position.board.at}.go(n);
}

}  // namespace adoube::second_opinion
