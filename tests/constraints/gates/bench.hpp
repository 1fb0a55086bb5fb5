// SPDX-License-Identifier: Apache-2.0
/// A board at its pins, its matrix, and a bit-true host: whatever stands for the board (RTL, netlist, bitstream) is one function.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sim/bus/enumerator.hpp"
#include "sim/bus/host.hpp"

namespace gates {

namespace bus = adoube::bus;

constexpr std::uint64_t ms = 48'000;  ///< clocks of 48 MHz

struct Inputs {
  std::uint16_t sense = 0;
  std::uint32_t leap = 0;  ///< device time goes on by so many us
  bool dp = true, dn = false;
};

struct Outputs {
  std::uint16_t strobe = 0;
  bool dp = false, dn = false, oe = false, pullup = false;
  friend bool operator==(const Outputs&, const Outputs&) = default;
};

std::string text(const Outputs& pins);

/// What stands between the pins and the contacts: nothing but the matrix, or two 74HC595 and two 74HC165 with a clock and a load wire for
/// all of them (rtl/scan/front_shift.sv), whose wires stand in the places of the first strobes and of the first sense (pins.sv).
class Front {
 public:
#ifdef SHIFT
  static constexpr std::uint32_t scan_us = 162;
#else
  static constexpr std::uint32_t scan_us = 126;
#endif
  /// The senses, from what the pins were until now.
  std::uint16_t sense(std::uint16_t strobe, const std::array<std::uint16_t, 9>& rows);

 private:
  static std::uint16_t read(std::uint16_t driven, const std::array<std::uint16_t, 9>& rows);

  std::uint16_t row_ = 0, driven_ = 0, senses_ = 0;  // shifted in, driven, shifted out
  std::uint16_t last_ = 0;
};

/// A Verilated board with its oscillator low: what is high in the first evaluation counts as no edge, or as one, as the optimiser likes.
template <class Model>
std::unique_ptr<Model> power_up() {
  auto model = std::make_unique<Model>();
  model->osc_i = 0;
  model->eval();
  return model;
}

/// One clock of 48 MHz of a Verilated board.
template <class Model>
Outputs clock(Model& model, const Inputs& inputs) {
  model.sense_i = inputs.sense;
  model.leap_i = inputs.leap;
  model.dp_i = inputs.dp;
  model.dn_i = inputs.dn;
  model.osc_i = 1;
  model.eval();
  model.osc_i = 0;
  model.eval();
  return {static_cast<std::uint16_t>(model.strobe_o), model.dp_o != 0, model.dn_o != 0, model.oe_o != 0, model.pullup_o != 0};
}

/// What goes wrong is a std::runtime_error.
class Bench {
 public:
  /// `device` is one clock of 48 MHz of the board.
  explicit Bench(std::function<Outputs(const Inputs&)> device) : device_(std::move(device)) {}

  /// Four clocks: a bit time.
  void step();
  /// One clock with this on the wires, unless the board drives them; bus::Host is not asked and its time stands still.
  void tick(bus::Line line);
  void run(std::uint64_t clocks);
  /// Device time goes on without the rest of the board: no test waits for hours. Any state is one in which both must agree.
  void leap(std::uint32_t us);
  void run_until(const std::function<bool()>& there, std::uint64_t clocks, const char* what);
  /// From power-up or a bus reset to a configured board.
  void enumerate(std::uint8_t address);
  /// A control transfer; empty where the board refused (STALL), else what it said. Out-data in `out`.
  struct Answer {
    bus::Status status;
    std::vector<std::uint8_t> bytes;
  };
  Answer control(std::uint8_t type, std::uint8_t request, std::uint16_t value, std::uint16_t index, std::uint16_t length, std::span<const std::uint8_t> out = {});
  /// A register; whether the board took it.
  std::uint32_t read(std::uint16_t place);
  bool write(std::uint16_t place, std::uint32_t value);

  [[nodiscard]] std::uint64_t now() const { return now_; }
  [[nodiscard]] const Outputs& pins() const { return pins_; }
  [[nodiscard]] std::uint8_t address() const { return address_; }

  // Resets and resume are shorter than a host's, which a board may not mind and the simulation is glad of.
  bus::Host host{bus::HostOptions{.reset = 12'000, .recovery = 12'000, .resume = 24'000}};
  std::array<std::uint16_t, 9> rows{};  ///< levels by slot
  /// Changes `rows`; the clocks until it is called again.
  std::function<std::uint64_t(std::array<std::uint16_t, 9>& rows)> stir;

 private:
  void clock();

  std::function<Outputs(const Inputs&)> device_;
  Front front_;
  Outputs pins_{};
  Inputs inputs_{};
  std::uint64_t now_ = 0, bit_time_ = 0, stir_at_ = 0;
  std::uint8_t address_ = 0;
};

/// An endpoint that is asked again as often as it has answered.
class Stream {
 public:
  Stream(Bench& bench, bus::Transfer::Kind kind, std::uint8_t endpoint);
  ~Stream() { stop(); }
  void turn();
  void stop() { bench_.host.cancel(transfer_); }
  std::uint64_t packets = 0;

 private:
  Bench& bench_;
  std::array<std::uint8_t, 64> room_{};
  bus::Transfer transfer_;
};

void check(bool holds, const std::string& what);

}  // namespace gates
