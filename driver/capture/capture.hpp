// SPDX-License-Identifier: Apache-2.0
/// Raw samples of an opened board: every scan as the matrix was read, in 64-bit time, and exactly what is missing between.
/// For bringing boards up and for judging the filter; the session's records come beside it as ever.
#pragma once
#include <cstdint>
#include <optional>

#include "driver/session/session.hpp"
#include "driver/transport/clock.hpp"
#include "driver/transport/transport.hpp"
#include "driver/wire/capture.hpp"
#include "driver/wire/unwrap.hpp"
#include "rules/core/result.hpp"

namespace adoube::driver {

/// A scan. Row r of the board was latched at `at` + r * `row_period`, the auxiliary inputs at `at` + 8 * `row_period`.
struct Scan {
  Tick at = 0;  ///< device time of its first slot, us
  Levels levels;
  Tick row_period = wire::front::parallel.row_us;  ///< us; 0: all at once
  friend bool operator==(const Scan&, const Scan&) = default;
};

/// The board left scans out because the host did not fetch them in time: those after `after` and before `before`, which
/// are the two scans about the gap.
struct MissingScans {
  Tick after = 0;
  Tick before = 0;
  std::optional<std::uint64_t> scans;  ///< nothing: the scan period changed in the gap, so it cannot be counted
  friend bool operator==(const MissingScans&, const MissingScans&) = default;
};

/// Takes the scans in order, from inside Capture::start(), stop() and Session::step(); must not call any of them.
class ScanSink {
 public:
  ScanSink() = default;
  ScanSink(const ScanSink&) = delete;
  ScanSink& operator=(const ScanSink&) = delete;
  virtual ~ScanSink() = default;
  virtual void scan(const Scan& scan) = 0;
  virtual void missing(const MissingScans& missing) = 0;
};

/// packets = 3 scans each + malformed + those discarded while nothing was captured.
struct CaptureCounters {
  std::uint64_t packets = 0;
  std::uint64_t malformed = 0;
  std::uint64_t scans = 0;      ///< given out
  std::uint64_t left_over = 0;  ///< scans of an earlier capture, dropped
  std::uint64_t missing = 0;    ///< scans in the gaps that can be counted
  std::uint64_t gaps = 0;
};

class Capture final : private transport::Receiver {
 public:
  /// The session must be open; all four must outlive the capture, and `clock` be the session's.
  Capture(Session& session, transport::Transport& transport, const transport::Clock& clock, ScanSink& sink)
      : session_(&session), transport_(&transport), clock_(&clock), sink_(&sink) {}
  /// Fetches no more where stop() was not called, and gives nothing out; the board's capture stays on, as after a program
  /// that died.
  ~Capture() override { leave(); }

  /// Empties what an earlier program left in the board, then switches the capture on. From here on Session::step() brings
  /// scans. Errors: those of the transport (Transport::start_capture()), or `usage` where it runs already. After an error it
  /// is off, and may be started again.
  Result<void> start();

  /// Switches it off and takes what the board still holds, up to its last full packet: the last scan or two of a capture
  /// stay in the board. Does nothing where none runs.
  Result<void> stop();

  [[nodiscard]] const CaptureCounters& counters() const { return counters_; }

 private:
  enum class State : std::uint8_t {
    off,
    emptying,  ///< what comes is from earlier
    first,     ///< the first packet may still begin with scans from earlier
    running,
  };

  void packet(std::span<const std::uint8_t> bytes) override;
  void damaged() override {}  // the ticks tell what is missing
  void give(const wire::RawScan& scan);
  Result<void> begin();
  Result<void> fetch_rest();
  void leave();

  Session* session_;
  transport::Transport* transport_;
  const transport::Clock* clock_;
  ScanSink* sink_;
  State state_ = State::off;
  std::uint32_t begun_ = 0;  // device tick of the switching on
  wire::TickUnwrap time_;
  Tick period_ = 0, row_period_ = 0;
  std::optional<Tick> last_;  // scan given out
  CaptureCounters counters_;
};

}  // namespace adoube::driver
