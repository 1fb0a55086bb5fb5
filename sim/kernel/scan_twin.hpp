// SPDX-License-Identifier: Apache-2.0
/// An earlier image of the scan side, and whether the model is the same again.
#pragma once
#include <cstdint>
#include <cstring>
#include <span>

#include "sim/kernel/leap_table.hpp"
#include "sim/kernel/model_image.hpp"

namespace adoube::sim {

/// Computes all that hangs on registers and inputs by wires; the file that names a model has it.
template <class Root>
void settle(Root& root);

/// Makes the registers of a model older by `clocks` and everything that hangs on them follow.
template <class Root>
void age(Root& root, const RawImage& image, std::span<const LeapCounter> counters, std::uint64_t clocks) {
  advance(image, counters, clocks);
  // The bookkeeping of the settling is no part of the device.
  const auto count = root.__VstlIterCount;
  const auto triggers = root.__VstlTriggered;
  settle(root);
  root.__VstlIterCount = count;
  root.__VstlTriggered = triggers;
}

/// A second model that never sees a clock: it carries the image that a model at rest would have later, so that wires
/// hanging on counters need no rows in the table.
template <class Model, class Root>
class ScanTwin {
 public:
  ScanTwin(VerilatedContext* context, const char* name, LeapFault fault)
      : model_(context, name), image_(raw_image<Root>(*model_.rootp)), fault_(fault) {}

  /// The model was so at `time`.
  void remember(const RawImage& model, std::uint64_t time) {
    std::memcpy(image_.data, model.data, image_.size);
    time_ = time;
    known_ = true;
  }
  /// An input changed: what comes next is not what would have come.
  void forget() { known_ = false; }
  [[nodiscard]] std::uint64_t time() const { return time_; }

  /// An input that is not read moved.
  void input_frame(std::uint16_t frame) { model_.sof_frame_i = frame; }

  /// True if from remembered to now, `time`, the model changed in nothing but its counters. Remembers it as of now.
  bool repeats(const RawImage& model, std::span<const LeapCounter> counters, std::uint64_t time) {
    bool same = false;
    if (known_) {
      auto counted = counters;
      if (fault_ != LeapFault::none) counted = counters.first(counters.size() - 1);
      if (fault_ == LeapFault::not_advanced) {
        const LeapCounter& lacking = counters.back();
        std::memcpy(image_.data + lacking.offset, model.data + lacking.offset, lacking.bytes);
      }
      age<Root>(*model_.rootp, image_, counted, time - time_);
      same = std::memcmp(image_.data, model.data, image_.size) == 0;
    }
    remember(model, time);
    return same;
  }

  /// The model leapt from here to `time`, so does its twin.
  void leap(std::span<const LeapCounter> counters, std::uint64_t clocks) {
    if (!known_) return;
    age<Root>(*model_.rootp, image_, counters, clocks);
    time_ += clocks;
  }

 private:
  Model model_;
  RawImage image_;
  LeapFault fault_;
  std::uint64_t time_ = 0;
  bool known_ = false;
};

}  // namespace adoube::sim
