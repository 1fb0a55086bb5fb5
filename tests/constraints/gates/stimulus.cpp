// SPDX-License-Identifier: Apache-2.0
#include "tests/constraints/gates/stimulus.hpp"

#include <array>
#include <bit>
#include <initializer_list>
#include <vector>

#include "sim/physics/random.hpp"
#include "tests/constraints/gates/raw_host.hpp"

namespace gates {
namespace {

using adoube::sim::Random;

constexpr std::uint16_t magic = 0, hold_presence = 4, hold_touch = 5, hold_auxiliary = 6, chatter_max = 7, scan_pause = 8, epoch = 9, dropped = 12, capture = 13;
constexpr std::uint16_t registers = 16;  // some beyond the last

/// Every request of chapter 9 and the vendor's, and some that nobody knows.
void ask_everything(Bench& bench) {
  const auto get = [&](std::uint16_t value, std::uint16_t index, std::uint16_t length) { return bench.control(0x80, 6, value, index, length); };
  for (const std::uint16_t length : std::initializer_list<std::uint16_t>{8, 18, 64, 255}) {
    for (const std::uint16_t value : std::initializer_list<std::uint16_t>{0x0100, 0x0200, 0x0300, 0x0301, 0x0302, 0x0303, 0x0F00, 0x0600, 0x0304, 0x0201}) get(value, 0, length);
  }
  for (const std::uint16_t length : std::initializer_list<std::uint16_t>{10, 64, 162, 300}) bench.control(0xC0, 4, 0, 7, length);
  bench.control(0xC0, 4, 0, 4, 64);
  for (const std::uint16_t index : std::initializer_list<std::uint16_t>{0, 0x80, 0x81, 0x82, 0x83, 1, 2}) {
    bench.control(0x82, 0, 0, index, 2);
    for (const std::uint8_t request : std::initializer_list<std::uint8_t>{3, 0, 1}) {  // halt, look, go on
      if (request == 0) bench.control(0x82, 0, 0, index, 2);
      else bench.control(0x02, request, 0, index, 0);
    }
    bench.control(0x02, 1, 1, index, 0);
  }
  bench.control(0x80, 0, 0, 0, 2);
  bench.control(0x81, 0, 0, 0, 2);
  bench.control(0x80, 8, 0, 0, 1);
  bench.control(0x81, 10, 0, 0, 1);
  bench.control(0x01, 11, 0, 0, 0);
  bench.control(0x01, 11, 1, 0, 0);
  bench.control(0x00, 3, 1, 0, 0);
  bench.control(0x00, 9, 2, 0, 0);
  bench.control(0x00, 9, 0, 0, 0);
  bench.control(0x81, 0, 0, 0, 2);
  bench.control(0x80, 8, 0, 0, 1);
  bench.control(0x00, 9, 1, 0, 0);
  // Single bits of a known request turned, so that every one of the decoder's inputs decides once.
  for (unsigned bit = 0; bit < 64; ++bit) {
    const std::uint64_t setup = (0xC0ULL | 1ULL << 8 | 3ULL << 32 | 4ULL << 48) ^ 1ULL << bit;
    const auto length = static_cast<std::uint16_t>(setup >> 48);
    bench.control(static_cast<std::uint8_t>(setup), static_cast<std::uint8_t>(setup >> 8), static_cast<std::uint16_t>(setup >> 16), static_cast<std::uint16_t>(setup >> 32), length);
  }
}

/// Every register read and written, within its range and out of it.
void use_registers(Bench& bench, Random& random) {
  for (std::uint16_t place = 0; place < registers; ++place) bench.control(0xC0, 1, 0, place, 4);
  bench.control(0xC0, 1, 0, 0x103, 4);
  bench.control(0xC0, 1, 0, 3, 3);
  for (const std::uint16_t place : {hold_presence, hold_touch, hold_auxiliary, chatter_max}) {
    for (const std::uint32_t value : {0U, 1U, 251U, 4'000U, 29'748U, 29'749U, 30'000U, 30'001U, 0xFFFFFFFFU}) {
      bench.write(place, value);
      bench.control(0xC0, 1, 0, place, 4);
    }
  }
  for (unsigned i = 0; i < 4; ++i) {
    const auto value = static_cast<std::uint32_t>(random.bits());
    check(bench.write(epoch, value), "an epoch is refused");
    check(bench.read(epoch) == value, "the epoch written is not the one read");
  }
  for (const std::uint16_t place : {magic, std::uint16_t{3}, dropped}) bench.write(place, 1);
  for (const std::uint32_t pause : {250'001U, 0xFFFFFFFFU}) check(!bench.write(scan_pause, pause), "a pause that is too long is taken");
}

/// Contacts that change on their own, in so many clocks on average; in 100 changes so many of one contact, the rest of a whole row.
void stir(Bench& bench, Random& random, std::uint64_t pause, int flips) {
  bench.stir = [&random, pause, flips](std::array<std::uint16_t, 9>& rows) {
    std::uint16_t& row = rows[static_cast<std::size_t>(random.within(0, 8))];
    if (random.chance(flips)) row = static_cast<std::uint16_t>(row ^ 1 << random.within(0, 15));
    else row = static_cast<std::uint16_t>(random.chance(30) ? (random.chance(50) ? 0xFFFF : 0) : random.within(0, 0xFFFF));
    return static_cast<std::uint64_t>(random.within(1, static_cast<std::int64_t>(2 * pause)));
  };
}

constexpr std::uint32_t two_scans = 2 * Front::scan_us, us = 48;  // of clocks, a microsecond

void settings(RawHost& raw, std::uint32_t hold, std::uint32_t chatter, std::uint32_t pause) {
  raw.write(chatter_max, 30'000);
  for (const std::uint16_t place : {hold_presence, hold_touch, hold_auxiliary}) raw.write(place, hold + place);
  raw.write(chatter_max, chatter);
  raw.write(scan_pause, pause);
}

/// Each request that the board knows, each with one bit turned and with every kind of recipient: every input of the decoder decides.
void turn_requests(RawHost& raw) {
  constexpr std::array<bus::Setup, 15> known{{{0x80, 0, 0, 0, 2},      {0x80, 6, 0x0100, 0, 18}, {0x80, 6, 0x0302, 0x0409, 16}, {0x80, 6, 0x0F00, 0, 12}, {0x80, 8, 0, 0, 1},
                                              {0x81, 10, 0, 0, 1},     {0x01, 11, 0, 0, 0},      {0x82, 0, 0, 0x81, 2},         {0x02, 1, 0, 0x81, 0},    {0x02, 3, 0, 0x82, 0},
                                              {0x00, 9, 1, 0, 0},      {0xC0, 1, 0, 3, 4},       {0x40, 2, 0, 4, 4},            {0xC0, 4, 0, 7, 10},      {0xC0, 3, 1, 2, 8}}};
  for (const bus::Setup& setup : known) {
    raw.control(setup);
    for (const std::uint8_t type : {0x00, 0x01, 0x02, 0x03, 0x20, 0x40, 0x41, 0x42, 0x60, 0x80, 0x81, 0x82, 0x83, 0xA0, 0xC0, 0xC1, 0xC2, 0xE0}) {
      bus::Setup other = setup;
      other.type = type;
      raw.control(other, {}, 2);
    }
    for (unsigned bit = 8; bit < 55; ++bit) {
      bus::Setup other = setup;
      if (bit < 16) other.request = static_cast<std::uint8_t>(other.request ^ 1U << (bit - 8));
      else if (bit < 32) other.value = static_cast<std::uint16_t>(other.value ^ 1U << (bit - 16));
      else if (bit < 48) other.index = static_cast<std::uint16_t>(other.index ^ 1U << (bit - 32));
      else other.length = static_cast<std::uint16_t>(other.length ^ 1U << (bit - 48));
      raw.control(other, {}, 2);
    }
    raw.control({0x00, 9, 1, 0, 0});
  }
  for (std::uint16_t value = 0; value < 0x1000; value = static_cast<std::uint16_t>(value + (value % 256 == 5 ? 251 : 1))) raw.control({0x80, 6, value, 0, 9}, {}, 2);
}

/// The errors of 16 bits behind which one bit of the CRC16's register is not as it must be.
std::vector<std::uint16_t> crc_errors() {
  std::vector<std::uint16_t> found;
  for (unsigned error = 1; error < 0x10000; ++error) {
    unsigned left = 0;
    for (unsigned bit = 0; bit < 16; ++bit) left = left >> 1 ^ (((left ^ error >> bit) & 1U) != 0 ? 0xA001U : 0U);
    if (std::has_single_bit(left)) found.push_back(static_cast<std::uint16_t>(error));
  }
  return found;
}

/// Packets with each of their bits wrong; none may be taken for what it was.
void turn_packets(RawHost& raw) {
  const auto turned = [&](const bus::Bytes& packet, const auto& behind) {
    for (std::size_t bit = 0; bit < 8 * packet.size(); ++bit) {
      bus::Bytes other = packet;
      other[bit / 8] = static_cast<std::uint8_t>(other[bit / 8] ^ 1U << bit % 8);
      raw.send(other);
      behind();
    }
  };
  const auto hear = [&] { raw.answer(); };
  for (const unsigned endpoint : {0U, 1U}) turned(bus::token(bus::Pid::in, raw.address, endpoint), hear);
  turned(bus::token(bus::Pid::in, raw.address ^ 0x3FU, 9), hear);
  for (const unsigned frame : {0x3FFU, 0x400U, 0x155U}) turned(bus::sof(frame), [&] { raw.rest(4); });
  const bus::Setup setup{0xC0, 1, 0, 2, 4};
  const auto bytes = setup.bytes();
  turned(bus::token(bus::Pid::setup, raw.address, 0), [&] {
    raw.rest(4);
    raw.send(bus::data(bus::Pid::data0, bytes));
    raw.answer();
  });
  for (unsigned wrong = 0; wrong < 32; ++wrong) {
    bus::Bytes token = bus::token(bus::Pid::in, raw.address, wrong % 2);
    token[2] = static_cast<std::uint8_t>(token[2] ^ wrong << 3);
    raw.send(token);
    raw.answer();
  }
  const bus::Bytes content = bus::data(bus::Pid::data0, bytes);
  const auto ask = [&](const bus::Bytes& said) {
    raw.send(bus::token(bus::Pid::setup, raw.address, 0));
    raw.rest(4);
    raw.send(said);
    raw.answer();
  };
  for (std::size_t bit = 0; bit < 8 * content.size(); ++bit) {
    bus::Bytes other = content;
    other[bit / 8] = static_cast<std::uint8_t>(other[bit / 8] ^ 1U << bit % 8);
    ask(other);
  }
  for (const std::uint16_t error : crc_errors()) {
    bus::Bytes other = content;
    other[9] = static_cast<std::uint8_t>(other[9] ^ (error & 0xFFU));
    other[10] = static_cast<std::uint8_t>(other[10] ^ error >> 8);
    ask(other);
  }
}

/// Values round the limits of every setting, and anything.
void press_limits(RawHost& raw, Random& random) {
  for (unsigned turn = 0; turn < 150; ++turn) {
    const auto place = static_cast<std::uint16_t>(random.within(hold_presence, scan_pause));
    const auto chatter = static_cast<std::uint32_t>(random.within(253, 30'002));
    std::uint32_t value = static_cast<std::uint32_t>(random.bits()) >> random.within(0, 31);
    if (turn % 3 == 0) {
      raw.write(chatter_max, chatter);
      value = chatter - two_scans + static_cast<std::uint32_t>(random.within(0, 2)) - 1;
    }
    raw.write(place == scan_pause ? hold_touch : place, value);
    if (turn % 5 == 0) raw.read(place);
    if (turn % 7 == 0) raw.read(10);
  }
}

/// Everything at once: contacts, requests, damaged packets.
void muddle(Bench& bench, Random& random, RawHost& raw, std::uint64_t clocks) {
  raw.damage(8);
  for (const std::uint64_t end = bench.now() + clocks; bench.now() < end;) {
    raw.anything();
    if (random.chance(3)) raw.rest(static_cast<unsigned>(random.within(1, 400)));
  }
  raw.damage(0);
}

void configure(RawHost& raw, std::uint8_t address) {
  raw.control({0x00, 5, address, 0, 0});
  raw.address = address;
  raw.rest(20);
  raw.control({0x00, 9, 1, 0, 0});
}

}  // namespace

std::string play(Bench& bench) {
  Random random(7), contacts(11);
  bench.rows = {0xFFFF, 0x0000, 0x1234, 0, 0, 0, 0xFF00, 0x00FF, 0x0005};  // pieces stand from power-up
  // While the pull-up is away the board scans with the holds it has from power-up: contacts that come and stay, and some that never rest.
  bench.stir = [&contacts, turns = 0](std::array<std::uint16_t, 9>& rows) mutable {
    const bool restless = ++turns % 4 != 0;
    const auto row = static_cast<std::size_t>(restless ? contacts.within(2, 3) : contacts.within(0, 8));
    rows[row] = static_cast<std::uint16_t>(rows[row] ^ 1 << (restless ? contacts.within(7, 9) : contacts.within(0, 15)));
    return 150 * std::uint64_t{us};
  };
  bench.enumerate(5);
  check(bench.read(magic) == 0x42554441, "the first read of magic is not \"ADUB\"");
  ask_everything(bench);
  use_registers(bench, random);

  RawHost raw(bench, 3);
  raw.address = bench.address();
  // Frame numbers, each bit of them, and heartbeats until every count was told; frames that do not come.
  settings(raw, 0, two_scans + 20, 0);
  stir(bench, contacts, 70 * us, 95);
  for (unsigned beat = 0; beat < 9; ++beat) {
    raw.frame(beat % 2 == 0 ? 0x3FFU : 0x7FFU);
    raw.drain(1, 4);
    raw.frame(beat % 2 == 0 ? 0x400U : 0U);
    raw.drain(1, 10);
    raw.read(beat);
  }
  for (unsigned bit = 0; bit < 11; ++bit) raw.frame(1U << bit);
  for (const unsigned number : {0x3FEU, 0x7FFU}) {
    raw.frame(number);
    for (unsigned tries = 0; tries < 30; ++tries) {
      raw.rest(1'000);
      raw.take(1);
    }
    raw.frame((number + 3) & 0x7FFU);
    raw.drain(1, 20);
  }

  // Every kind of contact under every kind of question, with capture and without.
  for (unsigned round = 0; round < 12; ++round) {
    const auto hold = static_cast<std::uint32_t>(random.within(0, round < 4 ? 40 : 700));
    settings(raw, hold, hold + two_scans + static_cast<std::uint32_t>(random.within(10, 900)), round % 3 == 2 ? 40 * round : 0);
    raw.write(capture, round % 2);
    if (round % 4 == 3) raw.write(epoch, static_cast<std::uint32_t>(random.bits()) | 1U);
    stir(bench, contacts, (round % 5 + 1) * 50 * us, round % 3 == 0 ? 60 : 98);
    muddle(bench, random, raw, 110'000);
    raw.frame(round % 2 == 0 ? 0 : 0x400U);
    raw.control({0x00, 9, 1, 0, 0});
    raw.drain(2, 4);
    raw.drain(1, 30);
  }

  turn_requests(raw);
  turn_packets(raw);
  press_limits(raw, random);

  // Each bit of device time moves, and all that is made of it.
  settings(raw, 0, two_scans + 20, 0);
  raw.write(capture, 1);
  for (const std::uint32_t time : {0x0007'FE00U, 0x00AA'AAAAU, 0x0155'5555U, 0x03FF'FE80U, 0x7FFF'FE00U, 0xAAAA'AAAAU, 0xFFFF'FD00U, 0x5555'5555U, 0xFFFF'FF00U, 0x0000'0700U}) {
    stir(bench, contacts, 90 * us, 92);
    bench.leap(time - bench.read(10));
    muddle(bench, random, raw, 50'000);
    raw.frame(0x400U);
    raw.drain(1, 20);
    raw.drain(2, 3);
    raw.frame(0);
    // Too much, with heartbeat and hello behind it.
    stir(bench, contacts, 45 * us, 10);
    raw.rest(12 * 800);
    raw.frame(0x400U);
    raw.control({0x00, 9, 1, 0, 0});
    stir(bench, contacts, 300 * us, 100);
    raw.drain(1, 14);
    raw.read(dropped);
    raw.rest(12 * 200);
    raw.drain(1, 20);
  }

  // Full and emptied again, so that everything which goes round goes round.
  settings(raw, 0, two_scans + 10, 0);
  for (unsigned round = 0; round < 3; ++round) {
    stir(bench, contacts, 45 * us, 10);
    raw.rest(12 * 2'500);
    stir(bench, contacts, 400 * us, 100);
    for (unsigned tries = 0; tries < 12; ++tries) {
      raw.drain(1, 20);
      raw.rest(400);
    }
  }
  check(bench.read(dropped) > 0, "nothing was dropped");

  // Suspended: contacts are kept. A wake-up, a second sleep that a reset ends, and another address.
  stir(bench, contacts, 300 * us, 90);
  raw.rest(37'000);
  raw.resume(600);
  raw.drain(1, 30);
  raw.rest(36'100);
  raw.reset(60);
  raw.take(1);
  raw.control({0x80, 6, 0x0100, 0, 64});
  raw.control({0x80, 8, 0, 0, 1});
  configure(raw, 0x5A);
  raw.drain(1, 30);
  muddle(bench, random, raw, 110'000);
  raw.reset(29);  // too short to be one
  raw.address = 0x5A;
  raw.drain(1, 30);
  raw.reset(33);
  configure(raw, 0x25);
  raw.write(capture, 0);

  // Pauses between scans, of every length that one can wait for.
  for (const std::uint32_t pause : {1U, 2U, 3U, 5U, 12U, 20U, 35U, 66U, 131U, 264U, 515U, 1'030U, 2'100U}) {
    raw.write(scan_pause, pause);
    raw.rest(12 * (Front::scan_us + pause));
    raw.drain(1, 10);
  }
  // The longest comes last: until it is over nothing is scanned.
  check(raw.write(scan_pause, 250'000), "the longest pause is refused");
  raw.read(scan_pause);
  raw.read(3);
  raw.rest(12 * 300);
  raw.drain(1, 30);
  check(raw.packets >= 300, "only " + std::to_string(raw.packets) + " packets came");
  return std::to_string(raw.packets) + " packets from a host without manners";
}

}  // namespace gates
