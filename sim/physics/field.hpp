// SPDX-License-Identifier: Apache-2.0
/// The magnet's field at a sensor, in integers.
#pragma once
#include <cstdint>

#include "sim/physics/parameters.hpp"

namespace adoube::sim {

/// Largest integer whose square is at most `n`; n >= 0.
std::int64_t integer_root(std::int64_t n);

/// Field in uT at squared distance `square` (um^2, >= 1): a dipole's fall with the third power of the distance. The
/// dipole's factor of 1 to 2 for the angle is left out, so that the contours are spheres round the sensor: a reed is a
/// wire of 15 mm that averages over angles, and the threshold is a few per cent sharp at best. Never grows with distance.
std::int64_t field_at(std::int64_t square, const Parameters& parameters);

/// Field in uT at a sensor, of a piece whose base is `lateral` um aside of its centre and `height` um above the board.
/// Never grows with either.
std::int64_t field(std::int64_t lateral, std::int64_t height, const Parameters& parameters);

/// Largest squared distance (um^2) at which the field still reaches `threshold` uT; 0: nowhere beyond 1 um.
std::int64_t reach_squared(std::int64_t threshold, const Parameters& parameters);

}  // namespace adoube::sim
