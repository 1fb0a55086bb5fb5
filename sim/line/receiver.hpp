// SPDX-License-Identifier: Apache-2.0
/// Hears one transmission from its edges alone: recovers bits by the distances between edges, and measures everything
/// that the timing table speaks of. It knows 12 Mb/s and nothing else of who sent.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "sim/bus/packets.hpp"
#include "sim/line/wave.hpp"

namespace adoube::line {

using bus::Bytes;

struct Heard {
  Bytes bytes;                        ///< PID, content, CRC, as far as they came
  bus::Form form = bus::Form::good;
  bool sync_good = true;              ///< seven zeros and a one, no more and no fewer
  bool ended = false;                 ///< by SE0
  bool quiet_after = true;            ///< nothing but J between SE0 and letting go

  Time begins = 0;                    ///< the driver is switched on
  Time first_k = 0;                   ///< the first edge; that of SYNC
  Time se0_from = 0, se0_to = 0;      ///< SE0 of the EOP
  Time ends = 0;                      ///< the driver lets go

  Time sync_shift = 0;                ///< departure of the second edge from the first: hubs keep that apart from jitter
  Time drift = 0;                     ///< from the second edge to the last, against so many bits of 12 Mb/s
  Time length = 0;                    ///< ... in bits of 12 Mb/s
  Time jitter_next = 0;               ///< largest departure of neighbouring edges from whole bits, from the second edge on
  Time jitter_paired = 0;             ///< ... and between edges of one direction
  Time eop_shift = 0;                 ///< begin of SE0 against the end of the last bit; positive: late
  Time mixed = 0;                     ///< longest SE0 or SE1 within the packet
};

/// `wave`: from an end's first driven edge to its letting go. SE0 of half a bit or more ends the packet; a last bit that
/// SE0 finds too long (up to a bit) is one bit, and eop_shift says so (USB 2.0, 7.1.14.2, a hub's late EOP).
Heard hear(std::span<const Edge> wave);

}  // namespace adoube::line
