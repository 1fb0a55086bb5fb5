// SPDX-License-Identifier: Apache-2.0
/// What an operating system does with a new device: reset, address, descriptors, configuration.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "sim/bus/host.hpp"
#include "sim/bus/transfer.hpp"

namespace adoube::bus {

/// Steps, in this order: bus reset, GET_DESCRIPTOR(device, 8) at address 0, SET_ADDRESS, 2 ms recovery,
/// GET_DESCRIPTOR(device, 18), GET_DESCRIPTOR(configuration, 9) and in full, SET_CONFIGURATION. Driven by the host's
/// callbacks: start() and then step the bus until done().
class Enumerator {
 public:
  explicit Enumerator(Host& host, std::uint8_t address = 5) : host_(host), address_(address) {}
  Enumerator(const Enumerator&) = delete;
  Enumerator& operator=(const Enumerator&) = delete;

  /// Begins with a bus reset. May be called again once done().
  void start();
  bool done() const { return step_ == Step::done || step_ == Step::failed; }
  /// The device is configured.
  bool succeeded() const { return step_ == Step::done; }
  /// How the last transfer ended; the reason of a failure.
  Status status() const { return transfer_.status; }

  std::uint8_t address() const { return address_; }
  const std::vector<std::uint8_t>& device_descriptor() const { return device_; }
  const std::vector<std::uint8_t>& configuration_descriptor() const { return configuration_; }
  std::uint16_t max_packet0() const { return max_packet0_; }

 private:
  enum class Step : std::uint8_t {
    idle, device_head, set_address, device, configuration_head, configuration, set_configuration, done, failed
  };
  void request(Step step, std::uint8_t address, const Setup& setup);
  void finished();

  Host& host_;
  std::uint8_t address_;
  Step step_ = Step::idle;
  std::uint16_t max_packet0_ = 8;
  Transfer transfer_;
  std::array<std::uint8_t, 512> room_{};
  std::vector<std::uint8_t> device_;
  std::vector<std::uint8_t> configuration_;
};

}  // namespace adoube::bus
