// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/usb/soak/script.hpp"

#include <array>

namespace adoube::soak {
namespace {

std::string number(std::uint64_t value) { return std::to_string(value); }

std::string hex(unsigned byte) {
  static constexpr const char* digits = "0123456789abcdef";
  return std::string("0x") + digits[byte >> 4U] + digits[byte & 0xFU];
}

std::string list(const Bytes& bytes) {
  std::string text = "{";
  for (const std::uint8_t byte : bytes) text += (text.size() > 1 ? ", " : "") + hex(byte);
  return text + "}";
}

std::string pid_name(Pid pid) {
  static constexpr std::array names{"reserved", "out", "ack", "data0", "ping", "sof", "nyet", "data2",
                                    "split", "in", "nak", "data1", "pre", "setup", "stall", "mdata"};
  return std::string("Pid::") + names[static_cast<std::size_t>(pid)];
}

std::string packet_row(const Packet& packet) {
  const auto token = [&](const char* name) {
    return std::string(name) + "(" + (packet.address == ours ? "ours" : number(packet.address)) + ", " + number(packet.endpoint) + ")";
  };
  switch (packet.pid) {
    case Pid::in: return token("in");
    case Pid::out: return token("out");
    case Pid::setup: return token("setup");
    case Pid::sof: return "sof(" + number(packet.frame) + ")";
    case Pid::data0: return "data0(" + list(packet.content) + ")";
    case Pid::data1: return "data1(" + list(packet.content) + ")";
    case Pid::ack: return "ack()";
    case Pid::ping:
      return "send({Pid::ping, " + (packet.address == ours ? "ours" : number(packet.address)) + ", " + number(packet.endpoint) + "})";
    case Pid::data2:
    case Pid::mdata:
      return "send({" + pid_name(packet.pid) + ", 0, 0, 0, " + list(packet.content) + "})";
    default: return "shake(" + pid_name(packet.pid) + ")";
  }
}

std::string act_name(Step::Act act) {
  static constexpr std::array names{"send", "raw", "low_speed", "noise", "idle", "se0", "resume", "events", "captures", "access",
                                    "freeze", "offer", "unplugged"};
  return std::string("Step::Act::") + names[static_cast<std::size_t>(act)];
}

std::string damage_name(Damage::Kind kind) {
  static constexpr std::array names{"none", "flip", "cut", "lengthen", "stuffing", "no_eop", "sync"};
  return std::string("Damage::Kind::") + names[static_cast<std::size_t>(kind)];
}

}  // namespace

std::string row(const Step& step) {
  std::string text;
  switch (step.act) {
    case Step::Act::send:
      text = packet_row(step.packet);
      break;
    case Step::Act::raw:
    case Step::Act::low_speed:
    case Step::Act::noise:
      text = "bytes(" + act_name(step.act) + ", " + list(step.packet.content) + ", " + number(step.amount) + ")";
      break;
    default:
      text = "plain(" + act_name(step.act) + ", " + number(step.amount) + ")";
      break;
  }
  if (step.damage.kind != Damage::Kind::none)
    text = "spoiled(" + text + ", " + damage_name(step.damage.kind) + ", " + number(step.damage.where) + ")";
  const bool plain_act = step.act >= Step::Act::idle;
  if (step.after != (plain_act ? 0 : 3 * bit_ticks)) text = "after(" + number(step.after) + ", " + text + ")";
  return text;
}

}  // namespace adoube::soak
