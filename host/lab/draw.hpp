// SPDX-License-Identifier: Apache-2.0
/// A game on a simulated board with everything drawn: the part of the game, board, hands, pace, what goes wrong with sensors,
/// wires, cable and clocks.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "host/lab/drawn_numbers.hpp"
#include "host/lab/game_run.hpp"

namespace adoube::lab {

struct Draw {
  std::size_t game = 0;       ///< place in the list of games, from 0
  std::size_t first_ply = 1;
  std::string hands;          ///< as hands::players_named takes it; no "random"
  std::uint64_t seed = 1;
  bool own_pace = false;
  hands::Slip slip = hands::Slip::none;
  Tick limit = 0;
  Numbers numbers;
  std::string edition = "fide2023";
  BoardOptions board;         ///< all but the seed of what happens to packets, which is `seed`
  bool presence = false;
  bool rotated = false;
  std::optional<std::uint32_t> hold;        ///< us
  std::optional<std::uint32_t> scan_pause;  ///< us
  std::size_t faults = 0;
};

/// What is drawn of a game has at least so many plies: the quickest of them is not over before the cable is pulled.
inline constexpr std::size_t least_plies = 20;

/// The draw of that number: the same for the same seed, whatever was drawn before. Each number of board and hands has its
/// turn to be near the low end of its range and its turn to be near the high one, so that 2 * number_names().size() draws in
/// a row have had all of them; the others are drawn evenly. Of 24 boards 15 are otherwise fit and nothing happens to their sensors and
/// wires, eight are fit and have faults, and one has numbers drawn evenly over their whole ranges, as far as they fit together.
/// One in `pins_one_in` is played through the pins, where cable and packets suffer too. `plies`: of each
/// game there is, `least_plies` or more.
Draw draw(std::uint64_t seed, std::uint64_t number, std::span<const std::size_t> plies, std::uint32_t pins_one_in);

/// The options of that game.
GameOptions options_of(const Draw& draw);

/// What stands behind `adoube sim FILE` for the game of that number in the file to be played so, word by word.
std::vector<std::string> words(const Draw& draw, int number);

}  // namespace adoube::lab
