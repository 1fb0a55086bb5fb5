// SPDX-License-Identifier: Apache-2.0
/// Bytes to wire levels: SYNC, NRZI, stuffing, EOP (USB 2.0, 7.1.7 to 7.1.10).
#pragma once
#include <array>
#include <cstdint>
#include <span>

#include "sim/bus/line.hpp"
#include "sim/bus/packet.hpp"

namespace adoube::bus {

/// Levels of one whole packet, one entry a bit time, from the first K of SYNC to the J that ends the EOP.
class Encoder {
 public:
  /// Replaces the packet. At most `packet_max` bytes.
  void encode(std::span<const std::uint8_t> bytes) { encode(bytes, 8 * bytes.size()); }
  /// The first `bits` bits of them, which need not end at a byte.
  void encode(std::span<const std::uint8_t> bytes, std::size_t bits);
  /// The same without SE0: what a preamble ends like (USB 2.0, 8.6.5).
  void encode_preamble(std::span<const std::uint8_t> bytes);
  /// Leaves the wires at J for as long as the packet would have lasted.
  void mute();

  std::span<const Line> levels() const { return {levels_.data(), size_}; }
  bool at_end() const { return position_ == size_; }
  /// The next level in turn; not after at_end().
  Line take() { return levels_[position_++]; }

 private:
  void put_bits(std::span<const std::uint8_t> bytes, std::size_t bits);
  void level(Line line) { levels_[size_++] = line; }

  // SYNC, the bytes, one stuff bit for every six, EOP.
  std::array<Line, 8 + packet_max * 8 + (8 + packet_max * 8) / 6 + 1 + 3> levels_{};
  std::size_t size_ = 0;
  std::size_t position_ = 0;
};

}  // namespace adoube::bus
