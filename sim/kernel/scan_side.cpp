// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel/scan_side.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "leap_table_scan.hpp"
#include "sim/kernel/saved.hpp"
#include "sim/kernel/scan_twin.hpp"

namespace adoube::sim {
namespace {

constexpr int reset_clocks = 8;
constexpr std::uint64_t us_clocks = wire::scan::clocks_per_us;
// The walk over sixteen channels takes some 32 clocks from the start of a slot: before that, looking is in vain.
constexpr std::uint64_t first_look = 3;  // microsecond
// A look and a leap cost about as much as a dozen clocks.
constexpr std::uint64_t shortest_wait = 4 * us_clocks;

}  // namespace

ScanSide::ScanSide(std::uint64_t begin, std::vector<Change> changes, std::vector<ProbedEdge>& truth, LeapFault fault)
    : context_(std::make_unique<VerilatedContext>()),
      model_(std::make_unique<Vscan>(context_.get(), "scan")),
      image_(raw_image(*model_->rootp)),
      scan_counters_(scan_counters(*model_->rootp, image_)),
      pending_counters_(pending_counters(*model_->rootp, image_)),
      wait_counters_(wait_counters(*model_->rootp, image_)),
      deadlines_(leap_deadlines(*model_->rootp, image_)),
      fault_(fault),
      last_scan_(std::make_unique<ScanTwin>(context_.get(), "last_scan", fault)),
      last_wait_(std::make_unique<ScanTwin>(context_.get(), "last_wait", LeapFault::none)),
      board_(begin, std::move(changes)),
      truth_(truth),
      begin_(begin),
      time_(begin) {
  model_->rst_ni = 0;
  for (int i = 0; i < reset_clocks; ++i) {
    rising_edge();
  }
  model_->rst_ni = 1;
  model_->eval();
  read_output();
}

ScanSide::~ScanSide() = default;

void ScanSide::input(const FromUsb& input) {
  model_->freeze_i = input.freeze;
  model_->pkt_addr_i = input.packet_address;
  model_->free_i = input.free;
  model_->reg_req_i = input.register_request;
  model_->reg_write_i = input.register_write;
  model_->reg_addr_i = input.register_address;
  model_->reg_wdata_i = input.register_data;
  model_->sof_i = input.sof;
  model_->sof_frame_i = input.frame;
  model_->hello_i = input.hello;
  model_->capture_tail_i = input.capture_tail;
  model_->capture_addr_i = input.capture_address;
  disturb();
}

void ScanSide::input_frame(std::uint16_t frame) {
  model_->sof_frame_i = frame;
  last_scan_->input_frame(frame);
  last_wait_->input_frame(frame);
}

std::string ScanSide::saved() const { return saved_state(*model_->rootp, context_.get()); }

// Nothing listens to the falling edge: instead of evaluating one, Verilator's memory of the clock is set back.
void ScanSide::rising_edge() {
  model_->clk_i = 1;
  model_->rootp->__Vtrigrprev__TOP__clk_i = 0;
  model_->eval();
}

void ScanSide::read_output() {
  output_.packet_length = model_->pkt_len_o;
  output_.packet_data = model_->pkt_data_o;
  output_.offer = model_->offer_o != 0;
  output_.frozen = model_->frozen_o != 0;
  output_.register_acknowledge = model_->reg_ack_o != 0;
  output_.register_refused = model_->reg_refused_o != 0;
  output_.capture_head = model_->capture_head_o;
  output_.capture_data = model_->capture_data_o;
}

void ScanSide::clock() {
  if (board_.advance(time_)) disturb();
  model_->row_i = row_;
  if (model_->latch_o != 0) row_ = board_.senses(model_->strobe_o);
  rising_edge();
  read_output();
  if (model_->probe_edge_o != 0) {
    truth_.push_back({time_, model_->probe_onset_o, model_->probe_channel_o, model_->probe_level_o != 0,
                      model_->probe_bounced_o != 0, model_->probe_late_o != 0, model_->probe_refused_o != 0});
  }
  ++time_;
  ++clocks;
  if (watch_) look();
}

void ScanSide::watch(bool on) {
  watch_ = on;
  disturb();
}

void ScanSide::disturb() {
  period_ = 0;
  last_scan_->forget();
  last_wait_->forget();
}

void ScanSide::look() {
  if (period_ != 0 && time_ < rest_end_) return;  // on the way to a stop inside a rest
  period_ = 0;
  if (model_->probe_scan_start_o != 0) {
    scan_started();
  } else if (model_->strobe_o != 0 && (time_ - begin_) % us_clocks == 0 && wait_counters_.front().value(image_) >= first_look) {
    waited();
  }
}

std::uint64_t ScanSide::deadline() const {
  // Time is kept as the tick of the last row, inverted, and the microseconds since.
  const std::uint64_t tick = ~scan_counters_.front().value(image_) + 1 + wait_counters_.back().value(image_);
  std::uint64_t nearest = Board::never;
  for (const auto& stamps : deadlines_) {
    stamps.each(image_, tick, [&](std::uint64_t us) { nearest = std::min(nearest, us); });
  }
  return nearest;
}

void ScanSide::scan_started() {
  const std::uint64_t start = last_scan_->time();
  const std::uint64_t room = deadline();
  counting_ = room == Board::never ? scan_counters_ : pending_counters_;
  if (!last_scan_->repeats(image_, counting_, time_)) return;
  const std::uint64_t period = time_ - start;
  // Only whole scans all of whose samples are younger than the deadline.
  rest_end_ = room == Board::never ? Board::never : time_ + room * us_clocks / period * period;
  period_ = rest_end_ > time_ ? period : 0;
}

void ScanSide::waited() {
  const bool adjacent = last_wait_->time() + us_clocks == time_;
  if (!adjacent) {
    if (leap_room(image_, wait_counters_) < shortest_wait) return;
    last_wait_->remember(image_, time_);
    return;
  }
  if (!last_wait_->repeats(image_, wait_counters_, time_)) return;
  rest_end_ = time_ + leap_room(image_, wait_counters_) / us_clocks * us_clocks;
  period_ = rest_end_ > time_ ? us_clocks : 0;
  counting_ = wait_counters_;
}

void ScanSide::leap(std::uint64_t time) {
  if (period_ == 0) return;
  if (const std::uint64_t skipped = (time - time_) / period_ * period_; skipped != 0) {
    // From any phase: the model repeats with its period from wherever one looks.
    auto counters = counting_;
    if (in_wait()) {
      ++wait_leaps;
    } else {
      if (fault_ == LeapFault::not_advanced) counters = counters.first(counters.size() - 1);
      last_scan_->leap(counters, skipped);
      ++scan_leaps;
    }
    age(*model_->rootp, image_, counters, skipped);
    time_ += skipped;
  }
  while (time_ < time) clock();
}

}  // namespace adoube::sim
