// SPDX-License-Identifier: Apache-2.0
#include "sim/kernel/kernel.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "driver/wire/protocol.hpp"
#include "rules/core/signature.hpp"

namespace adoube::sim {

Kernel::Kernel(bus::Host& host, std::vector<Change> changes, const KernelOptions& options)
    : changes_(std::move(changes)),
      fault_(options.fault),
      front_(options.front),
      host_(host),
      mode_(options.mode),
      begin_(options.begin),
      now_(options.begin) {
  power_up();
}

void Kernel::power_up() {
  scan_ = ScanSide::make(front_, begin_, changes_, edges_, fault_);
  usb_.emplace(begin_, host_, fault_);
  to_usb_ = scan_->output();
  to_scan_ = usb_->output();
  usb_->input(to_usb_);
  scan_->input(to_scan_);
  set_mode(mode_);
}

void Kernel::power_cycle() {
  catch_up();
  const Tick now = tick();
  std::array<bool, wire::scan::channels> levels{};
  const auto later = std::ranges::find_if(changes_, [&](const Change& change) { return change.at > now; });
  for (auto change = changes_.begin(); change != later; ++change) levels[change->channel] = change->level;
  std::vector<Change> rest;
  for (std::size_t channel = 0; channel < levels.size(); ++channel) {
    if (levels[channel]) rest.push_back({0, static_cast<std::uint8_t>(channel), true});
  }
  for (auto change = later; change != changes_.end(); ++change) rest.push_back({change->at - now, change->channel, change->level});
  changes_ = std::move(rest);
  begin_ = now_;
  power_up();
}

void Kernel::set_mode(Mode mode) {
  catch_up();
  mode_ = mode;
  scan_->watch(mode == Mode::leap);
  usb_->watch(mode == Mode::leap);
}

void Kernel::plug(bool in) {
  catch_up();
  usb_->plug(in);
}

void Kernel::run_until(std::uint64_t bit_time) {
  stop_ = false;
  while (now_ < bit_time && !stop_) {
    if (mode_ == Mode::lock) {
      lock_step();
    } else {
      leap_step(bit_time);
    }
  }
}

// Each side's inputs were set from the other's outputs before the edge, so the order of the two does not matter.
void Kernel::lock_step() {
  scan_->clock();
  usb_->bit();
  ++now_;
  exchange();
}

// A change at the cut wakes the other side: it is brought here with its old inputs, then sees the new ones.
void Kernel::exchange() {
  if (!(scan_->output() == to_usb_)) {
    usb_->leap(now_);
    to_usb_ = scan_->output();
    usb_->input(to_usb_);
  }
  if (!(usb_->output() == to_scan_)) {
    const bool frame_only = usb_->output().differs_in_frame_only(to_scan_);
    to_scan_ = usb_->output();
    if (frame_only) {
      scan_->input_frame(to_scan_.frame);
    } else {
      scan_->leap(now_);
      scan_->input(to_scan_);
    }
  }
}

// A side at rest may stay behind now(): until rest_until() its outputs stay as they are.
void Kernel::leap_step(std::uint64_t end) {
  const std::uint64_t scan_rest = scan_->rest_until();
  const std::uint64_t usb_rest = usb_->rest_until();
  const bool scan_rests = scan_rest > now_;
  const bool usb_rests = usb_rest > now_;
  if (scan_rests && usb_rests) {
    now_ = std::min({end, scan_rest, usb_rest});
    return;
  }
  if (!scan_rests) scan_->leap(now_);
  if (!usb_rests) usb_->leap(now_);
  const std::uint64_t limit = std::min({end, scan_rests ? scan_rest : end, usb_rests ? usb_rest : end});
  do {
    if (!scan_rests) scan_->clock();
    if (!usb_rests) usb_->bit();
    ++now_;
    const bool quiet = scan_->output() == to_usb_ && usb_->output() == to_scan_;
    if (!quiet) {
      exchange();
      return;
    }
  } while (now_ < limit && !stop_ && (scan_rests || scan_->rest_until() <= now_) &&
           (usb_rests || usb_->rest_until() <= now_));
}

void Kernel::catch_up() {
  scan_->leap(now_);
  usb_->leap(now_);
}

const std::vector<ProbedEdge>& Kernel::edges() {
  catch_up();
  return edges_;
}

std::uint64_t Kernel::image_hash() {
  catch_up();
  // Through the serialiser, not the raw images: those have padding.
  Signature image;
  image.add(scan_->saved() + usb_->saved());
  return image.value();
}

KernelCounters Kernel::counters() const { return {scan_->clocks, scan_->scan_leaps, scan_->wait_leaps, usb_->bits, usb_->leaps}; }

}  // namespace adoube::sim
