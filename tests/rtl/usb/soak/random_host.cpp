// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/usb/soak/random_host.hpp"

#include <algorithm>

#include "tests/rtl/usb/soak/scan_stub.hpp"

namespace adoube::soak {
namespace {

using Kind = Answer::Kind;

constexpr unsigned naks_borne = 12;  // before the host does something else
constexpr unsigned tries = 3;        // USB 2.0, 8.6.2 and 10.2.6

bool is_data(const Answer& answer) { return answer.kind == Kind::data0 || answer.kind == Kind::data1; }

}  // namespace

bool RandomHost::Patience::left() const { return naks < naks_borne && silent < tries; }

RandomHost::RandomHost(std::uint64_t seed, Player& player, const Shape& shape) : random_(seed), player_(player), shape_(shape) {}

void RandomHost::run(std::uint64_t tokens) {
  const std::uint64_t end = player_.tokens() + tokens;
  new_mood();
  reset();
  configure();
  while (player_.tokens() < end) something();
}

void RandomHost::finish() {
  damaged_ = lost_ = astray_ = 0;
  wait(200);
  player_.play(plain(Step::Act::access, 20));
  player_.play(plain(Step::Act::offer, 1));
  player_.play(plain(Step::Act::idle, 12'000));  // longer than any access
  const std::uint8_t address = player_.judge().some().address();
  if (player_.judge().some().standing().configuration == 0) control({0x00, 9, 1, 0, 0});
  for (const PipeShape& pipe : shape_.pipes) control({0x02, 1, 0, pipe.address, 0});
  for (const PipeShape& pipe : shape_.pipes) {
    if ((pipe.address & 0x80U) == 0 || pipe.carries == PipeShape::Carries::zeros) continue;
    while (is_data(say(in(ours, pipe.address & 0xFU)))) {
      say(ack());
      wait(20);
    }
  }
  control({0x80, 8, 0, 0, 1});
  control({0x80, 0, 0, 0, 2});
  control({0x81, 10, 0, 0, 1});
  for (const PipeShape& pipe : shape_.pipes) control({0x82, 0, 0, pipe.address, 2});
  for (std::uint16_t reg = 0; reg < 17; ++reg) control({0xC0, 1, 0, reg, 4});
  say(in(address, 0));
  wait(100);
}

void RandomHost::new_mood() {
  damaged_ = one_of({0U, 5U, 20U, 100U});
  lost_ = one_of({0U, 5U, 20U, 150U});
  astray_ = one_of({0U, 10U, 50U, 200U});
}

void RandomHost::something() {
  const unsigned kind = draw(0, 999);
  if (kind < 330) control(request());
  else if (kind < 620) poll(one_of({1U, 1U, 2U, 2U, 3U, 4U}));
  else if (kind < 680) feed(draw(1, 4));
  else if (kind < 740) stray();
  else if (kind < 800) foreign();
  else if (kind < 830) garbage();
  else if (kind < 900) player_.play(sof(static_cast<unsigned>(frame_++ & 0x7FFU)));
  else if (kind < 970) scan_side();
  else if (kind < 985) wait(draw(20, 300));
  else if (kind < 992) reset();
  else if (kind < 996) new_mood();
  else if (kind < 999) configure();
  else rare();
  // A device without address or configuration is soon given both, mostly.
  if (player_.judge().some().standing().configuration == 0 && chance(250)) configure();
}

// ---- the bus

/// One packet as this bus carries it: after some gap, perhaps damaged, perhaps lost before it reaches the device.
Answer RandomHost::say(Step step) {
  step.after = draw(8, 40);  // 2 to 10 bit times
  if (chance(20)) step.after = draw(56, 80);
  if (chance(5)) step.after = draw(80, 400);
  if (chance(lost_)) {
    if (chance(500)) wait(draw(16, 40));
    return {};
  }
  if (chance(damaged_)) step.damage = damage(step.packet);
  const Answer answer = player_.play(step);
  if (step.damage.kind == Damage::Kind::no_eop) wait(30);  // until it is clear to everyone that the packet is over
  if (chance(lost_)) {                                     // the answer is lost: the host waits until it gives up
    wait(draw(18, 30));
    return {};
  }
  return answer;
}

Answer RandomHost::say_data(bool data1, Bytes content) {
  return say(data1 ? soak::data1(std::move(content)) : soak::data0(std::move(content)));
}

void RandomHost::wait(unsigned bits) { player_.play(plain(Step::Act::idle, 4 * bits + draw(0, 3))); }

Damage RandomHost::damage(const Packet& packet) {
  const auto bits = static_cast<unsigned>(wire_bytes(packet).size() * 8);
  const auto kind = one_of({Damage::Kind::flip, Damage::Kind::flip, Damage::Kind::cut, Damage::Kind::lengthen, Damage::Kind::stuffing,
                            Damage::Kind::no_eop, Damage::Kind::sync});
  switch (kind) {
    case Damage::Kind::lengthen: return {kind, static_cast<std::uint16_t>(chance(500) ? draw(1, 9) : draw(10, 600))};
    case Damage::Kind::sync: return {kind, static_cast<std::uint16_t>(draw(1, 3))};
    default: return {kind, static_cast<std::uint16_t>(draw(0, bits - 1))};
  }
}

// ---- requests

bus::Setup RandomHost::legal_request() {
  const auto length = one_of<std::uint16_t>({0, 1, 2, 8, 9, 18, 63, 64, 65, 127, 128, 255, 256, 0x1000, 0xFFFF});
  switch (draw(0, shape_.buffer_size != 0 ? 17 : 13)) {
    case 0: return {0x80, 0, 0, 0, one_of<std::uint16_t>({2, 2, 1, 0, 64})};
    case 1: return {0x81, 0, 0, 0, 2};
    case 2: return {0x82, 0, 0, static_cast<std::uint16_t>(some_endpoint_address()), 2};
    case 3: return {0x02, 1, 0, static_cast<std::uint16_t>(some_endpoint_address()), 0};
    case 4: return {0x02, 3, 0, static_cast<std::uint16_t>(some_endpoint_address()), 0};
    case 5: return {0x80, 8, 0, 0, 1};
    case 6: return {0x00, 9, static_cast<std::uint16_t>(chance(800) ? 1 : 0), 0, 0};
    case 7: return {0x81, 10, 0, 0, 1};
    case 8: return {0x01, 11, static_cast<std::uint16_t>(draw(0, 1)), 0, 0};
    case 9: return {0x00, 5, static_cast<std::uint16_t>(draw(0, 127)), 0, 0};
    case 10: {
      auto descriptor = shape_.descriptors.begin();
      std::advance(descriptor, draw(0, static_cast<unsigned>(shape_.descriptors.size()) - 1));
      return {0x80, 6, descriptor->first, one_of<std::uint16_t>({0, 0x0409}), length};
    }
    case 11: return {0xC0, 1, 0, static_cast<std::uint16_t>(draw(0, 16)), 4};
    case 12: return {0xC0, 4, 0, 7, length};
    case 13: return {0x40, 2, 0, static_cast<std::uint16_t>(draw(3, 10)), 4};
    case 14: return {0x40, 0x5B, 0, 0, one_of<std::uint16_t>({512, 512, 0, 1, 64, 65, 128, 200, 513})};
    case 15: return {0xC0, 0x5C, 0, 0, one_of<std::uint16_t>({512, 511, 0, 1, 63, 64, 65, 513})};
    case 16: return {0x40, 0x5B, 0, 0, 512};
    default: return {0xC0, 0x5C, 0, 0, 512};
  }
}

bus::Setup RandomHost::request() {
  bus::Setup setup = legal_request();
  if (chance(800)) return setup;
  switch (draw(0, 5)) {
    case 0: setup.type = static_cast<std::uint8_t>(setup.type ^ (1U << draw(0, 7))); break;
    case 1: setup.request = static_cast<std::uint8_t>(draw(0, 15)); break;
    case 2: setup.value = static_cast<std::uint16_t>(setup.value ^ (1U << draw(0, 15))); break;
    case 3: setup.index = static_cast<std::uint16_t>(setup.index ^ (1U << draw(0, 15))); break;
    case 4: setup.length = static_cast<std::uint16_t>(chance(500) ? draw(0, 8) : setup.length ^ (1U << draw(0, 15))); break;
    default:
      setup.type = static_cast<std::uint8_t>(draw(0, 255));
      setup.request = static_cast<std::uint8_t>(draw(0, 255));
      setup.value = static_cast<std::uint16_t>(draw(0, 0xFFFF));
      setup.index = static_cast<std::uint16_t>(draw(0, 0xFFFF));
      setup.length = static_cast<std::uint16_t>(draw(0, 0xFFFF));
      break;
  }
  return setup;
}

unsigned RandomHost::some_endpoint_address() {
  if (chance(800)) return shape_.pipes[draw(0, static_cast<unsigned>(shape_.pipes.size()) - 1)].address;
  return draw(0, 5) | (chance(500) ? 0x80U : 0U);
}

Bytes RandomHost::content(std::size_t size) {
  Bytes bytes(size);
  const unsigned kind = draw(0, 2);  // stuffs a lot, a little, not at all
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(kind == 0 ? 0xFFU : kind == 1 ? draw(0, 255) : 0U);
  return bytes;
}

// ---- transfers

void RandomHost::configure() {
  control({0x00, 5, static_cast<std::uint16_t>(draw(1, 127)), 0, 0});
  if (chance(300)) control({0x80, 6, 0x0100, 0, 18});
  control({0x00, 9, 1, 0, 0});
  if (shape_.alternates > 1 && chance(700)) control({0x01, 11, 1, 0, 0});
}

void RandomHost::control(const bus::Setup& setup) {
  if (!setup_stage(setup)) return;
  if (chance(astray_)) return;
  if (setup.length != 0 && !(setup.in() ? data_stage_in(setup) : data_stage_out(setup))) return;
  if (chance(astray_)) stray();
  const bool status_out = setup.in() && setup.length != 0;
  for (unsigned i = 0, silent = 0; i < naks_borne && silent < tries; ++i) {
    if (status_out) {
      say(out(ours, 0));
      const Answer answer = say_data(true, {});
      if (answer.kind == Kind::ack || answer.kind == Kind::stall) return;
      if (answer.kind == Kind::silence) ++silent;
    } else {
      const Answer answer = say(in(ours, 0));
      if (is_data(answer)) {
        say(ack());
        return;
      }
      if (answer.kind == Kind::stall) return;
      if (answer.kind == Kind::silence) ++silent;
    }
    if (chance(300)) wait(draw(10, 120));
  }
}

bool RandomHost::setup_stage(const bus::Setup& setup) {
  const auto bytes = setup.bytes();
  for (unsigned i = 0; i < tries; ++i) {
    say(soak::setup(ours, 0));
    if (chance(astray_ / 4)) return false;
    const Answer answer = say_data(chance(astray_ / 8), Bytes(bytes.begin(), bytes.end()));
    if (answer.kind == Kind::ack) return true;
  }
  return false;
}

bool RandomHost::bear(Kind answer, Patience& patience) {
  if (answer == Kind::stall) return false;
  if (answer != Kind::nak) {
    ++patience.silent;
    return true;
  }
  ++patience.naks;
  if (chance(500)) wait(draw(10, 120));
  return true;
}

bool RandomHost::data_stage_in(const bus::Setup& setup) {
  bool toggle = true;
  std::size_t got = 0;
  for (Patience patience; got < setup.length && patience.left();) {
    if (chance(astray_ / 4)) return chance(500);  // the host has seen enough, or goes away
    const Answer answer = say(in(ours, 0));
    if (!is_data(answer)) {
      if (!bear(answer.kind, patience)) return false;
      continue;
    }
    patience.silent = 0;
    handshake_for_data();
    if ((answer.kind == Kind::data1) != toggle) continue;  // a repetition
    toggle = !toggle;
    got += answer.content.size();
    if (answer.content.size() < shape_.packet_size) return true;
  }
  return true;
}

bool RandomHost::data_stage_out(const bus::Setup& setup) {
  bool toggle = true;
  std::size_t left = std::min<std::size_t>(setup.length, 600);
  Bytes chunk = content(std::min<std::size_t>(left, 64));
  if (!chunk.empty() && chance(700)) chunk.back() &= 0x7FU;
  for (Patience patience; left != 0 && patience.left();) {
    if (chance(astray_ / 4)) return chance(500);
    say(out(ours, 0));
    const Answer answer = say_data(toggle != chance(astray_ / 8), chunk);
    if (answer.kind != Kind::ack) {
      if (!bear(answer.kind, patience)) return false;
      continue;
    }
    patience.silent = 0;
    toggle = !toggle;
    left -= chunk.size();
    chunk = content(std::min<std::size_t>(left, 64));
  }
  return true;
}

void RandomHost::handshake_for_data() {
  if (chance(astray_ / 2)) {
    say(shake(one_of({Pid::nak, Pid::stall, Pid::nyet, Pid::ack})));
    if (chance(300)) say(ack());
    return;
  }
  if (!chance(lost_)) say(ack());
  if (chance(astray_ / 4)) say(ack());
}

void RandomHost::poll(unsigned endpoint) {
  for (unsigned i = draw(1, 3); i != 0; --i) {
    const Answer answer = say(in(ours, endpoint));
    if (is_data(answer)) handshake_for_data();
    if (chance(300)) wait(draw(5, 60));
  }
}

void RandomHost::feed(unsigned endpoint) {
  for (unsigned i = draw(1, 3); i != 0; --i) {
    say(out(ours, endpoint));
    const auto size = one_of({0U, 1U, 8U, 63U, 64U, draw(0, 64)});
    const Bytes bytes = content(size);
    bool& toggle = polled_toggle_[endpoint];
    if (say_data(toggle, bytes).kind == Kind::ack && !chance(astray_)) toggle = !toggle;
    if (chance(100)) toggle = !toggle;
  }
}

// ---- nuisances

/// Packets for us that no transfer asks for.
void RandomHost::stray() {
  const unsigned endpoint = chance(600) ? draw(0, 4) : draw(0, 15);
  switch (draw(0, 7)) {
    case 0: say(in(ours, endpoint)); break;
    case 1: say(out(ours, endpoint)); break;
    case 2: say(setup(ours, endpoint)); break;
    case 3: say(shake(one_of({Pid::ack, Pid::nak, Pid::stall, Pid::nyet, Pid::split}))); break;
    case 4:
      if (chance(500)) say(out(ours, endpoint));
      say_data(chance(500), content(chance(800) ? draw(0, 64) : draw(65, 140)));  // too long is babble
      break;
    case 5: say(send({Pid::ping, ours, static_cast<std::uint8_t>(endpoint)})); break;
    case 6:  // what was announced breaks, and then comes something good that nothing announces any more
      say(chance(500) ? setup(ours, 0) : out(ours, endpoint));
      player_.play(after(8, spoiled(ack(), Damage::Kind::cut, static_cast<std::uint16_t>(draw(1, 7)))));
      player_.play(after(8, data0(content(8))));
      break;
    default:
      say(setup(ours, endpoint));
      say_data(chance(200), content(chance(700) ? 8 : draw(0, 12)));
      break;
  }
}

/// A transaction of another device on the same bus, all packets of which reach us.
void RandomHost::foreign() {
  auto address = static_cast<std::uint8_t>(draw(0, 127));
  if (address == player_.judge().some().address()) address = static_cast<std::uint8_t>((address + 1U) & 0x7FU);
  const unsigned endpoint = draw(0, 4);
  switch (draw(0, 2)) {
    case 0:
      say(in(address, endpoint));
      say_data(chance(500), content(draw(0, 64)));
      say(ack());
      break;
    case 1:
      say(out(address, endpoint));
      say_data(chance(500), content(draw(0, 64)));
      say(shake(one_of({Pid::ack, Pid::nak, Pid::stall})));
      break;
    default: {
      const bus::Setup setup = request();
      const auto bytes = setup.bytes();
      say(soak::setup(address, 0));
      say_data(false, Bytes(bytes.begin(), bytes.end()));
      say(ack());
      break;
    }
  }
}

void RandomHost::garbage() {
  switch (draw(0, 2)) {
    case 0:
      player_.play(soak::bytes(Step::Act::raw, content(draw(1, 70))));
      break;
    case 1:
      player_.play(soak::bytes(Step::Act::noise, content(4), draw(1, 32)));
      break;
    default:
      player_.play(soak::bytes(Step::Act::low_speed, wire_bytes({Pid::in, 5, 0})));
      break;
  }
}

void RandomHost::reset() {
  player_.play(plain(Step::Act::se0, (chance(100) ? draw(4, 25) : draw(40, 400)) * 4 + draw(0, 3)));
  wait(draw(5, 40));
}

/// What takes long: the host suspends the bus and resumes it, or the cable is pulled.
void RandomHost::rare() {
  if (chance(150)) {
    player_.play(plain(Step::Act::unplugged, draw(0, 2'000)));
    return;
  }
  for (unsigned i = draw(1, 2); i != 0; --i) {
    player_.play(plain(Step::Act::idle, chance(500) ? draw(141'000, 146'000) : draw(146'000, 200'000)));  // 3 ms are 144,000
    if (chance(300)) scan_side();
    if (chance(100)) reset();
    else if (chance(900)) player_.play(plain(Step::Act::resume, draw(100, 10'000)));  // 20 ms are made shorter
  }
}

void RandomHost::scan_side() {
  switch (draw(0, 6)) {
    case 0: player_.play(plain(Step::Act::access, chance(700) ? draw(1, 64) : draw(65, ScanStub::longest_read))); break;
    case 1: player_.play(plain(Step::Act::freeze, draw(1, 12))); break;
    case 2: player_.play(plain(Step::Act::offer, chance(700) ? draw(1, 8) : draw(9, 500))); break;
    case 3: player_.play(plain(Step::Act::captures, draw(1, 5))); break;
    default: player_.play(plain(Step::Act::events, draw(1, 5))); break;
  }
}

}  // namespace adoube::soak
