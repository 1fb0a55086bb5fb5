// SPDX-License-Identifier: Apache-2.0
/// The Verilated USB side on the bus with the bit-true host: one bit time (four 48 MHz clocks, one 12 MHz clock) at a
/// time, or over the rest between two packets at once.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/bus/host.hpp"
#include "sim/kernel/cut.hpp"
#include "sim/kernel/leap_table.hpp"
#include "sim/kernel/raw_image.hpp"

class Vusb;
class VerilatedContext;

namespace adoube::sim {

class UsbSide {
 public:
  /// After power-up reset, before bit time `begin`. `host` must outlive this object and be ticked by nobody else.
  UsbSide(std::uint64_t begin, bus::Host& host, LeapFault fault);
  ~UsbSide();
  UsbSide(const UsbSide&) = delete;
  UsbSide& operator=(const UsbSide&) = delete;

  [[nodiscard]] std::uint64_t time() const { return time_; }
  [[nodiscard]] const FromUsb& output() const { return output_; }

  /// New levels at the cut, seen from bit time time() on.
  void input(const FromScan& input);
  /// The plug is in the socket: data lines and VBUS, which this board sees.
  void plug(bool in);

  /// One bit time.
  void bit();

  /// Look for rest whenever the bus is idle.
  void watch(bool on);
  /// If the model repeats from bit to bit: the bit time at which the host will drive the bus, or something here happens by
  /// itself; else time().
  [[nodiscard]] std::uint64_t rest_until() const;
  /// Brings a model at rest to `time`, not beyond rest_until().
  void leap(std::uint64_t time);

  [[nodiscard]] std::string saved() const;

  std::uint64_t bits = 0;  ///< simulated one by one
  std::uint64_t leaps = 0;

 private:
  void four_edges();
  void read_output();
  void look();
  [[nodiscard]] std::uint64_t bus_rests_until() const;

  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Vusb> model_;
  RawImage image_{};
  std::vector<LeapCounter> counters_;
  LeapFault fault_;
  bus::Host& host_;
  FromUsb output_;
  std::uint64_t time_;
  bool plugged_ = true;

  std::vector<char> last_;    // the image at looked_
  std::uint64_t looked_ = 0;
  std::uint64_t room_end_ = 0;  // up to when the counters only count
  bool resting_ = false;
  bool watch_ = false;
  bool disturbed_ = true;     // an input changed since looked_
};

}  // namespace adoube::sim
