// SPDX-License-Identifier: Apache-2.0
/// From raw scans to the changes of each channel, with a count of how often it bounced.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "driver/capture/capture.hpp"
#include "driver/wire/protocol.hpp"

namespace adoube::cli {

/// "presence.e4", "touch.e4", "auxiliary.clock_white"; inputs without a use are "auxiliary.5" and so on.
std::string channel_name(unsigned channel);

/// The level of one channel.
bool level_of(const driver::Levels& levels, unsigned channel);

/// When the channel was latched in a scan, us of device time.
Tick latched(const driver::Scan& scan, unsigned channel);

/// All channels in the order in which a scan latches them; those of one slot by number.
const std::array<std::uint8_t, wire::scan::channels>& latch_order();

/// Takes what changed, by time; within one instant by channel.
class ChangeSink {
 public:
  ChangeSink() = default;
  ChangeSink(const ChangeSink&) = delete;
  ChangeSink& operator=(const ChangeSink&) = delete;
  virtual ~ChangeSink() = default;
  /// The first scan: all levels.
  virtual void first(const driver::Scan& scan) = 0;
  virtual void change(Tick at, unsigned channel, bool level) = 0;
  /// Scans are missing before this one; changes from one side to the other are told next.
  virtual void missing(const driver::MissingScans& missing, const driver::Scan& next) = 0;
};

class RawChanges final : public driver::ScanSink {
 public:
  struct Count {
    std::uint64_t changes = 0;
    std::uint64_t bounces = 0;  ///< changes less than a hold of the board after the one before
  };

  /// `board`: its hold times. `sink` must outlive this.
  RawChanges(const wire::HelloPacket& board, ChangeSink& sink) : board_(board), sink_(sink) {}

  void scan(const driver::Scan& scan) override;
  void missing(const driver::MissingScans& missing) override { missing_ = missing; }

  [[nodiscard]] const std::array<Count, wire::scan::channels>& counts() const { return counts_; }
  [[nodiscard]] const std::optional<driver::Scan>& last() const { return last_; }
  /// Device time of the first scan.
  [[nodiscard]] std::optional<Tick> begun() const { return begun_; }

 private:
  [[nodiscard]] Tick hold(unsigned channel) const;

  wire::HelloPacket board_;
  ChangeSink& sink_;
  std::optional<driver::Scan> last_;
  std::optional<Tick> begun_;
  std::optional<driver::MissingScans> missing_;
  std::array<Count, wire::scan::channels> counts_{};
  std::array<std::optional<Tick>, wire::scan::channels> changed_{};
};

}  // namespace adoube::cli
