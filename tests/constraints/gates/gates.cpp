// SPDX-License-Identifier: Apache-2.0
// The netlist that is placed, beside the RTL it was made from: same pins, same wires, every clock48 every output equal. From
// power-up (every flop of an iCE40 begins at 0) through pull-up, enumeration and registers to a storm of contacts with raw
// capture on, which a bit-true host fetches.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "Vboard.h"
#include "Vgates.h"
#include "sim/bus/enumerator.hpp"
#include "sim/bus/host.hpp"
#include "sim/physics/random.hpp"

namespace bus = adoube::bus;

namespace {

constexpr std::uint64_t ms = 48'000;  // ticks of 48 MHz

struct Outputs {
  unsigned strobe, dp, dn, oe, pullup;
  friend bool operator==(const Outputs&, const Outputs&) = default;
};

template <class Model>
Outputs tick(Model& model, bus::Line wires, std::uint16_t sense) {
  model.sense_i = sense;
  model.dp_i = wires.dp;
  model.dn_i = wires.dn;
  model.osc_i = 1;
  model.eval();
  model.osc_i = 0;
  model.eval();
  return {model.strobe_o, model.dp_o, model.dn_o, model.oe_o, model.pullup_o};
}

/// Both boards, their matrix and a host.
class Bench {
 public:
  void step() {
    for (unsigned i = 0; i < 4; ++i) {
      if (i == 0) wires_ = host.tick(bit_time_++, {pins_.dp != 0, pins_.dn != 0, pins_.oe != 0, pins_.pullup != 0});
      std::uint16_t sense = 0;
      for (std::size_t slot = 0; slot < rows.size(); ++slot) {
        if ((pins_.strobe >> slot & 1U) != 0) sense = static_cast<std::uint16_t>(sense | rows[slot]);
      }
      const Outputs gates = tick(*gates_, wires_, sense);
      pins_ = tick(*rtl_, wires_, sense);
      if (gates != pins_) {
        throw std::runtime_error("clock " + std::to_string(now_) + " of 48 MHz: strobe, D+, D-, drive, pull-up are " + text(pins_) +
                                 " in the RTL and " + text(gates) + " in the netlist");
      }
      ++now_;
    }
  }
  void run(std::uint64_t ticks) {
    for (const std::uint64_t end = now_ + ticks; now_ < end;) step();
  }
  /// Steps until the transfer ends.
  void finish(bus::Transfer& transfer) {
    for (const std::uint64_t end = now_ + 100 * ms; transfer.status == bus::Status::pending;) {
      if (now_ > end) throw std::runtime_error("a transfer does not end");
      step();
    }
  }
  /// A vendor request for a register; what it answered.
  std::uint32_t access(bool write, std::uint16_t place, std::uint32_t value = 0) {
    std::array<std::uint8_t, 4> bytes{};
    for (unsigned i = 0; i < 4; ++i) bytes[i] = static_cast<std::uint8_t>(value >> (8 * i));
    bus::Transfer transfer;
    transfer.address = address;
    transfer.max_packet = 64;
    transfer.setup = {static_cast<std::uint8_t>(write ? 0x40 : 0xC0), static_cast<std::uint8_t>(write ? 2 : 1), 0, place, 4};
    transfer.data = bytes;
    host.submit(transfer);
    finish(transfer);
    if (transfer.status != bus::Status::completed) throw std::runtime_error("register " + std::to_string(place) + " is refused");
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | static_cast<std::uint32_t>(bytes[3]) << 24;
  }
  [[nodiscard]] std::uint64_t now() const { return now_; }
  [[nodiscard]] bool attached() const { return pins_.pullup != 0; }

  bus::Host host;
  std::uint8_t address = 5;
  std::array<std::uint16_t, 9> rows{};  // levels by slot

 private:
  static std::string text(const Outputs& pins) {
    std::array<char, 64> room{};
    std::snprintf(room.data(), room.size(), "%03x %u %u %u %u", pins.strobe, pins.dp, pins.dn, pins.oe, pins.pullup);
    return room.data();
  }

  std::unique_ptr<Vboard> rtl_ = std::make_unique<Vboard>();
  std::unique_ptr<Vgates> gates_ = std::make_unique<Vgates>();
  Outputs pins_{};
  bus::Line wires_ = bus::line_j;
  std::uint64_t now_ = 0, bit_time_ = 0;
};

/// A transfer that is given back as often as it ends.
class Stream {
 public:
  Stream(Bench& bench, bus::Transfer::Kind kind, std::uint8_t endpoint) : bench_(bench) {
    transfer_.kind = kind;
    transfer_.address = bench.address;
    transfer_.endpoint = endpoint;
    transfer_.data = room_;
    bench_.host.submit(transfer_);
  }
  ~Stream() { bench_.host.cancel(transfer_); }
  void turn() {
    if (transfer_.status == bus::Status::pending) return;
    if (transfer_.status == bus::Status::completed) ++packets;
    transfer_.actual = 0;
    bench_.host.submit(transfer_);
  }
  std::uint64_t packets = 0;

 private:
  Bench& bench_;
  std::array<std::uint8_t, 64> room_{};
  bus::Transfer transfer_;
};

void check(bool holds, const char* what) {
  if (!holds) throw std::runtime_error(what);
}

void run() {
  Bench bench;
  while (!bench.attached()) {
    check(bench.now() < 60 * ms, "the pull-up is not on after 60 ms");
    bench.step();
  }
  bench.run(ms);
  bus::Enumerator enumerator(bench.host, bench.address);
  enumerator.start();
  for (const std::uint64_t end = bench.now() + 200 * ms; !enumerator.done() && bench.now() < end;) bench.step();
  check(enumerator.succeeded(), "the board is not enumerated");
  check(bench.access(false, 0) == 0x42554441, "the first read of magic is not \"ADUB\"");
  bench.access(true, 9, 0x12345678);
  check(bench.access(false, 9) == 0x12345678, "the epoch written is not the one read");
  bench.access(true, 4, 500);
  bench.access(true, 5, 300);
  bench.access(true, 6, 300);
  bench.access(true, 7, 2'000);
  bench.access(true, 13, 1);

  // A storm: every third of a millisecond a row of contacts is another one, more edges than the bus carries away.
  adoube::sim::Random random(7);
  Stream events(bench, bus::Transfer::Kind::interrupt_in, 1);
  Stream capture(bench, bus::Transfer::Kind::bulk_in, 2);
  std::uint64_t next = bench.now();
  for (const std::uint64_t end = bench.now() + 80 * ms; bench.now() < end;) {
    if (bench.now() >= next) {
      const auto slot = static_cast<std::size_t>(random.within(0, 8));
      bench.rows[slot] = static_cast<std::uint16_t>(random.within(0, 0xFFFF));
      next += ms / 3;
    }
    bench.step();
    events.turn();
    capture.turn();
  }
  check(events.packets > 50, "fewer than 50 packets of events");
  check(capture.packets > 100, "fewer than 100 packets of raw samples");
  const std::uint32_t dropped = bench.access(false, 12);
  check(dropped > 0, "nothing was dropped");
  std::printf("%llu clocks of 48 MHz equal: enumeration, %llu packets of events, %llu of raw samples, %u edges dropped\n",
              static_cast<unsigned long long>(bench.now()), static_cast<unsigned long long>(events.packets),
              static_cast<unsigned long long>(capture.packets), dropped);
}

}  // namespace

int main() {
  try {
    run();
    return EXIT_SUCCESS;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
