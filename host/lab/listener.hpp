// SPDX-License-Identifier: Apache-2.0
/// What the laboratory hears of a run: moves and rulings as they come, and how far the run has got.
#pragma once
#include "driver/session/record.hpp"
#include "rules/article4/ruling.hpp"
#include "rules/core/interval.hpp"
#include "rules/recognition/recogniser.hpp"

namespace adoube::lab {

class Listener : public recognition::WordsObserver {
 public:
  /// Something is known to be lost.
  virtual void on_gap(const driver::Gap&) {}
  /// Called now and then with simulated time and the planned end, us. False ends the run: `interrupted`.
  virtual bool on_time(Tick now, Tick end) = 0;
  /// Everything that happened has come; what stands will be confirmed next.
  virtual void on_end(const recognition::Recogniser&) {}
};

}  // namespace adoube::lab
