// SPDX-License-Identifier: Apache-2.0
/// A judgement on one turn of a game, with what it takes to put it into words.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "rules/article4/evidence.hpp"
#include "rules/article4/ruling.hpp"
#include "rules/core/event.hpp"

namespace adoube::recognition {

enum class Owner : std::uint8_t {
  mover,  ///< the player having the move
  next,   ///< the other player, already in his next turn
};

/// An event and whose it is taken to be.
struct Seen {
  Event event;
  int number;  ///< place in the stream, from 1
  Owner owner;
};

/// Refers to what the recogniser holds: valid during the call that passes it, or until the next event.
struct Judged {
  const article4::Judgement& judgement;
  const article4::MoveTable& table;
  const article4::Edition& edition;
  const article4::TurnOptions& options;
  std::span<const Seen> window;  ///< events around the turn; those of `owner` are its own
  Owner owner = Owner::mover;

  /// The events of the turn, in order.
  std::vector<Event> events() const;
  article4::Evidence evidence() const;
  /// In words, with the ids of the evidence. Allocates.
  article4::Ruling ruling() const;
};

}  // namespace adoube::recognition
