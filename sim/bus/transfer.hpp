// SPDX-License-Identifier: Apache-2.0
/// What one asks of the host: a control, interrupt or bulk transfer.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <span>

namespace adoube::bus {

/// How a transfer ended.
enum class Status : std::uint8_t {
  idle,         ///< never submitted
  pending,      ///< queued or under way
  completed,    ///< `actual` bytes moved
  stalled,      ///< the device answered STALL
  no_response,  ///< three tries in a row without a valid answer (USB 2.0, 8.6.2, 10.2.6)
  babble,       ///< the device sent more than was asked for or than its packet size
  protocol,     ///< a valid packet of the wrong kind (a handshake where data is due, status stage with data)
  cancelled,    ///< by cancel()
  reset,        ///< a bus reset took it away
};

/// The eight bytes of a SETUP packet (USB 2.0, 9.3).
struct Setup {
  std::uint8_t type = 0;
  std::uint8_t request = 0;
  std::uint16_t value = 0;
  std::uint16_t index = 0;
  std::uint16_t length = 0;

  constexpr bool in() const { return (type & 0x80U) != 0; }
  friend constexpr bool operator==(const Setup&, const Setup&) = default;
  constexpr std::array<std::uint8_t, 8> bytes() const {
    const auto low = [](std::uint16_t v) { return static_cast<std::uint8_t>(v & 0xFFU); };
    const auto high = [](std::uint16_t v) { return static_cast<std::uint8_t>(v >> 8U); };
    return {type, request, low(value), high(value), low(index), high(index), low(length), high(length)};
  }
};

/// A transfer belongs to the caller and must stay where it is from submit() until `status` is no longer `pending`.
/// The callback runs inside Host::tick() (or cancel()), may submit this or other transfers, and may not destroy it.
struct Transfer {
  enum class Kind : std::uint8_t { control, interrupt_in, interrupt_out, bulk_in, bulk_out };

  Kind kind = Kind::control;
  std::uint8_t address = 0;        ///< 0 to 127
  std::uint8_t endpoint = 0;       ///< endpoint number without direction
  std::uint16_t max_packet = 64;   ///< of that endpoint
  Setup setup{};                   ///< control only
  /// Control OUT: setup.length bytes to send. Interrupt and bulk OUT: all that is to be sent; none at all is one packet
  /// of length zero. IN: room for the answer; a control transfer whose room is smaller than setup.length ends as babble
  /// if the device fills it. Interrupt and bulk IN end with a short packet or a full room.
  std::span<std::uint8_t> data{};
  /// Interrupt and bulk OUT: data that end with a full packet are followed by one of length zero (USB 2.0, 5.7.3, 5.8.3).
  bool zero_end = false;
  std::function<void(Transfer&)> done{};

  constexpr bool periodic() const { return kind == Kind::interrupt_in || kind == Kind::interrupt_out; }
  constexpr bool in() const {
    return kind == Kind::control ? setup.in() : kind == Kind::interrupt_in || kind == Kind::bulk_in;
  }
  /// Endpoint address: the number, and 0x80 for IN. Not for control.
  constexpr std::uint8_t endpoint_address() const {
    return static_cast<std::uint8_t>((endpoint & 0xFU) | (in() ? 0x80U : 0U));
  }

  Status status = Status::idle;
  std::size_t actual = 0;          ///< bytes moved in the data stage
  std::uint64_t completed_at = 0;  ///< bit time of completion

  // The host's own; nobody else touches them.
  Transfer* next = nullptr;
  unsigned tries = 0;
};

}  // namespace adoube::bus
