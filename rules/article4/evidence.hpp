// SPDX-License-Identifier: Apache-2.0
/// What a judgement rests on: the fewest events that give it, and which of them took which moves away.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "rules/article4/turn.hpp"

namespace adoube::article4 {

/// One link of the chain of constraints: what an event changed about the allowed moves.
struct Constraint {
  std::uint32_t event = 0;        ///< id
  Clause clause = Clause::none;   ///< that the judgement names after it
  MoveMask removed;
  MoveMask restored;              ///< a release can show that a touch did not count, a takeback frees everything
  friend bool operator==(const Constraint&, const Constraint&) = default;
};

struct Evidence {
  /// Ids, in the order of the events: they alone give the same judgement, and leaving out any one of them does not. What
  /// is known of the board is no event: they are replayed with `contacts` as below.
  std::vector<std::uint32_t> events;
  std::vector<Constraint> chain;  ///< of these events
  bool contacts = false;          ///< TurnOptions::contacts of the replay: the board was seen to sense them
};

/// Everything but the lists of what was touched and released is the same.
bool same_ruling(const Judgement& a, const Judgement& b);

/// For the judgement that `events`, fed to a turn with these options, end in. Of several possible lists it keeps the
/// earlier events. Allocates, and replays the turn about as often as the square of what remains: not for every event.
Evidence evidence(const MoveTable& table, const Edition& edition, const TurnOptions& options,
                  std::span<const Event> events);

}  // namespace adoube::article4
