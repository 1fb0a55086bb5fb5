// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel/usb_side.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>

#include "Vusb.h"
#include "Vusb___024root.h"
#include "leap_table_usb.hpp"
#include "sim/kernel/model_image.hpp"
#include "sim/kernel/saved.hpp"

namespace adoube::sim {
namespace {

constexpr int reset_bits = 8;
// A look costs as much as a bit time: it is not worth it for fewer bits than this.
constexpr std::uint64_t shortest_rest = 8;
constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

}  // namespace

UsbSide::UsbSide(std::uint64_t begin, bus::Host& host, LeapFault fault)
    : context_(std::make_unique<VerilatedContext>()),
      model_(std::make_unique<Vusb>(context_.get(), "usb")),
      image_(raw_image(*model_->rootp)),
      counters_(usb_counters(*model_->rootp, image_)),
      fault_(fault),
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
  resting_ = false;
  disturbed_ = true;
}

void UsbSide::plug(bool in) {
  plugged_ = in;
  model_->vbus_i = in;
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

std::uint64_t UsbSide::bus_rests_until() const {
  if (model_->pullup_o == 0) return never;  // the host sees nobody
  return host_.idle() ? host_.next_activity(time_) : time_;
}

// A bit time in which nothing but the counters of rtl/leap.toml moved is repeated by all that follow, until one of them is
// where something happens.
void UsbSide::look() {
  resting_ = false;
  if (model_->probe_quiet_o == 0 || bus_rests_until() < time_ + shortest_rest) return;
  if (looked_ + 1 == time_ && !disturbed_ && !last_.empty()) {
    std::span<const LeapCounter> counted = counters_;
    if (fault_ != LeapFault::none) counted = counted.first(counted.size() - 1);
    const RawImage last{last_.data(), last_.size()};
    advance(last, counted, 1);
    if (fault_ == LeapFault::not_advanced) {
      const LeapCounter& lacking = counters_.back();
      std::memcpy(last.data + lacking.offset, image_.data + lacking.offset, lacking.bytes);
    }
    resting_ = std::memcmp(last.data, image_.data, image_.size) == 0;
    room_end_ = time_ + std::min(leap_room(image_, counters_), never - time_);
  }
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
  return resting_ ? std::max(time_, std::min(bus_rests_until(), room_end_)) : time_;
}

void UsbSide::leap(std::uint64_t time) {
  if (!resting_ || time <= time_) return;
  std::span<const LeapCounter> counted = counters_;
  if (fault_ == LeapFault::not_advanced) counted = counted.first(counted.size() - 1);
  advance(image_, counted, time - time_);
  time_ = time;
  disturbed_ = true;  // the image at looked_ is no longer that of the bit time before
  ++leaps;
}

}  // namespace adoube::sim
