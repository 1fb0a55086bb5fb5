// SPDX-License-Identifier: Apache-2.0
/// Processor time of this program: figures of the host machine, never part of a result.
#pragma once
#include <ctime>

namespace adoube::cli {

class CpuTime {
 public:
  CpuTime() : start_(now()) {}
  /// Seconds of processor time since construction.
  double seconds() const { return now() - start_; }

 private:
  static double now() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
  }
  double start_;
};

}  // namespace adoube::cli
