// SPDX-License-Identifier: Apache-2.0
/// Holds what was heard against the timing table, and says what is wrong with it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "sim/line/limits.hpp"
#include "sim/line/receiver.hpp"

namespace adoube::line {

enum class Kind : std::uint8_t {
  sync,          ///< not seven zeros and a one
  stuffing,      ///< seven ones in a row, or six without a zero before SE0
  bytes,         ///< SE0 away from the end of a byte, no byte, or more than any packet has
  no_end,        ///< let go without SE0
  rate,          ///< bits too long or too short
  sync_shift,    ///< the second edge too far from its place after the first
  jitter_next,   ///< an edge too far from its place after the one before
  jitter_paired, ///< ... after the last one of its direction
  eop_shift,     ///< SE0 away from the end of the last bit
  se0_short, se0_long,
  eop_j,         ///< behind SE0 not one bit of J, then let go
  mixed,         ///< both wires equal within the packet for longer than a crossing lasts
  early, late,   ///< the answer came outside the 2 to 6.5 bit times
  contention,    ///< both ends drove
  held,          ///< the device does not let go
  pid,           ///< a PID byte that is none, or none a device may send
  size,          ///< a handshake with content, data of more than 64 bytes or less than their CRC
  crc,
  answer,        ///< not what the script expects
  unasked,       ///< a transmission that nobody waited for
};

/// The kind as the documents call it.
const char* name(Kind kind);

struct Fault {
  Kind kind;
  Time at;          ///< where it was seen
  Time measured;    ///< what was measured, if the kind has a measure; else 0
  bool host;        ///< of the model itself, not of the device
};

/// "late: 625,000 ps at 1,234,567,890 ps", "the host model: ..."
std::string text(const Fault& fault);

/// Everything of the timing table that one transmission shows.
void judge(const Heard& heard, const Limits& limits, bool host, std::vector<Fault>& faults);
/// What every packet of a device must be whatever it answers (USB 2.0, 8.3 to 8.4.5).
void judge_content(const Heard& heard, std::vector<Fault>& faults);
/// When the answer to a packet whose SE0 ended at `asked` came.
void judge_delay(const Heard& heard, Time asked, std::vector<Fault>& faults);

}  // namespace adoube::line
