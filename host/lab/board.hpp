// SPDX-License-Identifier: Apache-2.0
/// A simulated board as the laboratory sees it: the transport and clock that the driver is given, and, beside them and
/// unknown to the driver, the truth about what the filter confirmed.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "driver/transport/clock.hpp"
#include "driver/transport/transport.hpp"
#include "rules/core/interval.hpp"

namespace adoube::lab {

/// An edge that left the filter: counted at the filter's output, whatever became of it afterwards.
struct TrueEdge {
  std::uint8_t channel = 0;
  bool level = false;
  Tick onset = 0;
  Tick confirmed = 0;     ///< device time of the confirmation
  bool late = false;
  bool refused = false;   ///< the board's FIFO was full: it is owed a drop report, not a delivery
};

/// What was done to the bus of a board, as far as it came to that.
struct Suffered {
  std::uint64_t damaged = 0;  ///< packets
  bool mishaps = false;       ///< all that were planned have happened and are over
};

class Board {
 public:
  Board() = default;
  Board(const Board&) = delete;
  Board& operator=(const Board&) = delete;
  virtual ~Board() = default;

  virtual transport::Transport& transport() = 0;
  /// Device time, us since power-up.
  virtual const transport::Clock& clock() const = 0;
  /// All edges confirmed so far, in the order of confirmation.
  virtual std::span<const TrueEdge> truth() = 0;
  /// How the board is simulated: "edges", "lock", "leap".
  virtual std::string_view mode() const = 0;
  /// A number over everything that crossed the wire so far.
  virtual std::uint64_t wire_hash() = 0;
  /// After the transport has said `lost`: waits for the board to come back and opens it anew; transport() is another one
  /// then. `lost` where it does not come back, `interrupted` where `go_on`, asked every millisecond of device time, says no.
  virtual Result<void> reopen(const std::function<bool()>&) { return fail(Cause::lost, "this board does not come back"); }
  /// What the device did against the rules of its bus, in words; empty for a clean one, and where there is no bus.
  virtual std::string breaches() { return {}; }
  virtual Suffered suffered() const { return {}; }
  /// Ends what records the run (a capture file) and says whether all of it was written.
  virtual Result<void> finish() = 0;
};

}  // namespace adoube::lab
