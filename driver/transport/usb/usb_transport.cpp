// SPDX-License-Identifier: Apache-2.0
#include "driver/transport/usb/usb_transport.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "driver/transport/usb/pipe.hpp"
#include "driver/wire/protocol.hpp"

namespace adoube::transport::usb {
namespace {

/// Raw samples: so many transfers in flight, of so many packets each. Together 190 ms of a board at its full scan rate.
constexpr std::size_t capture_transfers = 32;
constexpr std::size_t capture_packets = 16;
constexpr std::uint8_t vendor_in = 0xC0;
constexpr std::uint8_t vendor_out = 0x40;

class UsbTransport final : public Transport {
 public:
  UsbTransport(std::unique_ptr<Device> device, Identity identity, const Endpoints& endpoints, const UsbOptions& options)
      : options_(options), device_(std::move(device)), identity_(std::move(identity)), endpoints_(endpoints) {}
  ~UsbTransport() override { static_cast<void>(close()); }

  [[nodiscard]] const Identity& identity() const override { return identity_; }
  [[nodiscard]] const TransportCounters& counters() const override {
    counters_.timeouts = device_->timeouts;
    counters_.abandoned = device_->abandoned;
    return counters_;
  }

  Result<void> start(Receiver& receiver) override {
    if (events_ || closed_) return fail(Cause::usage, "the stream was started before");
    events_.emplace(*device_, endpoints_.events, counters_, counters_.packets);
    // A transfer ends with each packet: one a buffer.
    return events_->start(receiver, static_cast<std::size_t>(std::max(options_.ring, ring_least)), 1);
  }

  Result<void> start_capture(Receiver& receiver) override {
    if (auto free = check_free(); !free) return free;
    if (!events_ || capture_) return fail(Cause::usage, "raw samples are fetched once at a time, beside the stream");
    if (!endpoints_.capture) {
      return fail(Cause::protocol, "the board has no bulk IN endpoint: load gateware that captures raw samples");
    }
    capture_.emplace(*device_, *endpoints_.capture, counters_, counters_.captured);
    return capture_->start(receiver, capture_transfers, capture_packets);
  }

  Result<void> stop_capture() override {
    if (auto free = check_free(); !free) return free;
    if (!capture_) return {};
    const std::size_t stuck = stop(*capture_);
    capture_.reset();
    return came_back(stuck);
  }

  Result<Progress> step(Tick at_most) override {
    if (busy_) return fail(Cause::usage, "a transport was called from its own receiver");
    if (!events_ || closed_) return fail(Cause::usage, "the stream is not running");
    if (!failure()) {
      const bool ready = events_->ready() || (capture_ && capture_->ready());
      if (auto done = device_->events(ready ? 0 : std::max<Tick>(at_most, 0)); !done) {
        if (capture_) capture_->give_up(done.error());
        events_->give_up(std::move(done.error()));
      }
    }
    settle();
    if (const auto* error = failure()) return tl::unexpected(*error);
    return Progress::more;
  }

  Result<std::uint32_t> read_register(std::uint8_t address) override {
    if (auto free = check_free(); !free) return tl::unexpected(std::move(free.error()));
    std::array<std::uint8_t, 4> bytes{};
    auto moved = device_->control(vendor_in, wire::request::read_register, 0, address,
                                  bytes, fmt::format("read register {}", address));
    if (!moved) return tl::unexpected(std::move(moved.error()));
    if (*moved != bytes.size()) {
      return fail(Cause::protocol, fmt::format("register {} has {} bytes, not {}", address, *moved, bytes.size()));
    }
    return bytes[0] | std::uint32_t{bytes[1]} << 8u | std::uint32_t{bytes[2]} << 16u | std::uint32_t{bytes[3]} << 24u;
  }

  Result<void> write_register(std::uint8_t address, std::uint32_t value) override {
    if (auto free = check_free(); !free) return free;
    std::array<std::uint8_t, 4> bytes{static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8u),
                                      static_cast<std::uint8_t>(value >> 16u), static_cast<std::uint8_t>(value >> 24u)};
    auto moved = device_->control(vendor_out, wire::request::write_register, 0, address,
                                  bytes, fmt::format("write {} to register {}", value, address));
    if (!moved) return tl::unexpected(std::move(moved.error()));
    return {};
  }

  Result<void> close() override {
    if (closed_) return {};
    if (busy_) return fail(Cause::usage, "a transport was closed from its own receiver");
    closed_ = true;
    std::size_t stuck = 0;
    if (capture_) stuck += stop(*capture_);
    if (events_) stuck += stop(*events_);
    libusb_release_interface(device_->handle(), endpoints_.interface);  // fails for a board that is gone: nothing to do
    device_->release();
    return came_back(stuck);
  }

 private:
  Result<void> check_free() {
    if (busy_) return fail(Cause::usage, "a register was touched from inside the stream");
    if (closed_) return fail(Cause::usage, "the board is closed");
    return {};
  }

  void settle() {
    busy_ = true;
    if (capture_) capture_->settle();
    events_->settle();
    busy_ = false;
  }

  /// Why the stream is over, or null.
  [[nodiscard]] const Error* failure() const {
    if (events_->failure()) return &*events_->failure();
    return capture_ && capture_->failure() ? &*capture_->failure() : nullptr;
  }

  /// Hands over what is in flight; how many transfers did not come back.
  std::size_t stop(Pipe& pipe) {
    pipe.stop();
    static_cast<void>(device_->events_until(options_.stop_deadline, [&] {
      settle();
      return pipe.idle();
    }));
    return pipe.abandon();
  }

  Result<void> came_back(std::size_t stuck) const {
    if (stuck == 0) return {};
    return fail(Cause::timeout, fmt::format("{} of the board's transfers did not come back within {} ms", stuck,
                                            options_.stop_deadline / 1000));
  }

  UsbOptions options_;
  std::unique_ptr<Device> device_;
  Identity identity_;
  Endpoints endpoints_;
  mutable TransportCounters counters_;
  std::optional<Pipe> events_;
  std::optional<Pipe> capture_;
  bool busy_ = false;
  bool closed_ = false;
};

}  // namespace

Result<std::unique_ptr<Transport>> take(std::unique_ptr<Device> device, Identity identity, const UsbOptions& options) {
  auto endpoints = find_endpoints(device->device());
  if (!endpoints) return tl::unexpected(std::move(endpoints.error()));
  libusb_set_auto_detach_kernel_driver(device->handle(), 1);  // not supported everywhere, and not needed there
  if (const int code = libusb_claim_interface(device->handle(), endpoints->interface); code != 0) {
    return tl::unexpected(usb_error(code, "claim the board"));
  }
  return std::make_unique<UsbTransport>(std::move(device), std::move(identity), *endpoints, options);
}

}  // namespace adoube::transport::usb
