// SPDX-License-Identifier: Apache-2.0
// The C++ scanner against the Verilated one: the same contacts, settings and bus at the same clocks must give the same
// offers, packets and edges in the same clocks. Once with the model stepped clock by clock, once leaping between events.
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "sim/physics/senses.hpp"
#include "sim/scanner/scanner.hpp"
#include "tests/rtl/scan/bench.hpp"
#include "tests/sim/scanner/random.hpp"

using namespace adoube;
using test::Random;

namespace {

/// How a random board behaves.
struct Plan {
  Tick length = 200'000;         // us
  unsigned channels = 136;            // that move at all
  Tick rest_most = 50'000;       // between two bursts of one channel
  Tick gap_most = 2'000;         // between two changes of a burst
  unsigned burst_most = 12;           // changes a burst
  std::uint64_t poll = 12'000;        // clocks between polls
  unsigned stall_in = 0;              // one poll in so many is followed by a long silence of the host
  unsigned write_in = 0;              // one poll in so many comes with a write to a register
  Tick pause_most = 0;           // ... up to this scan_pause
  unsigned epoch_in = 0;              // one write in so many is an epoch
  bool hold_zero = false;             // start with hold 0
  std::size_t faults = 0;             // of the board, drawn over its whole time
};

std::vector<sim::Change> contacts(const Plan& plan, Random& random) {
  std::vector<sim::Change> changes;
  for (unsigned i = 0; i < plan.channels; ++i) {
    const auto channel = static_cast<std::uint8_t>(plan.channels == 136 ? i : i * 37 % 136);
    Tick at = random.between(0, plan.rest_most);
    bool level = false;
    while (at < plan.length) {
      const auto burst = random.between(1, plan.burst_most);
      for (std::int64_t n = 0; n < burst && at < plan.length; ++n) {
        level = !level;
        changes.push_back({at, channel, level});
        at += random.between(1, plan.gap_most);
      }
      at += random.between(1, plan.rest_most);
    }
  }
  std::sort(changes.begin(), changes.end(), [](const auto& a, const auto& b) { return std::tie(a.at, a.channel) < std::tie(b.at, b.channel); });
  return changes;
}

struct Outcome {
  std::uint64_t edges = 0, refused = 0, packets = 0, types[8] = {}, retries = 0;
};

/// Runs both for the length of the plan and compares everything. `leap`: the model is asked only at events.
template <class Bench>
void compare(const wire::Front& front, const Plan& plan, std::uint64_t seed, bool leap, Outcome& outcome) {
  Random random(seed);
  const auto moved = contacts(plan, random);
  const auto faults = sim::random_faults(plan.faults, 0, plan.length, sim::Random(seed));
  const auto changes = sim::sensed(moved, {}, faults, plan.length, sim::Random(seed));
  Bench device(changes);
  sim::Scanner model(changes, front);
  std::uint64_t next_poll = 100, next_sof = static_cast<std::uint64_t>(random.between(0, 40'000));
  std::uint16_t frame = 0;
  bool frozen_asked = false;
  std::uint64_t free_at = 0, thaw = 0;
  std::vector<bench::Bytes> packets;

  const auto write = [&](std::uint8_t address, std::uint32_t value) {
    if (!device.acked()) return;
    device.request(true, address, value);
    BOOST_REQUIRE(model.write(address, value));
  };
  if (plan.hold_zero) {
    for (std::uint8_t address = 4; address <= 6; ++address) {
      write(address, 0);
      device.run(20);
      model.run_to(device.clock());
    }
  }
  const std::uint64_t end = static_cast<std::uint64_t>(plan.length) * 12;
  while (device.clock() < end) {
    const std::uint64_t now = device.clock();
    // The bus: poll, freeze, and after some time free; or ask for the same packet again first.
    if (!frozen_asked && now >= next_poll) {
      if (leap) model.run_to(now);
      BOOST_REQUIRE_EQUAL(device.offered(), model.offered());
      next_poll = now + plan.poll + static_cast<std::uint64_t>(random.between(0, 300));
      if (plan.stall_in != 0 && random.chance(plan.stall_in)) next_poll += static_cast<std::uint64_t>(random.between(0, 30)) * 12'000;
      if (device.offered()) {
        device.freeze();
        model.freeze();
        frozen_asked = true;
        thaw = now;
        free_at = 0;
      }
      if (plan.write_in != 0 && random.chance(plan.write_in)) {
        if (plan.epoch_in != 0 && random.chance(plan.epoch_in)) {
          write(9, static_cast<std::uint32_t>(random.between(0, 5)));
        } else {
          const auto address = static_cast<std::uint8_t>(random.chance(8) ? 13 : random.between(3, 9));
          const auto value = address == 8 ? random.between(0, plan.pause_most) : address == 7 ? random.between(0, 31'000) : address == 13 ? random.between(0, 2) : random.between(0, 6'000);
          write(address, static_cast<std::uint32_t>(address == 8 && random.chance(3) ? 0 : value));
        }
      }
      if (random.chance(97)) {
        device.hello();
        model.hello();
      }
    }
    if (frozen_asked && free_at == 0 && device.frozen()) {
      BOOST_REQUIRE_LE(now - thaw, 12);
      if (leap) model.run_to(now);
      BOOST_REQUIRE(model.frozen());
      free_at = now + 80 + static_cast<std::uint64_t>(random.between(0, random.chance(10) ? 40'000 : 500));
    }
    if (frozen_asked && free_at != 0 && now >= free_at) {
      if (leap) model.run_to(now);
      const auto bytes = device.read_packet();
      if (!leap) model.run_to(device.clock());
      packets.push_back(bytes);
      if (random.chance(4)) {
        BOOST_REQUIRE(device.read_packet() == bytes);  // a retry: the same bytes
        ++outcome.retries;
      }
      model.run_to(device.clock());
      BOOST_REQUIRE(std::equal(bytes.begin(), bytes.end(), model.packet().begin(), model.packet().end()));
      device.free();
      model.free();
      frozen_asked = false;
    }
    if (now >= next_sof) {
      if (leap) model.run_to(device.clock());
      device.sof(frame);
      model.sof(frame);
      frame ^= 1024;
      next_sof = now + static_cast<std::uint64_t>(random.between(15'000, 400'000));
    }
    device.step();
    if (!leap) {
      model.run_to(device.clock());
      if (device.offered() != model.offered()) {
        BOOST_FAIL("seed " << seed << ": device " << (device.offered() ? "offers" : "does not offer") << " at clock " << device.clock() << ", model otherwise");
      }
    }
  }
  model.run_to(device.clock());
  const auto& seen = device.edges();
  const auto& known = model.edges();
  BOOST_REQUIRE_EQUAL(seen.size(), known.size());
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const auto& a = seen[i];
    const auto& b = known[i];
    BOOST_REQUIRE(a.onset == static_cast<std::uint32_t>(b.onset) && a.channel == b.channel && a.level == b.level && a.late == b.late &&
                  a.bounced == b.bounced && a.refused == b.refused);
    outcome.refused += a.refused;
  }
  outcome.edges += seen.size();
  outcome.packets += packets.size();
  for (const auto& p : packets) ++outcome.types[p[0] >> 4 & 7];
}

void many(const char* name, const Plan& plan, unsigned runs, std::uint64_t seed, const wire::Front& front = wire::front::parallel) {
  Outcome outcome;
  for (unsigned i = 0; i < runs; ++i) {
    BOOST_TEST_CONTEXT(name << " seed " << seed + i) {
      const bool leap = i % 2 != 0;
      if (front == wire::front::shift) compare<bench::ShiftBench>(front, plan, seed + i, leap, outcome);
      else if (front == wire::front::direct) compare<bench::DirectBench>(front, plan, seed + i, leap, outcome);
      else compare<bench::Bench>(front, plan, seed + i, leap, outcome);
    }
  }
  std::printf("%-10s %3u runs of %3lld ms: %6llu edges, %5llu refused, packets %5llu (event %llu, snapshot %llu, heartbeat %llu, hello %llu, drop %llu), %llu retries\n",
              name, runs, static_cast<long long>(plan.length / 1000), static_cast<unsigned long long>(outcome.edges),
              static_cast<unsigned long long>(outcome.refused), static_cast<unsigned long long>(outcome.packets),
              static_cast<unsigned long long>(outcome.types[1]), static_cast<unsigned long long>(outcome.types[2]),
              static_cast<unsigned long long>(outcome.types[3]), static_cast<unsigned long long>(outcome.types[4]),
              static_cast<unsigned long long>(outcome.types[5]), static_cast<unsigned long long>(outcome.retries));
  BOOST_TEST(outcome.edges > 0u);
}

}  // namespace

// Few channels, long rests: the model leaps.
BOOST_AUTO_TEST_CASE(calm) { many("calm", {.length = 400'000, .channels = 6, .rest_most = 90'000, .write_in = 20, .epoch_in = 2}, 6, 100); }

// Everything bounces.
BOOST_AUTO_TEST_CASE(bouncing) { many("bouncing", {.rest_most = 40'000, .gap_most = 700, .write_in = 40, .pause_most = 300}, 8, 200); }

// Contacts that never settle, and settings that change under them.
BOOST_AUTO_TEST_CASE(chattering) {
  many("chattering", {.channels = 40, .rest_most = 20'000, .gap_most = 3'500, .burst_most = 60, .write_in = 6, .pause_most = 2'000, .epoch_in = 8}, 8, 300);
}

// hold 0 and a host that falls silent: the FIFO overflows, again and again.
BOOST_AUTO_TEST_CASE(overload) {
  many("overload", {.rest_most = 3'000, .gap_most = 900, .stall_in = 3, .write_in = 30, .epoch_in = 2, .hold_zero = true}, 8, 400);
}

// Long pauses between scans.
BOOST_AUTO_TEST_CASE(pauses) {
  many("pauses", {.length = 600'000, .channels = 30, .rest_most = 60'000, .gap_most = 9'000, .stall_in = 20, .write_in = 15, .pause_most = 60'000}, 6, 500);
}

// Boards with something wrong: both are told the same of it.
BOOST_AUTO_TEST_CASE(faulty) { many("faulty", {.length = 300'000, .channels = 40, .rest_most = 60'000, .write_in = 30, .faults = 8}, 6, 600); }

// The other fronts: their own period and times of rows, shift registers between contacts and scanner.
BOOST_AUTO_TEST_CASE(fronts) {
  const Plan plan{.rest_most = 40'000, .gap_most = 900, .stall_in = 8, .write_in = 20, .pause_most = 300, .epoch_in = 4};
  const Plan flood{.length = 100'000, .rest_most = 3'000, .gap_most = 900, .stall_in = 3, .hold_zero = true};
  for (const wire::Front* front : {&wire::front::shift, &wire::front::direct}) {
    many("bouncing", plan, 2, 700, *front);
    many("overload", flood, 2, 800, *front);
  }
}
