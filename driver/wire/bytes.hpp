// SPDX-License-Identifier: Apache-2.0
/// Little-endian fields in a packet's bytes, shared by decode and encode: what one reads the other writes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "driver/wire/packet.hpp"

namespace adoube::wire {

/// Bytes before the body of every packet.
inline constexpr std::size_t header_size = 8;
inline constexpr std::size_t record_size = 4;

/// Reads one field after the other. The caller has checked the length.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  std::uint8_t u8() { return static_cast<std::uint8_t>(take(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(take(2)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(take(4)); }
  std::uint64_t u64() { return take(8); }

 private:
  std::uint64_t take(std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{bytes_[i]} << (8 * i);
    bytes_ = bytes_.subspan(size);
    return value;
  }
  std::span<const std::uint8_t> bytes_;
};

/// Writes one field after the other; no packet is longer than Bytes can hold.
class Writer {
 public:
  void u8(std::uint8_t value) { put(value, 1); }
  void u16(std::uint16_t value) { put(value, 2); }
  void u32(std::uint32_t value) { put(value, 4); }
  void u64(std::uint64_t value) { put(value, 8); }
  [[nodiscard]] const Bytes& bytes() const { return bytes_; }

 private:
  void put(std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) bytes_.data[bytes_.size++] = static_cast<std::uint8_t>(value >> (8 * i));
  }
  Bytes bytes_;
};

/// An edge or horizon record as a word: channel 7:0, level 8, bounced 9, late 10, zero 15:11, offset 31:16.
namespace record {
inline constexpr unsigned level = 8;
inline constexpr unsigned bounced = 9;
inline constexpr unsigned late = 10;
inline constexpr unsigned offset = 16;
inline constexpr std::uint32_t reserved = 0xF800;
}  // namespace record

}  // namespace adoube::wire
