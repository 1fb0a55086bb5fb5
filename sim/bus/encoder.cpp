// SPDX-License-Identifier: Apache-2.0
#include "sim/bus/encoder.hpp"

#include <algorithm>
#include <stdexcept>

namespace adoube::bus {

void Encoder::put_bits(std::span<const std::uint8_t> bytes, std::size_t bits) {
  if (bytes.size() > packet_max) throw std::length_error("packet longer than the bus model can send");
  size_ = 0;
  position_ = 0;
  ones_ = 0;
  j_ = true;  // a packet starts from idle
  for (unsigned i = 0; i < 8; ++i) put(i == 7);  // SYNC is seven zeros and a one, and that one counts for stuffing
  for (std::size_t i = 0; i < bits; ++i) put(((static_cast<unsigned>(bytes[i / 8]) >> (i % 8)) & 1U) != 0);
}

void Encoder::encode(std::span<const std::uint8_t> bytes, std::size_t bits) {
  put_bits(bytes, bits);
  level(line_se0);
  level(line_se0);
  level(line_j);
}

void Encoder::encode_preamble(std::span<const std::uint8_t> bytes) {
  put_bits(bytes, 8 * bytes.size());
  level(line_j);
}

void Encoder::mute() { std::fill_n(levels_.begin(), size_, line_j); }

void Encoder::put(bool bit) {
  if (!bit) j_ = !j_;
  level(j_ ? line_j : line_k);
  ones_ = bit ? ones_ + 1 : 0;
  if (ones_ == 6) put(false);  // also when the packet ends here (USB 2.0, 7.1.9)
}

}  // namespace adoube::bus
