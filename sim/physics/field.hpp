// SPDX-License-Identifier: Apache-2.0
/// The field of one magnet at a sensor, in integers. Fields of several magnets add.
#pragma once
#include <cstdint>

#include "sim/physics/parameters.hpp"

namespace adoube::sim {

/// Largest integer whose square is at most `n`; n >= 0.
std::int64_t integer_root(std::int64_t n);

/// Strength in uT at squared distance `square` (um^2, >= 1) from the middle of a magnet: a dipole's fall with the third power of
/// the distance. Never grows with distance. From 2 cm on within 6 % of the field on the axis of a disc; nearer it is too much.
std::int64_t field_at(std::int64_t square, const Parameters& parameters);

/// Where a magnet is, as its sensor sees it: between two squared distances and between two heights (um, > 0).
struct Whereabouts {
  std::int64_t near;
  std::int64_t far;
  std::int64_t low;
  std::int64_t high;
};

/// Bounds of the field in uT that the board's kind of sensor feels from a magnet of the usual strength; equal where the
/// whereabouts are one point, and never wider for narrower whereabouts.
///
/// A reed is a wire of 15 mm that averages over angles: it feels the strength alone, the dipole's factor of 1 to 2 for the
/// angle is left out, and magnets add whatever side they stand on. A Hall sensor feels what stands upright on the board, the
/// strength times (3 cos^2 - 1) / 2 of the angle at the magnet: full below it, nothing at 55 degrees, and beyond that the
/// other way round, so that neighbours take something away.
struct FieldRange {
  std::int64_t low;
  std::int64_t high;
};
FieldRange field_range(const Whereabouts& where, const Parameters& parameters);

/// Field in uT that a sensor feels of a piece whose base is `lateral` um aside of its centre and `height` um above the board.
std::int64_t field(std::int64_t lateral, std::int64_t height, const Parameters& parameters);

/// Largest squared distance (um^2) at which the strength still reaches `threshold` uT; 0: nowhere beyond 1 um.
std::int64_t reach_squared(std::int64_t threshold, const Parameters& parameters);

}  // namespace adoube::sim
