// SPDX-License-Identifier: Apache-2.0
#include "host/cli/interrupt.hpp"

#include <csignal>
#include <initializer_list>

namespace adoube::cli {
namespace {

volatile std::sig_atomic_t caught = 0;
void on_signal(int signal) { caught = signal; }

}  // namespace

void catch_interrupts() {
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction before{};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;
    struct sigaction wish{};
    wish.sa_handler = on_signal;
    wish.sa_flags = static_cast<int>(SA_RESTART | SA_RESETHAND);
    sigaction(signal, &wish, nullptr);
  }
}

int interrupt() { return caught; }

}  // namespace adoube::cli
