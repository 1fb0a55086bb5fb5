// SPDX-License-Identifier: Apache-2.0
/// Exit codes of `adoube` (docs/exit-codes.md).
#pragma once
#include "rules/core/result.hpp"

namespace adoube::cli {

enum ExitCode : int {
  ok = 0,
  answer_no = 1,  ///< the question was answered, and the answer is no (score or case mismatch)
  usage = 2,
  no_device = 3,
  permission = 4,
  busy = 5,
  device_lost = 6,
  protocol = 7,
  data_lost = 8,
  malformed = 9,
  io_failure = 10,
  interrupted = 130,  ///< SIGINT; SIGTERM is 143
};

constexpr int exit_code(Cause cause) {
  switch (cause) {
    case Cause::usage: return usage;
    case Cause::no_device: return no_device;
    case Cause::permission: return permission;
    case Cause::busy: return busy;
    case Cause::lost:
    case Cause::timeout: return device_lost;
    case Cause::protocol: return protocol;
    case Cause::data_lost: return data_lost;
    case Cause::malformed: return malformed;
    case Cause::differs: return answer_no;
    case Cause::io: return io_failure;
    case Cause::interrupted: return interrupted;
  }
  return usage;
}

}  // namespace adoube::cli
