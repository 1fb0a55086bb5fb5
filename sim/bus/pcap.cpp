// SPDX-License-Identifier: Apache-2.0
#include "sim/bus/pcap.hpp"

#include <array>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "sim/bus/line.hpp"

namespace adoube::bus {

namespace {

constexpr std::uint32_t magic_nanoseconds = 0xA1B23C4DU;
constexpr std::uint32_t link_type_full_speed = 294;  // LINKTYPE_USB_2_0_FULL_SPEED

void put32(std::uint8_t* at, std::uint32_t value) {
  for (unsigned i = 0; i < 4; ++i) at[i] = static_cast<std::uint8_t>((value >> (8 * i)) & 0xFFU);
}

}  // namespace

Result<PcapWriter> PcapWriter::create(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return fail(Cause::io, fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  PcapWriter writer(path, file);
  std::array<std::uint8_t, 24> head{};
  put32(&head[0], magic_nanoseconds);
  head[4] = 2;  // version 2.4
  head[6] = 4;
  put32(&head[16], 65'535);
  put32(&head[20], link_type_full_speed);
  writer.failed_ = std::fwrite(head.data(), head.size(), 1, file) != 1;
  return writer;
}

void PcapWriter::write(const PacketView& packet) {
  constexpr std::uint64_t bits_per_second = bits_per_us * 1'000'000;
  const std::uint64_t nanoseconds = packet.start % bits_per_second * 1'000 / bits_per_us;
  std::array<std::uint8_t, 16> head{};
  put32(&head[0], static_cast<std::uint32_t>(packet.start / bits_per_second));
  put32(&head[4], static_cast<std::uint32_t>(nanoseconds));
  put32(&head[8], static_cast<std::uint32_t>(packet.bytes.size()));
  put32(&head[12], static_cast<std::uint32_t>(packet.bytes.size()));
  failed_ |= std::fwrite(head.data(), head.size(), 1, file_.get()) != 1;
  if (!packet.bytes.empty()) failed_ |= std::fwrite(packet.bytes.data(), packet.bytes.size(), 1, file_.get()) != 1;
}

Result<void> PcapWriter::close() {
  std::FILE* file = file_.release();
  if (file != nullptr && std::fclose(file) != 0) failed_ = true;
  if (failed_) return fail(Cause::io, fmt::format("cannot write all of {}: {}", path_, std::strerror(errno)));
  return {};
}

}  // namespace adoube::bus
