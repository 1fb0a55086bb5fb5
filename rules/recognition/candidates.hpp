// SPDX-License-Identifier: Apache-2.0
/// Games that can have been played since a press that several moves explain. What the squares show at each later press leaves
/// fewer, until one is left.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "rules/chess/position.hpp"
#include "rules/recognition/gap.hpp"
#include "rules/recognition/sight.hpp"

namespace adoube::recognition {

class Candidates {
 public:
  using PromotionKind = std::function<std::optional<chess::Kind>(int ply)>;

  /// Moves that can have been pressed in `known`, which is ply `ply` and began with event `began`; event `pressed` was the press.
  void begin(const chess::Position& known, int ply, std::span<const chess::Move> moves, int began, int pressed);
  /// That player has pressed, as event `number`, and holds nothing; the other may have begun his reply. A promotion is to the
  /// kind that `kind` knows for its ply; a game with another one can go on but is not told apart (`only`).
  void press(Colour player, int number, const Sight& sight, const PromotionKind& kind);

  /// How many there are, and how the first of them begin.
  Account account() const;
  /// The moves of the only one; empty if there are more or none.
  std::span<const chess::Move> only() const;

 private:
  /// More are not followed.
  static constexpr std::size_t kMost = 256;
  struct Game {
    chess::Position position;
    std::vector<chess::Move> moves;
    bool kind_assumed = false;
  };
  int ply_ = 1;      // of the first move
  int began_ = 0;    // what happened since can belong to the move that is pressed next
  int pressed_ = 0;
  std::vector<Game> games_;
  bool too_many_ = false;
};

}  // namespace adoube::recognition
