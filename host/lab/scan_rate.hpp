// SPDX-License-Identifier: Apache-2.0
/// What a board that scans so often tells of a game: the reason for scanning thousands of times a second, as numbers.
#pragma once
#include <cstdint>

#include "rules/article4/edition.hpp"
#include "rules/core/interval.hpp"
#include "rules/core/result.hpp"
#include "rules/notation/pgn.hpp"
#include "sim/hands/style.hpp"

namespace adoube::lab {

/// Counts over any number of games.
struct ScanRateCount {
  std::size_t games = 0;
  std::size_t exact = 0;     ///< games told move for move, none missed and none invented
  std::size_t plies = 0;
  std::size_t missed = 0;    ///< plies not told, or another move in their place; the game is then put right behind them
  std::size_t invented = 0;  ///< moves told that nobody made
  std::size_t touches = 0;   ///< a hand comes to a square
  std::size_t unseen = 0;    ///< touches that no scan saw
  std::size_t pairs = 0;     ///< touches one after the other
  std::size_t untold = 0;    ///< pairs whose order the board cannot tell: one is unseen, or one scan covers both
  std::size_t wrong = 0;     ///< pairs with the stamps the wrong way round or equal: whoever goes by the stamps is misled

  ScanRateCount& operator+=(const ScanRateCount& other);
};

struct ScanRateOptions {
  Tick period = 126;  ///< of the scan, us: `shortest_scan` to `longest_scan`
  hands::Style style;
  article4::Edition edition;
  std::uint64_t seed = 1;
};

inline constexpr Tick shortest_scan = 126;
inline constexpr Tick longest_scan = 250'126;

/// Hands play the game on the scanner's model, whose packets enter the driver at the wire; both planes are read. A scan that
/// is longer than any bounce needs no hold and gets none: a level counts as soon as the filter can tell it (two samples).
/// Errors: those of the session.
Result<ScanRateCount> at_scan_rate(const pgn::Game& game, const ScanRateOptions& options);

}  // namespace adoube::lab
