// SPDX-License-Identifier: Apache-2.0
/// The port list between rtl/scan and rtl/usb as values (docs: the cut carries frozen packets, handshakes by toggle).
#pragma once
#include <cstdint>

namespace adoube::sim {

/// What the scan side shows the USB side. All flops or block-RAM output registers.
struct FromScan {
  std::uint8_t packet_length = 0;
  std::uint8_t packet_data = 0;   ///< of the frozen packet, or from address 64 on of the last register read
  std::uint8_t capture_head = 0;  ///< raw-capture packets written, modulo 16
  std::uint8_t capture_data = 0;
  bool offer = false;
  bool frozen = false;
  bool register_acknowledge = false;
  bool register_refused = false;
  friend bool operator==(const FromScan&, const FromScan&) = default;
};

/// What the USB side shows the scan side. All flops.
struct FromUsb {
  std::uint32_t register_data = 0;
  std::uint16_t frame = 0;
  std::uint16_t capture_address = 0;  ///< slot * 64 + index
  std::uint8_t capture_tail = 0;      ///< raw-capture packets the host has, modulo 16
  std::uint8_t packet_address = 0;
  std::uint8_t register_address = 0;
  bool freeze = false;
  bool free = false;
  bool register_request = false;
  bool register_write = false;
  bool sof = false;
  bool hello = false;
  friend bool operator==(const FromUsb&, const FromUsb&) = default;

  /// The frame number moves with every SOF, but the scan side reads it only where `sof` flips with it.
  [[nodiscard]] bool differs_in_frame_only(const FromUsb& other) const {
    FromUsb same = *this;
    same.frame = other.frame;
    return same == other;
  }
};

}  // namespace adoube::sim
