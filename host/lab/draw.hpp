// SPDX-License-Identifier: Apache-2.0
/// A game on a simulated board with everything drawn: board, hands, pace, what goes wrong with sensors, wires, cable and clocks.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "host/lab/game_run.hpp"

namespace adoube::lab {

struct Draw {
  std::size_t game = 0;  ///< place in the list of games, from 0
  std::string hands;     ///< as hands::players_named takes it; no "random"
  std::uint64_t seed = 1;
  bool pins = false;
  bool own_pace = false;
  Tick limit = 0;
  std::vector<std::pair<std::string_view, std::int64_t>> numbers;  ///< for set_number
  std::size_t faults = 0;
  int drift_ppm = 0;
  std::uint32_t line_faults = 0;
  std::optional<Unplug> unplug;
};

/// Games of fewer plies are over before the cable is pulled.
inline constexpr std::size_t least_plies = 20;

/// The draw of that number: the same for the same seed, whatever was drawn before. Half of the boards are fit and nothing
/// happens to their sensors and wires, a third are fit and have faults, the others have numbers drawn evenly over their whole
/// ranges, as far as they fit together. One in `pins_one_in` is played through the pins, where cable and packets suffer too.
Draw draw(std::uint64_t seed, std::uint64_t number, std::size_t games, std::uint32_t pins_one_in);

/// The options of that game, on top of `usual`.
GameOptions options_of(const Draw& draw, GameOptions usual);

/// What stands behind `adoube sim FILE` for the game of that number in the file to be played so, word by word.
std::vector<std::string> words(const Draw& draw, int number);

}  // namespace adoube::lab
