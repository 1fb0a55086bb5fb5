// SPDX-License-Identifier: Apache-2.0
#include "sim/seam/seam.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "sim/seam/interpose.hpp"

namespace adoube::sim {
namespace {

int failed(int error) {
  errno = error;
  return -1;
}

}  // namespace

Result<std::unique_ptr<Seam>> Seam::plug(UsbBus& bus, Stepper& stepper) {
  if (interposed() != nullptr) return fail(Cause::usage, "a simulated device is already plugged in in this process");
  if (!interposition_works()) {
    return fail(Cause::usage,
                "the seam under libusb is not in place: ioctl, read, lseek and poll of this executable are hidden");
  }
  std::unique_ptr<Seam> seam(new Seam(bus, stepper));
  if (auto opened = seam->open_pipe(); !opened) return tl::unexpected(opened.error());
  if (auto found = seam->usbfs_.enumerate(); !found) return tl::unexpected(found.error());
  interpose(seam.get());
  return seam;
}

Seam::~Seam() {
  if (interposed() == this) interpose(nullptr);
  gate_.detach();
  for (int* end : {&write_end_, &read_end_}) {
    if (*end >= 0) close(*end);
    *end = -1;
  }
}

SeamCounters Seam::counters() const {
  return {usbfs_.counters().calls, polls_, waits_, usbfs_.counters().transfers, descriptor_reads_};
}

Result<void> Seam::open_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_NONBLOCK | O_CLOEXEC) != 0) return fail(Cause::io, "no pipe for the simulated device");
  read_end_ = ends[0];
  write_end_ = ends[1];
  return gate_.attach(read_end_, write_end_);
}

void Seam::on_reapable(bool some) { gate_.set(some); }

void Seam::on_unplugged() {
  gate_.detach();
  close(read_end_);
  read_end_ = -1;
}

int Seam::on_poll(pollfd* set, nfds_t count, int timeout_ms) {
  ++polls_;
  if (const int ready = kernel_poll(set, count, 0); ready != 0 || timeout_ms == 0) return ready;
  ++waits_;
  const std::uint64_t wait_ms =
      timeout_ms < 0 ? poll_limit_ms : std::min<std::uint64_t>(static_cast<std::uint64_t>(timeout_ms), poll_limit_ms);
  const std::uint64_t end = stepper_.now() + wait_ms * bit_times_per_ms;
  while (stepper_.now() < end) {
    stepper_.run_until(end);
    usbfs_.follow_bus();
    if (const int ready = kernel_poll(set, count, 0); ready != 0) return ready;
  }
  return 0;
}

ssize_t Seam::on_read(void* buffer, std::size_t size) {
  ++descriptor_reads_;
  if (usbfs_.unplugged()) return failed(ENODEV);
  const auto start = static_cast<std::size_t>(position_);
  const auto descriptors = usbfs_.descriptors();
  if (start >= descriptors.size()) return 0;
  const std::size_t length = std::min(size, descriptors.size() - start);
  std::memcpy(buffer, descriptors.data() + start, length);
  position_ += static_cast<off_t>(length);
  return static_cast<ssize_t>(length);
}

off_t Seam::on_lseek(off_t offset, int whence) {
  const off_t base = whence == SEEK_CUR ? position_ : 0;
  if ((whence != SEEK_SET && whence != SEEK_CUR) || base + offset < 0) return failed(EINVAL);
  position_ = base + offset;
  return position_;
}

}  // namespace adoube::sim
