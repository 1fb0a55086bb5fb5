// SPDX-License-Identifier: Apache-2.0
#include "tests/constraints/gates/stimulus.hpp"

#include <initializer_list>

#include "sim/physics/random.hpp"

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

void settings(Bench& bench, std::uint32_t hold, std::uint32_t chatter, std::uint32_t pause) {
  bench.write(chatter_max, 30'000);
  for (const std::uint16_t place : {hold_presence, hold_touch, hold_auxiliary}) bench.write(place, hold + place);
  bench.write(chatter_max, chatter);
  bench.write(scan_pause, pause);
}

struct Storm {
  std::uint64_t length = 0, pause = 0;  // between two changes; clocks
  int flips = 0;                        // in 100: one contact changes, not a whole row
  bool heard = true;                    // the host asks for events
};

/// Contacts change; the host takes what comes.
void storm(Bench& bench, Random& random, const Storm& how, std::uint64_t& events, std::uint64_t& samples) {
  Stream in(bench, bus::Transfer::Kind::interrupt_in, 1), raw(bench, bus::Transfer::Kind::bulk_in, 2);
  if (!how.heard) in.stop();
  std::uint64_t next = bench.now();
  for (const std::uint64_t end = bench.now() + how.length; bench.now() < end;) {
    if (bench.now() >= next) {
      const auto slot = static_cast<std::size_t>(random.within(0, 8));
      if (random.chance(how.flips)) bench.rows[slot] = static_cast<std::uint16_t>(bench.rows[slot] ^ 1 << random.within(0, 15));
      else bench.rows[slot] = static_cast<std::uint16_t>(random.within(0, 0xFFFF));
      next += how.pause;
    }
    bench.step();
    if (how.heard) in.turn();
    raw.turn();
  }
  events += in.packets;
  samples += raw.packets;
}

}  // namespace

std::string play(Bench& bench) {
  Random random(7);
  std::uint64_t events = 0, samples = 0;
  bench.rows = {0xFFFF, 0x0000, 0x1234, 0, 0, 0, 0xFF00, 0x00FF, 0x0005};  // pieces stand from power-up
  bench.enumerate(5);
  check(bench.read(magic) == 0x42554441, "the first read of magic is not \"ADUB\"");
  ask_everything(bench);
  use_registers(bench, random);

  settings(bench, 500, 2'000, 0);
  bench.write(capture, 1);
  storm(bench, random, {.length = 25 * ms, .pause = ms / 3, .flips = 20}, events, samples);
  // Single contacts, with bounces; then nobody listens, until the ledger is full of them.
  settings(bench, 300, 1'500, 0);
  storm(bench, random, {.length = 20 * ms, .pause = ms / 10, .flips = 100}, events, samples);
  storm(bench, random, {.length = 20 * ms, .pause = ms / 4, .flips = 0, .heard = false}, events, samples);
  check(bench.read(dropped) > 0, "nothing was dropped");
  storm(bench, random, {.length = 10 * ms, .pause = ms, .flips = 90}, events, samples);

  // A pause of the bus, and one between scans.
  bench.host.suspend();
  storm(bench, random, {.length = 5 * ms, .pause = ms, .flips = 50, .heard = false}, events, samples);
  bench.host.resume();
  bench.run_until([&] { return !bench.host.suspended(); }, 20 * ms, "the end of resume");
  settings(bench, 600, 2'500, 900);
  storm(bench, random, {.length = 12 * ms, .pause = ms / 2, .flips = 60}, events, samples);
  settings(bench, 400, 2'000, 0);
  bench.write(epoch, 77);
  storm(bench, random, {.length = 6 * ms, .pause = ms, .flips = 80}, events, samples);

  // A bus reset in the middle of it, and another address.
  bench.host.bus_reset();
  bench.run_until([&] { return !bench.host.in_reset(); }, 60 * ms, "the end of a reset");
  bench.enumerate(0x5A);
  bench.write(capture, 0);
  storm(bench, random, {.length = 8 * ms, .pause = ms / 2, .flips = 60}, events, samples);
  // The longest pause comes last: until it is over nothing is scanned.
  check(bench.write(scan_pause, 250'000) && bench.read(scan_pause) == 250'000, "the longest pause is refused");
  storm(bench, random, {.length = 5 * ms, .pause = ms / 2, .flips = 60}, events, samples);
  check(events >= 50, "only " + std::to_string(events) + " packets of events");
  check(samples >= 100, "only " + std::to_string(samples) + " packets of raw samples");
  return std::to_string(events) + " packets of events and " + std::to_string(samples) + " of raw samples, " + std::to_string(bench.read(dropped)) + " edges dropped";
}

}  // namespace gates
