// SPDX-License-Identifier: Apache-2.0
/// What `adoube attach` says when the board has been given back.
#pragma once
#include "host/cli/exit_code.hpp"
#include "host/cli/output.hpp"
#include "host/lab/attached_board.hpp"

namespace adoube::cli {

/// Returns `ok`, or `answer_no` where the board broke the rules of its bus.
ExitCode print(const lab::AttachReport& report, Output& out);

}  // namespace adoube::cli
