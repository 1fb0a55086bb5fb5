// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/scan/bench.hpp"

#include <Vscan.h>
#include <Vscandirect.h>
#include <Vscanshift.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace adoube::bench {

template <class Model, class Wires>
BenchOf<Model, Wires>::BenchOf(std::vector<sim::Change> changes) : board_(0, std::move(changes)), dut_(std::make_unique<Model>()) {
  dut_->clk_i = 0;
  dut_->rst_ni = 0;
  for (int i = 0; i < 4; ++i) {
    dut_->clk_i = 0;
    dut_->eval();
    dut_->clk_i = 1;
    dut_->eval();
  }
  dut_->rst_ni = 1;
}

template <class Model, class Wires>
BenchOf<Model, Wires>::~BenchOf() = default;

template <class Model, class Wires>
void BenchOf<Model, Wires>::step() {
  board_.advance(clock_);
  wires_.before(*dut_, board_, clock_);
  dut_->clk_i = 0;
  dut_->eval();
  if (dut_->probe_edge_o) {
    edges_.push_back({clock_, dut_->probe_channel_o, dut_->probe_level_o != 0, dut_->probe_late_o != 0,
                      dut_->probe_bounced_o != 0, dut_->probe_refused_o != 0, dut_->probe_onset_o});
  }
  dut_->clk_i = 1;
  dut_->eval();
  wires_.after(*dut_, board_, clock_);
  if (const std::string violation = wires_.violation(); !violation.empty()) throw std::runtime_error(violation);
  ++clock_;
}

template <class Model, class Wires>
void BenchOf<Model, Wires>::run_to(std::uint64_t clock) {
  while (clock_ < clock) step();
}

template <class Model, class Wires>
bool BenchOf<Model, Wires>::offered() { return dut_->offer_o != dut_->free_i; }
template <class Model, class Wires>
void BenchOf<Model, Wires>::freeze() { dut_->freeze_i = !dut_->freeze_i; }
template <class Model, class Wires>
bool BenchOf<Model, Wires>::frozen() { return dut_->frozen_o == dut_->freeze_i; }
template <class Model, class Wires>
void BenchOf<Model, Wires>::free() { dut_->free_i = !dut_->free_i; }

template <class Model, class Wires>
Bytes BenchOf<Model, Wires>::read_packet() {
  Bytes bytes;
  const unsigned length = dut_->pkt_len_o;
  for (unsigned i = 0; i < length; ++i) {
    dut_->pkt_addr_i = static_cast<std::uint8_t>(i);
    step();
    bytes.push_back(dut_->pkt_data_o);
  }
  return bytes;
}

template <class Model, class Wires>
std::optional<Bytes> BenchOf<Model, Wires>::take(std::uint64_t clocks) {
  const std::uint64_t limit = clock_ + clocks;
  while (!offered()) {
    if (clock_ >= limit) return std::nullopt;
    step();
  }
  freeze();
  const std::uint64_t asked = clock_;
  while (!frozen()) {
    step();
    if (clock_ - asked > 12) throw std::runtime_error("frozen_o took more than 12 clocks");
  }
  Bytes bytes = read_packet();
  free();
  step();
  return bytes;
}

template <class Model, class Wires>
void BenchOf<Model, Wires>::request(bool write, std::uint8_t address, std::uint32_t value) {
  dut_->reg_write_i = write;
  dut_->reg_addr_i = address;
  dut_->reg_wdata_i = value;
  dut_->reg_req_i = !dut_->reg_req_i;
}

template <class Model, class Wires>
bool BenchOf<Model, Wires>::acked() { return dut_->reg_ack_o == dut_->reg_req_i; }

template <class Model, class Wires>
std::optional<std::uint32_t> BenchOf<Model, Wires>::read(std::uint8_t address) {
  request(false, address, 0);
  const std::uint64_t from = clock_;
  while (!acked()) step();
  most_clocks_ = std::max(most_clocks_, clock_ - from);
  if (dut_->reg_refused_o) return std::nullopt;
  std::uint32_t value = 0;
  for (unsigned i = 0; i < 4; ++i) {
    dut_->pkt_addr_i = static_cast<std::uint8_t>(64 + i);
    step();
    value |= static_cast<std::uint32_t>(dut_->pkt_data_o) << 8 * i;
  }
  return value;
}

template <class Model, class Wires>
bool BenchOf<Model, Wires>::write(std::uint8_t address, std::uint32_t value) {
  request(true, address, value);
  const std::uint64_t from = clock_;
  while (!acked()) step();
  most_clocks_ = std::max(most_clocks_, clock_ - from);
  return !dut_->reg_refused_o;
}

template <class Model, class Wires>
unsigned BenchOf<Model, Wires>::captured() { return (dut_->capture_head_o - dut_->capture_tail_i) & 15U; }

template <class Model, class Wires>
Bytes BenchOf<Model, Wires>::read_capture() {
  Bytes bytes;
  for (unsigned i = 0; i < 64; ++i) {
    dut_->capture_addr_i = static_cast<std::uint16_t>((dut_->capture_tail_i & 7U) << 6 | i);
    step();
    bytes.push_back(dut_->capture_data_o);
  }
  return bytes;
}

template <class Model, class Wires>
void BenchOf<Model, Wires>::free_capture() { dut_->capture_tail_i = (dut_->capture_tail_i + 1) & 15; }

template <class Model, class Wires>
void BenchOf<Model, Wires>::sof(std::uint16_t frame) {
  dut_->sof_i = !dut_->sof_i;
  dut_->sof_frame_i = frame;
}

template <class Model, class Wires>
void BenchOf<Model, Wires>::hello() { dut_->hello_i = !dut_->hello_i; }

template class BenchOf<Vscan, sim::ParallelWires>;
template class BenchOf<Vscanshift, sim::ShiftWires>;
template class BenchOf<Vscandirect, sim::DirectWires>;

}  // namespace adoube::bench
