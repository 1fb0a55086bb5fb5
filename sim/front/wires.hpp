// SPDX-License-Identifier: Apache-2.0
/// What hangs on the pins of the scan side, for each of the three fronts: between the contacts and the Verilated model.
/// Each has: before() an edge, what the model reads is set; after() it, what the model drives is played; same() as another,
/// whatever time it is; violation(), the first thing that a part's data sheet does not allow, in words.
#pragma once
#include <cstdint>
#include <string>

#include "sim/front/hc165.hpp"
#include "sim/front/hc595.hpp"
#include "sim/kernel/board.hpp"

namespace adoube::sim {

/// Strobes and senses are pins, and the registers of the pads are the latch of a row.
class ParallelWires {
 public:
  template <class Model>
  void before(Model& model, const Board& board, std::uint64_t) {
    model.row_i = row_;
    if (model.latch_o != 0) row_ = board.senses(model.strobe_o);
  }
  template <class Model>
  void after(const Model&, const Board&, std::uint64_t) {}
  [[nodiscard]] bool same(const ParallelWires& other) const { return row_ == other.row_; }
  [[nodiscard]] std::string violation() const { return {}; }

 private:
  std::uint16_t row_ = 0;
};

/// Two 74HC595 drive the rows, two 74HC165 read the senses (rtl/scan/front_shift.sv says which output and input is what).
class ShiftWires {
 public:
  template <class Model>
  void before(Model& model, const Board&, std::uint64_t) {
    model.shift_data_i = senses_.output();
  }
  template <class Model>
  void after(const Model& model, const Board& board, std::uint64_t clock) {
    const PinTime now = pin_time(clock) + pad_delay;
    const bool load = model.shift_load_o != 0, clocks = model.shift_clock_o != 0;
    if (clocks && !senses_.clocked()) senses_.taken(pin_time(clock) - pad_delay);  // the edge that takes a bit raises the clock
    const bool settled = now >= rows_.settled() + hc165::input_setup;
    if (senses_.follows() && load && !settled && violation_.empty()) violation_ = "a row is read before its strobe has settled";
    senses_.drive(now, load, clocks, senses_.follows() ? board.senses(rows_.outputs() & all_rows) : 0U);
    rows_.drive(now, model.shift_data_o != 0, clocks, load);
  }
  [[nodiscard]] bool same(const ShiftWires& other) const { return rows_.same(other.rows_) && senses_.same(other.senses_); }
  [[nodiscard]] std::string violation() const {
    return !violation_.empty() ? violation_ : !rows_.violation().empty() ? rows_.violation() : senses_.violation();
  }

 private:
  static constexpr unsigned all_rows = (1U << wire::scan::slots) - 1;
  Hc595Pair rows_;
  Hc165Chain senses_{16};
  std::string violation_;
};

/// Every contact on an input of its own (rtl/scan/front_direct.sv).
class DirectWires {
 public:
  template <class Model>
  void before(Model& model, const Board&, std::uint64_t) {
    model.shift_data_i = chain_.output();
  }
  template <class Model>
  void after(const Model& model, const Board& board, std::uint64_t clock) {
    if (model.shift_clock_o != 0 && !chain_.clocked()) chain_.taken(pin_time(clock) - pad_delay);
    Hc165Chain::Inputs inputs;
    if (chain_.follows() || model.shift_load_o == 0) {
      for (unsigned slot = wire::scan::slots; slot-- > 0;) inputs = inputs << 16U | Hc165Chain::Inputs(board.senses(1U << slot));
    }
    chain_.drive(pin_time(clock) + pad_delay, model.shift_load_o != 0, model.shift_clock_o != 0, inputs);
  }
  [[nodiscard]] bool same(const DirectWires& other) const { return chain_.same(other.chain_); }
  [[nodiscard]] std::string violation() const { return chain_.violation(); }

 private:
  Hc165Chain chain_{wire::scan::channels};
};

}  // namespace adoube::sim
