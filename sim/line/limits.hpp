// SPDX-License-Identifier: Apache-2.0
/// The timing table of full speed: what USB 2.0 (chapter 7) asks of whoever drives the line. The only place of these
/// numbers; they are read off the specification, not off a device.
#pragma once
#include "sim/line/time.hpp"

namespace adoube::line {

struct Limits {
  int rate_ppm;         ///< of the bit rate, either way (7.1.11: TFDRATE)
  Time sync_shift;      ///< of the second edge against the first (7.1.14.1: TFSOP)
  Time next, paired;    ///< jitter between neighbouring edges, and edges of one direction (7.1.13.1, 7.1.15)
  Time eop_early;       ///< SE0 begins at most that much before the end of the last bit (7.1.13.1.2: TFDEOP) ...
  Time eop_late;        ///< ... and that much after it
  Time se0_min, se0_max;///< width of the SE0 of an EOP (7.1.13.2)
  Time mixed;           ///< SE0 or SE1 where the line changes between J and K (7.1.4: TFST)
  Time eop_j;           ///< how far from one bit time the J behind SE0 may be before the driver lets go (7.1.13.2)
};

/// At the plug of a device that drives (table 7-9).
inline constexpr Limits device_source{2'500, 3 * ns + ns / 2, 3 * ns + ns / 2, 4 * ns, 2 * ns, 5 * ns, 160 * ns, 175 * ns, 14 * ns, 5 * ns};

/// What of a host may arrive at a device's plug through five hubs (tables 7-9 and 7-11: jitter TJR1 and TJR2, that is
/// 3.5 + 5 * 3 and 4 + 5 * 1 ns, the first edge 5 * 5 ns more; SE0 late by 5 + 5 * 15 ns, and from TFEOPR to 175 + 5 * 15 ns and a margin wide). A
/// device must bear jitter beside a clock error, so that of the longest run (seven bits, paired fourteen) is added; and
/// SE0 is measured from the last edge, wherever jitter put that. Of the J behind SE0 hubs keep what they like.
inline constexpr Time host_next = 18 * ns + ns / 2 + 7 * bit * 2'500 / 1'000'000;
inline constexpr Time host_paired = 9 * ns + 14 * bit * 2'500 / 1'000'000;
inline constexpr Limits host_at_plug{2'500, host_next + 25 * ns, host_next, host_paired, host_next + 2 * ns, host_next + 80 * ns, 82 * ns, 260 * ns, 14 * ns, bit / 2};

/// From the SE0's end of the packet that is answered to the first K of the answer, at the plug of a device with its own
/// cable receptacle (7.1.18.1: TIPD, TRSPIPD1).
inline constexpr Time answer_min = 2 * bit;
inline constexpr Time answer_max = 6 * bit + bit / 2;

/// How long one waits for the other's packet: not given up before, given up after (7.1.19.1).
inline constexpr Time wait_min = 16 * bit;
inline constexpr Time wait_max = 18 * bit;

/// SE0 that is a bus reset: none below, surely by (7.1.7.5: TDETRST).
inline constexpr Time reset_min = 2 * us + us / 2;
inline constexpr Time reset_max = 10 * ms;

/// Rest that is suspend: none below (7.1.7.6).
inline constexpr Time suspend_min = 3 * ms;
/// K of a host that resumes, at least (7.1.7.7: TDRSMDN); then a low-speed EOP.
inline constexpr Time resume_min = 20 * ms;

}  // namespace adoube::line
