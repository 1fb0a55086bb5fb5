// SPDX-License-Identifier: Apache-2.0
/// The Verilated scan side with the board in front of it: one 12 MHz clock at a time, or a leap over what repeats.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/kernel/board.hpp"
#include "sim/kernel/cut.hpp"
#include "sim/kernel/edge.hpp"
#include "sim/kernel/leap_table.hpp"

class Vscan;
class VerilatedContext;

namespace adoube::sim {

class ScanTwin;

/// Rest is found by comparison, never assumed: over a stretch of clocks (a whole scan, or a microsecond in the quiet
/// part of a slot) every bit of the model is as before but for the counters of rtl/leap.toml, and these have counted
/// what the table says. As long as its inputs stand still, such a model can only do the same again.
class ScanSide {
 public:
  /// After power-up reset, before the first clock, which has number `begin`. `truth` takes every edge that leaves the
  /// filter.
  ScanSide(std::uint64_t begin, std::vector<Change> changes, std::vector<ProbedEdge>& truth, LeapFault fault);
  ~ScanSide();
  ScanSide(const ScanSide&) = delete;
  ScanSide& operator=(const ScanSide&) = delete;

  /// The number of the next clock.
  [[nodiscard]] std::uint64_t time() const { return time_; }
  [[nodiscard]] const FromScan& output() const { return output_; }
  /// First clock that sees a changed contact; Board::never after the last.
  [[nodiscard]] std::uint64_t next_change() const { return board_.next_change(); }

  /// New levels at the cut, seen from clock time() on.
  void input(const FromUsb& input);
  /// The same where only the frame number differs, which disturbs no rest.
  void input_frame(std::uint16_t frame);

  /// One clock.
  void clock();

  /// Look for rest (off after construction; costs a few comparisons a scan).
  void watch(bool on);

  /// If the model is at rest the clock up to which its outputs cannot change as long as its inputs do not; else time().
  [[nodiscard]] std::uint64_t rest_until() const { return period_ == 0 ? time_ : std::min(rest_end_, next_change()); }

  /// Brings a model at rest to `time`, not beyond rest_until().
  void leap(std::uint64_t time);

  /// All state, by Verilator's own serialiser.
  [[nodiscard]] std::string saved() const;

  std::uint64_t clocks = 0;  ///< simulated one by one
  std::uint64_t scan_leaps = 0;
  std::uint64_t wait_leaps = 0;

 private:
  void rising_edge();
  void read_output();
  void disturb();
  void look();
  void scan_started();
  void waited();
  [[nodiscard]] bool in_wait() const { return counting_.data() == wait_counters_.data(); }
  [[nodiscard]] std::uint64_t deadline() const;

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vscan> model_;
  RawImage image_{};
  std::vector<LeapCounter> scan_counters_;     // from scan to scan with all channels at rest
  std::vector<LeapCounter> pending_counters_;  // ... with departures under way
  std::vector<LeapCounter> wait_counters_;     // within a slot
  std::vector<LeapDeadline> deadlines_;
  LeapFault fault_;
  std::unique_ptr<ScanTwin> last_scan_;  // the model as it was at the last scan start
  std::unique_ptr<ScanTwin> last_wait_;  // ... and a microsecond ago
  Board board_;
  std::uint16_t row_ = 0;  // what the board's latch holds
  std::vector<ProbedEdge>& truth_;
  FromScan output_;
  std::uint64_t begin_;  // number of the first clock
  std::uint64_t time_;

  std::uint64_t period_ = 0;    // clocks after which the model repeats; 0: not known to
  std::uint64_t rest_end_ = 0;  // ... and up to when
  std::span<const LeapCounter> counting_;  // ... and what counts meanwhile
  bool watch_ = false;
};

}  // namespace adoube::sim
