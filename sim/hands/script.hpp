// SPDX-License-Identifier: Apache-2.0
/// What hands did in one run, worked out before the run starts: the contacts they caused, the truth about them, and
/// when each ply was planned to happen.
#pragma once
#include <bitset>
#include <cstdint>
#include <vector>

#include "rules/chess/move.hpp"
#include "rules/core/interval.hpp"
#include "rules/core/square.hpp"
#include "sim/hands/remark.hpp"
#include "sim/physics/change.hpp"
#include "sim/physics/motion.hpp"
#include "sim/physics/truth.hpp"

namespace adoube::hands {

/// One ply as the hand meant it. Ticks are instants of the hand, not of the sensors: contacts follow within
/// milliseconds. In order: touch < lift < place <= release < press; for a capture, castling or a promotion `lift` is
/// the first piece taken up and `place` the last one put down, and squares between them are not listed. Bystanders are
/// touched, if at all, before `touch`, while the move is played, or between `release` and `press`. A hurried player
/// touches and lifts before the opponent's release, and the opponent's press may come after his.
struct Ply {
  int number = 0;              ///< from 1
  chess::Move move;
  Colour side = Colour::white;
  Tick touch = 0;              ///< fingers meet the first piece
  Tick lift = 0;               ///< it starts to rise
  Tick place = 0;              ///< the last piece stands
  Tick release = 0;            ///< fingers leave it: the move is made (4.7)
  Tick press = 0;              ///< the player's own lever is down (6.2.1)
  Tick added = 0;              ///< us by which the score had to be stretched here, 0 for most
};

/// A whole run of one board, from power-up to the last packet of one game or incident. Several games are several runs:
/// the runner restarts the board between them, so the set-up of the pieces is never played.
struct Script {
  std::bitset<sim::channel_count> initial;     ///< levels at power-up (pieces that stand, the lever that is down)
  std::vector<sim::Change> contacts;           ///< all contacts; the initial levels are its changes at tick 0
  std::vector<sim::Change> changes;            ///< what the board reads of them: the same where nothing is wrong with it
  std::vector<sim::Transition> truth;          ///< what the hands caused, by time; without bounces and initial levels
  sim::Motion motion;                          ///< what happened over the board: pieces, hands, levers
  std::vector<Ply> plies;                      ///< empty for an incident
  std::vector<Ply> illegal;                    ///< illegal moves that were pressed; what stands is one of `plies` as well
  std::vector<Remark> remarks;                 ///< what an arbiter would have noted, by ply
  Tick start = 0;                              ///< the game begins: White's time runs from here
  Tick end = 0;                                ///< after the last contact has settled; the run may stop here
  std::size_t plies_stretched = 0;             ///< plies faster in the score than hands can be
  Tick added = 0;                              ///< us added to the whole game for that ("seconds_added")
};

/// What a board reads of the same hands that is turned by half a circle: a1 is its h8.
void rotate(Script& script);

/// What a board without the touch plane reads of the same hands.
void leave_out_touch(Script& script);

}  // namespace adoube::hands
