// SPDX-License-Identifier: Apache-2.0
/// Steps of a gesture on the table, at their times.
#pragma once
#include <array>
#include <optional>
#include <vector>

#include "rules/chess/position.hpp"
#include "sim/hands/gesture.hpp"
#include "sim/hands/table.hpp"

namespace adoube::hands {

/// The pieces on the table when a move begins; it knows them wherever they go.
class Cast {
 public:
  Cast(const chess::Position& position, chess::Move move, Table& table);
  /// The piece that a step is about. A promoted one comes from beside the board when it is first asked for.
  sim::Piece of(const Step& step);
  /// Pieces of the move that are still in the hand: a captured one, a promoted pawn.
  std::vector<sim::Piece> in_hand() const;
  Table& table() { return table_; }

 private:
  Table& table_;
  std::array<std::optional<sim::Piece>, 4> pieces_;  // by Actor
  std::array<std::optional<sim::Piece>, 64> bystanders_;  // by the square on which they stood
};

/// Instants of steps performed.
struct Performed {
  Tick touch;
  Tick lift;     ///< the first piece of the move leaves its square
  Tick place;    ///< the last one stands
  Tick release;  ///< end of the last step
};

/// Steps of `player` in [end - length, end), every one stretched alike. A length below least() is a programmer's error and
/// throws std::logic_error.
Performed perform(const Steps& steps, Cast& cast, Colour player, Tick end, Tick length);

}  // namespace adoube::hands
