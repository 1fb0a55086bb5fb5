// SPDX-License-Identifier: Apache-2.0
/// What an operating system does for the device on a port of its hub before and beside any driver (USB 2.0, 9.1.2): it
/// resets it, gives it an address, reads its descriptors and selects its configuration, all by real transfers. Every
/// gateway has one.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "rules/core/result.hpp"
#include "sim/seam/stepper.hpp"
#include "sim/seam/usb_bus.hpp"

namespace adoube::sim {

class HubPort final : private TransferListener {
 public:
  struct Endpoint {
    std::uint8_t address;     ///< with direction bit 0x80
    std::uint8_t type;        ///< 0 control, 1 isochronous, 2 bulk, 3 interrupt (USB 2.0, table 9-13)
    std::uint16_t max_packet;
    std::uint8_t interval;
  };
  /// One alternate setting of an interface.
  struct Interface {
    std::uint8_t number;
    std::uint8_t alternate;
    std::uint8_t class_code;
    std::uint8_t subclass;
    std::uint8_t protocol;
    std::vector<Endpoint> endpoints;
  };

  /// Both must outlive the port. `go_on`, where there is one, is asked in every frame that the port waits for something:
  /// no, and it waits no longer, as if the time were up.
  HubPort(UsbBus& bus, Stepper& stepper, std::function<bool()> go_on = {}) : bus_(bus), stepper_(stepper), go_on_(std::move(go_on)) {}
  HubPort(const HubPort&) = delete;
  HubPort& operator=(const HubPort&) = delete;

  /// Waits for a device, resets and addresses it, reads its descriptors and selects its first configuration. Errors:
  /// no_device (nothing pulls the line up), protocol (no answer or nonsense).
  Result<void> enumerate();

  /// A bus reset, then a new address: the device is left without configuration. Tried three times, as hub drivers do.
  Ending reset() { return bring_up(0); }
  /// The same, and the configuration that was in force before. After anything but `ok` the device is lost: to be taken for
  /// unplugged, or enumerated anew.
  Ending recover() { return bring_up(configuration_); }
  /// The bus was reset since the device was given its address.
  [[nodiscard]] bool disturbed() const { return bus_.resets() != resets_; }

  /// Runs the simulation until the transfer has ended, for `limit_ms` simulated milliseconds at most (0: five seconds,
  /// the longest limit of a standard request). `running`: it had not, and was taken back.
  Ending control(Transfer& transfer, std::uint64_t limit_ms);
  /// A request without data stage.
  Ending request(std::uint8_t type, std::uint8_t request, std::uint16_t value, std::uint16_t index);
  /// SET_CONFIGURATION, SET_INTERFACE, CLEAR_FEATURE(ENDPOINT_HALT); on success the host's toggles start again too.
  Ending configure(std::uint8_t value);
  Ending set_interface(std::uint8_t number, std::uint8_t alternate);
  Ending clear_halt(std::uint8_t endpoint);

  /// Of the last enumerate(): device descriptor, then the first configuration, as a usbfs node shows them.
  [[nodiscard]] std::span<const std::uint8_t> descriptors() const { return descriptors_; }
  [[nodiscard]] std::span<const Interface> interfaces() const { return interfaces_; }
  /// Null where the device has no such setting.
  [[nodiscard]] const Interface* find(std::uint8_t number, std::uint8_t alternate) const;
  [[nodiscard]] bool has_endpoint(std::uint8_t address) const;
  /// In force; 0 after a reset.
  [[nodiscard]] std::uint8_t configuration() const { return configuration_; }

 private:
  void ended(Transfer&) override { stepper_.stop(); }
  /// Runs towards `end`, a frame where somebody may want no more of it. False: the time is up, or nobody waits.
  bool wait(std::uint64_t end);
  bool wanted() const { return !go_on_ || go_on_(); }
  Ending bring_up(std::uint8_t configuration);
  Ending reset_once();
  Result<std::vector<std::uint8_t>> read_descriptor(std::uint8_t type, std::uint16_t size);
  bool parse_configuration();

  UsbBus& bus_;
  Stepper& stepper_;
  std::function<bool()> go_on_;
  std::uint64_t resets_ = 0;  // of those on the bus, the ones this device has been given its address after
  std::uint8_t configuration_ = 0;
  std::vector<std::uint8_t> descriptors_;
  std::vector<Interface> interfaces_;
};

}  // namespace adoube::sim
