// SPDX-License-Identifier: Apache-2.0
/// SIGINT and SIGTERM as a wish: the command ends at its next pause, with its files whole and its progress bar gone.
#pragma once

namespace adoube::cli {

/// From here on the first of either signal is only remembered; the second ends the program at once. A signal that was
/// ignored when the program began stays ignored.
void catch_interrupts();

/// The signal that came, or 0.
int interrupt();

}  // namespace adoube::cli
