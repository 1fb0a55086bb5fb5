// SPDX-License-Identifier: Apache-2.0
#include "tests/rtl/scan/bench.hpp"

#include <Vscan.h>

#include <bit>
#include <stdexcept>

namespace adoube::bench {

Bench::Bench(std::vector<sim::Change> changes) : changes_(std::move(changes)), dut_(std::make_unique<Vscan>()) {
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

Bench::~Bench() = default;

void Bench::step() {
  while (next_ < changes_.size() && static_cast<std::uint64_t>(changes_[next_].at) * 12 <= clock_) {
    const auto& change = changes_[next_++];
    const unsigned c = change.channel;
    const unsigned slot = c >= 128 ? 8 : (c & 63u) >> 3;
    const unsigned bit = (c & 7u) + (c >= 64 && c < 128 ? 8u : 0u);
    const auto mask = static_cast<std::uint16_t>(1u << bit);
    rows_[slot] = static_cast<std::uint16_t>(change.level ? rows_[slot] | mask : rows_[slot] & ~mask);
  }
  dut_->row_i = latch_;
  if (dut_->latch_o != 0) latch_ = rows_.at(static_cast<unsigned>(std::countr_zero(unsigned{dut_->strobe_o})));
  dut_->clk_i = 0;
  dut_->eval();
  if (dut_->probe_edge_o) {
    edges_.push_back({clock_, dut_->probe_channel_o, dut_->probe_level_o != 0, dut_->probe_late_o != 0,
                      dut_->probe_bounced_o != 0, dut_->probe_refused_o != 0, dut_->probe_onset_o});
  }
  dut_->clk_i = 1;
  dut_->eval();
  ++clock_;
}

void Bench::run_to(std::uint64_t clock) {
  while (clock_ < clock) step();
}

bool Bench::offered() { return dut_->offer_o != dut_->free_i; }
void Bench::freeze() { dut_->freeze_i = !dut_->freeze_i; }
bool Bench::frozen() { return dut_->frozen_o == dut_->freeze_i; }
void Bench::free() { dut_->free_i = !dut_->free_i; }

Bytes Bench::read_packet() {
  Bytes bytes;
  const unsigned length = dut_->pkt_len_o;
  for (unsigned i = 0; i < length; ++i) {
    dut_->pkt_addr_i = static_cast<std::uint8_t>(i);
    step();
    bytes.push_back(dut_->pkt_data_o);
  }
  return bytes;
}

std::optional<Bytes> Bench::take(std::uint64_t clocks) {
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

void Bench::request(bool write, std::uint8_t address, std::uint32_t value) {
  dut_->reg_write_i = write;
  dut_->reg_addr_i = address;
  dut_->reg_wdata_i = value;
  dut_->reg_req_i = !dut_->reg_req_i;
}

bool Bench::acked() { return dut_->reg_ack_o == dut_->reg_req_i; }

std::optional<std::uint32_t> Bench::read(std::uint8_t address) {
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

bool Bench::write(std::uint8_t address, std::uint32_t value) {
  request(true, address, value);
  const std::uint64_t from = clock_;
  while (!acked()) step();
  most_clocks_ = std::max(most_clocks_, clock_ - from);
  return !dut_->reg_refused_o;
}

unsigned Bench::captured() { return (dut_->capture_head_o - dut_->capture_tail_i) & 15U; }

Bytes Bench::read_capture() {
  Bytes bytes;
  for (unsigned i = 0; i < 64; ++i) {
    dut_->capture_addr_i = static_cast<std::uint16_t>((dut_->capture_tail_i & 7U) << 6 | i);
    step();
    bytes.push_back(dut_->capture_data_o);
  }
  return bytes;
}

void Bench::free_capture() { dut_->capture_tail_i = (dut_->capture_tail_i + 1) & 15; }

void Bench::sof(std::uint16_t frame) {
  dut_->sof_i = !dut_->sof_i;
  dut_->sof_frame_i = frame;
}

void Bench::hello() { dut_->hello_i = !dut_->hello_i; }

}  // namespace adoube::bench
