// SPDX-License-Identifier: Apache-2.0
/// Numbers of board and hands, drawn for a game: one of them has its turn, the others are drawn evenly or left to the style.
#pragma once
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "host/lab/game_run.hpp"
#include "sim/hands/style.hpp"
#include "sim/physics/parameters.hpp"
#include "sim/physics/random.hpp"

namespace adoube::lab {

/// Name and value, for set_number.
using Numbers = std::vector<std::pair<std::string_view, std::int64_t>>;

/// The number that has its turn, and which end of its range.
struct Turn {
  std::string_view name;
  bool high;
};

/// Turns come round: every number's low end and its high one within 2 * number_names().size() draws. In the next so many even and
/// odd draws change places, so that a share of the draws (those through the pins) comes to both.
Turn turn_of(std::uint64_t draw);

/// The lowest tenth of a range, and the highest.
constexpr bool near_low(std::int64_t value, std::int64_t low, std::int64_t high) { return value <= low + (high - low) / 10; }
constexpr bool near_high(std::int64_t value, std::int64_t low, std::int64_t high) { return value >= high - (high - low) / 10; }

/// Of the hands: what has its turn with what belongs to it (a least duration has a usual one that is not below), in every
/// second draw some others as well. What shows only together with a habit comes with that habit.
Numbers draw_hands(const Turn& turn, sim::Random& random);

enum class BoardKind : std::uint8_t {
  fit,       ///< for these players' hands; but the parameter that has its turn may not be
  anything,  ///< drawn evenly, as far as the parameters fit together
};
/// Of the board, all of them; of a fit one also `off_centre` for the hands that it is fit for, unless that has its turn.
Numbers draw_board(const Turn& turn, BoardKind kind, const hands::Players& players, sim::Random& random);

/// The number makes a difference in a game with these options: on a board with that sensor, those lines, a touch plane, by hands
/// with that habit.
bool acts(std::string_view name, const GameOptions& options);

}  // namespace adoube::lab
