// SPDX-License-Identifier: Apache-2.0
/// The host's end of the line: bit times become edges, as late, early and slanted as USB 2.0 lets them be at a device's
/// plug (chapter 7, tables 7-9 and 7-11).
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "sim/line/wave.hpp"

namespace adoube::line {

/// One hub between host and device, full speed (USB 2.0, table 7-11).
struct Hub {
  Time delay = 0;          ///< of everything; at most 70 ns with its cable
  Time sync_shift = 0;     ///< of the first edge of a packet alone; -5 to 5 ns
  Time eop_late = 0;       ///< how much later than other edges SE0 begins; 0 to 15 ns
  Time eop_skew = 0;       ///< how much longer SE0 gets; -15 to 15 ns
};

/// How the edges depart from bit times of 12 MHz. All zero: the ideal.
struct Distortion {
  int ppm = 0;             ///< how much longer each bit is; -2,500 to 2,500
  Time jitter_next = 0;    ///< largest change of the distance between an edge and the next; 18.5 ns at a receiver
  Time jitter_paired = 0;  ///< ... and between an edge and the next but one, of the same direction; 9 ns at a receiver
  std::uint64_t seed = 1;  ///< of the jitter's draws
  Time skew = 0;           ///< D- comes later than D+ where the line changes between J and K
  Time crossover = 0;      ///< SE0 that long at each such change (rising wires late); negative: SE1 (falling ones late)
  Time dribble = 0;        ///< the last bit before an SE0 is longer
  Time se0 = 0;            ///< width of each SE0; 0: as many bits as the levels say
  unsigned hubs = 0;       ///< at most 5 (USB 2.0, 4.1.1), all like `hub`
  Hub hub{};
};

/// What `levels`, one a bit time, look like at the device's plug when the first edge leaves the host at `start` and the
/// wires rested at J before. After the last level the host lets go. Jitter leaves the first edge where it is; skew and
/// crossover delay everything by half of themselves, so that no wire moves before `start`.
Wave drive(std::span<const bus::Line> levels, Time start, const Distortion& distortion = {});

}  // namespace adoube::line
