// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/usb/soak/packets.hpp"

#include "sim/bus/crc.hpp"

namespace adoube::soak {
namespace {

constexpr std::size_t content_max = 64;

std::uint8_t low_byte(unsigned word) { return static_cast<std::uint8_t>(word & 0xFFU); }

/// Eleven bits and their CRC5 as the two bytes after a token's PID.
Bytes field_bytes(unsigned field) {
  const unsigned word = field | (static_cast<unsigned>(bus::crc5(static_cast<std::uint16_t>(field))) << 11U);
  return {low_byte(word), low_byte(word >> 8U)};
}

Bytes crc_bytes(std::span<const std::uint8_t> content) {
  const unsigned crc = bus::crc16(content);
  return {low_byte(crc), low_byte(crc >> 8U)};
}

void append(Bytes& bytes, std::span<const std::uint8_t> more) { bytes.insert(bytes.end(), more.begin(), more.end()); }

/// NRZI and bit stuffing (USB 2.0, 7.1.8 and 7.1.9).
class Coder {
 public:
  void bit(bool one) {
    raw(one);
    ones_ = one ? ones_ + 1 : 0;
    if (ones_ < 6) return;
    raw(false);
    ones_ = 0;
  }
  /// Without stuffing.
  void raw(bool one) {
    if (!one) j_ = !j_;
    levels.push_back(j_ ? bus::line_j : bus::line_k);
  }
  void eop() { levels.insert(levels.end(), {bus::line_se0, bus::line_se0, bus::line_j}); }

  std::vector<bus::Line> levels;

 private:
  bool j_ = true;
  unsigned ones_ = 0;
};

}  // namespace

bool is_token(Pid pid) { return pid == Pid::out || pid == Pid::in || pid == Pid::setup || pid == Pid::ping || pid == Pid::sof; }
bool is_data(Pid pid) { return pid == Pid::data0 || pid == Pid::data1; }
bool is_handshake(Pid pid) { return pid == Pid::ack || pid == Pid::nak || pid == Pid::stall; }

Bytes wire_bytes(const Packet& packet) {
  const auto pid = static_cast<unsigned>(packet.pid);
  Bytes bytes;
  bytes.reserve(1 + content_max + 2);
  bytes.push_back(low_byte(pid | ((~pid & 0xFU) << 4U)));
  if (packet.pid == Pid::sof) {
    append(bytes, field_bytes(packet.frame & 0x7FFU));
  } else if (is_token(packet.pid)) {
    append(bytes, field_bytes((packet.address & 0x7FU) | (static_cast<unsigned>(packet.endpoint & 0xFU) << 7U)));
  } else if (is_data(packet.pid) || packet.pid == Pid::data2 || packet.pid == Pid::mdata) {
    append(bytes, packet.content);
    append(bytes, crc_bytes(packet.content));
  }
  return bytes;
}

std::optional<Packet> understood(std::span<const std::uint8_t> bytes) {
  if (bytes.empty() || ((bytes[0] ^ (bytes[0] >> 4U)) & 0xFU) != 0xFU) return std::nullopt;
  Packet packet{static_cast<Pid>(bytes[0] & 0xFU)};
  const std::span<const std::uint8_t> rest = bytes.subspan(1);
  if (is_handshake(packet.pid)) return rest.empty() ? std::optional(packet) : std::nullopt;
  if (is_data(packet.pid)) {
    if (rest.size() < 2 || rest.size() > content_max + 2) return std::nullopt;
    packet.content.assign(rest.begin(), rest.end() - 2);
    const Bytes crc = crc_bytes(packet.content);
    return crc[0] == rest[rest.size() - 2] && crc[1] == rest[rest.size() - 1] ? std::optional(packet) : std::nullopt;
  }
  if (!is_token(packet.pid) || packet.pid == Pid::ping || rest.size() != 2) return std::nullopt;
  const unsigned field = (rest[0] | (static_cast<unsigned>(rest[1]) << 8U)) & 0x7FFU;
  const Bytes whole = field_bytes(field);
  if (whole[0] != rest[0] || whole[1] != rest[1]) return std::nullopt;
  packet.frame = static_cast<std::uint16_t>(field);
  packet.address = static_cast<std::uint8_t>(field & 0x7FU);
  packet.endpoint = static_cast<std::uint8_t>(field >> 7U);
  return packet;
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
  Coder coder;
  const unsigned zeros = damage.kind == Damage::Kind::sync ? 7U - damage.where : 7U;
  for (unsigned i = 0; i < zeros; ++i) coder.bit(false);
  coder.bit(true);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    coder.bit(bits[i]);
    if (damage.kind != Damage::Kind::stuffing || damage.where != i) continue;
    for (unsigned one = 0; one < 7; ++one) coder.raw(true);
    out.form = Signal::Form::broken;
  }
  if (damage.kind == Damage::Kind::no_eop) {
    coder.levels.push_back(bus::line_j);
    out.form = Signal::Form::broken;
  } else {
    coder.eop();
  }
  out.levels = std::move(coder.levels);

  // A hub may stretch the last bit into a further one (7.1.9.1), so one bit too many may be no bit. SYNC may have lost its
  // first bits in hubs (7.1.10). Anything else that is not whole bytes is broken.
  for (std::size_t i = 0; i + 8 <= bits.size(); i += 8) {
    unsigned byte = 0;
    for (unsigned n = 0; n < 8; ++n) byte |= (bits[i + n] ? 1U : 0U) << n;
    out.bytes.push_back(low_byte(byte));
  }
  if (out.form == Signal::Form::whole) {
    if (bits.size() % 8 > 1 || bits.empty()) out.form = Signal::Form::broken;
    else if (bits.size() % 8 == 1 || damage.kind == Damage::Kind::sync) out.form = Signal::Form::doubtful;
  }
  return out;
}

}  // namespace adoube::soak
