// SPDX-License-Identifier: Apache-2.0
/// The scan side of one Verilated model and the wires in front of it. Included by the files that name a model only.
#pragma once
#include <algorithm>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sim/front/wires.hpp"
#include "sim/kernel/saved.hpp"
#include "sim/kernel/scan_side.hpp"
#include "sim/kernel/scan_twin.hpp"

namespace adoube::sim {

template <class Model, class Root, class Wires>
class ScanModel final : public ScanSide {
 public:
  ScanModel(const wire::Front& front, std::uint64_t begin, std::vector<Change> changes, std::vector<ProbedEdge>& truth, LeapFault fault);

  void input(const FromUsb& input) override;
  void input_frame(std::uint16_t frame) override;
  void clock() override;
  void watch(bool on) override;
  void leap(std::uint64_t time) override;
  [[nodiscard]] std::string saved() const override;

 private:
  static constexpr int reset_clocks = 8;
  static constexpr std::uint64_t us_clocks = wire::scan::clocks_per_us;
  // The walk over sixteen channels takes some 32 clocks from the start of a slot: before that, looking is in vain.
  static constexpr std::uint64_t first_look = 3;  // microsecond
  // A look and a leap cost about as much as a dozen clocks.
  static constexpr std::uint64_t shortest_wait = 4 * us_clocks;

  void rising_edge();
  void read_output();
  void disturb();
  void look();
  void scan_started();
  void waited();
  [[nodiscard]] bool in_wait() const { return counting_.data() == wait_counters_.data(); }
  [[nodiscard]] std::uint64_t deadline() const;

