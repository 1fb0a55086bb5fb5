// SPDX-License-Identifier: Apache-2.0
/// A board on a bus with a host that reads it, for the tests of the kernel: no libusb, every stop at a chosen instant.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "driver/wire/protocol.hpp"
#include "sim/bus/enumerator.hpp"
#include "sim/bus/host.hpp"
#include "sim/kernel/kernel.hpp"
#include "tests/sim/bus/witness.hpp"
#include "tests/sim/kernel/contacts.hpp"

namespace adoube::sim::test {

using adoube::test::contacts;

inline constexpr std::uint64_t ms = bit_times_per_ms;

/// Reads the event or the capture endpoint as long as it lives; one transfer always waits.
class Reader {
 public:
  Reader(bus::Host& host, std::uint8_t address, bool capture = false) : host_(host) {
    transfer_.kind = capture ? bus::Transfer::Kind::bulk_in : bus::Transfer::Kind::interrupt_in;
    transfer_.address = address;
    transfer_.endpoint = static_cast<std::uint8_t>(capture ? wire::usb::capture_endpoint : wire::usb::event_endpoint);
    transfer_.data = room_;
    transfer_.done = [this](bus::Transfer& transfer) {
      if (transfer.status != bus::Status::completed) return;
      packets_.emplace_back(room_.begin(), room_.begin() + static_cast<std::ptrdiff_t>(transfer.actual));
      host_.submit(transfer);
    };
    host_.submit(transfer_);
  }
  ~Reader() { host_.cancel(transfer_); }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  [[nodiscard]] const std::vector<std::vector<std::uint8_t>>& packets() const { return packets_; }

 private:
  bus::Host& host_;
  bus::Transfer transfer_;
  std::array<std::uint8_t, 64> room_{};
  std::vector<std::vector<std::uint8_t>> packets_;
};

/// A short bus reset: the full ten milliseconds would be most of what the tests simulate.
inline bus::HostOptions quick_host() {
  bus::HostOptions options;
  options.reset = 600;
  options.recovery = 600;
  return options;
}

/// Writes a register by the vendor request of rtl/protocol.toml, without waiting for the end.
class Writer {
 public:
  Writer(bus::Host& host, std::uint8_t address) : host_(host) { transfer_.address = address; }
  ~Writer() { host_.cancel(transfer_); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  /// False while the last write is under way.
  bool write(std::uint32_t address, std::uint32_t value) {
    if (transfer_.status == bus::Status::pending) return false;
    for (std::size_t i = 0; i < room_.size(); ++i) room_[i] = static_cast<std::uint8_t>(value >> (8U * i));
    transfer_.setup = {0x40, static_cast<std::uint8_t>(wire::request::write_register), 0,
                       static_cast<std::uint16_t>(address), 4};
    transfer_.data = room_;
    host_.submit(transfer_);
    return true;
  }

 private:
  bus::Host& host_;
  bus::Transfer transfer_;
  std::array<std::uint8_t, 4> room_{};
};

/// Host, board, and the host's program: enumerate, then read events.
struct Rig {
  bus::Host host;
  adoube::test::Witness witness{host};
  Kernel kernel;
  bus::Enumerator enumerator{host};
  std::unique_ptr<Reader> reader;
  std::unique_ptr<Reader> capture_reader;  ///< none, until a test wants raw samples
  std::unique_ptr<Writer> writer;

  explicit Rig(std::vector<Change> changes, const KernelOptions& options = {}, const bus::HostOptions& its = quick_host())
      : host(its), kernel(host, std::move(changes), options) {}

  /// True once the device is configured and read; simulates in pieces of `slice` bit times.
  bool start(std::uint64_t slice = 500) {
    const std::uint64_t end = kernel.now() + 100 * ms;
    while (!host.connected() && kernel.now() < end) kernel.run_until(kernel.now() + slice);
    enumerator.start();
    while (!enumerator.done() && kernel.now() < end) kernel.run_until(kernel.now() + slice);
    if (!enumerator.succeeded()) return false;
    reader = std::make_unique<Reader>(host, enumerator.address());
    writer = std::make_unique<Writer>(host, enumerator.address());
    return true;
  }
};

}  // namespace adoube::sim::test
