// SPDX-License-Identifier: Apache-2.0
/// Counting legal games on several threads: work is shared, numbers are those of one thread.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "rules/chess/position.hpp"

namespace adoube::cli {

/// Legal games by their first move.
struct PerftCount {
  chess::MoveList moves;             ///< first moves; empty at depth 0
  std::vector<std::uint64_t> games;  ///< games that begin with each
  std::uint64_t nodes = 0;           ///< all of them
};

/// Called on the calling thread some times a second with the parts done and all parts (a part is what is left after at
/// most two plies); returns whether to go on.
using PerftWatch = std::function<bool(std::size_t done, std::size_t all)>;

/// Counts the legal games of `depth` plies (from 0) on `threads` threads (from 1); nothing if `watch` said stop.
std::optional<PerftCount> count_games(const chess::Position& position, int depth, int threads, const PerftWatch& watch);

}  // namespace adoube::cli