  const wire::Front& front_;
  std::unique_ptr<VerilatedContext> context_;
  std::unique_ptr<Model> model_;
  RawImage image_;
  std::vector<LeapCounter> scan_counters_;     // from scan to scan with all channels at rest
  std::vector<LeapCounter> pending_counters_;  // ... with departures under way
  std::vector<LeapCounter> wait_counters_;     // within a slot
  std::vector<LeapDeadline> deadlines_;
  LeapFault fault_;
  std::unique_ptr<ScanTwin<Model, Root>> last_scan_;  // the model as it was at the last scan start
  std::unique_ptr<ScanTwin<Model, Root>> last_wait_;  // ... and a microsecond ago
  Wires wires_;
  Wires last_wires_;  // as they were at the last scan start
  std::vector<ProbedEdge>& truth_;
  std::span<const LeapCounter> counting_;  // what counts while the model repeats
  bool watch_ = false;
};

template <class Model, class Root, class Wires>
ScanModel<Model, Root, Wires>::ScanModel(const wire::Front& front, std::uint64_t begin, std::vector<Change> changes,
                                         std::vector<ProbedEdge>& truth, LeapFault fault)
    : ScanSide(begin, std::move(changes)),
      front_(front),
      context_(std::make_unique<VerilatedContext>()),
      model_(std::make_unique<Model>(context_.get(), "scan")),
      image_(raw_image(*model_->rootp)),
      scan_counters_(scan_counters(*model_->rootp, image_)),
      pending_counters_(pending_counters(*model_->rootp, image_)),
      wait_counters_(wait_counters(*model_->rootp, image_)),
      deadlines_(leap_deadlines(*model_->rootp, image_)),
      fault_(fault),
      last_scan_(std::make_unique<ScanTwin<Model, Root>>(context_.get(), "last_scan", fault)),
      last_wait_(std::make_unique<ScanTwin<Model, Root>>(context_.get(), "last_wait", LeapFault::none)),
      truth_(truth) {
  model_->rst_ni = 0;
  for (int i = 0; i < reset_clocks; ++i) {
    rising_edge();
  }
  model_->rst_ni = 1;
  model_->eval();
  read_output();
}

template <class Model, class Root, class Wires>
void ScanModel<Model, Root, Wires>::input(const FromUsb& input) {
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

template <class Model, class Root, class Wires>
void ScanModel<Model, Root, Wires>::input_frame(std::uint16_t frame) {
  model_->sof_frame_i = frame;
  last_scan_->input_frame(frame);
  last_wait_->input_frame(frame);
}

template <class Model, class Root, class Wires>
std::string ScanModel<Model, Root, Wires>::saved() const { return saved_state(*model_->rootp, context_.get()); }

// Nothing listens to the falling edge: instead of evaluating one, Verilator's memory of the clock is set back.
template <class Model, class Root, class Wires>
void ScanModel<Model, Root, Wires>::rising_edge() {
  model_->clk_i = 1;
  model_->rootp->__Vtrigrprev__TOP__clk_i = 0;
  model_->eval();
}

template <class Model, class Root, class Wires>
void ScanModel<Model, Root, Wires>::read_output() {
  output_.packet_length = model_->pkt_len_o;
  output_.packet_data = model_->pkt_data_o;
  output_.offer = model_->offer_o != 0;
  output_.frozen = model_->frozen_o != 0;
  output_.register_acknowledge = model_->reg_ack_o != 0;
  output_.register_refused = model_->reg_refused_o != 0;
  output_.capture_head = model_->capture_head_o;
  output_.capture_data = model_->capture_data_o;
}

template <class Model, class Root, class Wires>
void ScanModel<Model, Root, Wires>::clock() {
  if (board_.advance(time_)) disturb();
  wires_.before(*model_, board_, time_);
  rising_edge();
  wires_.after(*model_, board_, time_);
  read_output();
  if (const std::string violation = wires_.violation(); !violation.empty()) throw std::logic_error(violation);
  if (model_->probe_edge_o != 0) {
    truth_.push_back({time_, model_->probe_onset_o, model_->probe_channel_o, model_->probe_level_o != 0,
                      model_->probe_bounced_o != 0, model_->probe_late_o != 0, model_->probe_refused_o != 0});
  }
  ++time_;
  ++clocks;
  if (watch_) look();
}

template <class Model, class Root, class Wires>
void ScanModel<Model, Root, Wires>::watch(bool on) {
  watch_ = on;
  disturb();
}

template <class Model, class Root, class Wires>
void ScanModel<Model, Root, Wires>::disturb() {
  period_ = 0;
  last_scan_->forget();
  last_wait_->forget();
}

template <class Model, class Root, class Wires>
void ScanModel<Model, Root, Wires>::look() {
  if (period_ != 0 && time_ < rest_end_) return;  // on the way to a stop inside a rest
  period_ = 0;
  if (model_->probe_scan_start_o != 0) {
    scan_started();
  } else if (model_->strobe_o != 0 && (time_ - begin_) % us_clocks == 0 && wait_counters_.front().value(image_) >= first_look) {
    waited();
  }
}

template <class Model, class Root, class Wires>
std::uint64_t ScanModel<Model, Root, Wires>::deadline() const {
  // Time is kept as the tick of the last row, inverted, and the microseconds since.
  const std::uint64_t tick = ~scan_counters_.front().value(image_) + 1 + wait_counters_.back().value(image_) + front_.lag_us;
  std::uint64_t nearest = Board::never;
  for (const auto& stamps : deadlines_) {
    stamps.each(image_, tick, [&](std::uint64_t us) { nearest = std::min(nearest, us); });
  }
  return nearest;
}

template <class Model, class Root, class Wires>
void ScanModel<Model, Root, Wires>::scan_started() {
  const std::uint64_t start = last_scan_->time();
  const std::uint64_t room = deadline();
  counting_ = room == Board::never ? scan_counters_ : pending_counters_;
  const bool same = last_scan_->repeats(image_, counting_, time_);
  const bool outside = wires_.same(last_wires_);
  last_wires_ = wires_;
  if (!same || !outside) return;
  const std::uint64_t period = time_ - start;
  // Only whole scans all of whose samples are younger than the deadline.
  rest_end_ = room == Board::never ? Board::never : time_ + room * us_clocks / period * period;
  period_ = rest_end_ > time_ ? period : 0;
}

template <class Model, class Root, class Wires>
void ScanModel<Model, Root, Wires>::waited() {
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

template <class Model, class Root, class Wires>
void ScanModel<Model, Root, Wires>::leap(std::uint64_t time) {
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
    age<Root>(*model_->rootp, image_, counters, skipped);
    time_ += skipped;
  }
  while (time_ < time) clock();
}

}  // namespace adoube::sim
