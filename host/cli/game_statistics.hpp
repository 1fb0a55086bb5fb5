// SPDX-License-Identifier: Apache-2.0
/// What a collection of games holds, counted.
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "rules/notation/pgn.hpp"

namespace adoube::cli {

/// Counts by name. Memory grows with the number of different names, not with that of games.
using Tally = std::map<std::string, std::uint64_t, std::less<>>;
/// The `top` most frequent, then by name.
std::vector<std::pair<std::string, std::uint64_t>> most_frequent(const Tally& tally, std::size_t top);

class GameStatistics {
 public:
  static constexpr int opening_plies = 4;
  /// Width of a class of lengths in moves; the last class has no end.
  static constexpr std::size_t length_step = 20, length_classes = 6;

  void add(const pgn::Game& game);

  std::uint64_t games() const { return games_; }
  std::uint64_t plies() const { return plies_; }
  /// By Outcome.
  const std::array<std::uint64_t, 4>& results() const { return results_; }
  /// Games of 0-20, 21-40, ... moves; the last class holds all longer ones.
  const std::array<std::uint64_t, length_classes>& lengths() const { return lengths_; }
  std::size_t shortest() const { return games_ == 0 ? 0 : shortest_; }
  std::size_t longest() const { return longest_; }
  /// How games ended: "checkmate", "stalemate" and the other ends that the rules make; else what the tag Termination
  /// says; else "draw agreed or claimed", "resigned or not told", "unfinished".
  const Tally& ends() const { return ends_; }
  /// First moves: "1. e4 e5 2. Nf3 Nc6"; "set-up position" for a game with a start of its own.
  const Tally& openings() const { return openings_; }
  /// Tag TimeControl; games without one are not counted.
  const Tally& time_controls() const { return time_controls_; }
  /// Tags White and Black, games of either colour.
  const Tally& players() const { return players_; }

 private:
  std::uint64_t games_ = 0, plies_ = 0;
  std::array<std::uint64_t, 4> results_{};
  std::array<std::uint64_t, length_classes> lengths_{};
  std::size_t shortest_ = SIZE_MAX, longest_ = 0;
  Tally ends_, openings_, time_controls_, players_;
};

}  // namespace adoube::cli
