// SPDX-License-Identifier: Apache-2.0
/// The ground truth of a run: what the script did to each contact, told without any scanner, and what an ideal filter
/// must therefore report. A checker compares it with the edges confirmed by the gateware.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/physics/change.hpp"

namespace adoube::sim {

inline constexpr std::size_t channel_count = 136;

/// One physical transition: a magnet, hand or lever crossed a threshold. The contact may bounce after it.
struct Transition {
  Tick at;               ///< first contact with the new level
  Tick settled;          ///< start of the last spell of its bounce; equals `at` where it did not bounce
  std::uint8_t channel;  ///< wire channel, 0..135
  bool level;
  friend constexpr auto operator<=>(const Transition&, const Transition&) = default;
};

/// Hold times and scan period of the filter that the expectation is for, in us (the registers of the same names).
struct FilterTimes {
  Tick hold_presence = 4000;
  Tick hold_touch = 2000;
  Tick hold_auxiliary = 2000;
  Tick chatter_max = 12000;
  Tick scan_period = 126;
  Tick hold(std::uint8_t channel) const {
    return channel < 64 ? hold_presence : channel < 128 ? hold_touch : hold_auxiliary;
  }
};

/// An edge that the filter owes. Bounces, and contacts shorter than hold, are not owed.
struct OwedEdge {
  Tick first;            ///< instant of the first departure since the channel was last quiet
  Tick seen_by;          ///< the onset's sample is earlier than this: `first` + scan period where the first spell lasts a scan
  std::uint8_t channel;
  bool level;
  bool certain;          ///< false: the contact lasted between hold and hold + 2 scans, so the phase of the scan decides
  bool restless;         ///< unsettled for chatter_max or longer: the edge may be late and its onset restarted
  Tick settled = 0;      ///< start of the run of the level that confirms it
};

/// The edges owed for `changes` (a whole run, every level 0 before it), by channel and time within the channel.
/// A run of a level confirms if it lasts hold; its onset is the first departure since the channel was last quiet.
std::vector<OwedEdge> owed_edges(std::span<const Change> changes, const FilterTimes& times);

/// An edge as the filter reported it.
struct SeenEdge {
  Tick onset;            ///< tick of the first differing sample; the interval is (onset - scan period, onset]
  std::uint8_t channel;
  bool level;
  bool late = false;
};

/// Outcome of holding the reported edges against the owed ones.
struct Comparison {
  std::size_t owed = 0;        ///< certain ones
  std::size_t seen = 0;
  std::size_t missing = 0;     ///< owed for certain and not seen
  std::size_t invented = 0;    ///< seen and not owed
  std::size_t misplaced = 0;   ///< right channel, level and turn, but the first departure is outside the interval
  std::string first_fault;     ///< the first of them in words; empty: none
  bool equal() const { return missing + invented + misplaced == 0; }
};

/// Channel by channel and level by level, each channel's edges in their order; `seen` by onset or by arrival. An edge that
/// is not certain may be there or not; levels of a channel must alternate all the same.
Comparison compare(std::span<const OwedEdge> owed, std::span<const SeenEdge> seen);

}  // namespace adoube::sim
