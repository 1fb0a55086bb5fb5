// SPDX-License-Identifier: Apache-2.0
/// A host that says what it likes when it likes, well-formed or not, packet after packet with no time between them. The clock of
/// bus::Host stands still meanwhile, so it must be idle.
#pragma once
#include <cstdint>
#include <optional>
#include <span>

#include "sim/bus/packets.hpp"
#include "sim/physics/random.hpp"
#include "tests/constraints/gates/bench.hpp"

namespace gates {

class RawHost {
 public:
  RawHost(Bench& bench, std::uint64_t seed) : bench_(bench), random_(seed) {}

  /// One packet in so many hundred is damaged from now on, of ours and of what the board hears of its answers' receipt.
  void damage(int percent) { damage_ = percent; }
  void send(const bus::Bytes& packet);
  /// What the board says within the time that a host waits; empty: nothing.
  std::optional<bus::Bytes> answer();

  /// A SOF with any number.
  void frame(unsigned number) { send(bus::sof(number & 0x7FFU)); }
  /// IN, data, ACK; whether data came.
  bool take(unsigned endpoint);
  /// As many as there are, at most so many.
  unsigned drain(unsigned endpoint, unsigned most);
  /// A control transfer; broken off behind so many transactions.
  bool control(const bus::Setup& setup, std::span<const std::uint8_t> out = {}, unsigned transactions = 100);
  bool write(std::uint16_t place, std::uint32_t value);
  void read(std::uint16_t place) { control({0xC0, 1, 0, place, 4}); }
  /// Any transaction, drawn.
  void anything();
  /// SE0, and a moment of rest.
  void reset(unsigned bits = 40);
  void rest(unsigned bits) { hold(bus::line_j, 4 * bits); }
  /// K for so long, then the end of a low-speed packet.
  void resume(unsigned bits);

  std::uint8_t address = 0;
  std::uint64_t packets = 0;  ///< of data that came

 private:
  void hold(bus::Line line, unsigned clocks);
  std::uint8_t target();

  Bench& bench_;
  adoube::sim::Random random_;
  int damage_ = 0;
};

}  // namespace gates
