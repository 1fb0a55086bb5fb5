// SPDX-License-Identifier: Apache-2.0
/// Makes the simulated boards of the laboratory.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "driver/wire/protocol.hpp"
#include "host/lab/board.hpp"
#include "rules/core/result.hpp"
#include "sim/kernel/mishap.hpp"
#include "sim/physics/change.hpp"

namespace adoube::lab {

struct BoardOptions {
  enum class Path : std::uint8_t {
    pins,   ///< sensors, RTL, bit-true USB, libusb
    edges,  ///< a model of the scanner; its packets enter at the wire, one virtual frame a millisecond
  };
  enum class Mode : std::uint8_t { lock, leap };
  enum class Shell : std::uint8_t { plain, systemc };
  enum class Front : std::uint8_t { parallel, shift, direct };  ///< as wire::fronts has them
  Path path = Path::pins;
  Mode mode = Mode::leap;
  Shell shell = Shell::plain;
  Front front = Front::parallel;
  std::optional<std::string> pcap;  ///< capture file of the simulated bus; pins only
  std::vector<sim::Mishap> mishaps; ///< pins only; those of one kind must not overlap
  /// One packet in so many is damaged on the bus from `open_by` on, drawn from `fault_seed`; 0: none; pins only.
  std::uint32_t line_faults = 0;
  std::uint64_t fault_seed = 1;
  int drift_ppm = 0;                ///< the host's milliseconds are so many millionths longer than the board's, to 83; -2,500 to 2,500
};

/// The row of a front.
inline const wire::Front& front_of(BoardOptions::Front front) { return wire::fronts[static_cast<std::size_t>(front)]; }

/// Device time by which a host has opened its board, us: hands act later. A line on which nothing gets through cannot be opened,
/// so random damage begins here.
inline constexpr Tick open_by = 900'000;

/// A board on which these contacts happen, powered up at time 0. `changes` must outlive it. At most one board with pins
/// exists in a process at a time. Errors: `io` (the capture file), `no_device` or `protocol` (the device does not
/// enumerate), `usage` (a capture without a bus).
Result<std::unique_ptr<Board>> make_board(const BoardOptions& options, std::span<const sim::Change> changes);

}  // namespace adoube::lab
