// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel/usb_side.hpp"

#include <algorithm>
#include <cstring>

#include "Vusb.h"
#include "Vusb___024root.h"
#include "sim/kernel/model_image.hpp"
#include "sim/kernel/saved.hpp"

namespace adoube::sim {
namespace {

constexpr int reset_bits = 8;
// A look costs as much as a bit time: it is not worth it for fewer bits than this.
constexpr std::uint64_t shortest_rest = 8;

}  // namespace

UsbSide::UsbSide(std::uint64_t begin, bus::Host& host)
    : context_(std::make_unique<VerilatedContext>()),
      model_(std::make_unique<Vusb>(context_.get(), "usb")),
      image_(raw_image(*model_->rootp)),
      host_(host),
      time_(begin) {
  model_->rst_ni = 0;
  model_->dp_i = 1;
  model_->vbus_i = 1;
  for (int i = 0; i < reset_bits; ++i) four_edges();
  model_->rst_ni = 1;
  model_->eval();
  read_output();
}

UsbSide::~UsbSide() = default;

void UsbSide::input(const FromScan& input) {
  model_->offer_i = input.offer;
  model_->frozen_i = input.frozen;
  model_->pkt_len_i = input.packet_length;
  model_->pkt_data_i = input.packet_data;
  model_->capture_head_i = input.capture_head;
  model_->capture_data_i = input.capture_data;
  model_->reg_ack_i = input.register_acknowledge;
  model_->reg_refused_i = input.register_refused;
  model_->reg_rdata_i = input.register_data;
  resting_ = false;
  disturbed_ = true;
}

void UsbSide::plug(bool in) {
  plugged_ = in;
  resting_ = false;
  disturbed_ = true;
}

std::string UsbSide::saved() const { return saved_state(*model_->rootp, context_.get()); }

// The 12 MHz edge falls on the first of the four 48 MHz edges. Nothing listens to falling edges: instead of evaluating
// them, Verilator's memory of the clocks is set back.
void UsbSide::four_edges() {
  model_->clk48_i = 1;
  model_->clk12_i = 1;
  model_->rootp->__Vtrigrprev__TOP__clk12_i = 0;
  for (int i = 0; i < 4; ++i) {
    model_->rootp->__Vtrigrprev__TOP__clk48_i = 0;
    model_->eval();
  }
}

void UsbSide::read_output() {
  output_.register_data = model_->reg_wdata_o;
  output_.frame = model_->sof_frame_o;
  output_.packet_address = model_->pkt_addr_o;
  output_.register_address = model_->reg_addr_o;
  output_.capture_tail = model_->capture_tail_o;
  output_.capture_address = model_->capture_addr_o;
  output_.freeze = model_->freeze_o != 0;
  output_.free = model_->free_o != 0;
  output_.register_request = model_->reg_req_o != 0;
  output_.register_write = model_->reg_write_o != 0;
  output_.sof = model_->sof_o != 0;
  output_.hello = model_->hello_o != 0;
}

void UsbSide::bit() {
  const bus::DeviceLine device{model_->dp_o != 0, model_->dn_o != 0, plugged_ && model_->oe_o != 0,
                               plugged_ && model_->pullup_o != 0};
  const bus::Line line = host_.tick(time_, device);
  model_->dp_i = line.dp;
  model_->dn_i = line.dn;
  four_edges();
  read_output();
  ++time_;
  ++bits;

  if (watch_) look();
}

// rtl/usb has no free-running counter (its contract): a bit time that changed nothing is repeated by all that follow.
void UsbSide::look() {
  resting_ = false;
  if (!host_.idle() || model_->probe_quiet_o == 0 || host_.next_activity(time_) < time_ + shortest_rest) return;
  const bool adjacent = looked_ + 1 == time_ && !disturbed_ && !last_.empty();
  resting_ = adjacent && std::memcmp(last_.data(), image_.data, image_.size) == 0;
  if (!resting_) last_.assign(image_.data, image_.data + image_.size);
  looked_ = time_;
  disturbed_ = false;
}

void UsbSide::watch(bool on) {
  watch_ = on;
  resting_ = false;
  disturbed_ = true;
}

std::uint64_t UsbSide::rest_until() const {
  return resting_ && host_.idle() ? std::max(time_, host_.next_activity(time_)) : time_;
}

void UsbSide::leap(std::uint64_t time) {
  if (!resting_ || time <= time_) return;
  time_ = looked_ = time;
  ++leaps;
}

}  // namespace adoube::sim
