// SPDX-License-Identifier: Apache-2.0
/// The bit-true host as the seam sees it.
#pragma once
#include <list>

#include "sim/bus/host.hpp"
#include "sim/seam/usb_bus.hpp"

namespace adoube::sim {

/// Control, interrupt and bulk transfers of one device over bus::Host. The host keeps its toggles itself.
class HostBus final : public UsbBus {
 public:
  /// `host` must outlive this object and every transfer given to it.
  explicit HostBus(bus::Host& host) : host_(host) {}
  ~HostBus() override;

  [[nodiscard]] bool connected() const override { return host_.connected(); }
  void use_address(std::uint8_t address) override { address_ = address; }
  [[nodiscard]] bool submit(Transfer& transfer) override;
  void cancel(Transfer& transfer) override;
  void reset() override { host_.bus_reset(); }
  [[nodiscard]] std::uint64_t resets() const override { return host_.counters().resets; }
  [[nodiscard]] bool reset_done() const override { return !host_.in_reset(); }
  void clear_toggle(std::uint8_t endpoint) override;

 private:
  struct Flight {
    bus::Transfer wire;
    Transfer* transfer;
  };
  void ended(Flight& flight);

  bus::Host& host_;
  std::uint8_t address_ = 0;
  std::list<Flight> flights_;  // those whose `transfer` is null have ended and wait to be removed
};

}  // namespace adoube::sim
