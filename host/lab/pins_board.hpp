// SPDX-License-Identifier: Apache-2.0
/// The whole board: sensors, both Verilated halves of the gateware, the bit-true bus, and libusb at its end.
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "host/lab/board.hpp"
#include "host/lab/kernel_clock.hpp"
#include "host/lab/simulated_board.hpp"
#include "sim/bus/host.hpp"
#include "sim/bus/pcap.hpp"
#include "sim/kernel/kernel.hpp"
#include "sim/seam/host_bus.hpp"
#include "sim/seam/seam.hpp"

namespace adoube::lab {

class PinsBoard final : public Board {
 public:
  static Result<std::unique_ptr<PinsBoard>> make(const BoardOptions& options, std::span<const sim::Change> changes);
  ~PinsBoard() override;

  transport::Transport& transport() override { return *usb_; }
  const transport::Clock& clock() const override { return clock_; }
  std::span<const TrueEdge> truth() override;
  std::string_view mode() const override;
  std::uint64_t wire_hash() override { return host_.log_hash(); }
  std::string breaches() override { return host_.checker().report(); }
  Suffered suffered() const override { return {host_.faults().counters().damaged(), mishaps_ && mishaps_->done()}; }
  Result<void> reopen(const std::function<bool()>& go_on) override;
  Result<void> finish() override;

  /// For planting faults on the bus.
  bus::Host& host() { return host_; }
  sim::Kernel& kernel() { return kernel_; }

 private:
  PinsBoard(const BoardOptions& options, std::span<const sim::Change> changes);
  Result<void> open(const BoardOptions& options);
  Result<void> open_device();
  sim::Stepper& stepper();

  bus::Host host_;
  sim::Kernel kernel_;
  sim::HostBus bus_;
  KernelClock clock_;
  std::unique_ptr<sim::Stepper> shell_;   // null: the kernel steps itself
  std::unique_ptr<sim::MishapStepper> mishaps_;  // round either; null: nothing is planned
  std::unique_ptr<sim::Seam> seam_;
  std::unique_ptr<transport::Transport> usb_;
  std::optional<bus::PcapWriter> pcap_;
  std::vector<TrueEdge> truth_;
};

}  // namespace adoube::lab
