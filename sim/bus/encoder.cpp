// SPDX-License-Identifier: Apache-2.0
#include "sim/bus/encoder.hpp"

#include <algorithm>
#include <stdexcept>

#include "sim/bus/nrzi.hpp"

namespace adoube::bus {

void Encoder::put_bits(std::span<const std::uint8_t> bytes, std::size_t bits) {
  if (bytes.size() > packet_max) throw std::length_error("packet longer than the bus model can send");
  size_ = 0;
  position_ = 0;
  Nrzi coder;
  const auto put = [this](Line line) { level(line); };
  for (unsigned i = 0; i < 8; ++i) coder.bit(i == 7, put);  // SYNC is seven zeros and a one, and that one counts for stuffing
  for (std::size_t i = 0; i < bits; ++i) coder.bit(((static_cast<unsigned>(bytes[i / 8]) >> (i % 8)) & 1U) != 0, put);
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

}  // namespace adoube::bus
