// SPDX-License-Identifier: Apache-2.0
/// What a host does to the bus and the scan side to the cut, as rows that can be written down, played again and left out
/// one by one: every part of a script is a script.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "tests/rtl/usb/soak/packets.hpp"
#include "tests/rtl/usb/soak/reference_device.hpp"

namespace adoube::soak {

/// In a token: the address that the device has at that moment.
inline constexpr std::uint8_t ours = 0x80;

struct Step {
  enum class Act : std::uint8_t {
    send,        ///< `packet`, with `damage`; then the device's answer is awaited if there may be one
    raw,         ///< bytes that are no packet: `packet.content`, the PID first
    low_speed,   ///< PRE, and the same at 1.5 Mb/s, as for a low-speed device behind a hub (USB 2.0, 8.6.5)
    noise,       ///< `amount` random-looking bit times of J and K from `packet.content`, then rest
    idle,        ///< `amount` ticks of J
    se0,         ///< `amount` ticks of SE0: a bus reset from 2.5 us on
    resume,      ///< `amount` ticks of K and a low-speed EOP (7.1.7.7)
    events,      ///< the scan side has `amount` event packets more
    captures,    ///< and capture packets
    access,      ///< register accesses take `amount` clocks of 12 MHz from now on
    freeze,      ///< so does the freezing of a packet
    offer,       ///< so does the offer of the next event packet
    unplugged,   ///< no VBUS for `amount` ticks, then as long as the pull-up needs
  };
  Act act = Act::send;
  Packet packet{};
  Damage damage{};
  Tick after = 3 * bit_ticks;  ///< ticks of J before it
  std::uint32_t amount = 0;
};

/// Rows.
inline Step send(Packet packet) { return {Step::Act::send, std::move(packet)}; }
inline Step in(unsigned address, unsigned endpoint) { return send({Pid::in, static_cast<std::uint8_t>(address), static_cast<std::uint8_t>(endpoint)}); }
inline Step out(unsigned address, unsigned endpoint) { return send({Pid::out, static_cast<std::uint8_t>(address), static_cast<std::uint8_t>(endpoint)}); }
inline Step setup(unsigned address, unsigned endpoint) { return send({Pid::setup, static_cast<std::uint8_t>(address), static_cast<std::uint8_t>(endpoint)}); }
inline Step sof(unsigned frame) { return send({Pid::sof, 0, 0, static_cast<std::uint16_t>(frame)}); }
inline Step data0(Bytes content) { return send({Pid::data0, 0, 0, 0, std::move(content)}); }
inline Step data1(Bytes content) { return send({Pid::data1, 0, 0, 0, std::move(content)}); }
inline Step shake(Pid pid) { return send({pid}); }  ///< a handshake
inline Step ack() { return shake(Pid::ack); }
inline Step plain(Step::Act act, std::uint32_t amount) {
  Step step{act};
  step.after = 0;
  step.amount = amount;
  return step;
}
inline Step bytes(Step::Act act, Bytes content, std::uint32_t amount = 0) {
  Step step{act};
  step.packet.content = std::move(content);
  step.amount = amount;
  return step;
}
inline Step spoiled(Step step, Damage::Kind kind, std::uint16_t where) {
  step.damage = {kind, where};
  return step;
}
inline Step after(Tick ticks, Step step) {
  step.after = ticks;
  return step;
}

using Script = std::vector<Step>;

/// The row as C++, for a table of regressions.
std::string row(const Step& step);

}  // namespace adoube::soak
