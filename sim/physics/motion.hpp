// SPDX-License-Identifier: Apache-2.0
/// What happens over the board: pieces that stand or travel, hands that hold them, levers that are pressed.
#pragma once
#include <cstdint>
#include <vector>

#include "rules/core/interval.hpp"
#include "rules/core/square.hpp"
#include "sim/physics/parameters.hpp"

namespace adoube::sim {

/// A place in micrometres: x along the files from the outer edge of the a-file, y along the ranks from that of the
/// first rank, z the height of a piece's base (or of a fingertip) above the board.
struct Place {
  std::int32_t x = 0;
  std::int32_t y = 0;
  std::int32_t z = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

/// The middle of a square, on the board.
Place centre_of(Square square, const Parameters& parameters);

/// A piece, by its number in `Motion::pieces`.
using Piece = std::uint16_t;

/// A piece travels from where it was to `to`, in a straight line at even speed, in [begin, end); begin < end.
struct Leg {
  Tick begin;
  Tick end;
  Piece piece;
  Place to;
};

/// A piece has `percent` of the usual magnetic field in [begin, end).
struct Magnet {
  Tick begin;
  Tick end;
  Piece piece;
  std::int32_t percent;
};

/// A hand holds or touches a piece in [begin, end).
struct Grip {
  Tick begin;
  Tick end;
  Piece piece;
  bool wet = false;  ///< a wet hand is felt from further off
};

/// A bare finger rests on the board in [begin, end).
struct Finger {
  Tick begin;
  Tick end;
  Place at;
  bool wet = false;
};

/// A sleeve is drawn over the board in a straight line in [begin, end); z is the height of the cloth.
struct Sleeve {
  Tick begin;
  Tick end;
  Place from;
  Place to;
};

/// An auxiliary input (a clock lever, a button) takes a level.
struct Lever {
  Tick at;
  std::uint8_t channel;
  bool level;
};

/// A whole run. Nothing is at tick 0 but the pieces where they stand and `levers` of tick 0.
struct Motion {
  std::vector<Place> pieces;    ///< where each stands when the run begins
  std::vector<Leg> legs;        ///< those of one piece in the order of time, not overlapping
  std::vector<Magnet> magnets;  ///< the unusual ones; where two of one piece overlap the later in the list counts
  std::vector<Grip> grips;      ///< those of one piece may overlap (two hands)
  std::vector<Finger> fingers;
  std::vector<Sleeve> sleeves;
  std::vector<Lever> levers;
  Tick end = 0;                 ///< after everything
};

}  // namespace adoube::sim
