// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/usb/soak/packets.hpp"

#include <algorithm>

#include "sim/bus/nrzi.hpp"

namespace adoube::soak {
namespace {

constexpr std::size_t content_max = 64;

}  // namespace

bool is_token(Pid pid) { return pid == Pid::out || pid == Pid::in || pid == Pid::setup || pid == Pid::ping || pid == Pid::sof; }
bool is_data(Pid pid) { return pid == Pid::data0 || pid == Pid::data1; }
bool is_handshake(Pid pid) { return pid == Pid::ack || pid == Pid::nak || pid == Pid::stall; }

Bytes wire_bytes(const Packet& packet) {
  if (packet.pid == Pid::sof) return bus::sof(packet.frame & 0x7FFU);
  if (is_token(packet.pid)) return bus::token(packet.pid, packet.address & 0x7FU, packet.endpoint & 0xFU);
  if (is_data(packet.pid) || packet.pid == Pid::data2 || packet.pid == Pid::mdata) return bus::data(packet.pid, packet.content);
  return bus::handshake(packet.pid);
}

std::optional<Packet> understood(std::span<const std::uint8_t> bytes) {
  if (bytes.empty() || ((bytes[0] ^ (bytes[0] >> 4U)) & 0xFU) != 0xFU) return std::nullopt;
  Packet packet{static_cast<Pid>(bytes[0] & 0xFU)};
  const std::span<const std::uint8_t> rest = bytes.subspan(1);
  if (is_data(packet.pid)) {
    if (rest.size() < 2 || rest.size() > content_max + 2) return std::nullopt;
    packet.content.assign(rest.begin(), rest.end() - 2);
  } else if (is_token(packet.pid) && packet.pid != Pid::ping) {
    if (rest.size() != 2) return std::nullopt;
    const unsigned field = (rest[0] | (static_cast<unsigned>(rest[1]) << 8U)) & 0x7FFU;
    packet.frame = static_cast<std::uint16_t>(field);
    packet.address = static_cast<std::uint8_t>(field & 0x7FU);
    packet.endpoint = static_cast<std::uint8_t>(field >> 7U);
  } else if (!is_handshake(packet.pid)) {
    return std::nullopt;
  }
  // Nothing beside it, and the right check sum.
  return std::ranges::equal(wire_bytes(packet), bytes) ? std::optional(packet) : std::nullopt;
}

Signal signal(const Bytes& bytes, const Damage& damage) {
  std::vector<bool> bits;
  bits.reserve(bytes.size() * 8 + damage.where);
  for (const std::uint8_t byte : bytes)
    for (unsigned i = 0; i < 8; ++i) bits.push_back(((byte >> i) & 1U) != 0);
  const bool shortened = damage.kind == Damage::Kind::cut || damage.kind == Damage::Kind::no_eop;
  if (damage.kind == Damage::Kind::flip && damage.where < bits.size()) bits[damage.where] = !bits[damage.where];
  if (shortened && damage.where < bits.size()) bits.resize(damage.where);
  if (damage.kind == Damage::Kind::lengthen)
    for (unsigned i = 0; i < damage.where; ++i) bits.push_back(i % 2 == 0);

  Signal out;
  bus::Nrzi coder;
  const auto put = [&out](bus::Line level) { out.levels.push_back(level); };
  const unsigned zeros = damage.kind == Damage::Kind::sync ? 7U - damage.where : 7U;
  for (unsigned i = 0; i < zeros; ++i) coder.bit(false, put);
  coder.bit(true, put);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    coder.bit(bits[i], put);
    if (damage.kind != Damage::Kind::stuffing || damage.where != i) continue;
    for (unsigned one = 0; one < 7; ++one) coder.raw(true, put);
    out.form = Signal::Form::broken;
  }
  if (damage.kind == Damage::Kind::no_eop) {
    put(bus::line_j);
    out.form = Signal::Form::broken;
  } else {
    out.levels.insert(out.levels.end(), {bus::line_se0, bus::line_se0, bus::line_j});
  }

  // A hub may stretch the last bit into a further one (7.1.9.1), so one bit too many may be no bit. SYNC may have lost its
  // first bits in hubs (7.1.10). Anything else that is not whole bytes is broken.
  for (std::size_t i = 0; i + 8 <= bits.size(); i += 8) {
    unsigned byte = 0;
    for (unsigned n = 0; n < 8; ++n) byte |= (bits[i + n] ? 1U : 0U) << n;
    out.bytes.push_back(static_cast<std::uint8_t>(byte));
  }
  if (out.form == Signal::Form::whole) {
    if (bits.size() % 8 > 1 || bits.empty()) out.form = Signal::Form::broken;
    else if (bits.size() % 8 == 1 || damage.kind == Damage::Kind::sync) out.form = Signal::Form::doubtful;
  }
  return out;
}

}  // namespace adoube::soak
