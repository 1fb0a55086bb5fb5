// SPDX-License-Identifier: Apache-2.0
/// The edge filter of one channel, as rtl/scan/edge_filter.sv has it, in unwrapped device time.
#pragma once
#include "rules/core/interval.hpp"

namespace adoube::sim {

/// What one sample made of a channel.
struct FilterResult {
  bool edge = false;      ///< a new level is confirmed
  bool late = false;      ///< ... by a restless channel
  bool bounced = false;   ///< ... that came back in between
  bool chatter = false;   ///< one more chatter
  Tick onset = 0;         ///< first sample of the change, us, while `edge`
};

/// State of one channel. At rest everything but the level is zero.
class Filter {
 public:
  /// One sample `raw` at tick `now` (us, larger than at the last call). `hold` and `chatter_max` in us.
  FilterResult sample(bool raw, Tick now, Tick hold, Tick chatter_max) {
    FilterResult result;
    const bool turns = raw != last_;
    last_ = raw;
    if (!pending_) {
      if (turns) {
        pending_ = true;
        onset_ = run_ = now;
      }
      return result;
    }
    if (turns) {
      bounced_ = true;
      run_ = now;
    } else if (now - run_ >= hold) {
      result = {raw != level_, restless_, bounced_, raw == level_, onset_};
      *this = Filter(raw);
      return result;
    }
    if (now - onset_ >= chatter_max) {
      result.chatter = true;
      restless_ = true;
      onset_ = now;
    }
    return result;
  }
  Filter() = default;
  [[nodiscard]] bool level() const { return level_; }
  [[nodiscard]] bool pending() const { return pending_; }
  /// First sample of the departure under way, or of its restart.
  [[nodiscard]] Tick onset() const { return onset_; }

 private:
  explicit Filter(bool level) : level_(level), last_(level) {}
  bool level_ = false, last_ = false, pending_ = false, restless_ = false, bounced_ = false;
  Tick onset_ = 0, run_ = 0;
};

}  // namespace adoube::sim
