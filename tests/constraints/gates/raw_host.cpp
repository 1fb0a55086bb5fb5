// SPDX-License-Identifier: Apache-2.0
#include "tests/constraints/gates/raw_host.hpp"

#include <algorithm>
#include <array>

#include "sim/bus/decoder.hpp"

namespace gates {
namespace {

using bus::Bytes;
using bus::Line;
using bus::Pid;

constexpr unsigned gap = 4;        // bits between packets
constexpr unsigned patience = 24;  // bits until an answer stays out
constexpr unsigned packet_size = 64;

bool is(const std::optional<Bytes>& packet, Pid pid) { return packet && !packet->empty() && (*packet)[0] == bus::pid_byte(pid); }
bool is_data(const std::optional<Bytes>& packet) { return is(packet, Pid::data0) || is(packet, Pid::data1); }

}  // namespace

void RawHost::hold(Line line, unsigned clocks) {
  for (unsigned i = 0; i < clocks; ++i) bench_.tick(line);
}

void RawHost::send(const Bytes& packet) {
  std::vector<Line> levels = bus::levels(packet);
  if (random_.chance(damage_)) {
    const auto any = [&](std::size_t from, std::size_t to) { return static_cast<std::size_t>(random_.within(static_cast<std::int64_t>(from), static_cast<std::int64_t>(to))); };
    const std::size_t at = any(0, levels.size() - 3);
    switch (any(0, 7)) {
      case 0: {  // a bit
        Bytes other = packet;
        const std::size_t bit = any(0, 8 * packet.size() - 1);
        other[bit / 8] = static_cast<std::uint8_t>(other[bit / 8] ^ 1U << bit % 8);
        levels = bus::levels(other);
        break;
      }
      case 1: levels.erase(levels.begin() + static_cast<std::ptrdiff_t>(at), levels.end() - 3); break;  // cut short
      case 2: std::fill_n(levels.begin() + static_cast<std::ptrdiff_t>(at), std::min<std::size_t>(8, levels.size() - at), levels[at]); break;  // seven equal bits
      case 3: levels[at] = bus::line_se0; break;
      case 4: levels.insert(levels.end() - 3, any(1, 9), bus::line_k); break;
      case 5: levels.insert(levels.begin() + static_cast<std::ptrdiff_t>(at), levels[at]); break;
      case 6: levels.resize(levels.size() - any(1, 2)); break;  // its end cut short
      default: levels.clear(); break;
    }
  }
  for (const Line line : levels) hold(line, 4);
}

std::optional<Bytes> RawHost::answer() {
  bus::Decoder decoder;
  for (unsigned bits = 0; bits < patience || (decoder.active() && bits < 1'000); ++bits) {
    hold(bus::line_j, 4);
    const Outputs& pins = bench_.pins();
    if (decoder.feed(pins.oe ? Line{pins.dp, pins.dn} : bus::line_j) == bus::Decoder::Event::ended) {
      return Bytes(decoder.bytes().begin(), decoder.bytes().end());
    }
  }
  return std::nullopt;
}

bool RawHost::take(unsigned endpoint) {
  send(bus::token(Pid::in, address, endpoint));
  const auto said = answer();
  if (!is_data(said)) return false;
  ++packets;
  rest(gap);
  send(bus::handshake(Pid::ack));
  rest(gap);
  return true;
}

unsigned RawHost::drain(unsigned endpoint, unsigned most) {
  unsigned count = 0;
  while (count < most && take(endpoint)) ++count;
  return count;
}

bool RawHost::control(const bus::Setup& setup, std::span<const std::uint8_t> out, unsigned transactions) {
  const auto bytes = setup.bytes();
  for (unsigned tries = 0;; ++tries) {
    send(bus::token(Pid::setup, address, 0));
    rest(gap);
    send(bus::data(Pid::data0, bytes));
    if (is(answer(), Pid::ack)) break;
    rest(gap);
    if (tries == 3) return false;
  }
  rest(gap);
  const bool in = setup.in() && setup.length != 0;
  const auto ask = [&]() -> std::optional<Bytes> {  // IN until it is no NAK
    for (unsigned tries = 0; tries < 40; ++tries) {
      send(bus::token(Pid::in, address, 0));
      auto said = answer();
      rest(gap);
      if (is_data(said)) send(bus::handshake(Pid::ack));
      if (!is(said, Pid::nak)) return said;
    }
    return std::nullopt;
  };
  const auto tell = [&](Pid pid, std::span<const std::uint8_t> content) {
    for (unsigned tries = 0; tries < 40; ++tries) {
      send(bus::token(Pid::out, address, 0));
      rest(gap);
      send(bus::data(pid, content));
      const auto said = answer();
      rest(gap);
      if (!said || !is(said, Pid::nak)) return is(said, Pid::ack);
    }
    return false;
  };
  if (in) {
    for (std::size_t got = 0;;) {
      if (transactions-- == 0) return false;
      const auto said = ask();
      if (!is_data(said)) return false;
      const std::size_t size = said->size() - 3;
      got += size;
      if (size < packet_size || got >= setup.length) break;
    }
    return transactions != 0 && tell(Pid::data1, {});
  }
  for (std::size_t sent = 0; sent < out.size(); sent += packet_size) {
    if (transactions-- == 0 || !tell(sent / packet_size % 2 == 0 ? Pid::data1 : Pid::data0, out.subspan(sent, std::min<std::size_t>(packet_size, out.size() - sent)))) return false;
  }
  return transactions != 0 && is_data(ask());
}

bool RawHost::write(std::uint16_t place, std::uint32_t value) {
  const std::array<std::uint8_t, 4> bytes{static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value >> 16),
                                          static_cast<std::uint8_t>(value >> 24)};
  return control({0x40, 2, 0, place, 4}, bytes);
}

std::uint8_t RawHost::target() { return random_.chance(90) ? address : static_cast<std::uint8_t>(address ^ 1U << random_.within(0, 6)); }

void RawHost::anything() {
  const auto any = [&](int from, int to) { return static_cast<unsigned>(random_.within(from, to)); };
  std::array<std::uint8_t, packet_size> bytes{};
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random_.chance(30) ? 0xFF : random_.bits());
  const auto content = [&](unsigned most) { return std::span<const std::uint8_t>(bytes.data(), any(0, static_cast<int>(most))); };
  switch (any(0, 15)) {
    case 0:
    case 1:
    case 2: take(1); break;
    case 3: take(2); break;
    case 4: take(any(0, 15)); break;
    case 5: {  // without the acknowledgement, or with something else
      send(bus::token(Pid::in, target(), any(0, 2)));
      if (is_data(answer())) {
        rest(gap);
        if (random_.chance(50)) send(bus::handshake(random_.chance(50) ? Pid::nak : Pid::stall));
        if (random_.chance(30)) rest(40);
      }
      break;
    }
    case 6:
    case 7: {  // a register
      const auto place = static_cast<std::uint16_t>(random_.chance(90) ? any(0, 15) : any(0, 0xFFFF));
      read(place);
      break;
    }
    case 8: {  // a value that is refused, or one that changes little
      const auto place = static_cast<std::uint16_t>(any(0, 19));
      const auto value = static_cast<std::uint32_t>(random_.bits()) >> any(0, 31);
      if (place < 4 || place > 8) write(place, value);
      else write(place, value | 0x4'0000U);  // beyond every limit of a time
      break;
    }
    case 9: {  // descriptors
      constexpr std::array<std::uint16_t, 10> values{0x0100, 0x0200, 0x0300, 0x0301, 0x0302, 0x0303, 0x0F00, 0x0600, 0x0304, 0x0101};
      control({0x80, 6, values[any(0, 9)], static_cast<std::uint16_t>(random_.chance(80) ? 0x0409 : 0), static_cast<std::uint16_t>(any(0, 255))}, {}, random_.chance(70) ? 100 : any(0, 3));
      break;
    }
    case 10: control({0x82, 0, 0, static_cast<std::uint16_t>(any(0, 3) | (random_.chance(60) ? 0x80U : 0U)), 2}); break;
    case 11: {  // halt, or go on
      const auto endpoint = static_cast<std::uint16_t>(any(0, 3) | 0x80U);
      control({0x02, static_cast<std::uint8_t>(random_.chance(30) ? 3 : 1), static_cast<std::uint16_t>(random_.chance(90) ? 0 : 1), endpoint, 0});
      if (random_.chance(70)) {
        take(1);
        control({0x02, 1, 0, endpoint, 0});
      }
      break;
    }
    case 12: {  // a request that is none, or one with too much or too little behind it
      const std::uint64_t drawn = random_.bits();
      bus::Setup setup{static_cast<std::uint8_t>(drawn & 0xE3U), static_cast<std::uint8_t>(drawn >> 8 & 15U), static_cast<std::uint16_t>(drawn >> 16 & 0x3FFU),
                       static_cast<std::uint16_t>(drawn >> 32 & 0x8FU), static_cast<std::uint16_t>(drawn >> 48 & 0x1FFU)};
      if (random_.chance(20)) setup = {0x00, 5, address, 0, 0};  // what it has already
      else if (setup.request == 5 || (setup.request == 9 && (setup.type & 0x7FU) == 0)) setup.request = 7;
      control(setup, setup.in() ? std::span<const std::uint8_t>{} : content(packet_size), random_.chance(60) ? 100 : any(0, 3));
      break;
    }
    case 13: {  // OUT to anyone, and SETUP with content of any size
      send(bus::token(random_.chance(60) ? Pid::out : Pid::setup, random_.chance(60) ? address : target(), any(0, 15)));
      rest(gap);
      send(bus::data(random_.chance(50) ? Pid::data0 : Pid::data1, content(packet_size)));
      answer();
      break;
    }
    case 14: {  // packets that nothing follows or that follow nothing
      if (random_.chance(50)) send(bus::handshake(random_.chance(50) ? Pid::ack : Pid::stall));
      else if (random_.chance(50)) send(bus::data(Pid::data1, content(20)));
      else send({static_cast<std::uint8_t>(random_.bits()), static_cast<std::uint8_t>(random_.bits()), static_cast<std::uint8_t>(random_.bits())});
      answer();
      break;
    }
    default: frame(any(0, 0x7FF)); break;
  }
  hold(bus::line_j, 4 * gap + any(0, 3));  // the clocks of host and board stand to each other as they like
}

void RawHost::reset(unsigned bits) {
  hold(bus::line_se0, 4 * bits);
  address = 0;
  rest(8);
}

void RawHost::resume(unsigned bits) {
  hold(bus::line_k, 4 * bits);
  hold(bus::line_se0, 4 * 16);
  rest(8);
}

}  // namespace gates
