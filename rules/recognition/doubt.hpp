// SPDX-License-Identifier: Apache-2.0
/// What may be the fault of the sensors in a judgement that blames a player.
#pragma once
#include "rules/recognition/ownership.hpp"

namespace adoube::recognition {

/// What the squares show, beside the turns that follow from it.
struct Senses {
  SquareSet shown = 0;    ///< occupied squares, whoever did it
  SquareSet unheld = 0;   ///< empty or occupied, and nobody's hand did it
  SquareSet unread = 0;   ///< of them those where a hand did it and the sensor does not show it
  bool contacts = false;  ///< the board has a touch plane
};

/// The judgement on a turn. A move that was inferred although a sensor did not show it, where no hand is felt, or after a gap, is the
/// likeliest reading and not the only one: it is the arbiter's, and so is one whose hand was felt elsewhere. Where it blames a player
/// for what the sensors do not tell for certain, that stands in its flags and it is left to the arbiter. Presence alone does not tell
/// a piece that was knocked over from one that was touched, nor one in the hand from one that stands on a dead sensor, nor which of
/// two pieces in the air was touched first. With contacts a hand on an empty square may have left a piece there, and one that is felt
/// on a piece while it moves another is not there. No player has three pieces up. Whose hand it was no plane tells: a piece of the
/// opponent's that came to another square beside a legal move, or one that came from nowhere, he may have moved himself, what came to
/// another square as a move that stood was taken up again may be what he takes it with, and a piece that had fallen either may have
/// set up. What events with an actor say somebody has told, and knows.
article4::Judgement with_doubt(const Board& board, const Ownership& hands, Owner owner, const Senses& senses);

}  // namespace adoube::recognition
