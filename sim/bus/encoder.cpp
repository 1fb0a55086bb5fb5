// SPDX-License-Identifier: Apache-2.0
#include "sim/bus/encoder.hpp"

#include <stdexcept>

namespace adoube::bus {

void Encoder::encode(std::span<const std::uint8_t> bytes) {
  if (bytes.size() > packet_max) throw std::length_error("packet longer than the bus model can send");
  size_ = 0;
  position_ = 0;
  ones_ = 0;
  j_ = true;  // a packet starts from idle
  for (unsigned i = 0; i < 8; ++i) put(i == 7);  // SYNC is seven zeros and a one, and that one counts for stuffing
  for (const std::uint8_t byte : bytes)
    for (unsigned i = 0; i < 8; ++i) put(((static_cast<unsigned>(byte) >> i) & 1U) != 0);
  level(line_se0);
  level(line_se0);
  level(line_j);
}

void Encoder::put(bool bit) {
  if (!bit) j_ = !j_;
  level(j_ ? line_j : line_k);
  ones_ = bit ? ones_ + 1 : 0;
  if (ones_ == 6) put(false);  // also when the packet ends here (USB 2.0, 7.1.9)
}

}  // namespace adoube::bus
