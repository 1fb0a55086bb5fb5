// SPDX-License-Identifier: Apache-2.0
#include "sim/seam/reap_gate.hpp"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>

namespace adoube::sim {
namespace {

constexpr int page = 4096;

}  // namespace

Result<void> ReapGate::attach(int read_end, int write_end) {
  if (fcntl(write_end, F_SETPIPE_SZ, page) < 0) return fail(Cause::io, "a pipe of one page was refused");
  read_end_ = read_end;
  write_end_ = write_end;
  open_ = true;
  set(false);
  return {};
}

void ReapGate::set(bool open) {
  if (open == open_ || read_end_ < 0) return;
  open_ = open;
  std::array<char, page> block{};
  if (open) {
    // `read` itself may be the seam's own (interpose.cpp).
    while (syscall(SYS_read, read_end_, block.data(), block.size()) > 0) {
    }
  } else {
    while (write(write_end_, block.data(), block.size()) > 0) {
    }
  }
}

}  // namespace adoube::sim
