// SPDX-License-Identifier: Apache-2.0
/// The five functions of the C library that the executable defines itself, so that the shared libusb calls them.
#pragma once
#include <poll.h>

namespace adoube::sim {

class Seam;

/// Sends calls on the descriptor of `seam` to it; null: all calls pass to the kernel.
void interpose(Seam* seam);

/// The seam in place, or null.
Seam* interposed();

/// True if the dynamic linker resolves the five names to the definitions of this executable. False when they were
/// hidden (-fvisibility=hidden) or linked into a shared library behind libc: the seam would silently vanish.
bool interposition_works();

/// `poll` of the kernel, past the interposed one.
int kernel_poll(pollfd* set, nfds_t count, int timeout_ms);

}  // namespace adoube::sim
