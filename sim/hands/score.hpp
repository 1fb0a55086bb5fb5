// SPDX-License-Identifier: Apache-2.0
/// A game as hands need it: moves, and what the clocks showed after each.
#pragma once
#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "rules/chess/position.hpp"
#include "rules/core/interval.hpp"
#include "rules/core/result.hpp"
#include "rules/notation/pgn.hpp"

namespace adoube::hands {

/// The PGN tag TimeControl (PGN standard 9.6.1): periods of whole seconds.
struct TimeControl {
  struct Period {
    int moves = 0;      ///< 0: for the rest of the game
    int seconds = 0;
    int increment = 0;  ///< seconds gained with each move
  };
  std::vector<Period> periods;  ///< empty: unknown

  /// Seconds a player gains with his move of that number (from 1): the increment, and the next period with the last
  /// move of one. Periods that count moves repeat when there is no other (PGN: the last field governs the rest).
  int gained(int move_number) const;
  /// Seconds on the clock before the first move, if known.
  std::optional<int> initial() const;
};

/// Reads "300+3", "40/7200:3600", "5400", "-" or "?" (both: unknown), "*60" (a sandclock: unknown). `malformed`: anything else.
Result<TimeControl> parse_time_control(std::string_view text);

/// One game.
struct Score {
  chess::Position start = chess::Position::start();
  std::vector<chess::Move> moves;          ///< legal in turn, but for a slip
  std::vector<std::optional<Tick>> clocks;  ///< us the mover's clock showed after the ply (%clk); same length
  Tick clock_unit = 1'000'000;              ///< last place that the clocks show, us: a second, or what the finest one has
  TimeControl control;
  /// What the clocks show when it begins, White's first; none: as the control says.
  std::array<std::optional<Tick>, 2> begun{};
  std::array<int, 2> moves_before{};  ///< moves that each had made by then
  /// Place in `moves` of an illegal one that is pressed (slip.hpp).
  std::optional<std::size_t> slip;
  /// The next one is the opponent's hand that puts it back, and behind that its ply is played again.
  bool corrected = false;
};

/// The main line of a game with its %clk commands. A TimeControl tag that is not understood counts as unknown: the
/// clocks of the score then speak alone.
Score score_of(const pgn::Game& game);

/// At most `count` plies from ply `first` on (from 0, at most their number), with the clocks as they stood then.
Score excerpt(const Score& score, std::size_t first, std::size_t count);

}  // namespace adoube::hands
