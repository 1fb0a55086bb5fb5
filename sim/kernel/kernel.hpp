// SPDX-License-Identifier: Apache-2.0
/// The co-simulation: both Verilated sides of the gateware, the board in front and the bit-true host behind, on one
/// time line of bit times (= 12 MHz clocks).
///
/// Mode `lock` simulates every clock edge. Mode `leap` leaves out what provably repeats: the USB side between packets,
/// the scan side while scans repeat. Both give the same packets at the same bit times and the same images at every
/// stop; the tests compare them.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/wire/protocol.hpp"
#include "sim/bus/host.hpp"
#include "sim/kernel/edge.hpp"
#include "sim/kernel/scan_side.hpp"
#include "sim/kernel/usb_side.hpp"
#include "sim/physics/change.hpp"
#include "sim/seam/stepper.hpp"

namespace adoube::sim {

enum class Mode : std::uint8_t { lock, leap };

/// Work done, for figures; the same in every run of the same calls.
struct KernelCounters {
  std::uint64_t scan_clocks = 0;  ///< 12 MHz clocks of the scan side simulated one by one
  std::uint64_t scan_leaps = 0;   ///< over whole scans
  std::uint64_t wait_leaps = 0;   ///< over the quiet part of a slot
  std::uint64_t usb_bits = 0;     ///< bit times of the USB side simulated one by one
  std::uint64_t usb_leaps = 0;
};

struct KernelOptions {
  Mode mode = Mode::leap;
  /// Bit time of the host at which the board has power and its device time is 0: shifts frames against scans.
  std::uint64_t begin = 0;
  LeapFault fault = LeapFault::none;
  /// What stands between the contacts and the scan side: one of wire::fronts.
  const wire::Front& front = wire::front::parallel;
};

class Kernel final : public Stepper {
 public:
  /// `host` must outlive the kernel. `changes` as sim/physics/change.hpp says.
  Kernel(bus::Host& host, std::vector<Change> changes, const KernelOptions& options = {});

  [[nodiscard]] std::uint64_t now() const override { return now_; }
  void run_until(std::uint64_t bit_time) override;
  void stop() override { stop_ = true; }

  /// First bit time after now() that sees a changed contact; Board::never after the last.
  [[nodiscard]] std::uint64_t next_change() const { return scan_->next_change(); }

  /// Device time of now(), us since power-up.
  [[nodiscard]] Tick tick() const { return static_cast<Tick>((now_ - begin_) / bit_times_per_us); }

  /// Between runs.
  void set_mode(Mode mode);
  [[nodiscard]] Mode mode() const { return mode_; }
  /// Plugs the board in (as after construction) or out. It keeps its power.
  void plug(bool in);
  /// Takes the board's power away and gives it back at now(): device time begins again at 0, the contacts stay as they
  /// are and go on as before. edges() goes on too, with the ticks of the new time.
  void power_cycle();

  /// Every edge that left the filter up to now(), in order.
  [[nodiscard]] const std::vector<ProbedEdge>& edges();
  /// Hash of all state of both sides at now(), as Verilator serialises it; the same in every mode.
  [[nodiscard]] std::uint64_t image_hash();

  /// What stands at the cut at now().
  [[nodiscard]] const FromScan& from_scan() const { return to_usb_; }
  [[nodiscard]] const FromUsb& from_usb() const { return to_scan_; }

  [[nodiscard]] KernelCounters counters() const;

 private:
  void power_up();
  void lock_step();
  void leap_step(std::uint64_t end);
  void catch_up();
  void exchange();

  std::vector<ProbedEdge> edges_;
  std::vector<Change> changes_;  // in device time
  LeapFault fault_;
  const wire::Front& front_;
  bus::Host& host_;
  std::unique_ptr<ScanSide> scan_;
  std::optional<UsbSide> usb_;
  FromScan to_usb_;
  FromUsb to_scan_;
  Mode mode_;
  std::uint64_t begin_;
  std::uint64_t now_;
  bool stop_ = false;
};

}  // namespace adoube::sim
