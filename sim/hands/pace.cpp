// SPDX-License-Identifier: Apache-2.0
#include "sim/hands/pace.hpp"

#include <algorithm>
#include <array>

namespace adoube::hands {

namespace {

constexpr Tick second = 1'000'000;

// Fills in the windows of own thinking time, for one player.
class Windows {
 public:
  Windows(const Score& score, std::size_t player)
      : control_(score.control), unit_(score.clock_unit), number_(score.moves_before[player]), shown_(score.begun[player]) {}

  void ply(std::optional<Tick> clock, Tick& low, Tick& high) {
    ++number_;
    Tick gained = control_.gained(number_) * second;
    if (!clock) {
      pending_ += gained;
      low = open_low;
      high = open_high;
      return;
    }
    if (!shown_) {
      // Without a time control the first clock seen is taken for the time the player began with.
      const auto initial = control_.initial();
      shown_ = initial ? *initial * second : *clock;
      if (number_ == 1 && *clock <= *shown_) gained = 0;
    }
    const Tick used = std::max<Tick>(0, *shown_ + pending_ + gained - *clock);
    pending_ = 0;
    shown_ = clock;
    spent_ += used;
    low = spent_ - unit_ / 2 + 1;
    high = spent_ + unit_ / 2;
  }

 private:
  const TimeControl& control_;
  const Tick unit_;
  int number_;
  Tick pending_ = 0;  // gained at moves whose clock is not known
  std::optional<Tick> shown_;  // by the clock, when it was known last
  Tick spent_ = 0;
};

}  // namespace

Pace plan_presses(const Score& score, std::span<const Tick> least, Tick start, const Players& players,
                  sim::Random& random) {
  const std::size_t n = score.moves.size();
  const auto player = [&](std::size_t i) { return (i + static_cast<std::size_t>(score.start.side_to_move())) & 1; };
  Pace pace;
  pace.presses.resize(n);
  pace.added.assign(n, 0);
  pace.window_low.resize(n);
  pace.window_high.resize(n);

  // Forward: the earliest presses, and with them the least stretch.
  std::array<Windows, 2> windows{Windows(score, 0), Windows(score, 1)};
  std::array<Tick, 2> spent{};      // own thinking time so far
  std::array<Tick, 2> stretched{};  // by how much the player's windows have moved
  std::vector<Tick> shift(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t p = player(i);
    windows[p].ply(score.clocks[i], pace.window_low[i], pace.window_high[i]);
    const Tick earliest = std::max(pace.window_low[i] + stretched[p], spent[p] + least[i]);
    if (earliest > pace.window_high[i] + stretched[p]) {
      pace.added[i] = earliest - pace.window_high[i] - stretched[p];
      pace.total += pace.added[i];
      stretched[p] += pace.added[i];
    }
    spent[p] = earliest;
    shift[i] = stretched[p];
  }

  // Backward: the latest presses that leave room for all that follow.
  std::vector<Tick> latest(n);
  std::array<Tick, 2> limit{2 * open_high, 2 * open_high};
  for (std::size_t i = n; i-- > 0;) {
    const std::size_t p = player(i);
    latest[i] = std::min(pace.window_high[i] + shift[i], limit[p]);
    limit[p] = latest[i] - least[i];
  }

  // Forward again: draw.
  spent = {};
  Tick now = start;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t p = player(i);
    Tick at = 0;
    if (score.clocks[i]) {
      const Tick earliest = std::max(pace.window_low[i] + shift[i], spent[p] + least[i]);
      at = random.within(earliest, latest[i]);
    } else {
      const Style& style = players[static_cast<Colour>(p)];
      const Tick think = random.within(style.free_think_low, style.free_think_high);
      at = std::min(spent[p] + std::max(think, least[i]), latest[i]);
    }
    now += at - spent[p];
    spent[p] = at;
    pace.presses[i] = now;
  }
  return pace;
}

}  // namespace adoube::hands
