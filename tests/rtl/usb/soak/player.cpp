// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/usb/soak/player.hpp"

#include <algorithm>

namespace adoube::soak {
namespace {

// A bus reset may be seen from 2.5 us on (USB 2.0, 7.1.7.5); SE0 of a length near that is in no script.
constexpr Tick reset_from = 34 * bit_ticks;
// Nothing that the device does to the cut comes later than this after the packet that asked for it.
constexpr Tick at_rest_after = 40 * bit_ticks;
// The device needs longer than this from the end of a packet to anything that follows from it.
constexpr Tick no_effect_before = bit_ticks;

// From power to the pull-up.
constexpr Tick ms = 48'000;
constexpr Tick attached_from = 50 * ms;
constexpr Tick attached_by = 52 * ms;
// 7.1.7.6: suspended from 3 ms without traffic on, at last after 10 ms; ours does not wait longer than its receiver needs.
// The last bits of a packet without EOP may look like rest.
constexpr Tick suspended_from = 3 * ms - 8 * bit_ticks;
constexpr Tick suspended_by = 3 * ms + 16 * bit_ticks;

constexpr Tick low_speed_bit = 8 * bit_ticks;

}  // namespace

Answer Player::play(const Step& step) {
  script_.push_back(step);
  device_.hold(bus::line_j, step.after);
  deliver(device_.now, Which::all);
  Answer answer;
  switch (step.act) {
    case Step::Act::send: {
      Packet packet = step.packet;
      if (packet.address == ours) packet.address = judge_.some().address();
      if (is_token(packet.pid)) ++tokens_;
      answer = send(wire_bytes(packet), step.damage);
      break;
    }
    case Step::Act::raw:
      answer = send(step.packet.content, step.damage);
      break;
    case Step::Act::low_speed:
      low_speed(step);
      break;
    case Step::Act::noise:
      noise(step);
      break;
    case Step::Act::idle:
      device_.hold(bus::line_j, step.amount);
      break;
    case Step::Act::se0:
      device_.hold(bus::line_se0, step.amount);
      if (step.amount >= reset_from) judge_.bus_reset();
      else disturb();
      rested_from_ = device_.now;
      device_.hold(bus::line_j, 2 * bit_ticks);
      break;
    case Step::Act::resume:
      device_.hold(bus::line_k, step.amount);
      device_.hold(bus::line_se0, 2 * low_speed_bit);
      disturb();
      rested_from_ = device_.now;
      device_.hold(bus::line_j, low_speed_bit);
      break;
    case Step::Act::events:
      device_.scan.add_events(step.amount);
      break;
    case Step::Act::captures:
      device_.scan.add_captures(step.amount);
      break;
    case Step::Act::access:
      device_.scan.access_clocks = step.amount;
      break;
    case Step::Act::freeze:
      device_.scan.freeze_clocks = step.amount;
      break;
    case Step::Act::offer:
      device_.scan.offer_clocks = step.amount;
      break;
    case Step::Act::unplugged:
      unplug(step.amount);
      break;
  }
  deliver(device_.now, Which::all);
  check(step.act == Step::Act::idle && step.amount >= at_rest_after);
  return answer;
}

Answer Player::send(const Bytes& bytes, const Damage& damage) {
  const Signal sent = signal(bytes, damage);
  // Who does not see the first bits of SYNC knows when it began by its end.
  const Tick unseen = damage.kind == Damage::Kind::sync ? damage.where * bit_ticks : 0;
  Heard heard{understood(sent.bytes), device_.now - unseen, 0};
  device_.drive(sent.levels);
  heard.end = rested_from_ = device_.now - bit_ticks;

  std::vector<Heard> readings;
  if (sent.form != Signal::Form::broken) readings.push_back(heard);
  const bool to_us = heard.packet && heard.packet->pid == Pid::in && heard.packet->address == judge_.some().address();
  if (sent.form != Signal::Form::whole) readings.push_back({std::nullopt, heard.sync, heard.end});

  deliver(heard.end + no_effect_before, Which::all);
  const bool awaited = to_us || std::any_of(readings.begin(), readings.end(), [&](const Heard& one) { return judge_.may_answer(one); });
  Device::Reply reply;
  if (awaited) reply = device_.reply(heard.end);
  if (reply.answer.kind != Answer::Kind::silence) rested_from_ = reply.end;
  // What the scan side did up to the answer may be in it; what the device did since follows from the packet.
  deliver(reply.start, Which::of_the_scan_side);
  hold(judge_.heard(readings, reply.answer, reply.end));
  if (reply.answer.kind != Answer::Kind::silence) ++answers_;
  return reply.answer;
}

// Something that is no packet went over the wires.
void Player::disturb() {
  hold(judge_.heard({{std::nullopt, device_.now, device_.now}}, {}, 0));
}

// Without VBUS the pull-up goes within a moment and the wires fall to SE0; when it is back, it comes after 50 ms or a little
// more (rtl/usb/usb_link.sv), and the host does not speak before 100 ms (7.1.7.3), which are shortened here.
void Player::unplug(Tick ticks) {
  device_.vbus(false);
  device_.hold(bus::line_se0, 8 * bit_ticks);
  if (device_.pullup()) wrong("the device keeps its pull-up without VBUS");
  device_.hold(bus::line_se0, ticks);
  judge_.power_lost();
  device_.vbus(true);
  const Tick back = device_.now;
  while (!device_.pullup() && device_.now < back + attached_by) device_.hold(bus::line_se0, bit_ticks);
  if (!device_.pullup()) wrong("the device does not come back with VBUS");
  if (device_.now < back + attached_from) wrong("the device comes back with VBUS at once");
  rested_from_ = device_.now;
  device_.hold(bus::line_j, 20 * bit_ticks);
}

void Player::low_speed(const Step& step) {
  const Signal pre = signal(wire_bytes({Pid::pre}), {Damage::Kind::no_eop, 8});
  device_.drive(pre.levels);
  device_.hold(bus::line_j, 4 * bit_ticks);  // for the hubs to switch over
  for (const bus::Line level : signal(step.packet.content, {}).levels) device_.hold(level, low_speed_bit);
  disturb();
  rested_from_ = device_.now;
  device_.hold(bus::line_j, low_speed_bit);
}

void Player::noise(const Step& step) {
  for (std::uint32_t i = 0; i < step.amount && i / 8 < step.packet.content.size(); ++i)
    device_.hold((step.packet.content[i / 8] >> (i % 8) & 1U) != 0 ? bus::line_j : bus::line_k, bit_ticks);
  device_.hold(bus::line_k, bit_ticks);
  disturb();
  rested_from_ = device_.now;
  device_.hold(bus::line_j, 20 * bit_ticks);
}

void Player::deliver(Tick until, Which which) {
  std::vector<Crossing> kept;
  for (const Crossing& crossing : device_.scan.crossings) {
    const bool scan_side = crossing.kind == Crossing::Kind::access_done || crossing.kind == Crossing::Kind::event_offered ||
                           crossing.kind == Crossing::Kind::capture_offered;
    if (crossing.tick <= until && (scan_side || which == Which::all)) deliver(crossing);
    else kept.push_back(crossing);
  }
  device_.scan.crossings.swap(kept);
}

void Player::deliver(const Crossing& crossing) {
  switch (crossing.kind) {
    case Crossing::Kind::access_begun:
      hold(judge_.access_begun(crossing.access, crossing.tick));
      break;
    case Crossing::Kind::access_done:
      judge_.access_done(crossing.result, crossing.tick);
      break;
    case Crossing::Kind::event_offered:
      judge_.supply.events.push_back({event_packet(judge_.supply.events.size()), crossing.tick});
      break;
    case Crossing::Kind::capture_offered:
      judge_.supply.captures.push_back({capture_packet(judge_.supply.captures.size()), crossing.tick});
      break;
    case Crossing::Kind::event_freed:
    case Crossing::Kind::capture_freed:
    case Crossing::Kind::hello:
      break;  // counted: check()
  }
}

void Player::check(bool at_rest) {
  hold(judge_.seen({device_.scan.events_freed, device_.scan.captures_freed, device_.scan.hellos}, at_rest));
  if (!device_.scan.fault.empty()) wrong(device_.scan.fault);
  if (!device_.fault.empty()) wrong(device_.fault);
  const Tick rest = device_.now - rested_from_;
  if (device_.suspended() ? rest < suspended_from : rest > suspended_by) wrong("the device mistakes how long the bus has been at rest");
}

void Player::hold(bool explained) {
  if (!explained) wrong("the device " + judge_.complaint());
}

void Player::wrong(const std::string& what) const {
  throw Disagreement("row " + std::to_string(script_.size() - 1) + ": " + what);
}

}  // namespace adoube::soak
