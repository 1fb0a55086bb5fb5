// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/usb/soak/device.hpp"

namespace adoube::soak {
namespace {

// An answer begins 2 to 6.5 bit times after the end of the host's SE0, at the plug (USB 2.0, 7.1.18.1).
constexpr Tick earliest = 2 * bit_ticks;
constexpr Tick latest = 26;

constexpr std::size_t longest = 1 + 64 + 2;

}  // namespace

// One bit of the device's packet, whose levels must stand for a whole bit time (12 Mb/s, from one clock).
bus::Line Device::bit() {
  const bus::DeviceLine level = wires();
  for (Tick i = 0; i < bit_ticks; ++i) {
    const bus::DeviceLine held = wires();
    if (held.dp != level.dp || held.dn != level.dn || !held.oe) breach("the device changes the wires within a bit time");
    tick({held.dp, held.dn});
  }
  return {level.dp, level.dn};
}

Device::Reply Device::reply(Tick asked) {
  while (!wires().oe && now <= asked + latest) tick(bus::line_j);
  Reply reply;
  reply.start = reply.end = now;
  if (!wires().oe) return reply;
  if (now < asked + earliest) breach("the device answers sooner than 2 bit times after the end of the packet");
  if (now > asked + latest) breach("the device answers later than 6.5 bit times after the end of the packet");

  // SYNC (7.1.10), NRZI and stuffing (7.1.8, 7.1.9), EOP: two bit times of SE0 and one of J, then nothing (7.1.7.2).
  bus::Line last = bus::line_j;
  for (unsigned i = 0; i < 8; ++i) {
    const bus::Line level = bit();
    if ((level == last) != (i == 7)) breach("the SYNC of the device is not KJKJKJKK");
    last = level;
  }
  Bytes bytes;
  unsigned ones = 1, bits = 0, byte = 0;
  for (;;) {
    const bus::Line level = bit();
    if (level == bus::line_se0) break;
    const bool one = level == last;
    last = level;
    if (ones == 6) {
      if (one) breach("the device sends seven ones in a row");
      ones = 0;
      continue;
    }
    ones = one ? ones + 1 : 0;
    byte |= (one ? 1U : 0U) << (bits % 8);
    if (++bits % 8 != 0) continue;
    bytes.push_back(static_cast<std::uint8_t>(byte));
    byte = 0;
    if (bytes.size() <= longest) continue;
    breach("the device babbles");
    break;
  }
  if (ones == 6) breach("the device leaves out the stuff bit before its EOP");
  if (bits % 8 != 0) breach("the device's packet is not whole bytes");
  if (!(bit() == bus::line_se0)) breach("the SE0 of the device is not two bit times");
  reply.end = now;
  if (!(bit() == bus::line_j)) breach("the EOP of the device does not end with J");
  if (wires().oe) breach("the device does not let go of the wires after its EOP");

  const std::optional<Packet> packet = understood(bytes);
  if (!packet || is_token(packet->pid)) {
    breach("the device's packet is damaged or of a kind that devices do not send");
    return reply;
  }
  using Kind = Answer::Kind;
  switch (packet->pid) {
    case Pid::ack: reply.answer.kind = Kind::ack; break;
    case Pid::nak: reply.answer.kind = Kind::nak; break;
    case Pid::stall: reply.answer.kind = Kind::stall; break;
    default: reply.answer = {packet->pid == Pid::data1 ? Kind::data1 : Kind::data0, packet->content}; break;
  }
  return reply;
}

}  // namespace adoube::soak
