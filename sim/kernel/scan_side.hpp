// SPDX-License-Identifier: Apache-2.0
/// The Verilated scan side with the board in front of it: one 12 MHz clock at a time, or a leap over what repeats.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/kernel/board.hpp"
#include "sim/kernel/cut.hpp"
#include "sim/kernel/edge.hpp"
#include "sim/kernel/leap_table.hpp"

namespace adoube::sim {

/// Rest is found by comparison, never assumed: over a stretch of clocks (a whole scan, or a microsecond in the quiet
/// part of a slot) every bit of the model is as before but for the counters of rtl/leap.toml, and these have counted
/// what the table says. As long as its inputs stand still, such a model can only do the same again.
class ScanSide {
 public:
  /// After power-up reset, before the first clock, which has number `begin`. `truth` takes every edge that leaves the
  /// filter. The model is the one that was built with `front`.
  static std::unique_ptr<ScanSide> make(const wire::Front& front, std::uint64_t begin, std::vector<Change> changes,
                                        std::vector<ProbedEdge>& truth, LeapFault fault);
  virtual ~ScanSide() = default;
  ScanSide(const ScanSide&) = delete;
  ScanSide& operator=(const ScanSide&) = delete;

  /// The number of the next clock.
  [[nodiscard]] std::uint64_t time() const { return time_; }
  [[nodiscard]] const FromScan& output() const { return output_; }
  /// First clock that sees a changed contact; Board::never after the last.
  [[nodiscard]] std::uint64_t next_change() const { return board_.next_change(); }

  /// New levels at the cut, seen from clock time() on.
  virtual void input(const FromUsb& input) = 0;
  /// The same where only the frame number differs, which disturbs no rest.
  virtual void input_frame(std::uint16_t frame) = 0;

  /// One clock. Throws std::logic_error where a part in front of the model is driven as its data sheet does not allow.
  virtual void clock() = 0;

  /// Look for rest (off after construction; costs a few comparisons a scan).
  virtual void watch(bool on) = 0;

  /// If the model is at rest the clock up to which its outputs cannot change as long as its inputs do not; else time().
  [[nodiscard]] std::uint64_t rest_until() const { return period_ == 0 ? time_ : std::min(rest_end_, next_change()); }

  /// Brings a model at rest to `time`, not beyond rest_until().
  virtual void leap(std::uint64_t time) = 0;

  /// All state, by Verilator's own serialiser.
  [[nodiscard]] virtual std::string saved() const = 0;

  std::uint64_t clocks = 0;  ///< simulated one by one
  std::uint64_t scan_leaps = 0;
  std::uint64_t wait_leaps = 0;

 protected:
  ScanSide(std::uint64_t begin, std::vector<Change> changes) : board_(begin, std::move(changes)), begin_(begin), time_(begin) {}

  Board board_;
  FromScan output_;
  std::uint64_t begin_;  // number of the first clock
  std::uint64_t time_;
  std::uint64_t period_ = 0;    // clocks after which the model repeats; 0: not known to
  std::uint64_t rest_end_ = 0;  // ... and up to when
};

}  // namespace adoube::sim
