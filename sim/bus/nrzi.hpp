// SPDX-License-Identifier: Apache-2.0
/// Bits to levels: NRZI and bit stuffing (USB 2.0, 7.1.8 and 7.1.9).
#pragma once
#include "sim/bus/line.hpp"

namespace adoube::bus {

/// One packet, from idle on. `put` is called with one level a bit time.
class Nrzi {
 public:
  /// A bit, and the stuff bit behind six ones, also where the packet ends there.
  template <class Put>
  void bit(bool one, Put&& put) {
    raw(one, put);
    ones_ = one ? ones_ + 1 : 0;
    if (ones_ == 6) bit(false, put);
  }
  /// A bit that stuffing does not see: for what no transmitter sends.
  template <class Put>
  void raw(bool one, Put&& put) {
    if (!one) j_ = !j_;
    put(j_ ? line_j : line_k);
  }

 private:
  bool j_ = true;
  unsigned ones_ = 0;
};

}  // namespace adoube::bus
