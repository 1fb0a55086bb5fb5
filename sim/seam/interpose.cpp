// SPDX-License-Identifier: Apache-2.0
#include "sim/seam/interpose.hpp"

#include <dlfcn.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdarg>
#include <ctime>

#include "sim/seam/seam.hpp"

// The definitions must be visible to the dynamic linker whatever flags the build uses.
#define ADOUBE_INTERPOSED __attribute__((visibility("default"), used))

namespace adoube::sim {
namespace {

// The names are global to the process, so is the choice of who answers. One thread.
Seam* current = nullptr;

bool ours(int descriptor) { return current != nullptr && descriptor == current->descriptor(); }

bool resolves_to(const char* name, const void* mine) { return dlsym(RTLD_DEFAULT, name) == mine; }

}  // namespace

void interpose(Seam* seam) { current = seam; }

Seam* interposed() { return current; }

bool interposition_works() {
  // libusb calls only one of lseek and lseek64; the linker exports only names that a shared library asks for.
  const bool seek = resolves_to("lseek", reinterpret_cast<const void*>(&::lseek)) ||
                    resolves_to("lseek64", reinterpret_cast<const void*>(&::lseek64));
  return seek && resolves_to("ioctl", reinterpret_cast<const void*>(&::ioctl)) &&
         resolves_to("read", reinterpret_cast<const void*>(&::read)) &&
         resolves_to("poll", reinterpret_cast<const void*>(&::poll));
}

int kernel_poll(pollfd* set, nfds_t count, int timeout_ms) {
  timespec limit{timeout_ms / 1000, (timeout_ms % 1000) * 1'000'000L};
  return static_cast<int>(syscall(SYS_ppoll, set, count, timeout_ms < 0 ? nullptr : &limit, nullptr, 8));
}

}  // namespace adoube::sim

extern "C" {

ADOUBE_INTERPOSED int ioctl(int descriptor, unsigned long request, ...) noexcept {
  va_list arguments;
  va_start(arguments, request);
  void* argument = va_arg(arguments, void*);
  va_end(arguments);
  if (!adoube::sim::ours(descriptor)) return static_cast<int>(syscall(SYS_ioctl, descriptor, request, argument));
  return adoube::sim::interposed()->on_ioctl(request, argument);
}

ADOUBE_INTERPOSED ssize_t read(int descriptor, void* buffer, size_t size) {
  if (!adoube::sim::ours(descriptor)) return static_cast<ssize_t>(syscall(SYS_read, descriptor, buffer, size));
  return adoube::sim::interposed()->on_read(buffer, size);
}

ADOUBE_INTERPOSED off_t lseek(int descriptor, off_t offset, int whence) noexcept {
  if (!adoube::sim::ours(descriptor)) return static_cast<off_t>(syscall(SYS_lseek, descriptor, offset, whence));
  return adoube::sim::interposed()->on_lseek(offset, whence);
}

ADOUBE_INTERPOSED off64_t lseek64(int descriptor, off64_t offset, int whence) noexcept {
  if (!adoube::sim::ours(descriptor)) return static_cast<off64_t>(syscall(SYS_lseek, descriptor, offset, whence));
  return adoube::sim::interposed()->on_lseek(offset, whence);
}

ADOUBE_INTERPOSED int poll(pollfd* set, nfds_t count, int timeout_ms) {
  for (nfds_t i = 0; i < count; ++i) {
    if (adoube::sim::ours(set[i].fd)) return adoube::sim::interposed()->on_poll(set, count, timeout_ms);
  }
  return adoube::sim::kernel_poll(set, count, timeout_ms);
}

}  // extern "C"
