// SPDX-License-Identifier: Apache-2.0
/// Wire levels to bytes: finds SYNC, undoes NRZI and stuffing, ends at SE0.
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "sim/bus/line.hpp"
#include "sim/bus/packet.hpp"

namespace adoube::bus {

class Decoder {
 public:
  enum class Event : std::uint8_t {
    nothing,
    started,  ///< the wires left J for K: this bit time is the first of a SYNC
    ended,    ///< the wires returned to J after SE0: bytes() and form() hold the packet
  };

  /// Forgets a packet under way; the wires are taken to rest at J.
  void reset();
  /// One bit time.
  Event feed(Line line);

  /// A packet is under way.
  bool active() const { return state_ != State::idle; }
  /// Bits of SE0 seen at the end of the last packet, and bits of its SYNC that were not as they must be.
  unsigned se0_bits() const { return se0_; }
  bool sync_good() const { return sync_good_; }
  Form form() const { return form_; }
  /// Of the last packet, until the next one starts.
  std::span<const std::uint8_t> bytes() const { return {bytes_.data(), size_}; }
  std::span<std::uint8_t> bytes() { return {bytes_.data(), size_}; }

 private:
  enum class State : std::uint8_t { idle, sync, content, end };
  void bit(bool value);

  State state_ = State::idle;
  Form form_ = Form::good;
  bool last_dp_ = true;
  bool sync_good_ = true;
  unsigned ones_ = 0;
  unsigned count_ = 0;  // bits of SYNC, then bits of the byte under way
  unsigned shift_ = 0;
  unsigned se0_ = 0;
  std::size_t size_ = 0;
  std::array<std::uint8_t, packet_max> bytes_{};
};

}  // namespace adoube::bus
