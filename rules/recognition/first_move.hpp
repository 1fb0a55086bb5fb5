// SPDX-License-Identifier: Apache-2.0
/// Can what became of the squares be the first move of a game, and what is done of its answer?
#pragma once
#include <cstdint>

#include "rules/chess/position.hpp"
#include "rules/recognition/course.hpp"

namespace adoube::recognition {

enum class Reading : std::uint8_t {
  none,     ///< there is no such legal move, or its pieces did not go so
  unclear,  ///< there is, but a piece may have been taken up before, by the other player
  clear,    ///< there is, and whoever plays it began
};

/// The player having the move in `start` begins: his is the first piece that a hand takes up, and it comes to its square after it has
/// left the other. `pressed`: he has pressed, and so holds nothing, while of the answer any part may be done, and what no hand was felt
/// on may have fallen. Otherwise move and answer stand; who has not pressed may still hold the piece.
Reading first_move(const chess::Position& start, const Course& course, bool pressed);

/// The player having the move in `start` presses, and all that hands took up and set down elsewhere, or onto another piece, were pieces
/// that are his only if the board lies the other way round: he has moved one as no legal move does, either way.
bool only_the_other_way(const chess::Position& start, const Course& course);

}  // namespace adoube::recognition
