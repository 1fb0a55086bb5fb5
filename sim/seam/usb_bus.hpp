// SPDX-License-Identifier: Apache-2.0
/// A host controller as the gateways need it: transfers in, endings out. Implemented over the bit-true host
/// (host_bus.hpp) and, in the tests of the seam, by a packet-level device.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace adoube::sim {

/// How a transfer ended.
enum class Ending : std::uint8_t {
  running,    ///< it has not
  ok,         ///< all bytes, or a short packet
  stall,      ///< the device answered STALL
  overflow,   ///< the device sent more than was asked for
  no_answer,  ///< three tries without a valid answer (USB 2.0, 8.6.4 and 10.2.6)
  cancelled,  ///< by cancel() or by a bus reset that the gateway began
  reset,      ///< by a bus reset that came from elsewhere
  gone,       ///< the device was unplugged
};

class Transfer;

/// Told once for each transfer, inside the bit time in which it ended. May not submit or cancel.
class TransferListener {
 public:
  virtual void ended(Transfer& transfer) = 0;

 protected:
  ~TransferListener() = default;
};

/// One transfer. Owned by who submits it; must stay in place until `ending` is no longer `running`.
class Transfer {
 public:
  enum class Type : std::uint8_t { control, interrupt, bulk };

  Type type = Type::control;
  std::uint8_t endpoint = 0;             ///< address with direction bit 0x80; 0 for control
  std::array<std::uint8_t, 8> setup{};   ///< control only
  std::vector<std::uint8_t> data;        ///< out: what to send; in: room for what comes, size() = bytes wanted
  bool zero_end = false;                 ///< out, not control: data that end with a full packet get an empty one
  std::size_t actual = 0;                ///< bytes moved in the data stage
  Ending ending = Ending::running;
  TransferListener* listener = nullptr;  ///< may be null

  [[nodiscard]] bool in() const { return ((type == Type::control ? setup[0] : endpoint) & 0x80U) != 0; }
};

/// The bus behind a gateway. Nothing moves except while its Stepper runs.
class UsbBus {
 public:
  UsbBus() = default;
  UsbBus(const UsbBus&) = delete;
  UsbBus& operator=(const UsbBus&) = delete;
  virtual ~UsbBus() = default;

  /// A device is plugged in: it pulls D+ up.
  [[nodiscard]] virtual bool connected() const = 0;

  /// Device address of all transfers that begin from now on; 0 after a bus reset.
  virtual void use_address(std::uint8_t address) = 0;

  /// Queues a transfer. Transfers of one endpoint are served in order. False: this bus has no such transfers.
  [[nodiscard]] virtual bool submit(Transfer& transfer) = 0;

  /// Ends a transfer as `cancelled`; one whose transaction is on the wire ends when that is over, with its own result.
  virtual void cancel(Transfer& transfer) = 0;

  /// Starts to drive a bus reset (USB 2.0, 7.1.7.5). Transfers under way end, host toggles go to DATA0.
  virtual void reset() = 0;

  /// Bus resets begun so far, whoever began them.
  [[nodiscard]] virtual std::uint64_t resets() const = 0;

  /// The reset and the recovery time after it are over.
  [[nodiscard]] virtual bool reset_done() const = 0;

  /// The device has been told (by a control transfer) to begin at DATA0 on this endpoint, so does the host.
  virtual void clear_toggle(std::uint8_t endpoint) = 0;
};

}  // namespace adoube::sim
