// SPDX-License-Identifier: Apache-2.0
/// Makes the simulated boards of the laboratory.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "driver/wire/protocol.hpp"
#include "host/lab/board.hpp"
#include "host/lab/unplug.hpp"
#include "rules/core/result.hpp"
#include "sim/physics/change.hpp"

namespace adoube::lab {

/// How far two clocks that keep to USB 2.0 (7.1.11) may be apart, millionths.
inline constexpr int drift_most_ppm = 2'500;

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
  std::optional<Unplug> unplug;     ///< pins only
  std::uint32_t line_faults = 0;    ///< one packet in so many is damaged on the bus, drawn from `fault_seed`; 0: none; pins only
  std::uint64_t fault_seed = 1;
  int drift_ppm = 0;                ///< the host's milliseconds are so many millionths longer than the board's, to 83; up to drift_most_ppm either way
};

/// The row of a front.
inline const wire::Front& front_of(BoardOptions::Front front) { return wire::fronts[static_cast<std::size_t>(front)]; }

/// Clocks of the board in what the host takes for `clocks` of them.
constexpr std::uint64_t drifted(std::uint64_t clocks, int ppm) {
  const auto all = static_cast<std::int64_t>(clocks);
  return static_cast<std::uint64_t>(all + all * ppm / 1'000'000);
}

/// A board on which these contacts happen, powered up at time 0. `changes` must outlive it. At most one board with pins
/// exists in a process at a time. Errors: `io` (the capture file), `no_device` or `protocol` (the device does not
/// enumerate), `usage` (a capture without a bus).
Result<std::unique_ptr<Board>> make_board(const BoardOptions& options, std::span<const sim::Change> changes);

}  // namespace adoube::lab
